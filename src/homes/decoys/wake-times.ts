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

  /** Whether an id answers at once, while so many of all homes are awake. */
  isAwake(id: string, awake: number, all: number): boolean {
    return this.#lot(id, 0) * all < awake;
  }

  /** How many milliseconds the waking of any other id takes, once it is its turn. */
  of(id: string): number {
    return this.#recent[Math.floor(this.#lot(id, 4) * this.#recent.length)] ?? 0;
  }

  /** From 0 to 1. */
  #lot(id: string, at: number): number {
    return createHmac("sha256", this.#key).update(id).digest().readUInt32BE(at) / 2 ** 32;
  }
}
