import type { PlanData } from "../elements/entities.ts";
import { levelOf } from "../elements/levels.ts";
import { cornersOf } from "../elements/places.ts";
import { sharedArea } from "../geometry/overlap.ts";
import { signedArea } from "../geometry/polygon.ts";
import { isSame, type Point } from "../geometry/vector.ts";
import { isAlong, type Wall, wallsOf } from "../geometry/wall.ts";
import { isObject, type Json, same } from "../json/json.ts";
import { noArea } from "./outline.ts";

/** Where a room is: its level, and its corners, three at least. */
export interface Shape {
  readonly level: string | undefined;
  readonly corners: readonly Point[];
}

/** A shape where there is a room that has one. */
export type MaybeShape = Shape | undefined;

export const shapeOf = (plan: PlanData, room: Json | undefined): MaybeShape => {
  if (!isObject(room)) return undefined;
  const corners = cornersOf(room);
  return corners.length === 0 ? undefined : { level: levelOf(plan, room), corners };
};

export const isAlike = (one: MaybeShape, other: MaybeShape): boolean =>
  one === undefined || other === undefined
    ? one === other
    : one.level === other.level && same(one.corners, other.corners);

const overlapOf = (one: MaybeShape, other: MaybeShape): number =>
  one === undefined || other === undefined || one.level !== other.level
    ? 0
    : sharedArea(one.corners, other.corners);

const areaOf = (shape: MaybeShape): number => Math.abs(signedArea(shape?.corners ?? [])) / 2;

/** Whether one of two rooms lies wholly in the other, as the corner for the children in a living room. */
const isNested = (one: MaybeShape, other: MaybeShape): boolean => {
  const shared = overlapOf(one, other);
  return shared > noArea && shared > Math.min(areaOf(one), areaOf(other)) - noArea;
};

/**
 * Whether two rooms of which the first is at `at` and the second at `otherAt` overlap more than in any
 * of some plans, as each of which lists say where the rooms are. A room in a room may grow in it.
 */
export const overlapAnew = (
  seen: readonly MaybeShape[],
  at: MaybeShape,
  otherSeen: readonly MaybeShape[],
  otherAt: MaybeShape,
): boolean => {
  const plans = seen.map((shape, plan) => [shape, otherSeen[plan]] as const);
  if (plans.some(([one, other]) => isAlike(at, one) && isAlike(otherAt, other))) return false;
  const shared = overlapOf(at, otherAt);
  if (shared <= noArea) return false;
  const had = Math.max(...plans.map(([one, other]) => overlapOf(one, other)));
  if (shared <= had + noArea) return false;
  return !(isNested(at, otherAt) && plans.some(([one, other]) => isNested(one, other)));
};

/** What a side changed in a room: the corners and walls of the base that it has no more. */
export interface Changed {
  readonly level: string | undefined;
  readonly corners: readonly Point[];
  readonly walls: readonly Wall[];
  /** Whether the side still has the room. */
  readonly isThere: boolean;
}

/** What a side changed in a room of the base; undefined where it changed nothing, or added the room. */
export const changedIn = (base: MaybeShape, side: MaybeShape): Changed | undefined => {
  if (base === undefined || isAlike(base, side)) return undefined;
  const [corners, walls] = [side?.corners ?? [], wallsOf(side?.corners ?? [])];
  return {
    level: base.level,
    corners: base.corners.filter((corner) => !corners.some((each) => isSame(each, corner))),
    walls: wallsOf(base.corners).filter(
      ({ from, to }) => !walls.some((each) => isSame(each.from, from) && isSame(each.to, to)),
    ),
    isThere: side !== undefined,
  };
};

/**
 * Whether a side's changes of two rooms belong together, as those of a wall between them that it
 * moved, or of a room that took over another's place. Two rooms that it deleted go each by itself.
 */
export const belongTogether = (one: Changed | undefined, other: Changed | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  one.level === other.level &&
  (one.isThere || other.isThere) &&
  (one.corners.some((corner) => other.corners.some((each) => isSame(each, corner))) ||
    one.walls.some((wall) => other.walls.some((each) => isAlong(wall, each))));
