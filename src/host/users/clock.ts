import type { Guarded } from "../../server/boundary.ts";

/** The time of day, how it passes, and a way to be woken; tests set their own. */
export interface Clock {
  /** Milliseconds since 1970, for what is kept or told. People and the network set them. */
  readonly now: () => number;
  /** Milliseconds of a clock that nobody sets, for how old something in memory is. */
  readonly elapsed: () => number;
  /** Wakes once after so many milliseconds, of which a process that has nothing else to do does not wait for the end; the returned function calls that off. */
  readonly after: (ms: number, wake: Guarded) => () => void;
}

/** Nodes whose clocks are further apart are told of, in milliseconds; and a clock that is put right may go back by some. */
export const mostApartMs = 60_000;

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after: (ms, wake) => {
    const timer = setTimeout(wake, ms).unref();
    return () => clearTimeout(timer);
  },
};
