import { type Either, left, right } from "fp-ts/lib/Either.js";
import { readDuration } from "../../server/time.ts";

const longestDays = 3660;
const longestMs = longestDays * 24 * 60 * 60_000;

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
export const endOf = (expiresAt: string | undefined): number => {
  if (expiresAt === undefined) return Number.POSITIVE_INFINITY;
  const ms = Date.parse(expiresAt);
  return Number.isNaN(ms) ? 0 : ms;
};
