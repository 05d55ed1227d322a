import type { TestContext } from "node:test";

/** A source of random numbers, repeatable by its seed. */
export interface Random {
  readonly seed: number;
  /** An integer from 0 up to, not including, `limit`. */
  readonly below: (limit: number) => number;
  /** One of the values. */
  readonly pick: <A>(values: readonly [A, ...A[]]) => A;
}

/** mulberry32, a public-domain generator by Tommy Ettinger: 32 bits of state are plenty for tests. */
export const randomOf = (seed: number): Random => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return { seed, below, pick: (values) => values[below(values.length)] ?? values[0] };
};

/** The test's random source; FLOORPLAN_TEST_SEED repeats a run whose seed was printed. */
export const seededRandom = (t: TestContext): Random => {
  const given = process.env["FLOORPLAN_TEST_SEED"];
  const seed = given === undefined ? Math.floor(Math.random() * 2 ** 32) : Number(given);
  t.diagnostic(`seed ${seed} (FLOORPLAN_TEST_SEED=${seed} repeats it)`);
  return randomOf(seed);
};
