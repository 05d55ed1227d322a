import { signedArea } from "../../geometry/polygon.ts";
import { cross, dot, minus, plus, type Point, times, type Wall } from "../../geometry/vector.ts";
import { type ImportLimits, refuse, checkLimit } from "../refusal.ts";
import type { Space } from "./placement.ts";
import type { ShapePart } from "./shapes.ts";

/** A shape as a plan sees it from above, in metres: x to the right, z down the page, heights above the file's origin. */
export interface PlanShape {
  /** The outline of each of its parts on the ground. */
  readonly outlines: readonly (readonly Point[])[];
  /** The outline around all of its parts, without dents. */
  readonly hull: readonly Point[];
  readonly bottom: number;
  readonly top: number;
  /** Whether something was cut off it, so that it may be lower than `top`. */
  readonly isCut: boolean;
}

const fromAbove = ([x, y]: Space): Point => [x, -y];

/** The half of an outline without dents that lies to one side of its first and last point, without the last. */
const halfHull = (all: readonly Point[]): readonly Point[] => {
  const chain: Point[] = [];
  for (const point of all) {
    for (;;) {
      const [before, last] = [chain.at(-2), chain.at(-1)];
      if (before === undefined || last === undefined) break;
      if (cross(minus(last, before), minus(point, last)) > 0) break;
      chain.pop();
    }
    chain.push(point);
  }
  return chain.slice(0, -1);
};

/** The corners of the smallest outline without dents around points, in their order around it (Andrew's monotone chain). */
export const hullOf = (points: readonly Point[]): readonly Point[] => {
  const sorted = points.toSorted((one, other) => one[0] - other[0] || one[1] - other[1]);
  return [...halfHull(sorted), ...halfHull(sorted.toReversed())];
};

/** Metres within which corners of faces are one, and within which a face lies at the bottom. */
const [sameCorner, atBottom] = [0.001, 0.01];

const keyOf = ([x, y]: Space): string =>
  `${Math.round(x / sameCorner)} ${Math.round(y / sameCorner)}`;

/** The outline of faces that lie beside each other: the edges that only one of them has. Undefined if they make no ring. */
const outlineOfFaces = (faces: readonly (readonly Space[])[]): readonly Point[] | undefined => {
  const edges = new Map<string, readonly [from: string, to: string]>();
  const places = new Map<string, Point>();
  for (const face of faces)
    for (const [at, corner] of face.entries()) {
      const [from, to] = [keyOf(corner), keyOf(face[(at + 1) % face.length] ?? corner)];
      places.set(from, fromAbove(corner));
      if (from === to) continue;
      // Two faces beside each other go along their edge in opposite directions.
      if (!edges.delete(`${to}|${from}`)) edges.set(`${from}|${to}`, [from, to]);
    }
  const next = new Map(edges.values());
  let [best, most] = [undefined as readonly Point[] | undefined, 0];
  while (next.size > 0) {
    const [start = ""] = next.keys();
    const ring: Point[] = [];
    let at: string | undefined = start;
    while (at !== undefined) {
      const place = places.get(at);
      const to = next.get(at);
      next.delete(at);
      if (place !== undefined && to !== undefined) ring.push(place);
      at = to;
    }
    const area = Math.abs(signedArea(ring));
    if (area > most) [best, most] = [ring, area];
  }
  return best;
};

const isLevel = (points: readonly Space[], z: number): boolean =>
  points.every((point) => Math.abs(point[2] - z) < atBottom);

/** The outline of a part from above. */
const outlineOf = ({ faces, points, sweep }: ShapePart): readonly Point[] => {
  const hull = (): readonly Point[] => hullOf(points.map(fromAbove));
  const [base = []] = faces;
  if (sweep !== undefined) {
    const isUpright = Math.hypot(sweep[0], sweep[1]) <= Math.abs(sweep[2]) * 1e-3;
    return isUpright && isLevel(base, base[0]?.[2] ?? 0) ? base.map(fromAbove) : hull();
  }
  const bottom = points.reduce((least, point) => Math.min(least, point[2]), Infinity);
  const under = faces.filter((face) => face.length > 2 && isLevel(face, bottom));
  return (under.length === 0 ? undefined : outlineOfFaces(under)) ?? hull();
};

/** A shape from above; undefined if it has no parts. `place` is where it is in the file, for refusals. */
export const planShapeOf = (
  parts: readonly ShapePart[],
  file: string,
  place: string,
): PlanShape | undefined => {
  let [bottom, top] = [Infinity, -Infinity];
  const flat: Point[] = [];
  for (const { points } of parts)
    for (const point of points) {
      if (!point.every(Number.isFinite)) refuse("badNumber", file, { place });
      bottom = Math.min(bottom, point[2]);
      top = Math.max(top, point[2]);
      flat.push(fromAbove(point));
    }
  if (flat.length === 0) return undefined;
  return {
    outlines: parts.map(outlineOf),
    hull: hullOf(flat),
    bottom,
    top,
    isCut: parts.some(({ isCut }) => isCut),
  };
};

/** The shape elsewhere. Refuses one that is then farther than `import-metres` from the origin. */
export const movedShape = (
  shape: PlanShape,
  by: Point,
  limits: ImportLimits,
  file: string,
  place: string,
): PlanShape => {
  const move = (points: readonly Point[]): readonly Point[] =>
    points.map((point) => plus(point, by));
  const hull = move(shape.hull);
  for (const metres of hull.flat())
    checkLimit(limits, "importMetres", Math.abs(metres), file, place);
  return { ...shape, outlines: shape.outlines.map(move), hull };
};

/** A rectangle around points, by the line in its middle, and how wide it is across that. */
export interface AlongBox extends Wall {
  readonly across: number;
}

/** The rectangle around points in a direction, which has a length of 1. */
export const boxAlong = (points: readonly Point[], way: Point): AlongBox => {
  const side: Point = [-way[1], way[0]];
  const range = (axis: Point): readonly [number, number] => {
    let [least, most] = [Infinity, -Infinity];
    for (const point of points) {
      const at = dot(point, axis);
      [least, most] = [Math.min(least, at), Math.max(most, at)];
    }
    return points.length === 0 ? [0, 0] : [least, most];
  };
  const [start, end] = range(way);
  const [left, right] = range(side);
  const middle = times(side, (left + right) / 2);
  return {
    from: plus(times(way, start), middle),
    to: plus(times(way, end), middle),
    across: right - left,
  };
};
