import { setTimeout as sleep } from "node:timers/promises";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import type { Trouble } from "../../plan/trouble.ts";

/** Tells once that plans cannot be saved, and once that they can be again, for which etcd is asked again and again. */
export class Outage {
  readonly #trouble: Trouble;
  readonly #ask: () => Promise<Either<string, void>>;
  readonly #pauseMs: number;
  readonly #closed = new AbortController();
  #isOn = false;
  /** Counts what failed: an answer that was asked for before says nothing. */
  #failures = 0;
  #isAsking = false;
  #asking: Promise<void> = Promise.resolve();

  /** `ask` finds out whether a plan could be saved; `pauseMs` milliseconds are between two questions. */
  constructor(trouble: Trouble, ask: () => Promise<Either<string, void>>, pauseMs: number) {
    this.#trouble = trouble;
    this.#ask = ask;
    this.#pauseMs = pauseMs;
  }

  /** Something could not be done. */
  begin(reason: string): void {
    this.#failures += 1;
    if (this.#isOn || this.#closed.signal.aborted) return;
    this.#isOn = true;
    this.#trouble.away(reason);
    if (!this.#isAsking) this.#asking = this.#askOn();
  }

  /** Nothing can be saved any more. */
  beginForEver(reason: string): void {
    this.#closed.abort();
    this.#trouble.failed(reason);
  }

  /** A plan was saved. */
  end(): void {
    if (!this.#isOn || this.#closed.signal.aborted) return;
    this.#isOn = false;
    this.#trouble.back();
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await this.#asking;
  }

  async #askOn(): Promise<void> {
    const { signal } = this.#closed;
    this.#isAsking = true;
    while (this.#isOn && !signal.aborted) {
      await sleep(this.#pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted || !this.#isOn) continue;
      const failures = this.#failures;
      const asked = await this.#ask();
      if (!isLeft(asked) && failures === this.#failures) this.end();
    }
    this.#isAsking = false;
  }
}
