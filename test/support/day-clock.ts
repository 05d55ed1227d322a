import type { Clock } from "../../src/server/runtime/time.ts";

/** A clock that begins at the time of day and that a test moves; whoever is to be woken until then is, each in turn. */
export class DayClock implements Clock {
  #now = Date.now();
  /** By how much it was set, in all. */
  #setBy = 0;
  readonly #waiting = new Set<{ readonly at: number; readonly wake: () => void }>();
  /** The longest wait that anybody has asked for, in milliseconds. */
  longest = 0;

  readonly now = (): number => this.#now;

  readonly elapsed = (): number => this.#now - this.#setBy;

  readonly after = (ms: number, wake: () => void): (() => void) => {
    this.longest = Math.max(this.longest, ms);
    const waiting = { at: this.#now + ms, wake };
    this.#waiting.add(waiting);
    return () => void this.#waiting.delete(waiting);
  };

  /** Whether anybody is to be woken. */
  get isWaitedFor(): boolean {
    return this.#waiting.size > 0;
  }

  /** Goes on by so many milliseconds. */
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

  /** Is set to another time, as by whoever knows the right one: nobody's wait gets shorter by it. */
  set(nowMs: number): void {
    const by = nowMs - this.#now;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const { at, wake } of waiting) this.#waiting.add({ at: at + by, wake });
    this.#now = nowMs;
    this.#setBy += by;
  }
}
