import { type PlanData, type Ref, refOf } from "../../model/elements/entities.ts";
import { type Room, roomsOf } from "../../model/elements/rooms.ts";
import {
  cross,
  dot,
  lengthOf,
  minus,
  plus,
  type Point,
  times,
  type Wall,
  wallsOf,
} from "../../model/geometry/vector.ts";
import { moveCorner, moveWall } from "../../model/editing/reshape-rooms.ts";
import { isRoom } from "../../model/editing/add-remove.ts";
import { measuredCorners, type MeasureMode } from "../../model/editing/measured-lengths.ts";

/** Metres by which a length may miss what was typed: less than what is stored. */
const exact = 1e-5;

const findRoom = (plan: PlanData, ref: Ref): Room | undefined =>
  roomsOf(plan).find(({ entity }) => refOf(entity) === ref);

const runOf = ({ from, to }: Wall): Point => minus(to, from);

const isParallel = (one: Wall, other: Wall): boolean =>
  Math.abs(cross(runOf(one), runOf(other))) < 0.01 * lengthOf(one) * lengthOf(other);

/** Whether rooms are still ones: large enough, and no wall runs the other way. */
const areSound = (before: PlanData, after: PlanData): boolean => {
  const rooms = roomsOf(after);
  return roomsOf(before).every((was, at) => {
    const is = rooms[at];
    if (is === undefined || is.entity.data === was.entity.data) return true;
    const turned = was.walls.some((wall, edge) => {
      const now = is.walls[edge];
      return now !== undefined && lengthOf(wall) > 0.005 && dot(runOf(wall), runOf(now)) <= 0;
    });
    return !turned && isRoom(is.corners);
  });
};

/** Which end of a wall moves when its length is typed: the one farther right, of an upright wall the lower one. */
const movesItsEnd = (wall: Wall): boolean => {
  const [x, z] = runOf(wall);
  return Math.abs(x) >= Math.abs(z) ? x > 0 : z > 0;
};

/** The length of a room's wall as it is measured, in metres; 0 for one that is not there. */
export const wallLength = (plan: PlanData, ref: Ref, edge: number, sort: MeasureMode): number => {
  const room = findRoom(plan, ref);
  const wall = room && wallsOf(measuredCorners(plan, room, sort))[edge];
  return wall === undefined ? 0 : lengthOf(wall);
};

/**
 * Gives a wall a length in metres, as it is measured: its right end moves, or its lower one where it is upright,
 * and with it the next wall, so that rectangles stay rectangles; what joins that wall comes along, as when it is
 * pulled. Undefined where a room would be turned inside out or too small.
 */
export const withWallLength = (
  plan: PlanData,
  ref: Ref,
  edge: number,
  metres: number,
  sort: MeasureMode,
): PlanData | undefined => {
  const room = findRoom(plan, ref);
  const wall = room?.walls[edge];
  if (room === undefined || wall === undefined || lengthOf(wall) === 0) return undefined;
  const count = room.walls.length;
  const isEnd = movesItsEnd(wall);
  const next = (edge + (isEnd ? 1 : count - 1)) % count;
  const beyond = room.walls[(edge + (isEnd ? 2 : count - 2)) % count];
  const corner = isEnd ? (edge + 1) % count : edge;
  const way = times(runOf(wall), (isEnd ? 1 : -1) / lengthOf(wall));
  const takesAlong = count > 3 && beyond !== undefined && isParallel(wall, beyond);
  const moved = (by: number): PlanData =>
    takesAlong
      ? moveWall(plan, ref, next, times(way, by))
      : moveCorner(plan, ref, corner, plus(room.corners[corner] ?? wall.to, times(way, by)));
  let by = 0;
  let found = plan;
  // Where the angle at the corner changes, the faces of the walls meet elsewhere.
  for (let tries = 0; tries < 8; tries += 1) {
    const off = metres - wallLength(found, ref, edge, sort);
    if (Math.abs(off) < exact) break;
    by += off;
    found = moved(by);
  }
  const misses = Math.abs(metres - wallLength(found, ref, edge, sort)) > 5e-4;
  return misses || !areSound(plan, found) ? undefined : found;
};
