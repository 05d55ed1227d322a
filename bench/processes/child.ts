import { readdir, readFile } from "node:fs/promises";
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { constants, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import * as t from "io-ts";
import { isLeft } from "fp-ts/lib/Either.js";
import { type WebSocket, WebSocketServer } from "ws";
import { memoryOf } from "../../test/support/process-memory.ts";
import { sum } from "../report/statistics.ts";

/**
 * Microseconds on the monotonic clock, which all processes of the machine share:
 * times taken in different processes can be subtracted.
 */
export const microseconds = (): number => Number(process.hrtime.bigint() / 10n) / 100;

const threadMs = async (pid: number | undefined, thread: string): Promise<number> =>
  Number.parseInt(await readFile(`/proc/${pid}/task/${thread}/schedstat`, "utf8"), 10) / 1e6;

/** CPU time of all threads of a process so far, in milliseconds, from /proc. */
export const processorMs = async (pid: number | undefined): Promise<number> => {
  const threads = await readdir(`/proc/${pid}/task`);
  // A thread may have ended since.
  return sum(await Promise.all(threads.map((thread) => threadMs(pid, thread).catch(() => 0))));
};

/** CPU time of its main thread alone, whose id is that of the process. */
export const mainThreadMs = (pid: number | undefined): Promise<number> =>
  threadMs(pid, String(pid));

const answerCodec = t.union([t.type({ value: t.unknown }), t.type({ error: t.string })]);

/** A baseline or a load generator in its own process, which answers one question at a time. */
export class Child {
  readonly #child: ChildProcess;
  readonly #ended: Promise<never>;

  /** `script` is the path of a file from the benchmark's folder, which `node` runs, or is bundled in the file `bundle`. */
  constructor(script: string, node: string, bundle?: string) {
    this.#child = fork(bundle ?? fileURLToPath(new URL(`../${script}`, import.meta.url)), {
      execPath: node,
      execArgv: bundle === undefined ? ["--import", "tsx"] : [],
      // Another Node.js may serialize in a form that this one cannot read; the answers are plain JSON.
      serialization: node === process.execPath ? "advanced" : "json",
    });
    this.#ended = once(this.#child, "exit").then(([code]: unknown[]) => {
      throw new Error(`${script} ended with code ${String(code)}`);
    });
    this.#ended.catch(() => undefined);
  }

  /** Lowers the priority of its main thread, so that it takes no core from what is measured. */
  giveWay(): void {
    if (this.#child.pid !== undefined)
      setPriority(this.#child.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  }

  /** CPU time of its main thread so far, in milliseconds. */
  mainThreadMs(): Promise<number> {
    return mainThreadMs(this.#child.pid);
  }

  /** Its resident bytes. */
  resident(): Promise<number> {
    return memoryOf(this.#child.pid, "VmRSS");
  }

  /** Asks the child; rejects when it fails, ends, or its answer does not decode. */
  async ask<A>(question: Readonly<Record<string, unknown>>, codec: t.Type<A, unknown>): Promise<A> {
    const message = once(this.#child, "message");
    this.#child.send(question);
    const [raw]: unknown[] = await Promise.race([message, this.#ended]);
    const answer = answerCodec.decode(raw);
    if (isLeft(answer)) throw new Error("a child sent no answer");
    if ("error" in answer.right) throw new Error(answer.right.error);
    const decoded = codec.decode(answer.right.value);
    if (isLeft(decoded)) throw new Error(`a child's answer is not ${codec.name}`);
    return decoded.right;
  }

  /** Ends the process. */
  async stop(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#ended.catch(() => undefined);
  }
}

/** In a child: answers the parent's questions, and exits with it. */
export const answerParent = <Q>(
  codec: t.Type<Q, unknown>,
  answer: (question: Q) => Promise<unknown>,
): void => {
  process.on("message", (raw) => {
    const question = codec.decode(raw);
    const answered = isLeft(question)
      ? Promise.reject(new Error(`a question is not ${codec.name}`))
      : answer(question.right);
    void answered.then(
      (value) => process.send?.({ value }),
      (error: unknown) => process.send?.({ error: String(error) }),
    );
  });
  process.once("disconnect", () => process.exit());
};

/** In a child: listens for websockets on a free port of 127.0.0.1, without compression; resolves with the port. */
export const listenForWebSockets = async (
  onConnection: (ws: WebSocket, all: ReadonlySet<WebSocket>) => void,
): Promise<number> => {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0, perMessageDeflate: false });
  server.on("connection", (ws) => onConnection(ws, server.clients));
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the server has no port");
  return address.port;
};

/** Saves of editors: when they began, how long it took in all, and how long each save took, in microseconds. */
export const savesCodec = t.type({
  started: t.number,
  lasted: t.number,
  took: t.array(t.number),
});

/** When one save was sent and how long its reply took, in microseconds, and the text of the reply. */
export const repliedCodec = t.type({ sent: t.number, took: t.number, reply: t.string });

/** Revisions and when each was due to be sent. */
export const sentCodec = t.array(t.tuple([t.number, t.number]));

/** When the first and the last subscriber got a message, in microseconds, and the bytes that all received. */
export const hadCodec = t.type({ first: t.number, last: t.number, bytes: t.number });

/** Done, without a result. */
export const doneCodec = t.type({});

/** Where a baseline listens. */
export const portCodec = t.type({ port: t.number });

/** Saves of guarded editors: acknowledged, counted in the plan, and the microseconds. */
export const guardedCodec = t.type({ saved: t.number, counted: t.number, lasted: t.number });

/** Percentiles in microseconds, and the number of values. */
export const percentilesCodec = t.type({
  many: t.number,
  p50: t.number,
  p99: t.number,
  p999: t.number,
});
