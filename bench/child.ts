import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import * as t from "io-ts";
import { isLeft } from "fp-ts/lib/Either.js";
import { mainThreadMs } from "./processor.ts";

const answerCodec = t.union([t.type({ value: t.unknown }), t.type({ error: t.string })]);

/** A floor server or a load generator in a process of its own, which answers one question at a time. */
export class Child {
  readonly #child: ChildProcess;
  readonly #ended: Promise<never>;

  /** `script` is the name of a file in this folder, which `node` runs. */
  constructor(script: string, node: string) {
    this.#child = fork(fileURLToPath(new URL(script, import.meta.url)), {
      execPath: node,
      execArgv: ["--import", "tsx"],
      // Another Node.js may write values in a form that this one does not know; what it answers is plain.
      serialization: node === process.execPath ? "advanced" : "json",
    });
    this.#ended = once(this.#child, "exit").then(([code]: unknown[]) => {
      throw new Error(`${script} ended with code ${String(code)}`);
    });
    this.#ended.catch(() => undefined);
  }

  /** Milliseconds that its main thread has run so far. */
  mainThreadMs(): Promise<number> {
    return mainThreadMs(this.#child.pid);
  }

  /** Asks the child; rejects when it fails, ends, or answers anything else than `codec` allows. */
  async ask<A>(question: Readonly<Record<string, unknown>>, codec: t.Type<A, unknown>): Promise<A> {
    const message = once(this.#child, "message");
    this.#child.send(question);
    const [raw]: unknown[] = await Promise.race([message, this.#ended]);
    const answer = answerCodec.decode(raw);
    if (isLeft(answer)) throw new Error("a child's answer is none");
    if ("error" in answer.right) throw new Error(answer.right.error);
    const decoded = codec.decode(answer.right.value);
    if (isLeft(decoded)) throw new Error(`a child's answer is no ${codec.name}`);
    return decoded.right;
  }

  /** Ends the process. */
  async stop(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#ended.catch(() => undefined);
  }
}

/** In a child: answers the questions of the parent, and ends with it. */
export const answerParent = <Q>(
  codec: t.Type<Q, unknown>,
  answer: (question: Q) => Promise<unknown>,
): void => {
  process.on("message", (raw) => {
    const question = codec.decode(raw);
    const answered = isLeft(question)
      ? Promise.reject(new Error(`a question is no ${codec.name}`))
      : answer(question.right);
    void answered.then(
      (value) => process.send?.({ value }),
      (error: unknown) => process.send?.({ error: String(error) }),
    );
  });
  process.once("disconnect", () => process.exit());
};
