import { type PlanData, type Ref, refOf } from "../elements/entities.ts";
import { findRoomOf, type Room, roomsOn, type OwnedWall, wallsOn } from "../elements/rooms.ts";
import { isOnOrIn, outwardsAt } from "../geometry/polygon.ts";
import { dot, minus, plus, type Point, touching } from "../geometry/vector.ts";
import { carryAlong } from "./carry-along.ts";
import { isOn, lineOf, moveWall, reshape } from "./reshape-rooms.ts";
import { moveStandingEnds } from "./standing-walls.ts";

/** What the rooms behind a moved wall do: they keep their size and move along, or they get another size. */
export type Neighbours = "move" | "resize";

const wallAt = (plan: PlanData, ref: Ref, edge: number): OwnedWall | undefined => {
  const wall = findRoomOf(plan, ref)?.walls[edge];
  return wall && { ...wall, owner: ref, edge };
};

/**
 * Moves a wall by metres; the rooms on both sides get another size. What stands at the wall goes with it: furniture,
 * devices, openings and dimensions.
 */
export const pullWall = (plan: PlanData, ref: Ref, edge: number, by: Point): PlanData => {
  const wall = wallAt(plan, ref, edge);
  const level = findRoomOf(plan, ref)?.level;
  if (wall === undefined) return plan;
  const walls = lineOf(wall, wallsOn(plan, level));
  return carryAlong(moveWall(plan, ref, edge, by), plan, { level, by, walls, takes: () => false });
};

/** What moves if the rooms behind a wall move along. */
interface Push {
  readonly room: Room;
  readonly walls: readonly OwnedWall[];
  /** The rooms that move as far as they are beyond the wall. */
  readonly pushed: ReadonlySet<Room>;
  readonly isBeyond: (at: Point) => boolean;
}

/**
 * Follows a wall to the rooms behind it, and from the walls on their far side to the rooms behind those. Walls move in
 * whole lines, so that rooms stay as rectangular as they are.
 */
const pushOf = (plan: PlanData, ref: Ref, edge: number): Push | undefined => {
  const room = findRoomOf(plan, ref);
  const first = wallAt(plan, ref, edge);
  if (room === undefined || first === undefined) return undefined;
  const ahead = outwardsAt(room.corners, first);
  const isBeyond = (at: Point): boolean => dot(minus(at, first.from), ahead) > -touching;
  const rooms = new Map(roomsOn(plan, room.level).map((each) => [refOf(each.entity), each]));
  const all = wallsOn(plan, room.level);
  const walls = new Set<OwnedWall>();
  const pushed = new Set<Room>();
  const waiting = all.filter((wall) => wall.owner === ref && wall.edge === edge);
  for (let wall = waiting.pop(); wall !== undefined; wall = waiting.pop()) {
    if (walls.has(wall)) continue;
    for (const each of lineOf(wall, all)) {
      walls.add(each);
      const behind = rooms.get(each.owner);
      if (behind === undefined || behind === room || pushed.has(behind)) continue;
      if (dot(outwardsAt(behind.corners, each), ahead) > -0.3) continue;
      pushed.add(behind);
      const own = all.filter((other) => rooms.get(other.owner) === behind);
      const isAcross = (other: OwnedWall): boolean =>
        Math.abs(dot(outwardsAt(behind.corners, other), ahead)) > 0.01;
      waiting.push(
        ...own.filter((other) => isAcross(other) && isBeyond(other.from) && isBeyond(other.to)),
      );
    }
  }
  // A room that is drawn within another one goes with it.
  for (const each of rooms.values())
    if (
      each !== room &&
      !pushed.has(each) &&
      each.corners.length > 0 &&
      each.corners.every(isBeyond) &&
      [...pushed].some((around) => each.corners.every((at) => isOnOrIn(at, around.corners)))
    )
      pushed.add(each);
  return { room, walls: [...walls], pushed, isBeyond };
};

/**
 * Moves a wall by metres; the rooms behind it keep their size and move along, with what is in them and the rooms behind
 * them in turn. A room that also extends to this side of the wall moves beyond it and stays here.
 */
export const pushWall = (plan: PlanData, ref: Ref, edge: number, by: Point): PlanData => {
  const push = pushOf(plan, ref, edge);
  if (push === undefined) return plan;
  const { walls, pushed, isBeyond } = push;
  const { level } = push.room;
  const takes = (room: Room, at: Point): boolean => pushed.has(room) && isBeyond(at);
  const moves = (room: Room, at: Point): boolean =>
    takes(room, at) || walls.some((wall) => isOn(wall, at));
  const shapes = roomsOn(plan, level).flatMap((room) =>
    room.corners.some((corner) => moves(room, corner))
      ? [
          [
            room,
            {
              corners: room.corners.map((at) => (moves(room, at) ? plus(at, by) : at)),
              to: (at: Point) => (takes(room, at) ? plus(at, by) : at),
            },
          ] as const,
        ]
      : [],
  );
  const fits = (end: Point): boolean =>
    walls.some((wall) => isOn(wall, end)) ||
    [...pushed].some((room) => isBeyond(end) && isOnOrIn(end, room.corners));
  const reshaped = moveStandingEnds(reshape(plan, new Map(shapes)), level, fits, (end) =>
    plus(end, by),
  );
  return carryAlong(reshaped, plan, { level, by, walls, takes });
};

/** Whether there are rooms behind a wall that can move along with it. */
export const hasRoomsBehind = (plan: PlanData, ref: Ref, edge: number): boolean =>
  (pushOf(plan, ref, edge)?.pushed.size ?? 0) > 0;
