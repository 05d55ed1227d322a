import { cross, dot, isSame, minus, type Point, type Wall, wallsOf } from "./vector.ts";

/** Whether a point on the line through a wall lies on the wall. */
const isBetween = ({ from, to }: Wall, point: Point): boolean =>
  dot(minus(point, from), minus(point, to)) <= 0;

/** On which side of a wall a point lies: -1, 1, or 0 on the line through it. */
const sideOf = ({ from, to }: Wall, point: Point): number =>
  Math.sign(cross(minus(to, from), minus(point, from)));

/** Whether two walls cross or touch. */
const doMeet = (one: Wall, other: Wall): boolean => {
  const [start, end] = [sideOf(one, other.from), sideOf(one, other.to)];
  const [otherStart, otherEnd] = [sideOf(other, one.from), sideOf(other, one.to)];
  if (start !== end && otherStart !== otherEnd) return true;
  return (
    (start === 0 && isBetween(one, other.from)) ||
    (end === 0 && isBetween(one, other.to)) ||
    (otherStart === 0 && isBetween(other, one.from)) ||
    (otherEnd === 0 && isBetween(other, one.to))
  );
};

/** Whether a wall runs back along the one before it. */
const turnsBack = (one: Wall, next: Wall): boolean => {
  const [run, back] = [minus(one.to, one.from), minus(next.to, next.from)];
  return cross(run, back) === 0 && dot(run, back) < 0;
};

/**
 * Whether an outline neither crosses nor touches itself. Corners that coincide with the one before count once. Compares all
 * pairs of walls, so it is for outlines of few corners.
 */
export const isSimple = (corners: readonly Point[]): boolean => {
  const walls = wallsOf(
    corners.filter((corner, at) => !isSame(corner, corners.at(at - 1) ?? corner)),
  );
  return walls.every((wall, at) =>
    walls.slice(at + 1).every((other, after) => {
      const isNext = after === 0;
      const isBefore = at === 0 && after === walls.length - 2;
      if (isNext) return !turnsBack(wall, other);
      return isBefore ? !turnsBack(other, wall) : !doMeet(wall, other);
    }),
  );
};
