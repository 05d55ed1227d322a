import { areApart, boxAround, isOnOrIn, signedArea } from "./polygon.ts";
import { type Extent, visitPairs } from "./spatial-index.ts";
import {
  cross,
  dot,
  lengthOf,
  minus,
  plus,
  type Point,
  times,
  type Wall,
  wallsOf,
} from "./vector.ts";

/** Square metres: a smaller room is invalid, and rooms that overlap by less only touch. */
export const noArea = 0.01;

/** A wall of an outline, from left to right. */
interface Edge extends Extent {
  /** z at the left and the right end. */
  readonly from: number;
  readonly to: number;
  /** 1 if the outline runs to the right along it, -1 if to the left. */
  readonly way: number;
}

const edgesOf = (corners: readonly Point[]): readonly Edge[] =>
  wallsOf(corners).flatMap(({ from: [x, z], to: [nextX, nextZ] }) => {
    if (x === nextX) return [];
    return x < nextX
      ? [{ left: x, right: nextX, from: z, to: nextZ, way: 1 }]
      : [{ left: nextX, right: x, from: nextZ, to: z, way: -1 }];
  });

const heightAt = ({ left, right, from, to }: Edge, x: number): number =>
  from + ((to - from) * (x - left)) / (right - left);

/** The area between two edges over their common x range, in square metres. */
const between = (one: Edge, other: Edge): number => {
  const [left, right] = [Math.max(one.left, other.left), Math.min(one.right, other.right)];
  const start = heightAt(one, left) - heightAt(other, left);
  const end = heightAt(one, right) - heightAt(other, right);
  const sum = Math.abs(start) + Math.abs(end);
  // Edges that cross have two triangles between them.
  const height = start * end < 0 ? (start * start + end * end) / sum : sum;
  return ((right - left) * height) / 2;
};

/**
 * The area that two outlines share in square metres, weighted by their winding numbers. The winding number at a point
 * is the difference between edges above it that run right and left, so the areas between all pairs of edges add up to
 * the shared area. Undefined if there are too many pairs.
 */
const sharedByWinding = (one: readonly Point[], other: readonly Point[]): number | undefined => {
  let sum = 0;
  const isMeasured = visitPairs(edgesOf(one), edgesOf(other), (edge, each) => {
    sum -= edge.way * each.way * between(edge, each);
  });
  return isMeasured ? sum / 2 : undefined;
};

/**
 * The area that two outlines share in square metres, in whichever direction they run. Undefined if they have too many
 * corners.
 */
export const sharedArea = (one: readonly Point[], other: readonly Point[]): number | undefined => {
  const [box, otherBox] = [boxAround(one), boxAround(other)];
  if (box === undefined || otherBox === undefined || areApart(box, otherBox)) return 0;
  const shared = sharedByWinding(one, other);
  return shared === undefined ? undefined : Math.abs(shared);
};

/** Whether one of two outlines lies completely in the other; `shared` is the area that they share in square metres. */
export const isNested = (
  shared: number,
  one: readonly Point[],
  other: readonly Point[],
): boolean => {
  const smaller = Math.min(Math.abs(signedArea(one)), Math.abs(signedArea(other))) / 2;
  return shared > noArea && shared > smaller - noArea;
};

/**
 * The area in square metres that an outline encloses in the direction opposite to the simple outline `like`, as where a
 * wall was pushed through the opposite one, or encloses more than once. Such areas count several times. Undefined if it
 * has too many corners.
 */
export const foldedArea = (
  corners: readonly Point[],
  like: readonly Point[],
): number | undefined => {
  const shared = sharedByWinding(corners, corners);
  return shared === undefined
    ? undefined
    : shared - (signedArea(corners) / 2) * Math.sign(signedArea(like));
};

/** The point where two walls cross; undefined if they do not or are parallel. */
const crossing = (one: Wall, other: Wall): Point | undefined => {
  const [run, otherRun] = [minus(one.to, one.from), minus(other.to, other.from)];
  const turn = cross(run, otherRun);
  if (Math.abs(turn) < 1e-9) return undefined;
  const offset = minus(other.from, one.from);
  const [at, otherAt] = [cross(offset, otherRun) / turn, cross(offset, run) / turn];
  const isOnBoth = Math.min(at, otherAt) >= 0 && Math.max(at, otherAt) <= 1;
  return isOnBoth ? plus(one.from, times(run, at)) : undefined;
};

/** The corners of what two outlines share, in no order; where that has several parts, those of all of them. */
export const sharedCorners = (one: readonly Point[], other: readonly Point[]): readonly Point[] => [
  ...one.filter((corner) => isOnOrIn(corner, other)),
  ...other.filter((corner) => isOnOrIn(corner, one)),
  ...wallsOf(one).flatMap((wall) =>
    wallsOf(other)
      .map((each) => crossing(wall, each))
      .filter((point) => point !== undefined),
  ),
];

/** How wide points are across walls, in metres: across the wall for which that is least. */
const leastWidth = (points: readonly Point[], walls: readonly Wall[]): number =>
  walls.reduce((least, wall) => {
    const length = lengthOf(wall);
    if (length === 0) return least;
    const [x, z] = times(minus(wall.to, wall.from), 1 / length);
    const across = points.map((point) => dot(point, [-z, x]));
    return Math.min(least, Math.max(...across) - Math.min(...across));
  }, Infinity);

/**
 * How far one of two overlapping outlines reaches into the other, in metres: the least width of what they share, across
 * one of their walls.
 */
export const overlapDepth = (one: readonly Point[], other: readonly Point[]): number => {
  const points = sharedCorners(one, other);
  return points.length === 0 ? 0 : leastWidth(points, [...wallsOf(one), ...wallsOf(other)]);
};
