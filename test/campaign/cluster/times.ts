import type { Random } from "../../support/random.ts";

/** A time by lot, in milliseconds: mostly short ones, a few of them near the longest. */
export const drawMs = (random: Random, shortest: number, longest: number): number =>
  shortest + ((longest - shortest) * random.below(1000) * random.below(1000)) / 1e6;
