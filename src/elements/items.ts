import { plus, type Point, tidy, times, turned } from "../model/geometry/vector.ts";
import type { JsonObject } from "../model/json.ts";
import { numberIn } from "../json/read.ts";
import { kinds } from "../model/kinds/kinds.ts";
import type { Size } from "../model/kinds/kind.ts";
import type { Entity } from "../model/elements/entities.ts";

/** An element, as far as its place is asked for. */
export type PlacedElement = Pick<Entity, "collection" | "data">;

/** The centre of what stands at a point, if it says so. */
export const placeOf = (data: JsonObject): Point | undefined => {
  const x = numberIn(data["x"], undefined);
  const z = numberIn(data["z"], undefined);
  return x === undefined || z === undefined ? undefined : [x, z];
};

/** The centre of an element, written in metres. */
export const withPlace = (data: JsonObject, [x, z]: Point): JsonObject => ({
  ...data,
  x: tidy(x),
  z: tidy(z),
});

/** Degrees by which an element is turned, clockwise. */
export const rotationOf = (data: JsonObject): number => numberIn(data["rotation"], 0);

/** Whether an element can be turned about itself. */
export const isTurnable = ({ collection }: PlacedElement): boolean =>
  kinds[collection].isTurnable === true;

/** The width and depth of an element that stands at a point; signs are about as large as they are drawn. */
export const sizeOf = ({ collection, data }: PlacedElement): Size =>
  kinds[collection].sizeOf?.(data) ?? [0.4, 0.4];

/** The four corners of what stands at a point, from its back left, clockwise. */
export const outlineOf = (element: PlacedElement): readonly Point[] => {
  const centre = placeOf(element.data);
  if (centre === undefined) return [];
  const [w, d] = times(sizeOf(element), 0.5);
  const rotation = isTurnable(element) ? rotationOf(element.data) : 0;
  const corners: readonly Point[] = [
    [-w, -d],
    [w, -d],
    [w, d],
    [-w, d],
  ];
  return corners.map((corner) => plus(centre, turned(corner, rotation)));
};
