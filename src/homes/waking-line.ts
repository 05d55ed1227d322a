/**
 * Lets a few enter at a time, the others in the order in which they came. Those who wait can be sent away together. Homes
 * and what stands in for those that do not exist are in one line: with two, a crowd would tell which ids exist.
 */
export class WakingLine {
  readonly #places: number;
  readonly #most: number;
  readonly #waiting: ((enters: boolean) => void)[] = [];
  #inside = 0;
  #isClosed = false;

  /** `places`: how many may be inside; `most`: how many may wait. */
  constructor(places: number, most: number) {
    this.#places = places;
    this.#most = most;
  }

  /** Whether nobody else may wait. */
  get isFull(): boolean {
    return this.#waiting.length >= this.#most;
  }

  /** How many wait. */
  get length(): number {
    return this.#waiting.length;
  }

  /** Resolves at this caller's turn; false: the line was closed. Who entered has to leave. */
  enter(): Promise<boolean> {
    if (this.#isClosed) return Promise.resolve(false);
    if (this.#inside < this.#places) {
      this.#inside += 1;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#inside -= 1;
    else next(true);
  }

  /** Sends away all who wait and all who come. */
  close(): void {
    this.#isClosed = true;
    for (const sendAway of this.#waiting.splice(0)) sendAway(false);
  }
}
