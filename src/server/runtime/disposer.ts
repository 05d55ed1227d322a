import { messageOf } from "../../../wal/index.ts";
import type { ErrorLog } from "./boundary.ts";

/** Resources that are closed together. */
export class Disposer {
  readonly #closers: (() => void | Promise<void>)[] = [];

  /** Adds a resource, to be closed before those added earlier. */
  add(close: () => void | Promise<void>): void {
    this.#closers.push(close);
  }

  /**
   * Closes everything once, the last added first. After an error it continues, and rejects at the end with all errors.
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

  /** Closes everything after a refused start, logs what cannot be closed, and returns the reason. */
  async refuse<Refusal>(refusal: Refusal, log: ErrorLog): Promise<Refusal> {
    await this.close().catch((error: unknown) =>
      log.error({ err: error }, "what was opened for a start that was refused could not be closed"),
    );
    return refusal;
  }
}
