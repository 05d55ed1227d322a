import { areApart, type Box, isInside } from "../../model/geometry/polygon.ts";
import type { Point } from "../../model/geometry/vector.ts";

/** A label to place without overlapping others. */
export interface LabelRequest {
  readonly size: readonly [width: number, height: number];
  /** Possible positions of its middle, best first. */
  readonly places: readonly Point[];
  /** Corners of the area within which it has to be. */
  readonly within?: readonly Point[] | undefined;
  /** Whether it takes the first place if none is free; otherwise it is left out. */
  readonly isNeeded: boolean;
  /** Its element: of several requests of one element, which are forms of its label, the first with a place counts. */
  readonly ref?: string;
}

/** Cell size of the spatial grid in metres. */
const cell = 1;

/** Where a label of this size lies around its middle. */
export const boxAt = ([x, z]: Point, [width, height]: LabelRequest["size"]): Box => ({
  left: x - width / 2,
  top: z - height / 2,
  width,
  height,
});

/** Visits the cells that a box covers, by numbers, until one says no; for boxes larger than any room, only the first ones. */
const everyCell = (
  { left, top, width, height }: Box,
  visit: (cell: number) => boolean,
): boolean => {
  const [right, bottom] = [left + Math.min(width, 50), top + Math.min(height, 50)];
  for (let x = Math.floor(left / cell); x * cell <= right; x += 1)
    for (let z = Math.floor(top / cell); z * cell <= bottom; z += 1)
      if (!visit(x * 1e6 + z)) return false;
  return true;
};

/** Whether a label lies within an area, by the corners of both. */
export const isWithin = (corners: readonly Point[], { left, top, width, height }: Box): boolean =>
  [left, left + width].every((x) => [top, top + height].every((z) => isInside([x, z], corners)));

/** Gives each label, in order, its first free place, or undefined if there is none. The result is deterministic. */
export const placeLabels = (wishes: readonly LabelRequest[]): readonly (Point | undefined)[] => {
  const taken = new Map<number, Box[]>();
  const done = new Set<string>();
  return wishes.map(({ size, places, within, isNeeded, ref }) => {
    if (ref !== undefined && done.has(ref)) return undefined;
    const free = places.find((place) => {
      const box = boxAt(place, size);
      const isFree = everyCell(
        box,
        (at) => taken.get(at)?.every((other) => areApart(box, other)) ?? true,
      );
      return isFree && (within === undefined || isWithin(within, box));
    });
    const place = free ?? (isNeeded ? places[0] : undefined);
    if (place === undefined) return undefined;
    if (ref !== undefined) done.add(ref);
    const box = boxAt(place, size);
    everyCell(box, (at) => {
      const others = taken.get(at);
      if (others === undefined) taken.set(at, [box]);
      else others.push(box);
      return true;
    });
    return place;
  });
};
