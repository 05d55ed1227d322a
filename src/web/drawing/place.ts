import type { Box } from "../../model/geometry/polygon.ts";
import type { Point } from "../../model/geometry/vector.ts";

/** What is to be written or shown somewhere, so that it lies over nothing else of its kind. */
export interface LabelRequest {
  readonly size: readonly [width: number, height: number];
  /** The middles that it may have, the best first. */
  readonly places: readonly Point[];
  /** Whether it stands at the first of them where none is free; else it is left out. */
  readonly isNeeded: boolean;
}

/** Metres of a cell of the grid by which what is near is found. */
const cell = 1;

const boxAt = ([x, z]: Point, [width, height]: LabelRequest["size"]): Box => ({
  left: x - width / 2,
  top: z - height / 2,
  width,
  height,
});

const areApart = (one: Box, other: Box): boolean =>
  one.left >= other.left + other.width ||
  other.left >= one.left + one.width ||
  one.top >= other.top + other.height ||
  other.top >= one.top + one.height;

/** The cells that a box lies in, as long as it is not larger than any room; beyond that, those of its begin. */
const cellsOf = ({ left, top, width, height }: Box): readonly string[] => {
  const cells: string[] = [];
  const [columns, rows] = [Math.min(width, 50), Math.min(height, 50)];
  for (let x = Math.floor(left / cell); x * cell <= left + columns; x += 1)
    for (let z = Math.floor(top / cell); z * cell <= top + rows; z += 1) cells.push(`${x} ${z}`);
  return cells;
};

/**
 * Gives each wish, in their order, the first of its places that nothing given before lies in, and undefined to
 * those for which there is none. The same wishes get the same places.
 */
export const placeLabels = (wishes: readonly LabelRequest[]): readonly (Point | undefined)[] => {
  const taken = new Map<string, Box[]>();
  return wishes.map(({ size, places, isNeeded }) => {
    const free = places.find((place) => {
      const box = boxAt(place, size);
      return cellsOf(box).every(
        (key) => taken.get(key)?.every((other) => areApart(box, other)) ?? true,
      );
    });
    const place = free ?? (isNeeded ? places[0] : undefined);
    if (place === undefined) return undefined;
    const box = boxAt(place, size);
    for (const key of cellsOf(box)) {
      const others = taken.get(key);
      if (others === undefined) taken.set(key, [box]);
      else others.push(box);
    }
    return place;
  });
};
