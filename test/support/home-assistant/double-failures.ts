/** Milliseconds until the double counts a failed login, like a Home Assistant that looks up an address's name first. */
const countingMs = 20;

/** Counts failed logins in a row, as Home Assistant does (`components/http/ban.py`); all clients have one address. */
export class DoubleFailures {
  #inARow = 0;
  /** The highest count so far. */
  most = 0;
  #held: (() => void)[] | undefined;

  /** Stops counting, as during a slow name lookup, until the returned function is called. */
  hold(): () => void {
    const held: (() => void)[] = [];
    this.#held = held;
    return () => {
      this.#held = undefined;
      for (const count of held.splice(0)) count();
    };
  }

  /** Notes a failure, which is counted a moment later; then calls `counted`. */
  failed(counted: () => void): void {
    const count = (): void => {
      this.#inARow += 1;
      this.most = Math.max(this.most, this.#inARow);
      counted();
    };
    if (this.#held === undefined) setTimeout(count, countingMs);
    else this.#held.push(count);
  }

  succeeded(): void {
    this.#inARow = 0;
  }
}
