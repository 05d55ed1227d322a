import { boxAround, signedArea } from "./polygon.ts";
import { cross, minus, plus, type Point, times } from "./vector.ts";

type Triangle = readonly [Point, Point, Point];

/** An outline as triangles from its first corner: those that run the other way round take away what is too much. */
const triangles = (corners: readonly Point[]): readonly Triangle[] => {
  const [first] = corners;
  if (first === undefined) return [];
  return corners
    .slice(1, -1)
    .map((corner, at): Triangle => [first, corner, corners[at + 2] ?? corner]);
};

/** What of a convex outline lies to the right of a line, as one looks along it on the screen. */
const cutAt = (corners: readonly Point[], from: Point, to: Point): readonly Point[] => {
  const run = minus(to, from);
  const sideOf = (point: Point): number => cross(run, minus(point, from));
  return corners.flatMap((corner, at) => {
    const next = corners[(at + 1) % corners.length] ?? corner;
    const [here, there] = [sideOf(corner), sideOf(next)];
    const kept = here >= 0 ? [corner] : [];
    const crosses = (here > 0 && there < 0) || (here < 0 && there > 0);
    return crosses
      ? [...kept, plus(corner, times(minus(next, corner), here / (here - there)))]
      : kept;
  });
};

/** Twice the area that two triangles share: negative where they run round in different ways. */
const sharedByTriangles = (one: Triangle, other: Triangle): number => {
  const [ways, otherWays] = [signedArea(one), signedArea(other)];
  if (ways === 0 || otherWays === 0) return 0;
  const [a, b, c] = otherWays > 0 ? other : other.toReversed();
  if (a === undefined || b === undefined || c === undefined) return 0;
  const edges = [
    [a, b],
    [b, c],
    [c, a],
  ] as const;
  const shared = edges.reduce<readonly Point[]>((left, [from, to]) => cutAt(left, from, to), one);
  return signedArea(shared) * Math.sign(otherWays);
};

const sharedByWinding = (one: readonly Point[], other: readonly Point[]): number => {
  const others = triangles(other);
  let twice = 0;
  for (const triangle of triangles(one))
    for (const each of others) twice += sharedByTriangles(triangle, each);
  return twice / 2;
};

/** The square metres that lie within both of two outlines, whichever way round these run. */
export const sharedArea = (one: readonly Point[], other: readonly Point[]): number => {
  const [box, otherBox] = [boxAround(one), boxAround(other)];
  if (box === undefined || otherBox === undefined) return 0;
  const isApart =
    box.left + box.width <= otherBox.left ||
    otherBox.left + otherBox.width <= box.left ||
    box.top + box.height <= otherBox.top ||
    otherBox.top + otherBox.height <= box.top;
  return isApart ? 0 : Math.abs(sharedByWinding(one, other));
};

/**
 * The square metres in which an outline is not what `like` is, an outline that runs round once: those
 * in which it runs round the other way, as where a wall was pushed through the opposite one, or more
 * than once. They count several times.
 */
export const foldedArea = (corners: readonly Point[], like: readonly Point[]): number =>
  sharedByWinding(corners, corners) - (signedArea(corners) / 2) * Math.sign(signedArea(like));
