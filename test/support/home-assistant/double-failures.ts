/** How long the double takes to count a failed login, as a Home Assistant does that asks for the name of an address first. */
const countingMs = 20;

/** Counts failed logins in a row, as Home Assistant does (`components/http/ban.py`), whose clients all come from one address. */
export class DoubleFailures {
  #inARow = 0;
  /** The most that there were. */
  most = 0;
  #held: (() => void)[] | undefined;

  /** Counts nothing, as where no name of an address comes, until what this returns is called. */
  hold(): () => void {
    const held: (() => void)[] = [];
    this.#held = held;
    return () => {
      this.#held = undefined;
      for (const count of held.splice(0)) count();
    };
  }

  /** One failed, and is counted a moment later; `counted` is called then. */
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
