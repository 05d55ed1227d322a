import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { isLeft } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { createUser, usersFile } from "../../src/auth/user-directory.ts";
import { memoryOf } from "../../test/support/process-memory.ts";
import { builtProgram } from "../../test/support/program.ts";
import { mainThreadMs, processorMs } from "./child.ts";

/** Reports the process's memory to the parent, and exits with it. */
const preload = `
  import { getHeapSpaceStatistics } from "node:v8";
  process.on("message", () => {
    let [heapUsed, young] = [0, 0];
    for (const { space_name, space_used_size, physical_space_size } of getHeapSpaceStatistics())
      if (space_name.startsWith("new_")) young += physical_space_size;
      else heapUsed += space_used_size;
    process.send({ rss: process.memoryUsage.rss(), heapUsed, young });
  });
  process.once("disconnect", () => process.exit());
  process.channel.unref();
`;

const memoryCodec = t.type({ rss: t.number, heapUsed: t.number, young: t.number });

/** The built service in its own process. */
export interface Program {
  readonly port: number;
  /** Milliseconds from the start of the process until it prints that it is ready. */
  readonly readyMs: number;
  /** The administrator token that a first start creates; on later starts this never resolves. */
  readonly firstToken: Promise<string>;
  /** Lines of its log, parsed. */
  readonly log: readonly unknown[];
  /** Now: resident bytes, bytes of the JavaScript heap beyond the young generation, and those that this occupies. */
  readonly memory: () => Promise<t.TypeOf<typeof memoryCodec>>;
  /** Peak resident bytes. */
  readonly peakResident: () => Promise<number>;
  /** How many files and sockets it has open. */
  readonly descriptors: () => Promise<number>;
  /** CPU time of all threads so far, in milliseconds. */
  readonly processorMs: () => Promise<number>;
  /** CPU time of the main thread alone, in milliseconds. */
  readonly mainThreadMs: () => Promise<number>;
  readonly stop: () => Promise<void>;
  /** Ends it at once, as a crash would. */
  readonly kill: () => Promise<void>;
}

/** Makes an administrator in a data folder, and returns the token. */
export const makeToken = async (data: string): Promise<string> => {
  const token = await createUser(usersFile(data), "bench", {
    admin: true,
    control: true,
    positions: true,
  });
  if (isLeft(token)) throw new Error(token.left);
  return token.right;
};

/**
 * Starts the service on a data folder like `npm start`, on the Node.js at `node` and a free port, and waits until it is
 * ready. `tellsMemory` preloads the code for `memory`, which makes the start longer.
 */
export const startProgram = async (
  node: string,
  data: string,
  args: readonly string[] = [],
  tellsMemory = true,
): Promise<Program> => {
  const started = performance.now();
  const child = spawn(
    node,
    [
      ...(tellsMemory ? ["--import", `data:text/javascript,${encodeURIComponent(preload)}`] : []),
      builtProgram,
      "serve",
      "--port",
      "0",
      // All viewers of a load share one token.
      "--viewer-connections",
      "65536",
      "--viewer-outbox-bytes",
      "68719476736",
      "--data",
      data,
      ...args,
    ],
    { stdio: ["ignore", "pipe", "pipe", "ipc"] },
  );
  let out = "";
  let err = "";
  child.stderr?.on("data", (chunk: Buffer) => (err += chunk.toString()));
  const ended = once(child, "exit");
  const printed = (what: RegExp): Promise<string> =>
    new Promise((resolve) => {
      child.stdout?.on("data", () => {
        const found = what.exec(out)?.[1];
        if (found !== undefined) resolve(found);
      });
    });
  child.stdout?.on("data", (chunk: Buffer) => (out += chunk.toString()));
  const firstToken = printed(/until it has been used:\n {2}([^\n]+)\n/).then(async (file) =>
    (await readFile(file, "utf8")).trim(),
  );
  const listening = printed(/listens at http:\/\/[^\s]+:(\d+)\n/);
  const refused = ended.then((): never => {
    throw new Error(`the service did not start:\n${out}${err}`);
  });
  const port = Number(await Promise.race([listening, refused]));
  refused.catch(() => undefined);
  const readyMs = performance.now() - started;
  return {
    port,
    readyMs,
    firstToken,
    get log() {
      const lines = err.split("\n").filter((line) => line.startsWith("{"));
      return lines.map((line): unknown => JSON.parse(line));
    },
    memory: async () => {
      const answer = once(child, "message");
      child.send("memory");
      const [message]: unknown[] = await answer;
      if (!memoryCodec.is(message)) throw new Error("the service did not report its memory");
      return message;
    },
    peakResident: () => memoryOf(child.pid, "VmHWM"),
    descriptors: async () => (await readdir(`/proc/${child.pid}/fd`)).length,
    processorMs: () => processorMs(child.pid),
    mainThreadMs: () => mainThreadMs(child.pid),
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
};

/** Another project's program, measured for comparison. It is killed when this process exits, at the latest. */
export class OtherProgram {
  readonly #name: string;
  readonly #child: ChildProcess;
  readonly #ended: Promise<unknown>;
  readonly #kill = (): boolean => this.#child.kill("SIGKILL");
  #out = "";
  #onOutput: (() => void) | undefined;

  constructor([name, ...args]: readonly [name: string, ...args: string[]], folder: string) {
    this.#name = name;
    this.#child = spawn(name, args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
    this.#ended = once(this.#child, "exit").catch(() => undefined);
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on("data", (chunk: Buffer) => {
        // The awaited output comes early; the rest is drained and dropped.
        if (this.#out.length < 1_000_000) this.#out += chunk.toString();
        this.#onOutput?.();
      });
    process.once("exit", this.#kill);
  }

  /** Resolves when its output so far matches; rejects with that output when it exits before. */
  async printed(what: RegExp): Promise<void> {
    const found = new Promise<void>((resolve) => {
      this.#onOutput = () => {
        if (what.test(this.#out)) resolve();
      };
      this.#onOutput();
    });
    const ended = this.#ended.then(() => {
      throw new Error(`${this.#name} ended:\n${this.#out}`);
    });
    await Promise.race([found, ended]);
    this.#onOutput = undefined;
    ended.catch(() => undefined);
  }

  async stop(): Promise<void> {
    process.off("exit", this.#kill);
    this.#kill();
    await this.#ended;
  }
}
