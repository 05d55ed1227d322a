import { anyObject } from "../codec.ts";
import { simplified } from "../geometry/simplify.ts";
import type { Point } from "../geometry/vector.ts";
import { mapped, type Matrix } from "./similarity.ts";
import { isCoordinate } from "./tracker-codec.ts";

/** Where a vacuum has been: lines in metres of the plan. */
export type Path = readonly (readonly Point[])[];

/** The most points of a path, of all lines together: more than a drawing of a home shows. */
const mostPoints = 200;

/** The most points of a line that are looked at, a day of cleaning every second: of a longer one, some in even steps. */
const mostRead = 20_000;

/** Metres from a path within which a point does not matter: less than the width of its line. */
const near = 0.02;

const isPoint = (value: unknown): value is Point =>
  Array.isArray(value) && value.length === 2 && value.every(isCoordinate);

const pointOf = (value: unknown): Point | undefined => {
  if (isPoint(value)) return value;
  if (!anyObject.is(value)) return undefined;
  const { x, y } = value;
  return isCoordinate(x) && isCoordinate(y) ? [x, y] : undefined;
};

const lineOf = (value: readonly unknown[]): readonly Point[] => {
  const step = Math.ceil(value.length / mostRead);
  const points: Point[] = [];
  for (let at = 0; at < value.length; at += step) {
    // Of a line in steps, the last is where it ends.
    const point = pointOf(value[at + step < value.length ? at : value.length - 1]);
    if (point !== undefined) points.push(point);
  }
  return points;
};

const isLine = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && typeof value[0] !== "number";

/**
 * The lines in an attribute: a list of points or of such lists, or an object that has one as `path`. Points are
 * `{x, y}`, as Xiaomi Cloud Map Extractor has them, or `[x, y]`; what is none is left out.
 */
const linesOf = (value: unknown): readonly (readonly Point[])[] => {
  const list: unknown = anyObject.is(value) ? value["path"] : value;
  if (!Array.isArray(list)) return [];
  return list.some(isLine) ? list.filter(isLine).map(lineOf) : [lineOf(list)];
};

interface Kept {
  readonly matrix: Matrix;
  readonly path: Path;
}

/** By the attribute, which is a new object whenever it changes. */
const known = new WeakMap<object, Kept>();

/** A path on the plan, simplified to 200 points; undefined if the attribute has none. `matrix`: of its coordinates. */
export const pathOnPlan = (attribute: unknown, matrix: Matrix): Path | undefined => {
  if (typeof attribute !== "object" || attribute === null) return undefined;
  const before = known.get(attribute);
  if (before?.matrix === matrix) return before.path;
  const lines = linesOf(attribute).map((line) => line.map((point) => mapped(matrix, point)));
  const path = simplified(lines, mostPoints, near);
  if (path.length === 0) return undefined;
  known.set(attribute, { matrix, path });
  return path;
};
