import type { Point, Wall } from "./vector.ts";

/** The cell size in metres: a room has a few cells. */
const cell = 2;

/** More cells than any plan is high. */
const column = 2 ** 20;

/** The most cells along one axis; a wall or a reach beyond that is compared with everything. */
const mostCells = 64;

const cellsFrom = (least: number, most: number): readonly number[] => {
  const [first, last] = [Math.floor(least / cell), Math.floor(most / cell)];
  return last - first < mostCells
    ? Array.from({ length: last - first + 1 }, (_, at) => first + at)
    : [];
};

const keysOf = (left: number, top: number, right: number, bottom: number): readonly number[] =>
  cellsFrom(left, right).flatMap((x) => cellsFrom(top, bottom).map((z) => x * column + z));

/** A grid index for finding the walls near a place without looking at all of them. */
export class WallGrid {
  readonly #cells = new Map<number, Wall[]>();
  /** Walls longer than any house; they count as near everywhere. */
  readonly #long: Wall[] = [];

  constructor(walls: readonly Wall[]) {
    for (const wall of walls) {
      const [[x, z], [toX, toZ]] = [wall.from, wall.to];
      const keys = keysOf(Math.min(x, toX), Math.min(z, toZ), Math.max(x, toX), Math.max(z, toZ));
      if (keys.length === 0) this.#long.push(wall);
      for (const key of keys) {
        const known = this.#cells.get(key);
        if (known === undefined) this.#cells.set(key, [wall]);
        else known.push(wall);
      }
    }
  }

  /** All walls within `reach` metres of a point along each axis, and some that are further away; each once. */
  near([x, z]: Point, reach: number): readonly Wall[] {
    const found = new Set(this.#long);
    const keys = keysOf(x - reach, z - reach, x + reach, z + reach);
    for (const key of keys.length === 0 ? this.#cells.keys() : keys)
      for (const wall of this.#cells.get(key) ?? []) found.add(wall);
    return [...found];
  }
}
