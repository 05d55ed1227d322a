import { type PlanData, type Ref, refOf } from "../elements/entities.ts";
import { openingsOf, wallOf } from "../elements/opening-walls.ts";
import { findRoomOf, type Room, roomsOn } from "../elements/rooms.ts";
import {
  cross,
  distance,
  isMovedWhole,
  isSame,
  lengthOf,
  middle,
  minus,
  nearestOn,
  plus,
  type Point,
  spanOn,
  tidyPoint,
  touching,
  type Wall,
  wallsOf,
} from "../geometry/vector.ts";
import { extrasOf, withCorners } from "../elements/places.ts";
import type { Json, JsonObject } from "../json.ts";
import { spanOf, withSpan } from "../kinds/opening.ts";
import { extrasOfParts } from "./wall-heights.ts";
import { updateElements } from "./change.ts";
import { moveStandingEnds } from "./standing-walls.ts";

/** A place on a room's wall that needs a new corner. */
interface Joint {
  readonly room: Ref;
  readonly edge: number;
  readonly at: Point;
}

/** Whether a point lies on a wall, but not at its ends. */
const isWithin = (wall: Wall, point: Point): boolean =>
  nearestOn(wall, point).away < touching && !isSame(wall.from, point) && !isSame(wall.to, point);

const isOnLineOf = (wall: Wall, point: Point): boolean =>
  Math.abs(cross(minus(wall.to, wall.from), minus(point, wall.from))) < touching * lengthOf(wall);

/**
 * The new corners that keep walls joined when the corners at `from` move to `to`. A wall touched by the moving corner
 * of another room bends there; a wall that would move away from another room's corner bends at that corner. Walls along
 * which the corner only slides do not bend.
 */
const jointsOf = (
  plan: PlanData,
  level: string | undefined,
  from: Point,
  to: Point,
): readonly Joint[] => {
  const rooms = roomsOn(plan, level);
  const jointOn = (room: Room, wall: Wall): Point | undefined => {
    const isMoving = isSame(wall.from, from) || isSame(wall.to, from);
    if (!isMoving)
      return isWithin(wall, from) && nearestOn(wall, to).away >= touching ? from : undefined;
    if (isOnLineOf(wall, to)) return undefined;
    return rooms
      .flatMap((other) => (other === room ? [] : other.corners))
      .filter((corner) => isWithin(wall, corner))
      .toSorted((one, other) => distance(one, from) - distance(other, from))[0];
  };
  return rooms.flatMap((room) =>
    room.walls.flatMap((wall, edge) => {
      const at = jointOn(room, wall);
      return at === undefined ? [] : [{ room: refOf(room.entity), edge, at }];
    }),
  );
};

/** What a room becomes. */
export interface Shape {
  readonly corners: readonly Point[];
  /** What the corners hold besides their coordinates, where corners were added or removed. */
  readonly extras?: readonly (readonly Json[])[];
  /** The new index of an opening's wall, where walls are renumbered. */
  readonly edgeOf?: (edge: number, offset: number) => number;
  /** Where an opening goes whose wall does not move as a whole; by default it stays. */
  readonly to?: (at: Point) => Point;
}

/** Gives rooms new corners; openings stay in place as far as the new walls allow. */
export const reshape = (plan: PlanData, shapes: ReadonlyMap<Room, Shape>): PlanData => {
  const changes = new Map<Ref, (data: JsonObject) => JsonObject>();
  for (const [{ entity }, { corners, extras, edgeOf, to }] of shapes) {
    changes.set(refOf(entity), (data) => withCorners(data, corners, extras));
    const walls = wallsOf(corners.map(tidyPoint));
    for (const opening of openingsOf(plan, new Set([refOf(entity)]))) {
      const was = wallOf(plan, opening.data);
      const span = spanOf(opening.data);
      const edge = was && (edgeOf?.(was.edge, span.offset) ?? was.edge);
      const is = edge === undefined ? undefined : walls[edge];
      if (was === undefined || edge === undefined || is === undefined) continue;
      changes.set(refOf(opening), (data) => {
        const hung = edge === was.edge ? data : { ...data, edge };
        return isMovedWhole(was, is) ? hung : withSpan(hung, spanOn(was, is, span, to));
      });
    }
  }
  return updateElements(plan, changes);
};

/** Moves all matching corners of the rooms, and the ends of freestanding walls at these corners. */
const moveCorners = (
  plan: PlanData,
  rooms: readonly Room[],
  fits: (corner: Point) => boolean,
  by: Point,
): PlanData => {
  const moved = rooms.filter(({ corners }) => corners.some(fits));
  const shapeOf = ({ corners }: Room): Shape => ({
    corners: corners.map((corner) => (fits(corner) ? plus(corner, by) : corner)),
  });
  const reshaped = reshape(plan, new Map(moved.map((room) => [room, shapeOf(room)])));
  return moveStandingEnds(reshaped, rooms[0]?.level, fits, (end) => plus(end, by));
};

/** Whether a point is on a wall or at its ends. */
export const isOn = (wall: Wall, point: Point): boolean => nearestOn(wall, point).away < touching;

const touches = (one: Wall, other: Wall): boolean =>
  isOn(one, other.from) || isOn(one, other.to) || isOn(other, one.from);

const isInLine = (one: Wall, { from, to }: Wall): boolean => {
  const run = minus(one.to, one.from);
  const offLine = (point: Point): number =>
    Math.abs(cross(run, minus(point, one.from))) / lengthOf(one);
  return lengthOf(one) > 0 && offLine(from) < touching && offLine(to) < touching;
};

/** All walls in line with a wall without a gap, including itself. */
export const lineOf = <W extends Wall>(wall: W, others: readonly W[]): readonly W[] => {
  const line = [wall];
  let rest = others.filter((other) => isInLine(wall, other) && lengthOf(other) > 0);
  for (let found = rest; found.length > 0;) {
    found = rest.filter((other) => line.some((each) => touches(each, other)));
    line.push(...found);
    rest = rest.filter((other) => !found.includes(other));
  }
  return line;
};

/**
 * Moves a wall. Walls of any room that are in line with it and touch it move along, and so do the corners on them, so
 * that adjacent rooms stay adjacent and rectangular.
 */
export const moveWall = (plan: PlanData, ref: Ref, edge: number, by: Point): PlanData => {
  const room = findRoomOf(plan, ref);
  const wall = room?.walls[edge];
  if (room === undefined || wall === undefined) return plan;
  const rooms = roomsOn(plan, room.level);
  const line = lineOf(
    wall,
    rooms.flatMap(({ walls }) => walls),
  );
  return moveCorners(plan, rooms, (point) => line.some((each) => isOn(each, point)), by);
};

/** Adds a corner in the middle of a wall, or at `at` on it; openings stay in place. */
export const addCorner = (plan: PlanData, ref: Ref, edge: number, at?: Point): PlanData => {
  const room = findRoomOf(plan, ref);
  const wall = room?.walls[edge];
  if (room === undefined || wall === undefined) return plan;
  const corner = tidyPoint(
    at === undefined ? middle(wall.from, wall.to) : nearestOn(wall, at).point,
  );
  const split = nearestOn(wall, corner).along;
  const length = lengthOf(wall);
  const parts = extrasOfParts(plan, room, edge, length === 0 ? 0 : split / length);
  const shape: Shape = {
    corners: room.corners.toSpliced(edge + 1, 0, corner),
    extras: extrasOf(room.entity.data).toSpliced(edge, 1, ...parts),
    edgeOf: (on, offset) => (on < edge || (on === edge && offset <= split) ? on : on + 1),
  };
  return reshape(plan, new Map([[room, shape]]));
};

/**
 * Moves a corner to a point, together with other rooms' corners at the same place. Walls that it touches, and walls of
 * it that other rooms' corners touch, get new corners, so that everything stays joined.
 */
export const moveCorner = (plan: PlanData, ref: Ref, index: number, to: Point): PlanData => {
  const room = findRoomOf(plan, ref);
  const corner = room?.corners[index];
  if (room === undefined || corner === undefined) return plan;
  const fits = (point: Point): boolean => isSame(point, corner);
  const joints = jointsOf(plan, room.level, corner, to);
  // Last wall first, since a new corner renumbers the walls after it.
  const joined = joints.reduceRight(
    (result, { room: of, edge, at }) => addCorner(result, of, edge, at),
    plan,
  );
  return moveCorners(joined, roomsOn(joined, room.level), fits, minus(to, corner));
};

/** Removes a corner, unless the room has only three; openings stay as near as possible. */
export const removeCorner = (plan: PlanData, ref: Ref, index: number): PlanData => {
  const room = findRoomOf(plan, ref);
  const count = room?.corners.length ?? 0;
  if (room === undefined || count <= 3 || room.corners[index] === undefined) return plan;
  const shape: Shape = {
    corners: room.corners.toSpliced(index, 1),
    extras: extrasOf(room.entity.data).toSpliced(index, 1),
    edgeOf: (on) => {
      const edge = on === index ? (index + count - 1) % count : on;
      // Removing a corner renumbers the walls after it.
      return edge > index ? edge - 1 : edge;
    },
  };
  return reshape(plan, new Map([[room, shape]]));
};
