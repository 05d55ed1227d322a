import { type PlanData, type Ref, refOf } from "../elements/entities.ts";
import { findRoomOf, openingsOf, type Room, roomsOn, wallOf } from "../elements/rooms.ts";
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
import { updateElements } from "./change.ts";
import { moveStandingEnds } from "./standing-walls.ts";

/** A place on a wall of a room that needs a corner. */
interface Joint {
  readonly room: Ref;
  readonly edge: number;
  readonly at: Point;
}

/** Whether a point lies on a wall, and at neither of its ends. */
const isWithin = (wall: Wall, point: Point): boolean =>
  nearestOn(wall, point).away < touching && !isSame(wall.from, point) && !isSame(wall.to, point);

const isOnLineOf = (wall: Wall, point: Point): boolean =>
  Math.abs(cross(minus(wall.to, wall.from), minus(point, wall.from))) < touching * lengthOf(wall);

/**
 * The corners that walls need so that all stays joined when the corners at `from` go to `to`: a wall
 * that the corner of another room touches bends there, and one that would leave such a corner behind
 * bends at it. Nothing bends that the corner only slides along.
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

/** The new corners of a room. */
interface Shape {
  readonly corners: readonly Point[];
  /** What they hold besides their coordinates, where they are not the same ones as before. */
  readonly extras?: readonly (readonly Json[])[];
  /** The number of the new wall that an opening is in, where walls are counted anew. */
  readonly edgeOf?: (edge: number, offset: number) => number;
}

/** Gives rooms other corners; their openings stay where they are, as far as the new walls go. */
const reshape = (plan: PlanData, shapes: ReadonlyMap<Room, Shape>): PlanData => {
  const changes = new Map<Ref, (data: JsonObject) => JsonObject>();
  for (const [{ entity, id }, { corners, extras, edgeOf }] of shapes) {
    changes.set(refOf(entity), (data) => withCorners(data, corners, extras));
    const walls = wallsOf(corners.map(tidyPoint));
    for (const opening of id === undefined ? [] : openingsOf(plan, new Set([id]))) {
      const was = wallOf(plan, opening.data);
      const span = spanOf(opening.data);
      const edge = was && (edgeOf?.(was.edge, span.offset) ?? was.edge);
      const is = edge === undefined ? undefined : walls[edge];
      if (was === undefined || edge === undefined || is === undefined) continue;
      changes.set(refOf(opening), (data) => {
        const hung = edge === was.edge ? data : { ...data, edge };
        return isMovedWhole(was, is) ? hung : withSpan(hung, spanOn(was, is, span));
      });
    }
  }
  return updateElements(plan, changes);
};

/** Moves those corners of the rooms that fit, and the ends of walls of no room that lie there. */
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

const isOn = (wall: Wall, point: Point): boolean => nearestOn(wall, point).away < touching;

const touches = (one: Wall, other: Wall): boolean =>
  isOn(one, other.from) || isOn(one, other.to) || isOn(other, one.from);

const isInLine = (one: Wall, { from, to }: Wall): boolean => {
  const run = minus(one.to, one.from);
  const offLine = (point: Point): number =>
    Math.abs(cross(run, minus(point, one.from))) / lengthOf(one);
  return lengthOf(one) > 0 && offLine(from) < touching && offLine(to) < touching;
};

/** All walls that lie in one line with this one without a gap, itself included. */
const lineOf = (wall: Wall, others: readonly Wall[]): readonly Wall[] => {
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
 * Moves a wall. The walls in line with it that it touches, of this room and of others, come along,
 * and so do the corners on them: rooms that stood wall to wall still do, and stay as rectangular.
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

/** Adds a corner in the middle of a wall, or at `at` on it; the openings stay where they are. */
export const addCorner = (plan: PlanData, ref: Ref, edge: number, at?: Point): PlanData => {
  const room = findRoomOf(plan, ref);
  const wall = room?.walls[edge];
  if (room === undefined || wall === undefined) return plan;
  const corner = tidyPoint(
    at === undefined ? middle(wall.from, wall.to) : nearestOn(wall, at).point,
  );
  const split = nearestOn(wall, corner).along;
  const shape: Shape = {
    corners: room.corners.toSpliced(edge + 1, 0, corner),
    extras: extrasOf(room.entity.data).toSpliced(edge + 1, 0, []),
    edgeOf: (on, offset) => (on < edge || (on === edge && offset <= split) ? on : on + 1),
  };
  return reshape(plan, new Map([[room, shape]]));
};

/**
 * Moves a corner to a place, and with it the corners of other rooms that lie on it. Walls that it
 * touches, and those that other rooms' corners touch, get corners there, and so all stay joined.
 */
export const moveCorner = (plan: PlanData, ref: Ref, index: number, to: Point): PlanData => {
  const room = findRoomOf(plan, ref);
  const corner = room?.corners[index];
  if (room === undefined || corner === undefined) return plan;
  const fits = (point: Point): boolean => isSame(point, corner);
  const joints = jointsOf(plan, room.level, corner, to);
  // From the last wall of each room, as a new corner counts those behind it anew.
  const joined = joints.reduceRight(
    (result, { room: of, edge, at }) => addCorner(result, of, edge, at),
    plan,
  );
  return moveCorners(joined, roomsOn(joined, room.level), fits, minus(to, corner));
};

/** Takes a corner away, unless the room has only three; the openings stay as near as they can. */
export const removeCorner = (plan: PlanData, ref: Ref, index: number): PlanData => {
  const room = findRoomOf(plan, ref);
  const count = room?.corners.length ?? 0;
  if (room === undefined || count <= 3 || room.corners[index] === undefined) return plan;
  const shape: Shape = {
    corners: room.corners.toSpliced(index, 1),
    extras: extrasOf(room.entity.data).toSpliced(index, 1),
    edgeOf: (on) => {
      const edge = on === index ? (index + count - 1) % count : on;
      // Without the first corner, the walls start at the one that was second.
      return edge > index ? edge - 1 : edge;
    },
  };
  return reshape(plan, new Map([[room, shape]]));
};
