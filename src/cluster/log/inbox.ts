/** What comes by callbacks, taken one after another by one who waits for each. */
export class AsyncQueue<A> {
  #items: A[] = [];
  #wake: (() => void) | undefined;
  #isClosed = false;

  put(item: A): void {
    this.#items.push(item);
    this.#wake?.();
  }

  /** Nothing is taken any more. */
  close(): void {
    this.#isClosed = true;
    this.#wake?.();
  }

  /** The next item; undefined when it is closed. One call at a time. */
  async take(): Promise<A | undefined> {
    while (this.#items.length === 0 && !this.#isClosed)
      await new Promise<void>((resolve) => (this.#wake = resolve));
    return this.#isClosed ? undefined : this.#items.shift();
  }
}
