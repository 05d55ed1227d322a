import {
  type PlacedElement,
  placeOf,
  rotationOf,
  sizeOf,
  withPlace,
} from "../../model/elements/places.ts";
import { minus, plus, type Point, tidy, turned } from "../../model/geometry/vector.ts";
import type { JsonObject } from "../../model/json.ts";

/** The smallest piece that can be drawn, in metres. */
const leastSize = 0.05;

/** Which sides of a piece a handle moves: -1 left or back, 1 right or front, 0 neither. */
export type ResizeGrip = readonly [right: -1 | 0 | 1, front: -1 | 0 | 1];

/** Drags a handle of a piece to a place; the sides that it does not hold stay where they are. */
export const resizeItem = (
  piece: PlacedElement,
  [right, front]: ResizeGrip,
  to: Point,
  round: (metres: number) => number,
): JsonObject => {
  const item = piece.data;
  const centre = placeOf(item);
  if (centre === undefined) return item;
  const [w, d] = sizeOf(piece);
  const [x, z] = turned(minus(to, centre), -rotationOf(item));
  const size = (grip: number, half: number, at: number): number =>
    grip === 0 ? half * 2 : Math.max(leastSize, round(grip * at + half));
  const [nextW, nextD] = [size(right, w / 2, x), size(front, d / 2, z)];
  const shift: Point = [(right * (nextW - w)) / 2, (front * (nextD - d)) / 2];
  const movedCorner = plus(centre, turned(shift, rotationOf(item)));
  return withPlace({ ...item, w: tidy(nextW), d: tidy(nextD) }, movedCorner);
};
