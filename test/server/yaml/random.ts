import { randomInt } from "node:crypto";

/** Choices that the same seed makes again. */
export type Random = {
  /** A whole number from 0 up to, but not including, `below`. */
  readonly below: (below: number) => number;
  /** One of these. */
  readonly pick: <T>(choices: readonly T[]) => T;
  /** Some of these, in a row. */
  readonly text: (pieces: readonly string[], least: number, most: number) => string;
};

/** The seed of this run: `FLOORPLAN_TEST_SEED`, or a new one. */
export const testSeed = (): number => {
  const given = process.env["FLOORPLAN_TEST_SEED"];
  return given === undefined ? randomInt(2 ** 32) : Number(given);
};

/** A generator from a seed (the mulberry32 step). */
export const makeRandom = (seed: number): Random => {
  let state = seed >>> 0;
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
  const pick = <T>(choices: readonly T[]): T => {
    const choice = choices[below(choices.length)];
    if (choice === undefined) throw new RangeError("nothing to pick from");
    return choice;
  };
  const text = (pieces: readonly string[], least: number, most: number): string =>
    Array.from({ length: least + below(most - least + 1) }, () => pick(pieces)).join("");
  return { below, pick, text };
};
