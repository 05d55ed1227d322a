import type { Guarded } from "./boundary.ts";

const firstMs = 500;

/** Pauses between tries, each twice as long as the one before up to a longest, with jitter. */
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

/** Tries again after a pause. It keeps no process alive. */
export class RetryTimer {
  readonly #retry: Guarded;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(retry: Guarded) {
    this.#retry = retry;
  }

  /** Begins the pause, in milliseconds or the next of a backoff, unless one goes on already. */
  start(pause: number | Backoff): void {
    if (this.#isClosed || this.#timer !== undefined) return;
    const ms = typeof pause === "number" ? pause : pause.next();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#retry();
    }, ms).unref();
  }

  /** Ends the pause without a try. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** The same for good. */
  close(): void {
    this.#isClosed = true;
    this.stop();
  }
}
