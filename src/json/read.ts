import type { Point } from "../model/geometry/vector.ts";
import { isList, isObject, type Json, type JsonObject } from "../model/json.ts";

/** The number in a value, also when it is written as text; `otherwise` for anything else. */
export const numberIn = <T>(value: Json | undefined, otherwise: T): number | T => {
  if (typeof value !== "number" && (typeof value !== "string" || value.trim() === ""))
    return otherwise;
  const number = Number(value);
  // Beyond this, a browser draws nothing sensible and the rest of the plan shrinks to a dot.
  return Math.abs(number) < 1e5 ? number : otherwise;
};

/** The text in a value, where it is one and not empty, or a number as text. */
export const textIn = (value: Json | undefined): string | undefined => {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
};

/** The position in a value: `[x, z]`, or nothing where one of the two is not a number. */
export const pointIn = (value: Json | undefined): Point | undefined => {
  if (!isList(value)) return undefined;
  const x = numberIn(value[0], undefined);
  const z = numberIn(value[1], undefined);
  return x === undefined || z === undefined ? undefined : [x, z];
};

/** The corners of a room that are positions; fewer than three are no room and give none. */
export const cornersIn = (value: Json | undefined): readonly Point[] => {
  if (!isList(value)) return [];
  const corners = value.flatMap((corner: Json) => {
    const point = pointIn(corner);
    return point === undefined ? [] : [point];
  });
  return corners.length < 3 ? [] : corners;
};

/** The objects of a list; anything else in it, or in its place, is left out. */
export const objectsIn = (value: Json | undefined): readonly JsonObject[] =>
  isList(value) ? value.filter(isObject) : [];
