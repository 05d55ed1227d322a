import { messageOf } from "../../../wal/index.ts";
import type { ErrorLog } from "./boundary.ts";

/** What was opened for one purpose and is closed together. */
export class Disposer {
  readonly #closers: (() => void | Promise<void>)[] = [];

  /** Closes this as well, before all that was added earlier. */
  add(close: () => void | Promise<void>): void {
    this.#closers.push(close);
  }

  /**
   * Closes everything once, the last opened first. An error keeps no other from being closed: it rejects in the end,
   * with all errors.
   */
  async close(): Promise<void> {
    const bugs: unknown[] = [];
    for (let next = this.#closers.pop(); next !== undefined; next = this.#closers.pop())
      try {
        await next();
      } catch (error) {
        bugs.push(error);
      }
    if (bugs.length === 0) return;
    throw new AggregateError(bugs, `not closed as it should be: ${bugs.map(messageOf).join("; ")}`);
  }

  /** Closes everything where a start is refused, and returns the reason for that; what cannot be closed is logged. */
  async refuse<Refusal>(refusal: Refusal, log: ErrorLog): Promise<Refusal> {
    await this.close().catch((error: unknown) =>
      log.error({ err: error }, "what was opened for a start that was refused could not be closed"),
    );
    return refusal;
  }
}
