/** How long the double takes to count a failed login, as a Home Assistant does that asks for the name of an address first. */
const countingMs = 20;

/** Counts failed logins in a row, as Home Assistant does (`components/http/ban.py`), whose clients all come from one address. */
export class DoubleFailures {
  #inARow = 0;
  /** The most that there were. */
  most = 0;

  /** One failed, and is counted a moment later; `counted` is called then. */
  failed(counted: () => void): void {
    setTimeout(() => {
      this.#inARow += 1;
      this.most = Math.max(this.most, this.#inARow);
      counted();
    }, countingMs);
  }

  succeeded(): void {
    this.#inARow = 0;
  }
}
