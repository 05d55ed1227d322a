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

/** The milliseconds of `500ms`, `90s`, `15m`, `24h` or `30d`; `0` needs no unit. Anything else is undefined. */
export const readDuration = (text: string): number | undefined => {
  if (text === "0") return 0;
  const [, digits = "", unit = ""] = /^(\d{1,9})(ms|[smhd])$/.exec(text) ?? [];
  return isUnit(unit) ? Number(digits) * units[unit] : undefined;
};

/** The same duration as a text, in the largest unit that tells it whole: `24h` as `1d`. */
export const durationText = (ms: number): string => {
  if (ms === 0) return "0";
  const unit = (["d", "h", "m", "s"] as const).find((each) => ms % units[each] === 0) ?? "ms";
  return `${ms / units[unit]}${unit}`;
};

const longestDays = 3660;
const longestMs = longestDays * units.d;

/** A moment as the documents of users have it: ISO 8601 with an offset. */
export const momentText = (ms: number): string => new Date(ms).toISOString().replace("Z", "+00:00");

/** When something ends that lasts as long as a text says, such as `30d`, from `nowMs` on. The left says what was expected. */
export const readExpiry = (text: string, nowMs: number): Either<string, string> => {
  const ms = readDuration(text) ?? 0;
  return ms > 0 && ms <= longestMs
    ? right(momentText(nowMs + ms))
    : left(
        `expires: expected a time such as 12h or 30d, of ${longestDays}d at most, not "${text.slice(0, 64)}"`,
      );
};

/** Milliseconds since 1970 at which something ends; infinity for what has no end, 0 where nobody can read it, which is safer. */
export const expiryMs = (expiresAt: string | undefined): number => {
  if (expiresAt === undefined) return Number.POSITIVE_INFINITY;
  const ms = Date.parse(expiresAt);
  return Number.isNaN(ms) ? 0 : ms;
};

/** The time of day, how it passes, and a way to be woken; tests set their own. */
export interface Clock {
  /** Milliseconds since 1970, for what is kept or told. People and the network set them. */
  readonly now: () => number;
  /** Milliseconds of a clock that nobody sets, for how old something in memory is. */
  readonly elapsed: () => number;
  /** Wakes once after so many milliseconds, of which a process that has nothing else to do does not wait for the end; the returned function calls that off. */
  readonly after: (ms: number, wake: Guarded) => () => void;
}

/** Milliseconds by which the clocks of nodes may differ before that is reported, and by which a corrected clock may go back. */
export const maxClockSkewMs = minuteMs;

export const systemClock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  after: (ms, wake) => {
    const timer = setTimeout(wake, ms).unref();
    return () => clearTimeout(timer);
  },
};

/** Waits for so many milliseconds, or until the signal; with `ref` false a process that has nothing else to do ends meanwhile. */
export const pause = async (ms: number, signal: AbortSignal, ref = true): Promise<void> => {
  await sleep(ms, undefined, { signal, ref }).catch(() => undefined);
};
