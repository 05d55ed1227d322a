import { setTimeout as sleep } from "node:timers/promises";
import { type Either, isLeft } from "fp-ts/lib/Either.js";

/** Hears whether plans can be saved. */
export interface Trouble {
  /** They cannot be; `reason` is for a person. */
  readonly away: (reason: string) => void;
  /** They can be again. */
  readonly back: () => void;
}

/** Tells once that etcd is away, and once that it is back, for which it is asked again and again. */
export class Contact {
  readonly #trouble: Trouble;
  readonly #ask: () => Promise<Either<string, void>>;
  readonly #pauseMs: number;
  readonly #closed = new AbortController();
  /** Counts what was heard of it: an answer that was asked for earlier says nothing. */
  #times = 0;
  #isAway = false;
  #isAsking = false;
  #asking: Promise<void> = Promise.resolve();

  /** `ask` finds out whether etcd would save a plan; `pauseMs` milliseconds are between two questions. */
  constructor(trouble: Trouble, ask: () => Promise<Either<string, void>>, pauseMs: number) {
    this.#trouble = trouble;
    this.#ask = ask;
    this.#pauseMs = pauseMs;
  }

  /** Something could not be done. */
  lost(reason: string): void {
    this.#times += 1;
    if (this.#isAway || this.#closed.signal.aborted) return;
    this.#isAway = true;
    this.#trouble.away(reason);
    if (!this.#isAsking) this.#asking = this.#askOn();
  }

  /** A plan was saved. */
  made(): void {
    if (!this.#isAway || this.#closed.signal.aborted) return;
    this.#isAway = false;
    this.#trouble.back();
  }

  /** Nothing can be saved any more. */
  fail(reason: string): void {
    this.#closed.abort();
    this.#trouble.away(reason);
  }

  /** Nothing was heard for long: asks once. */
  async doubt(): Promise<void> {
    if (this.#isAway) return;
    const asked = await this.#ask();
    if (isLeft(asked)) this.lost(asked.left);
  }

  async close(): Promise<void> {
    this.#closed.abort();
    await this.#asking;
  }

  async #askOn(): Promise<void> {
    const { signal } = this.#closed;
    this.#isAsking = true;
    while (this.#isAway && !signal.aborted) {
      await sleep(this.#pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted || !this.#isAway) continue;
      const times = this.#times;
      const asked = await this.#ask();
      if (!isLeft(asked) && times === this.#times) this.made();
    }
    this.#isAsking = false;
  }
}
