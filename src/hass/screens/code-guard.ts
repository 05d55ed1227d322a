const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Users of whom it is known at a time; who had the last turn longest ago is forgotten first. */
const mostUsers = 10_000;

/** The calls with a code of one user, as far as they are not forgotten. */
interface Calls {
  readonly count: number;
  /** When the last was let through. */
  readonly lastMs: number;
}

/**
 * Keeps codes of alarms and locks from being tried one after another: a user has a few calls with a code at once, each
 * further only after a pause, which begins with a minute and doubles up to an hour. Each hour without one forgets one of
 * them, so that no rhythm lets more through than one an hour for long. Right codes count as well: not every integration
 * of Home Assistant says that one was wrong.
 */
export class CodeGuard {
  readonly #atOnce: number;
  readonly #calls = new Map<string, Calls>();

  constructor(atOnce: number) {
    this.#atOnce = atOnce;
  }

  /** Lets a call of a user through at a time in milliseconds, or says in how many milliseconds it might be. */
  waitMs(user: string, nowMs: number): number {
    const { count, lastMs } = this.#callsOf(user, nowMs);
    const over = count - this.#atOnce;
    const pauseMs = over < 0 ? 0 : Math.min(minuteMs * 2 ** over, hourMs);
    const wait = lastMs + pauseMs - nowMs;
    if (wait > 0) return wait;
    this.#calls.delete(user);
    this.#calls.set(user, { count: count + 1, lastMs: nowMs });
    const [oldest] = this.#calls.keys();
    if (this.#calls.size > mostUsers && oldest !== undefined) this.#calls.delete(oldest);
    return 0;
  }

  #callsOf(user: string, nowMs: number): Calls {
    const { count, lastMs } = this.#calls.get(user) ?? { count: 0, lastMs: -Infinity };
    return { count: Math.max(0, count - Math.floor((nowMs - lastMs) / hourMs)), lastMs };
  }
}
