import { areApart, boxAround, signedArea } from "./polygon.ts";
import { type Extent, visitPairs } from "./spatial-index.ts";
import { type Point, wallsOf } from "./vector.ts";

/** Square metres below which a room is none, and rooms that overlap only touch. */
export const noArea = 0.01;

/** A wall of an outline, from left to right. */
interface Edge extends Extent {
  /** Its z at its left and at its right end. */
  readonly from: number;
  readonly to: number;
  /** 1 where the outline runs along it to the right, -1 to the left. */
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

/** The square metres between two edges, where one is above the other. */
const between = (one: Edge, other: Edge): number => {
  const [left, right] = [Math.max(one.left, other.left), Math.min(one.right, other.right)];
  const start = heightAt(one, left) - heightAt(other, left);
  const end = heightAt(one, right) - heightAt(other, right);
  const sum = Math.abs(start) + Math.abs(end);
  // Of two that cross, there are two triangles between them.
  const height = start * end < 0 ? (start * start + end * end) / sum : sum;
  return ((right - left) * height) / 2;
};

/**
 * The square metres in both of two outlines, each counted as often as they run round it, less where one
 * runs the other way round. Above a point as many edges run to the right as to the left more as an
 * outline runs round it, so what lies between the edges of both adds up to it. Undefined where that takes too long.
 */
const sharedByWinding = (one: readonly Point[], other: readonly Point[]): number | undefined => {
  let sum = 0;
  const isMeasured = visitPairs(edgesOf(one), edgesOf(other), (edge, each) => {
    sum -= edge.way * each.way * between(edge, each);
  });
  return isMeasured ? sum / 2 : undefined;
};

/**
 * The square metres that lie within both of two outlines, whichever way round these run. Undefined where
 * they have too many corners to tell.
 */
export const sharedArea = (one: readonly Point[], other: readonly Point[]): number | undefined => {
  const [box, otherBox] = [boxAround(one), boxAround(other)];
  if (box === undefined || otherBox === undefined || areApart(box, otherBox)) return 0;
  const shared = sharedByWinding(one, other);
  return shared === undefined ? undefined : Math.abs(shared);
};

/** Whether one of two outlines that share so many square metres lies wholly in the other. */
export const isNested = (
  shared: number,
  one: readonly Point[],
  other: readonly Point[],
): boolean => {
  const smaller = Math.min(Math.abs(signedArea(one)), Math.abs(signedArea(other))) / 2;
  return shared > noArea && shared > smaller - noArea;
};

/**
 * The square metres in which an outline is not what `like` is, an outline that runs round once: those
 * in which it runs round the other way, as where a wall was pushed through the opposite one, or more
 * than once. They count several times. Undefined where it has too many corners to tell.
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
