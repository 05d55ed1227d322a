import type { PlanData } from "../model/elements/entities.ts";
import { levelOf } from "../model/elements/levels.ts";
import { pointsAround } from "../model/elements/places.ts";
import { isNested, noArea, sharedArea } from "../model/geometry/overlap.ts";
import { areApart, type Box, boxAround } from "../model/geometry/polygon.ts";
import type { Point } from "../model/geometry/vector.ts";
import { isObject, type Json, deepEqual } from "../model/json.ts";
import type { Collection } from "../model/kinds/kinds.ts";

/** Where a room is, or a wall of no room: its level, and its corners or ends. */
export interface Shape {
  readonly level: string | undefined;
  readonly corners: readonly Point[];
  readonly box: Box;
}

/** A shape where there is something that has one. */
export type MaybeShape = Shape | undefined;

const shapeOf = (plan: PlanData, collection: Collection, data: Json | undefined): MaybeShape => {
  if (!isObject(data)) return undefined;
  const corners = pointsAround(plan, { collection, data });
  const box = boxAround(corners);
  return box && { level: levelOf(plan, data), corners, box };
};

/** The shapes of an element of a list in some plans: one object where these have it in one place. */
export const shapesOf = (
  list: Collection,
  elements: readonly (readonly [plan: PlanData, data: Json | undefined])[],
): readonly MaybeShape[] => {
  const known: Shape[] = [];
  return elements.map(([plan, data]) => {
    const shape = shapeOf(plan, list, data);
    const alike = known.find(
      ({ level, corners }) => level === shape?.level && deepEqual(corners, shape?.corners),
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

/** Whether one of two rooms lies wholly in the other, as the corner for the children in a living room. */
const isIn = (one: MaybeShape, other: MaybeShape): boolean =>
  isNested(overlapOf(one, other) ?? 0, one?.corners ?? [], other?.corners ?? []);

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
  return !(isIn(at, otherAt) && plans.some(([one, other]) => isIn(one, other)));
};
