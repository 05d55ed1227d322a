import type { PlanData } from "../elements/entities.ts";
import { levelOf } from "../elements/levels.ts";
import { pointsAround } from "../elements/places.ts";
import { isNested, noArea, sharedArea } from "../geometry/overlap.ts";
import { areApart, type Box, boxAround } from "../geometry/polygon.ts";
import { isSame, nearestOn, type Point, touching, type Wall, wallsOf } from "../geometry/vector.ts";
import { deepEqual, isObject, type Json } from "../json.ts";
import type { Collection } from "../kinds/kinds.ts";
import type { Versions } from "./conflict.ts";
import { type Extent, PointIndex, visitPairs } from "../geometry/spatial-index.ts";

/** Where a room or a freestanding wall is: its floor and its corners or ends. */
interface Shape {
  readonly level: string | undefined;
  readonly corners: readonly Point[];
  readonly box: Box;
}

type MaybeShape = Shape | undefined;

const shapeOf = (plan: PlanData, collection: Collection, data: Json | undefined): MaybeShape => {
  if (!isObject(data)) return undefined;
  const corners = pointsAround(plan, { collection, data });
  const box = boxAround(corners);
  return box && { level: levelOf(plan, data), corners, box };
};

/** The shapes of an element in several plans; plans where it is in the same place share one object. */
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

/** Cached areas, since choices ask for the same pairs repeatedly. */
const measured = new WeakMap<Shape, WeakMap<Shape, { readonly area: number | undefined }>>();

/** The area that two rooms share, in square metres; undefined if they have too many corners. */
const overlapOf = (one: MaybeShape, other: MaybeShape): number | undefined => {
  if (one === undefined || other === undefined || one.level !== other.level) return 0;
  if (areApart(one.box, other.box)) return 0;
  const known = measured.get(one) ?? new WeakMap();
  measured.set(one, known);
  const overlap = known.get(other) ?? { area: sharedArea(one.corners, other.corners) };
  known.set(other, overlap);
  return overlap.area;
};

/** Whether one of two rooms lies completely in the other, such as a play corner in a living room. */
const isIn = (one: MaybeShape, other: MaybeShape): boolean =>
  isNested(overlapOf(one, other) ?? 0, one?.corners ?? [], other?.corners ?? []);

/**
 * Whether two rooms at `at` and `otherAt` overlap more than in any of the seen plans, for which the lists have each
 * room's place. A room inside another may grow within it. Rooms with too many corners to check count as overlapping.
 */
export const overlapMore = (
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

/** A room or freestanding wall whose place may be chosen together with others. */
export interface LinkedChoice {
  readonly list: Collection;
  readonly row: Versions;
  /** Its places in the plans that people had, the common base first. */
  readonly seen: readonly MaybeShape[];
  /** Its place for each answer. */
  readonly answers: readonly MaybeShape[];
  /** Its place if it is not part of a choice. */
  readonly merged: MaybeShape;
}

/** Elements whose places all come from the same side. */
interface Group {
  readonly members: readonly LinkedChoice[];
  /** Whether a person has to choose the side. */
  readonly isOpen: boolean;
}

/** Groups the elements whose places are chosen together. */
export class Choices {
  readonly #groups = new Map<LinkedChoice, Group>();

  join(one: LinkedChoice, other: LinkedChoice): void {
    const [group, otherGroup] = [this.#of(one), this.#of(other)];
    if (group === otherGroup) return;
    const isOpen = group.isOpen || otherGroup.isOpen;
    this.#put({ members: [...group.members, ...otherGroup.members], isOpen });
  }

  open(one: LinkedChoice): void {
    this.#put({ ...this.#of(one), isOpen: true });
  }

  /**
   * Opens and joins groups until no combination of answers makes rooms overlap that no side has overlapping. Within one
   * choice they cannot, since a side has all of its places.
   */
  settle(rooms: readonly LinkedChoice[]): void {
    const changed = rooms.filter(isChanged);
    let isSettled = false;
    while (!isSettled) {
      isSettled = true;
      for (const one of changed) {
        for (const other of rooms) {
          if (one === other || !this.#mayOverlap(one, other)) continue;
          isSettled = false;
          this.open(one);
          if (isChanged(other)) this.join(one, other);
        }
      }
    }
  }

  /** The open groups, without elements that are in the same place for all answers. */
  toChoose(): readonly (readonly LinkedChoice[])[] {
    const open = [...new Set(this.#groups.values())].filter(({ isOpen }) => isOpen);
    return open.map(({ members }) =>
      members.filter(({ answers: [first, ...others] }) => others.some((each) => each !== first)),
    );
  }

  #mayOverlap(one: LinkedChoice, other: LinkedChoice): boolean {
    const [group, otherGroup] = [this.#of(one), this.#of(other)];
    // A room that nobody changed is not part of a choice.
    if (group.isOpen && (group === otherGroup || !isChanged(other))) return false;
    return placesOf(one, group).some((at) =>
      placesOf(other, otherGroup).some((otherAt) => overlapMore(one.seen, at, other.seen, otherAt)),
    );
  }

  #of(one: LinkedChoice): Group {
    return this.#groups.get(one) ?? { members: [one], isOpen: false };
  }

  #put(group: Group): void {
    for (const one of group.members) this.#groups.set(one, group);
  }
}

const isChanged = ({ seen: [base], answers }: LinkedChoice): boolean =>
  answers.some((each) => each !== base);

const placesOf = ({ answers, merged }: LinkedChoice, { isOpen }: Group): readonly MaybeShape[] =>
  isOpen ? answers : [merged];

interface Corner extends Extent {
  readonly corner: Point;
}

interface Side extends Extent {
  readonly wall: Wall;
}

/**
 * What a side changed in a room or a freestanding wall: the corners, ends and walls of the base that the side no longer
 * has.
 */
export interface Changed {
  /** Where it was in the base. */
  readonly shape: Shape;
  readonly corners: readonly Corner[];
  readonly walls: readonly Side[];
  /** Whether the side still has the element. */
  readonly isThere: boolean;
}

/** What a side changed in an element of the base; undefined if it changed nothing or added the element. */
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
      .map((corner) => ({ corner, left: corner[0] - touching, right: corner[0] + touching })),
    walls: wallsOf(base.corners)
      .filter((wall) => !isKept(wall))
      .map((wall) => {
        const [left, right] = [wall.from[0], wall.to[0]].toSorted((one, other) => one - other);
        return { wall, left: left ?? 0, right: right ?? 0 };
      }),
    isThere: side !== undefined,
  };
};

/** Whether any corner lies on a wall; true if there are too many to check. */
const isOnWall = (corners: readonly Corner[], walls: readonly Side[]): boolean => {
  let isFound = false;
  const isSure = visitPairs(corners, walls, ({ corner }, { wall }) => {
    isFound ||= nearestOn(wall, corner).away < touching;
  });
  return isFound || !isSure;
};

/**
 * Whether a side's changes to two elements belong together, because it moved a wall between two rooms or one room took
 * over another's place. Two deletions are independent.
 */
export const belongTogether = (one: Changed, other: Changed): boolean =>
  one.shape.level === other.shape.level &&
  (one.isThere || other.isThere) &&
  !areApart(one.shape.box, other.shape.box, touching) &&
  (isOnWall(one.corners, other.walls) || isOnWall(other.corners, one.walls));
