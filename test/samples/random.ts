/** A source of numbers from 0 up to, but not including, 1. */
export type Random = () => number;

/**
 * Numbers that look random but are the same for the same seed (mulberry32), so that a sample plan
 * is varied and still the same one in every run.
 */
export const seeded = (seed: number): Random => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    const mixed = Math.imul(state ^ (state >>> 15), state | 1);
    const again = mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61));
    return ((again ^ (again >>> 14)) >>> 0) / 4294967296;
  };
};

/** The entry at `index`, counted on from the start again after the end. */
export const cycle = <T>(list: readonly T[], index: number): T => {
  const entry = list[index % list.length];
  if (entry === undefined) throw new RangeError("Nothing to choose from");
  return entry;
};

/** One entry of the list by chance. */
export const pick = <T>(random: Random, list: readonly T[]): T =>
  cycle(list, Math.floor(random() * list.length));

/** Metres to whole centimetres: plans hold what an editor would write, not float noise. */
export const metres = (value: number): number => Math.round(value * 100) / 100;

/**
 * Divides `total` things by weight; the parts are whole and add up to exactly `total`, because each
 * is the difference of two rounded running sums.
 */
export const share = (total: number, weights: readonly number[]): number[] => {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  let running = 0;
  let given = 0;
  return weights.map((weight) => {
    running += weight;
    const upTo = Math.round((total * running) / sum);
    const part = upTo - given;
    given = upTo;
    return part;
  });
};

/**
 * The `index`th of points spread evenly over the unit square (the R2 sequence): neighbours in the
 * sequence lie far apart, so things placed one after another do not pile up.
 */
export const spread = (index: number): readonly [x: number, z: number] => [
  (0.5 + index * 0.7548776662466927) % 1,
  (0.5 + index * 0.5698402909980532) % 1,
];
