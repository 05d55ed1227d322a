/** What was opened for one purpose and is closed together. */
export class Closing {
  readonly #closers: (() => void | Promise<void>)[] = [];

  /** Closes this as well, before all that was added earlier. */
  add(close: () => void | Promise<void>): void {
    this.#closers.push(close);
  }

  /** Closes everything, what was opened last first, each once. */
  async close(): Promise<void> {
    for (let next = this.#closers.pop(); next !== undefined; next = this.#closers.pop())
      await next();
  }
}
