import { setImmediate as turn } from "node:timers/promises";
import type { Clock } from "../../../src/storage/etcd/contact.ts";

/** A clock that a test sets. Whoever it wakes is done with what needs no time before the next tick. */
export class TestClock implements Clock {
  #now = 0;
  readonly #ticking = new Map<() => void, { readonly ms: number; at: number }>();

  readonly now = (): number => this.#now;

  readonly every = (ms: number, tick: () => void): (() => void) => {
    this.#ticking.set(tick, { ms, at: this.#now + ms });
    return () => void this.#ticking.delete(tick);
  };

  /** Goes on by so many milliseconds, and wakes whoever is to be woken until then, each when it is time. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      const [first] = [...this.#ticking].toSorted(([, one], [, other]) => one.at - other.at);
      if (first === undefined || first[1].at > end) break;
      const [tick, due] = first;
      this.#now = due.at;
      due.at += due.ms;
      tick();
      await turn();
    }
    this.#now = end;
  }

  /** The process does not run for so many milliseconds: nobody is woken meanwhile. */
  stop(ms: number): void {
    this.#now += ms;
    for (const due of this.#ticking.values()) due.at = Math.max(due.at, this.#now);
  }
}
