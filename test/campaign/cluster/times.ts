import type { Random } from "../../support/random.ts";

/** A time by lot, in milliseconds: mostly short ones, a few of them near the longest. */
export const drawMs = (random: Random, shortest: number, longest: number): number =>
  shortest + ((longest - shortest) * random.below(1000) * random.below(1000)) / 1e6;

/** A time by lot, in milliseconds: long ones as often as short ones. */
export const drawAnyMs = (random: Random, shortest: number, longest: number): number =>
  shortest + random.below(longest - shortest);
