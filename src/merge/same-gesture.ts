import { PointIndex } from "../geometry/point-index.ts";
import { areApart } from "../model/geometry/polygon.ts";
import { type Extent, visitPairs } from "../model/geometry/spatial-index.ts";
import { isSame, type Point } from "../model/geometry/vector.ts";
import { nearestOn, type Wall, wallsOf } from "../geometry/wall.ts";
import type { MaybeShape, Shape } from "./shapes.ts";

interface Corner extends Extent {
  readonly corner: Point;
}

interface Side extends Extent {
  readonly wall: Wall;
}

/** What a side changed in a room or a wall of no room: the corners, ends and walls of the base that it has no more. */
export interface Changed {
  /** Where it was. */
  readonly shape: Shape;
  readonly corners: readonly Corner[];
  readonly walls: readonly Side[];
  /** Whether the side still has it. */
  readonly isThere: boolean;
}

/** Metres within which a corner lies on a wall. */
const near = 0.005;

/** What a side changed in something of the base; undefined where it changed nothing, or added it. */
export const changedIn = (base: MaybeShape, side: MaybeShape): Changed | undefined => {
  if (base === undefined || base === side) return undefined;
  const walls = wallsOf(side?.corners ?? []);
  const kept = new PointIndex(side?.corners ?? []);
  const isKept = ({ from, to }: Wall): boolean =>
    kept.at(from).some((at) => isSame(walls[at]?.to ?? [Infinity, Infinity], to));
  return {
    shape: base,
    corners: base.corners
      .filter((corner) => kept.at(corner).length === 0)
      .map((corner) => ({ corner, left: corner[0] - near, right: corner[0] + near })),
    walls: wallsOf(base.corners)
      .filter((wall) => !isKept(wall))
      .map((wall) => {
        const [left, right] = [wall.from[0], wall.to[0]].toSorted((one, other) => one - other);
        return { wall, left: left ?? 0, right: right ?? 0 };
      }),
    isThere: side !== undefined,
  };
};

/** Whether a corner lies on a wall; where there are too many to tell, it is taken for certain. */
const isOnWall = (corners: readonly Corner[], walls: readonly Side[]): boolean => {
  let isFound = false;
  const isSure = visitPairs(corners, walls, ({ corner }, { wall }) => {
    isFound ||= nearestOn(wall, corner).away < near;
  });
  return isFound || !isSure;
};

/**
 * Whether a side's changes of two things belong together: those of a wall between two rooms that it moved,
 * or of a room that took over another's place. What it deleted of both goes each by itself.
 */
export const belongTogether = (one: Changed, other: Changed): boolean =>
  one.shape.level === other.shape.level &&
  (one.isThere || other.isThere) &&
  !areApart(one.shape.box, other.shape.box, near) &&
  (isOnWall(one.corners, other.walls) || isOnWall(other.corners, one.walls));
