import { setTimeout as sleep } from "node:timers/promises";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { Guarded } from "./boundary.ts";

const second = 1000;
export const minuteMs = 60 * second;
export const hourMs = 60 * minuteMs;
const units = {
  ms: 1,
  s: second,
  m: minuteMs,
  h: hourMs,
  d: 24 * hourMs,
} as const;

const isUnit = (unit: string): unit is keyof typeof units => unit in units;

/** The milliseconds of `500ms`, `90s`, `15m`, `24h` or `30d`; `0` needs no unit. Undefined for anything else. */
export const readDuration = (text: string): number | undefined => {
  if (text === "0") return 0;
  const [, digits = "", unit = ""] = /^(\d{1,9})(ms|[smhd])$/.exec(text) ?? [];
  return isUnit(unit) ? Number(digits) * units[unit] : undefined;
};

/** A duration as text, in the largest unit that gives a whole number: `24h` as `1d`. */
export const durationText = (ms: number): string => {
  if (ms === 0) return "0";
  const unit = (["d", "h", "m", "s"] as const).find((each) => ms % units[each] === 0) ?? "ms";
  return `${ms / units[unit]}${unit}`;
};

const longestDays = 3660;
const longestMs = longestDays * units.d;

/** A time as in the users' documents: ISO 8601 with an offset. */
export const momentText = (ms: number): string => new Date(ms).toISOString().replace("Z", "+00:00");

/**
 * When something ends that starts at `nowMs` and lasts as long as a text says, such as `30d`. Left: what was expected.
 */
export const readExpiry = (text: string, nowMs: number): Either<string, string> => {
  const ms = readDuration(text) ?? 0;
  return ms > 0 && ms <= longestMs
    ? right(momentText(nowMs + ms))
    : left(
        `expires: expected a time such as 12h or 30d, of ${longestDays}d at most, not "${text.slice(0, 64)}"`,
      );
};

/** An end in milliseconds since 1970; infinity without one, and 0, the safe choice, if it is unreadable. */
export const expiryMs = (expiresAt: string | undefined): number => {
  if (expiresAt === undefined) return Number.POSITIVE_INFINITY;
  const ms = Date.parse(expiresAt);
  return Number.isNaN(ms) ? 0 : ms;
};

/** Wall clock, monotonic clock and timer; tests replace them. */
export interface Clock {
  /** Milliseconds since 1970, for stored or shown times. People and the network may set this clock. */
  readonly now: () => number;
  /** Milliseconds of a monotonic clock, for ages in memory. */
  readonly elapsed: () => number;
  /** Calls `wake` once after so many milliseconds, without keeping the process alive; the returned function cancels that. */
  readonly after: (ms: number, wake: Guarded) => () => void;
}

/** Milliseconds by which nodes' clocks may differ before that is reported, and by which a corrected clock may go back. */
export const maxClockSkewMs = minuteMs;

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after: (ms, wake) => {
    const timer = setTimeout(wake, ms).unref();
    return () => clearTimeout(timer);
  },
};

/** Waits for so many milliseconds, or until the signal; with `ref` false without keeping the process alive. */
export const pause = async (ms: number, signal: AbortSignal, ref = true): Promise<void> => {
  await sleep(ms, undefined, { signal, ref }).catch(() => undefined);
};

/** Whether a promise settles within so many milliseconds. */
export const endsWithin = async (promise: Promise<unknown>, ms: number): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const ended = promise.then(
    () => true as const,
    () => true as const,
  );
  return Promise.race([ended, late]).finally(() => clearTimeout(timer));
};
