import { createHmac, randomBytes } from "node:crypto";

/** Durations of wakings that are remembered. */
const rememberedWakes = 64;

/**
 * How long the first answer at an id that does not exist takes: as long as at the homes that do. Some of these are awake
 * and answer at once, so as large a share of the ids does. An id draws the same lot each time: otherwise trying again
 * would tell it from a home that is always awake, or always asleep.
 */
export class WakeTimes {
  /** Nobody else knows the lots. */
  readonly #key = randomBytes(32);
  readonly #recent: number[] = [];
  #next = 0;

  /** Notes how many milliseconds the waking of a home took. */
  add(ms: number): void {
    this.#recent[this.#next] = ms;
    this.#next = (this.#next + 1) % rememberedWakes;
  }

  /** Milliseconds for an id, while so many of all homes are awake. */
  of(id: string, awake: number, all: number): number {
    const lots = createHmac("sha256", this.#key).update(id).digest();
    const share = (at: number): number => lots.readUInt32BE(at) / 2 ** 32;
    if (share(0) * all < awake) return 0;
    return this.#recent[Math.floor(share(4) * this.#recent.length)] ?? 0;
  }
}
