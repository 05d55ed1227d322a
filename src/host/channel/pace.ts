/** What was not used may be caught up with, up to the commands of this time. */
const burstMs = 1000;

/** Lets so many commands a second through, and makes more of them wait, the first that came first. */
export class RateLimiter {
  #msPerCommand: number;
  /** When all that was let through would have been, one by one. */
  #evenAt = 0;
  #timer: NodeJS.Timeout | undefined;
  readonly #waiting: (() => void)[] = [];

  constructor(perSecond: number) {
    this.#msPerCommand = 1000 / perSecond;
  }

  /** Counts one more command: undefined where it may be done at once, else resolves when it may. */
  next(): Promise<void> | undefined {
    if (this.#waiting.length === 0 && this.#letThrough()) return undefined;
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#serve();
    });
  }

  /** Whether nothing waits, nor has to for what was let through. */
  get isEven(): boolean {
    return this.#waiting.length === 0 && this.#evenAt <= performance.now();
  }

  /** From now on nothing waits. */
  lift(): void {
    this.#msPerCommand = 0;
    this.#serve();
  }

  #letThrough(): boolean {
    const now = performance.now();
    const evenAt = Math.max(now, this.#evenAt) + this.#msPerCommand;
    if (this.#msPerCommand > 0 && evenAt > now + burstMs) return false;
    this.#evenAt = evenAt;
    return true;
  }

  #serve(): void {
    clearTimeout(this.#timer);
    while (this.#waiting.length > 0 && this.#letThrough()) this.#waiting.shift()?.();
    if (this.#waiting.length === 0) return;
    const ms = this.#evenAt + this.#msPerCommand - burstMs - performance.now();
    this.#timer = setTimeout(() => this.#serve(), Math.max(1, ms));
  }
}
