import { isSame, type Point, touching } from "./vector.ts";

/** A range on the x axis. */
export interface Extent {
  readonly left: number;
  readonly right: number;
}

/** The most pairs to visit, which takes some milliseconds; rooms of real plans have far fewer. */
export const maxPairs = 500_000;

const byLeft = (one: Extent, other: Extent): number => one.left - other.left;

/**
 * Sweeps along the x axis and visits each pair, one of each list, whose extents overlap. False if it stopped after
 * `maxPairs` pairs.
 */
export const visitPairs = <A extends Extent, B extends Extent>(
  ones: readonly A[],
  others: readonly B[],
  visit: (one: A, other: B) => void,
): boolean => {
  const [first, second] = [ones.toSorted(byLeft), others.toSorted(byLeft)];
  let [open, otherOpen]: [A[], B[]] = [[], []];
  let pairs = 0;
  let [at, otherAt] = [0, 0];
  while (pairs <= maxPairs) {
    const [one, other] = [first[at], second[otherAt]];
    if (one !== undefined && (other === undefined || one.left <= other.left)) {
      otherOpen = otherOpen.filter(({ right }) => right >= one.left);
      for (const each of otherOpen) visit(one, each);
      pairs += otherOpen.length;
      open.push(one);
      at += 1;
    } else if (other !== undefined) {
      open = open.filter(({ right }) => right >= other.left);
      for (const each of open) visit(each, other);
      pairs += open.length;
      otherOpen.push(other);
      otherAt += 1;
    } else return true;
  }
  return false;
};

/** The cell size in metres: few points share a cell, and few are near a cell's border. */
const cell = 0.05;

/** More cells than any plan is high. */
const column = 2 ** 26;

const cellOf = (metres: number): number => Math.floor(metres / cell);

/** A grid index for finding points that coincide without comparing all pairs. */
export class PointIndex {
  readonly #points: readonly Point[];
  readonly #cells = new Map<number, number[]>();

  constructor(points: readonly Point[]) {
    this.#points = points;
    for (const [place, [x, z]] of points.entries()) {
      const key = cellOf(x) * column + cellOf(z);
      const known = this.#cells.get(key);
      if (known === undefined) this.#cells.set(key, [place]);
      else known.push(place);
    }
  }

  /** The indexes of all points that coincide with a point. */
  at(point: Point): readonly number[] {
    const [x, z] = point;
    const found: number[] = [];
    for (let left = cellOf(x - touching); left <= cellOf(x + touching); left += 1)
      for (let top = cellOf(z - touching); top <= cellOf(z + touching); top += 1)
        for (const place of this.#cells.get(left * column + top) ?? []) {
          const other = this.#points[place];
          if (other !== undefined && isSame(point, other)) found.push(place);
        }
    return found;
  }
}
