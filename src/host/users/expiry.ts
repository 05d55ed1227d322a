import { type Either, left, right } from "fp-ts/lib/Either.js";
import { readDuration } from "../../durations.ts";
import type { Clock } from "./clock.ts";

const minuteMs = 60_000;
const longestDays = 3660;
const longestMs = longestDays * 24 * 60 * minuteMs;

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

/** What has an end, at milliseconds since 1970. */
export interface Ending {
  readonly endsAt: number;
}

/** Tells of everything that ends, once each, when its time is over. */
export class Endings<A extends Ending> {
  readonly #clock: Clock;
  readonly #onEnd: (ended: A) => void;
  #told = new Set<string>();
  #all: ReadonlyMap<string, A> = new Map();
  #callOff: () => void = () => undefined;

  constructor(clock: Clock, onEnd: (ended: A) => void) {
    this.#clock = clock;
    this.#onEnd = onEnd;
  }

  hasEnded({ endsAt }: A): boolean {
    return endsAt <= this.#clock.now();
  }

  /** From now on these are followed, by their keys. */
  follow(all: ReadonlyMap<string, A>): void {
    this.#all = all;
    this.#told = new Set([...this.#told].filter((key) => all.has(key)));
    this.#look();
  }

  close(): void {
    this.#callOff();
  }

  #look(): void {
    this.#callOff();
    const ended = [...this.#all].filter(
      ([key, each]) => !this.#told.has(key) && this.hasEnded(each),
    );
    for (const [key, each] of ended) {
      this.#told.add(key);
      this.#onEnd(each);
    }
    const next = Math.min(
      ...[...this.#all.values()].flatMap((each) => (this.hasEnded(each) ? [] : [each.endsAt])),
    );
    if (next === Number.POSITIVE_INFINITY) return;
    // No timer lasts longer than 24 days, and none follows a clock that is set meanwhile, as on a machine that had no time at its start.
    const ms = Math.min(next - this.#clock.now(), minuteMs);
    this.#callOff = this.#clock.after(ms, () => this.#look());
  }
}
