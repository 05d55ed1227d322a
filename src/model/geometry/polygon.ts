import {
  distance,
  dot,
  minus,
  nearestOn,
  plus,
  type Point,
  times,
  touching,
  type Wall,
  wallsOf,
} from "./vector.ts";

/** A rectangle in the plan, in metres. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The bounding box of points; undefined without points. */
export const boxAround = (points: Iterable<Point>): Box | undefined => {
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (const [x, z] of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, z);
    bottom = Math.max(bottom, z);
  }
  return left > right ? undefined : { left, top, width: right - left, height: bottom - top };
};

/** The centre of a box. */
export const middleOf = ({ left, top, width, height }: Box): Point => [
  left + width / 2,
  top + height / 2,
];

/** Whether a point lies in a box or on its border. */
export const isInBox = ([x, z]: Point, { left, top, width, height }: Box): boolean =>
  x >= left && x <= left + width && z >= top && z <= top + height;

/** Whether two boxes do not overlap and are at least so many metres apart. */
export const areApart = (one: Box, other: Box, metres = 0): boolean =>
  one.left + one.width + metres <= other.left ||
  other.left + other.width + metres <= one.left ||
  one.top + one.height + metres <= other.top ||
  other.top + other.height + metres <= one.top;

/** Twice the area in square metres; positive if the corners run clockwise on the screen. */
export const signedArea = (corners: readonly Point[]): number => {
  let sum = 0;
  corners.forEach(([x, z], index) => {
    const [nextX, nextZ] = corners[(index + 1) % corners.length] ?? [x, z];
    sum += x * nextZ - nextX * z;
  });
  return sum;
};

/** Whether a point lies in a polygon. */
export const isInside = ([x, z]: Point, corners: readonly Point[]): boolean => {
  let inside = false;
  let [beforeX, beforeZ] = corners.at(-1) ?? [0, 0];
  for (const [cornerX, cornerZ] of corners) {
    if (
      cornerZ > z !== beforeZ > z &&
      x < ((beforeX - cornerX) * (z - cornerZ)) / (beforeZ - cornerZ) + cornerX
    )
      inside = !inside;
    beforeX = cornerX;
    beforeZ = cornerZ;
  }
  return inside;
};

/** Whether a point lies in a polygon or on its border. */
export const isOnOrIn = (point: Point, corners: readonly Point[]): boolean =>
  isInside(point, corners) ||
  wallsOf(corners).some((wall) => nearestOn(wall, point).away < touching);

/** Metres from a point to the nearest wall. */
const clearanceAt = (point: Point, corners: readonly Point[]): number =>
  Math.min(...wallsOf(corners).map((wall) => nearestOn(wall, point).away));

/** The unit vector perpendicular to a wall, to its right on the screen. */
const across = (from: Point, to: Point): Point => {
  const [x, z] = times(minus(to, from), 1 / distance(from, to));
  return [-z, x];
};

/** The unit vector out of a polygon at one of its walls; no vector at a wall without a length. */
export const outwardsAt = (corners: readonly Point[], { from, to }: Wall): Point =>
  distance(from, to) === 0 ? [0, 0] : times(across(from, to), signedArea(corners) > 0 ? -1 : 1);

/** Metres below which a wall has no direction of its own. */
const shortest = 1e-3;

/**
 * The outline moved inwards by so many metres (outwards if negative), the same for all walls or a list with one value
 * per wall.
 */
export const inset = (
  given: readonly Point[],
  metres: number | readonly number[],
): readonly Point[] => {
  if (metres === 0 || (typeof metres !== "number" && metres.every((each) => each === 0)))
    return given;
  const walls = given.flatMap((to, at) => {
    const before = at === 0 ? given.length - 1 : at - 1;
    const from = given[before] ?? to;
    const depth = typeof metres === "number" ? metres : (metres[before] ?? 0);
    return distance(from, to) < shortest ? [] : [{ to, normal: across(from, to), depth }];
  });
  const side = signedArea(given) > 0 ? 1 : -1;
  return walls.flatMap(({ to, normal, depth }, at) => {
    const { normal: next, depth: nextDepth } = walls[(at + 1) % walls.length] ?? { normal, depth };
    const even = dot(normal, next);
    // Where a wall runs back along itself, there is no inner corner; outside, the spike is cut off.
    const isSharp = 1 + even < 0.1;
    if (isSharp && Math.max(depth, nextDepth) > 0) return [];
    const reach = (one: number, other: number): number =>
      one === other ? one / (1 + even) : (one - even * other) / (1 - even * even);
    const [ours, theirs] = [times(normal, side), times(next, side)];
    // Walls of different depths that are nearly in line get a step, since their faces would meet far away.
    if (isSharp || (depth !== nextDepth && even > 0.97))
      return [plus(to, times(ours, depth)), plus(to, times(theirs, nextDepth))];
    return [
      plus(to, plus(times(ours, reach(depth, nextDepth)), times(theirs, reach(nextDepth, depth)))),
    ];
  });
};

/**
 * A good position for a room's label: the middle if it lies inside, else the point of a coarse grid that is farthest
 * from all walls, as in an L-shaped room.
 */
export const interiorPoint = (corners: readonly Point[]): Point => {
  const box = boxAround(corners);
  if (box === undefined) return [0, 0];
  const middle = middleOf(box);
  const needed = Math.min(box.width, box.height) / 4;
  if (isInside(middle, corners) && clearanceAt(middle, corners) >= needed) return middle;
  let best = middle;
  let most = -1;
  for (let row = 1; row < 12; row += 1) {
    for (let column = 1; column < 12; column += 1) {
      const place: Point = [
        box.left + (box.width * column) / 12,
        box.top + (box.height * row) / 12,
      ];
      const free = isInside(place, corners) ? clearanceAt(place, corners) : -1;
      if (free > most) {
        most = free;
        best = place;
      }
    }
  }
  return best;
};
