import { isSame, type Point } from "../model/geometry/vector.ts";

/** Metres of a cell: few points lie in one, and few places near the border of one. */
const cell = 0.05;

/** Metres around a place in which `isSame` may find a point. */
const reach = 0.005;

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
    for (let left = cellOf(x - reach); left <= cellOf(x + reach); left += 1)
      for (let top = cellOf(z - reach); top <= cellOf(z + reach); top += 1)
        for (const place of this.#cells.get(left * column + top) ?? []) {
          const other = this.#points[place];
          if (other !== undefined && isSame(point, other)) found.push(place);
        }
    return found;
  }
}
