import { type Entity, type PlanData, type Ref, refOf } from "../elements/entities.ts";
import { elementsOn, outlineOf, roomAround } from "../elements/places.ts";
import {
  findRoomOf,
  halfWallOf,
  insideOf,
  maxThickness,
  type Room,
  roomsOn,
  type OwnedWall,
} from "../elements/rooms.ts";
import { areApart, boxAround, outwardsAt } from "../geometry/polygon.ts";
import {
  cross,
  dot,
  isSame,
  lengthOf,
  minus,
  type Point,
  times,
  touching,
  type Wall,
  wallsOf,
} from "../geometry/vector.ts";
import { kinds, standingCollections } from "../kinds/kinds.ts";
import { withGroups } from "./arrange.ts";

/** A side of a wall that moved: its line before and after, and where something may stand before it. */
interface MovedSide {
  readonly was: Wall;
  readonly is: Wall;
  /** The room at that side; undefined is outside of the house. */
  readonly room: Ref | undefined;
  readonly after: Room;
  /** The unit vector away from the wall. */
  readonly away: Point;
  /** Metres from the wall's line to its face. */
  readonly face: number;
}

const sidesOf = (
  next: PlanData,
  plan: PlanData,
  walls: readonly OwnedWall[],
): readonly MovedSide[] =>
  walls.flatMap((was): readonly MovedSide[] => {
    const [room, after] = [findRoomOf(plan, was.owner), findRoomOf(next, was.owner)];
    const is = after?.walls[was.edge];
    if (room === undefined || after === undefined || is === undefined) return [];
    const outwards = outwardsAt(room.corners, was);
    const face = halfWallOf(room, plan, was.edge);
    const inside = { was, is, room: was.owner, after, away: times(outwards, -1), face };
    if (room.isOutdoor) return [inside];
    return [inside, { was, is, room: undefined, after, away: outwards, face: room.reach.outer }];
  });

/** Metres by which an outline reaches into a wall from one side; negative if it is before it. */
const reachInto = (wall: Wall, { away, face }: MovedSide, outline: readonly Point[]): number =>
  face - Math.min(...outline.map((point) => dot(minus(point, wall.from), away)));

/** Whether an outline is beside a wall rather than past one of its ends. */
const isBeside = (wall: Wall, outline: readonly Point[]): boolean => {
  const run = times(minus(wall.to, wall.from), 1 / (lengthOf(wall) || 1));
  const along = outline.map((point) => dot(minus(point, wall.from), run));
  return Math.max(...along) > touching && Math.min(...along) < lengthOf(wall) - touching;
};

/** Metres from a point in a direction to where it leaves a room through the face of a wall; infinite if it does not. */
const freeWay = (from: Point, way: Point, faces: readonly Point[]): number =>
  Math.min(
    ...wallsOf(faces).map((face) => {
      const run = minus(face.to, face.from);
      const turn = cross(way, run);
      const isExit = dot(outwardsAt(faces, face), way) > 0.01;
      if (!isExit || turn === 0) return Infinity;
      const off = minus(face.from, from);
      const [along, across] = [cross(off, run) / turn, cross(off, way) / turn];
      return along > -touching && across >= 0 && across <= 1 ? Math.max(0, along) : Infinity;
    }),
  );

/**
 * The step that keeps something before a wall that would move over it, as far as the room has space; undefined if there
 * is nothing to do.
 */
const stepFrom = (
  next: PlanData,
  side: MovedSide,
  outline: readonly Point[],
): Point | undefined => {
  const [before, now] = [reachInto(side.was, side, outline), reachInto(side.is, side, outline)];
  // What stands in a wall already stays there.
  if (before > touching || now <= touching || !isBeside(side.is, outline)) return undefined;
  const faces = side.room === undefined ? [] : insideOf(side.after, next);
  const free = Math.min(now, ...outline.map((point) => freeWay(point, side.away, faces)));
  return free <= touching ? undefined : times(side.away, free);
};

/**
 * The steps by which furniture and devices get out of the way of walls that moved over them, with their groups. `plan` is
 * from before the walls moved, `next` from after it; `carried` moves with the walls anyway.
 */
export const stepsClear = (
  next: PlanData,
  plan: PlanData,
  level: string | undefined,
  walls: readonly OwnedWall[],
  carried: readonly Ref[],
): ReadonlyMap<Ref, Point> => {
  const steps = new Map<Ref, Point>();
  const sides = sidesOf(next, plan, walls).filter(({ was, is }) => !isSame(was.from, is.from));
  const rooms = roomsOn(plan, level);
  const stays = new Set(carried);
  const points = standingCollections.filter((list) => kinds[list].place === "point");
  const swept = boxAround(sides.flatMap(({ was, is }) => [was.from, was.to, is.from, is.to]));
  const stepOf = (item: Entity): Point | undefined => {
    const outline = outlineOf(item);
    const box = boxAround(outline);
    // Most things are far from the walls.
    if (swept === undefined || box === undefined || areApart(box, swept, maxThickness))
      return undefined;
    const room = roomAround(plan, item, rooms);
    const ref = room && refOf(room.entity);
    return sides
      .filter((side) => side.room === ref)
      .map((side) => stepFrom(next, side, outline))
      .find((step) => step !== undefined);
  };
  for (const item of elementsOn(plan, level, points)) {
    const ref = refOf(item);
    const step = stays.has(ref) ? undefined : stepOf(item);
    if (step === undefined) continue;
    for (const each of withGroups(plan, [ref])) if (!stays.has(each)) steps.set(each, step);
  }
  return steps;
};
