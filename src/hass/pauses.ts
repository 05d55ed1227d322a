const firstMs = 500;

/** Pauses between tries, each twice as long as the one before up to a longest, and none quite like another's. */
export class Backoff {
  readonly #longestMs: number;
  #nextMs = firstMs;

  constructor(longestMs: number) {
    this.#longestMs = longestMs;
  }

  /** Milliseconds of the next pause. */
  next(): number {
    const ms = Math.min(this.#nextMs, this.#longestMs);
    this.#nextMs = Math.min(2 * ms, this.#longestMs);
    // Where all lost the same, not all come back in the same moment.
    return ms * (0.5 + Math.random() / 2);
  }

  /** A try succeeded: the next pause is the shortest again. */
  reset(): void {
    this.#nextMs = firstMs;
  }
}
