import { isSame, type Point, touching } from "./vector.ts";

/** What takes up a part of the x axis, from one place to another. */
export interface Extent {
  readonly left: number;
  readonly right: number;
}

/** As many pairs as are looked at before it takes too long: some milliseconds, far more than rooms have that are drawn. */
export const mostPairs = 500_000;

const byLeft = (one: Extent, other: Extent): number => one.left - other.left;

/**
 * Visits each pair of one of each list whose extents meet, going along the x axis once. False where
 * there are more than `mostPairs` of them, and not all were visited.
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
  while (pairs <= mostPairs) {
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

/** Metres of a cell: few points lie in one, and few places near the border of one. */
const cell = 0.05;

/** More cells than any plan is high. */
const column = 2 ** 26;

const cellOf = (metres: number): number => Math.floor(metres / cell);

/** Points by where they are, so that many are found among many without comparing each with each. */
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

  /** The places in the list of those that are drawn as one with a point. */
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
