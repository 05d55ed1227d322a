import type { PlanData, Ref } from "../elements/entities.ts";
import { findRoomOf, type Room, roomsOf } from "../elements/rooms.ts";
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
} from "../geometry/vector.ts";
import { isRoom } from "./add-remove.ts";
import { measuredCorners, type MeasureMode } from "./measured-lengths.ts";
import { hasRoomsBehind, type Neighbours, pullWall, pushWall } from "./pull-wall.ts";
import { moveCorner } from "./reshape-rooms.ts";

/** The ends of a wall: `first` is the left one, or the upper one of an upright wall. */
export const wallEnds = ["first", "last"] as const;

/** How a wall gets a typed length: which of its ends moves, and what the rooms behind that do. */
export interface LengthWay {
  readonly end: (typeof wallEnds)[number];
  readonly neighbours: Neighbours;
}

/** The way that nobody has to choose: it changes the size of no other room. */
export const usualWay: LengthWay = { end: "last", neighbours: "move" };

/** Metres by which a wall may differ from the typed length: less than the precision stored. */
const exact = 1e-5;

const runOf = ({ from, to }: Wall): Point => minus(to, from);

const isParallel = (one: Wall, other: Wall): boolean =>
  Math.abs(cross(runOf(one), runOf(other))) < 0.01 * lengthOf(one) * lengthOf(other);

/** Whether changed rooms are still valid: large enough, and no wall reversed. */
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

/** Whether a wall runs across the screen rather than up or down. */
export const isFlat = (wall: Wall): boolean => {
  const [x, z] = runOf(wall);
  return Math.abs(x) >= Math.abs(z);
};

/** Whether an end of a wall is the one to which the wall runs. */
const isItsEnd = (wall: Wall, end: LengthWay["end"]): boolean => {
  const [x, z] = runOf(wall);
  return (isFlat(wall) ? x > 0 : z > 0) === (end === "last");
};

/** The measured length of a room's wall, in metres; 0 if there is no such wall. */
export const wallLength = (plan: PlanData, ref: Ref, edge: number, sort: MeasureMode): number => {
  const room = findRoomOf(plan, ref);
  const wall = room && wallsOf(measuredCorners(plan, room, sort))[edge];
  return wall === undefined ? 0 : lengthOf(wall);
};

/** What moves when a wall gets another length. */
interface MovingEnd {
  readonly wall: Wall;
  /** The index of the wall at the end that moves. */
  readonly next: number;
  /** The corner at that end. */
  readonly corner: number;
  /** The unit vector in which the end moves when the wall gets longer. */
  readonly step: Point;
  /** Whether the next wall moves as a whole; otherwise only the corner does. */
  readonly isWhole: boolean;
}

const movingEnd = (room: Room, edge: number, end: LengthWay["end"]): MovingEnd | undefined => {
  const wall = room.walls[edge];
  if (wall === undefined || lengthOf(wall) === 0) return undefined;
  const count = room.walls.length;
  const isEnd = isItsEnd(wall, end);
  const beyond = room.walls[(edge + (isEnd ? 2 : count - 2)) % count];
  return {
    wall,
    next: (edge + (isEnd ? 1 : count - 1)) % count,
    corner: isEnd ? (edge + 1) % count : edge,
    step: times(runOf(wall), (isEnd ? 1 : -1) / lengthOf(wall)),
    isWhole: count > 3 && beyond !== undefined && isParallel(wall, beyond),
  };
};

/** The wall that moves when a wall gets another length at an end, and whether rooms behind it can move along. */
export const wallAtEnd = (
  plan: PlanData,
  ref: Ref,
  edge: number,
  end: LengthWay["end"],
): { readonly wall: Wall; readonly step: Point; readonly hasRooms: boolean } | undefined => {
  const room = findRoomOf(plan, ref);
  const found = room && movingEnd(room, edge, end);
  const wall = found && room.walls[found.next];
  return found === undefined || wall === undefined
    ? undefined
    : { wall, step: found.step, hasRooms: found.isWhole && hasRoomsBehind(plan, ref, found.next) };
};

/**
 * Sets the measured length of a wall, in metres: one of its ends moves, together with the next wall, so that rectangles
 * stay rectangles. Walls that join the next one move along, as when it is dragged, and so does what stands at them.
 * Undefined if a room would become too small or inside out.
 */
export const withWallLength = (
  plan: PlanData,
  ref: Ref,
  edge: number,
  metres: number,
  sort: MeasureMode,
  { end, neighbours }: LengthWay = usualWay,
): PlanData | undefined => {
  const room = findRoomOf(plan, ref);
  const found = room && movingEnd(room, edge, end);
  if (room === undefined || found === undefined) return undefined;
  const { wall, next, corner, step, isWhole } = found;
  const move = neighbours === "move" ? pushWall : pullWall;
  const moved = (by: number): PlanData =>
    isWhole
      ? move(plan, ref, next, times(step, by))
      : moveCorner(plan, ref, corner, plus(room.corners[corner] ?? wall.to, times(step, by)));
  let by = 0;
  let after = plan;
  // Where the angle at the corner changes, so does the point where the faces meet. Hence several attempts.
  for (let tries = 0; tries < 8; tries += 1) {
    const off = metres - wallLength(after, ref, edge, sort);
    if (Math.abs(off) < exact) break;
    by += off;
    after = moved(by);
  }
  const misses = Math.abs(metres - wallLength(after, ref, edge, sort)) > 5e-4;
  return misses || !areSound(plan, after) ? undefined : after;
};
