import type { Collection } from "../../kinds/index.ts";
import type { JsonObject } from "../../json/json.ts";
import { numberIn, textIn } from "../../json/read.ts";
import { type Point, fullTurn, minus, plus, tidy, times, turned } from "../../geometry/vector.ts";
import { furnitureSize } from "../../kinds/catalogue/furniture.ts";

/** Width and depth in metres. */
export type Size = readonly [w: number, d: number];

/** The smallest piece that can be drawn, in metres. */
export const leastSize = 0.05;

/** Where an item is, if it says so. */
export const placeOf = (item: JsonObject): Point | undefined => {
  const x = numberIn(item["x"], undefined);
  const z = numberIn(item["z"], undefined);
  return x === undefined || z === undefined ? undefined : [x, z];
};

/** An item's place, written in metres. */
export const withPlace = (item: JsonObject, [x, z]: Point): JsonObject => ({
  ...item,
  x: tidy(x),
  z: tidy(z),
});

/** Degrees by which an item is turned, clockwise. */
export const rotationOf = (item: JsonObject): number => numberIn(item["rotation"], 0);

/** The size of an item: furniture has one of its own or of its type, signs are about as large as they are drawn. */
export const sizeOf = (collection: Collection, item: JsonObject): Size => {
  if (collection !== "furniture") return [0.4, 0.4];
  const [w, d] = furnitureSize(textIn(item["type"]) ?? "");
  return [numberIn(item["w"], w), numberIn(item["d"], d)];
};

/** The four corners of an item, from its back left, clockwise. */
export const outlineOf = (collection: Collection, item: JsonObject): readonly Point[] => {
  const centre = placeOf(item);
  if (centre === undefined) return [];
  const [w, d] = times(sizeOf(collection, item), 0.5);
  const rotation = collection === "furniture" ? rotationOf(item) : 0;
  const corners: readonly Point[] = [
    [-w, -d],
    [w, -d],
    [w, d],
    [-w, d],
  ];
  return corners.map((corner) => plus(centre, turned(corner, rotation)));
};

/** Turns an item by degrees about a point of the plan. */
export const rotateItem = (item: JsonObject, degrees: number, about: Point): JsonObject => {
  const place = placeOf(item);
  const rotated = { ...item, rotation: fullTurn(rotationOf(item) + degrees) };
  return place === undefined
    ? rotated
    : withPlace(rotated, plus(about, turned(minus(place, about), degrees)));
};

/** Which sides of a piece a handle moves: -1 left or back, 1 right or front, 0 neither. */
export type Grip = readonly [right: -1 | 0 | 1, front: -1 | 0 | 1];

/** Drags a handle of a piece to a place; the sides that it does not hold stay where they are. */
export const resizeItem = (
  item: JsonObject,
  [right, front]: Grip,
  to: Point,
  round: (metres: number) => number,
): JsonObject => {
  const centre = placeOf(item);
  if (centre === undefined) return item;
  const [w, d] = sizeOf("furniture", item);
  const [x, z] = turned(minus(to, centre), -rotationOf(item));
  const size = (grip: number, half: number, at: number): number =>
    grip === 0 ? half * 2 : Math.max(leastSize, round(grip * at + half));
  const [nextW, nextD] = [size(right, w / 2, x), size(front, d / 2, z)];
  const shift: Point = [(right * (nextW - w)) / 2, (front * (nextD - d)) / 2];
  const moved = plus(centre, turned(shift, rotationOf(item)));
  return withPlace({ ...item, w: tidy(nextW), d: tidy(nextD) }, moved);
};
