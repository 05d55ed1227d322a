import type { Clock } from "../../src/server/runtime/time.ts";

/** A clock that the test moves, and which wakes what is due in order. */
export class DayClock implements Clock {
  #now = Date.now();
  /** The total by which it was set. */
  #setBy = 0;
  readonly #waiting = new Set<{ readonly at: number; readonly wake: () => void }>();
  /** The longest wait asked for, in milliseconds. */
  longest = 0;

  readonly now = (): number => this.#now;

  readonly elapsed = (): number => this.#now - this.#setBy;

  readonly after = (ms: number, wake: () => void): (() => void) => {
    this.longest = Math.max(this.longest, ms);
    const waiting = { at: this.#now + ms, wake };
    this.#waiting.add(waiting);
    return () => void this.#waiting.delete(waiting);
  };

  /** Whether any wait is pending. */
  get isWaitedFor(): boolean {
    return this.#waiting.size > 0;
  }

  /** Lets so many milliseconds pass. */
  pass(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const [first] = [...this.#waiting].toSorted((a, b) => a.at - b.at);
      if (first === undefined || first.at > end) break;
      this.#waiting.delete(first);
      this.#now = Math.max(this.#now, first.at);
      first.wake();
    }
    this.#now = end;
  }

  /** Sets the time of day, which shortens no wait. */
  set(nowMs: number): void {
    const by = nowMs - this.#now;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const { at, wake } of waiting) this.#waiting.add({ at: at + by, wake });
    this.#now = nowMs;
    this.#setBy += by;
  }
}
