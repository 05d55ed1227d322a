import type { PlanData } from "../elements/entities.ts";
import { levelOf } from "../elements/levels.ts";
import { cornersOf } from "../elements/places.ts";
import { sharedArea } from "../geometry/overlap.ts";
import { PointIndex } from "../geometry/point-index.ts";
import { areApart, type Box, boxAround, signedArea } from "../geometry/polygon.ts";
import { type Extent, visitPairs } from "../geometry/sweep.ts";
import { isSame, type Point } from "../geometry/vector.ts";
import { nearestOn, type Wall, wallsOf } from "../geometry/wall.ts";
import { isObject, type Json, same } from "../json/json.ts";
import { noArea } from "./outline.ts";

/** Where a room is: its level, and its corners, three at least. */
export interface Shape {
  readonly level: string | undefined;
  readonly corners: readonly Point[];
  readonly box: Box;
}

/** A shape where there is a room that has one. */
export type MaybeShape = Shape | undefined;

const shapeOf = (plan: PlanData, room: Json | undefined): MaybeShape => {
  if (!isObject(room)) return undefined;
  const corners = cornersOf(room);
  const box = boxAround(corners);
  return box && { level: levelOf(plan, room), corners, box };
};

/** The shapes of a room in some plans: one object where these have it in one place. */
export const shapesOf = (
  rooms: readonly (readonly [plan: PlanData, room: Json | undefined])[],
): readonly MaybeShape[] => {
  const known: Shape[] = [];
  return rooms.map(([plan, room]) => {
    const shape = shapeOf(plan, room);
    const alike = known.find(
      ({ level, corners }) => level === shape?.level && same(corners, shape?.corners),
    );
    if (alike === undefined && shape !== undefined) known.push(shape);
    return alike ?? shape;
  });
};

/** What was measured, as choices ask for the same two again and again. */
const measured = new WeakMap<Shape, WeakMap<Shape, { readonly area: number | undefined }>>();

/** The square metres that two rooms share; undefined where they have too many corners to tell. */
const overlapOf = (one: MaybeShape, other: MaybeShape): number | undefined => {
  if (one === undefined || other === undefined || one.level !== other.level) return 0;
  if (areApart(one.box, other.box)) return 0;
  const known = measured.get(one) ?? new WeakMap();
  measured.set(one, known);
  const overlap = known.get(other) ?? { area: sharedArea(one.corners, other.corners) };
  known.set(other, overlap);
  return overlap.area;
};

const areaOf = (shape: MaybeShape): number => Math.abs(signedArea(shape?.corners ?? [])) / 2;

/** Whether one of two rooms lies wholly in the other, as the corner for the children in a living room. */
const isNested = (one: MaybeShape, other: MaybeShape): boolean => {
  const shared = overlapOf(one, other) ?? 0;
  return shared > noArea && shared > Math.min(areaOf(one), areaOf(other)) - noArea;
};

/**
 * Whether two rooms of which the first is at `at` and the second at `otherAt` overlap more than in any
 * of some plans, as each of which lists say where the rooms are. A room in a room may grow in it; of
 * rooms with too many corners to tell it is taken for certain.
 */
export const overlapAnew = (
  seen: readonly MaybeShape[],
  at: MaybeShape,
  otherSeen: readonly MaybeShape[],
  otherAt: MaybeShape,
): boolean => {
  const plans = seen.map((shape, plan) => [shape, otherSeen[plan]] as const);
  if (plans.some(([one, other]) => at === one && otherAt === other)) return false;
  const shared = overlapOf(at, otherAt) ?? Infinity;
  if (shared <= noArea) return false;
  const had = Math.max(...plans.map(([one, other]) => overlapOf(one, other) ?? 0));
  if (shared <= had + noArea) return false;
  return !(isNested(at, otherAt) && plans.some(([one, other]) => isNested(one, other)));
};

interface Corner extends Extent {
  readonly corner: Point;
}

interface Side extends Extent {
  readonly wall: Wall;
}

/** What a side changed in a room: the corners and walls of the base that it has no more. */
export interface Changed {
  /** Where the room was. */
  readonly shape: Shape;
  readonly corners: readonly Corner[];
  readonly walls: readonly Side[];
  /** Whether the side still has the room. */
  readonly isThere: boolean;
}

/** Metres within which a corner lies on a wall. */
const near = 0.005;

/** What a side changed in a room of the base; undefined where it changed nothing, or added the room. */
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
 * Whether a side's changes of two rooms belong together, as those of a wall between them that it
 * moved, or of a room that took over another's place. Two rooms that it deleted go each by itself.
 */
export const belongTogether = (one: Changed, other: Changed): boolean =>
  one.shape.level === other.shape.level &&
  (one.isThere || other.isThere) &&
  !areApart(one.shape.box, other.shape.box, near) &&
  (isOnWall(one.corners, other.walls) || isOnWall(other.corners, one.walls));
