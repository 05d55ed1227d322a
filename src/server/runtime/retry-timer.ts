import type { Guarded } from "./boundary.ts";

const firstMs = 500;

/** Pauses between retries: each twice as long as the last, up to a limit, with jitter. */
export class Backoff {
  readonly #longestMs: number;
  #nextMs = firstMs;

  constructor(longestMs: number) {
    this.#longestMs = longestMs;
  }

  /** Milliseconds of the next pause; `atMostMs` shortens it, and so those that follow. */
  next(atMostMs = Infinity): number {
    const ms = Math.min(this.#nextMs, this.#longestMs, atMostMs);
    this.#nextMs = Math.min(2 * ms, this.#longestMs);
    // Jitter, so that peers that failed together do not all retry together.
    return ms * (0.5 + Math.random() / 2);
  }

  /** After a success: the next pause is the shortest again. */
  reset(): void {
    this.#nextMs = firstMs;
  }
}

/** Retries after a pause. Does not keep the process alive. */
export class RetryTimer {
  readonly #retry: Guarded;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(retry: Guarded) {
    this.#retry = retry;
  }

  /** Starts a pause, in milliseconds or the next of a backoff, unless one is running. */
  start(pause: number | Backoff): void {
    if (this.#isClosed || this.#timer !== undefined) return;
    const ms = typeof pause === "number" ? pause : pause.next();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#retry();
    }, ms).unref();
  }

  /** Cancels the pause. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Cancels the pause, and starts no more. */
  close(): void {
    this.#isClosed = true;
    this.stop();
  }
}
