/** How long a connection may work before others get a turn. */
const sliceMs = 1;

/** Called between two pieces of a connection's work: undefined where it may go on at once, else resolves in its turn. */
export type Share = () => Promise<void> | undefined;

/**
 * Shares the event loop between connections. Commands that wait for nothing
 * follow one another without the loop ever getting on, however many there are;
 * so whoever has worked for a slice waits for a turn of the loop. One
 * connection goes on at each turn, the one that waited longest: however many
 * have a lot to do, one that has little waits for a single slice.
 */
export class Turns {
  #turn = 0;
  #isNextDue = false;
  readonly #waiting: (() => void)[] = [];

  /** The share of one more connection. */
  share(): Share {
    let turn: number | undefined;
    let beganAt = 0;
    return () => {
      const now = performance.now();
      if (turn === this.#turn)
        return now - beganAt < sliceMs
          ? undefined
          : new Promise((resolve) => void this.#waiting.push(resolve));
      turn = this.#turn;
      beganAt = now;
      this.#expectNext();
      return undefined;
    };
  }

  #expectNext(): void {
    if (this.#isNextDue) return;
    this.#isNextDue = true;
    setImmediate(() => {
      this.#isNextDue = false;
      this.#turn += 1;
      this.#waiting.shift()?.();
      if (this.#waiting.length > 0) this.#expectNext();
    });
  }
}
