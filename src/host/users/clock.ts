import type { Guarded } from "../../boundary.ts";

/** The time of day, and a way to be woken; tests set their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Wakes once after so many milliseconds, of which a process that has nothing else to do does not wait for the end; the returned function calls that off. */
  readonly after: (ms: number, wake: Guarded) => () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after: (ms, wake) => {
    const timer = setTimeout(wake, ms).unref();
    return () => clearTimeout(timer);
  },
};
