import { setImmediate as turn } from "node:timers/promises";

/**
 * Shares the event loop among long computations: each does a small piece of work when it has its
 * turn, and in one turn of the loop only one of them has, so that many take no more of it than one.
 */
export class LoopTurns {
  #last: Promise<void> = Promise.resolve();

  /** Resolves when everybody who asked before has had a turn of the loop each, and this is the next. */
  next(): Promise<void> {
    this.#last = this.#last.then(() => turn());
    return this.#last;
  }
}
