import { insideOf, type Room, roomsOf, wallReachOf } from "../elements/rooms.ts";
import { inset } from "../geometry/polygon.ts";
import {
  cross,
  distance,
  dot,
  lengthOf,
  minus,
  plus,
  type Point,
  times,
  type Wall,
  wallsOf,
} from "../geometry/vector.ts";
import { type PlanData, type Ref, refOf } from "../elements/entities.ts";
import { moveCorner, moveWall } from "./reshape-rooms.ts";
import { isRoom } from "./add-remove.ts";

/** What lengths are measured between: the faces of the walls, as with a tape in the room, or the lines that are stored. */
export type MeasureMode = "inner" | "centre";

const nearest = (corner: Point, places: readonly Point[]): Point =>
  places.reduce((best, each) => (distance(each, corner) < distance(best, corner) ? each : best));

/** A place on the faces for each corner: where a face has a step, the nearer of its two. */
const kept = (corners: readonly Point[], inside: readonly Point[]): readonly Point[] => {
  if (inside.length <= corners.length) return inside.length === corners.length ? inside : corners;
  return corners.map((corner) => nearest(corner, inside));
};

/** The corners of a room between which its lengths are measured, in the order of its corners. */
export const measuredCorners = (plan: PlanData, room: Room, sort: MeasureMode): readonly Point[] =>
  sort === "centre" ? room.corners : kept(room.corners, insideOf(room, plan));

/** The same of a room that is being drawn. */
export const measuredOutline = (
  plan: PlanData,
  corners: readonly Point[],
  sort: MeasureMode,
): readonly Point[] =>
  sort === "centre" ? corners : kept(corners, inset(corners, marginOf(plan, sort)));

/** Metres by which a new room's stored corners lie beyond what is measured, on each side. */
export const marginOf = (plan: PlanData, sort: MeasureMode): number =>
  sort === "centre" ? 0 : wallReachOf(plan, {}).half;

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

/** An outline that is drawn corner by corner, with lengths that are measured at some distance within it. */
export interface Outline {
  readonly corners: readonly Point[];
  /** Whether the length of the wall from each corner on was typed. */
  readonly typed: readonly boolean[];
}

const unit = (from: Point, to: Point): Point =>
  times(minus(to, from), 1 / Math.max(1e-9, distance(from, to)));

/** Which way round an outline runs: 1 clockwise, as the first bend tells; so it is drawn where there is none. */
const sideOf = (corners: readonly Point[]): 1 | -1 => {
  for (let at = 2; at < corners.length; at += 1) {
    const [a, b, c] = corners.slice(at - 2, at + 1);
    if (a === undefined || b === undefined || c === undefined) continue;
    const bend = cross(unit(a, b), unit(b, c));
    if (Math.abs(bend) > 0.01) return bend > 0 ? 1 : -1;
  }
  return 1;
};

/** Metres by which a wall is longer at its line than `margin` within, at the corner between two ways. */
const longerAt = (before: Point, after: Point, side: 1 | -1, margin: number): number => {
  const bend = Math.atan2(cross(before, after), dot(before, after)) * side;
  return margin * Math.tan(Math.max(-2.8, Math.min(2.8, bend)) / 2);
};

/** By how much a wall to a place is longer than its length within, at both of its ends; the next bend is taken to be a right angle. */
export const extraTo = (
  { corners }: Outline,
  to: Point,
  margin: number,
): readonly [number, number] => {
  const [before, last] = [corners.at(-2), corners.at(-1)];
  if (before === undefined || last === undefined || distance(last, to) < 1e-6)
    return [margin, margin];
  const side = sideOf([...corners, to]);
  return [longerAt(unit(before, last), unit(last, to), side, margin), margin];
};

/** The place at a length from the last corner, towards another one: the next bend to the right where that is the same. */
export const placeAtLength = (
  outline: Outline,
  towards: Point,
  metres: number,
  margin: number,
): Point => {
  const { corners } = outline;
  const [before, last = towards] = [corners.at(-2), corners.at(-1)];
  const ahead: Point = before === undefined ? [0, -1] : unit(before, last);
  const side = sideOf(corners);
  const way: Point =
    distance(last, towards) < 1e-6 ? [-ahead[1] * side, ahead[0] * side] : unit(last, towards);
  const [start, end] = extraTo(outline, plus(last, way), margin);
  return plus(last, times(way, metres + start + end));
};

/** Adds a corner. The one before it moves, if the length of its wall was typed, by what the bend there is no right angle. */
export const withCorner = (
  { corners, typed }: Outline,
  to: Point,
  isTyped: boolean,
  margin: number,
): Outline => {
  const [before, last] = [corners.at(-2), corners.at(-1)];
  const next = [...typed.slice(0, Math.max(0, corners.length - 1)), isTyped];
  if (before === undefined || last === undefined || typed[corners.length - 2] !== true)
    return { corners: [...corners, to], typed: last === undefined ? [] : next };
  const way = unit(before, last);
  const off = longerAt(way, unit(last, to), sideOf([...corners, to]), margin) - margin;
  const by = times(way, off);
  return { corners: [...corners.slice(0, -1), plus(last, by), plus(to, by)], typed: next };
};

/** The corners once the outline is closed: the first one moves, if the length of its wall was typed, as the others did. */
export const closed = (outline: Outline, margin: number): readonly Point[] => {
  const [first, second] = outline.corners;
  if (first === undefined || second === undefined) return outline.corners;
  const { corners } = withCorner(outline, first, false, margin);
  const whole = corners.slice(0, -1);
  const last = whole.at(-1);
  if (last === undefined || outline.typed[0] !== true) return whole;
  const way = unit(first, second);
  const off = longerAt(unit(last, first), way, sideOf(corners), margin) - margin;
  const by = times(way, -off);
  return [plus(first, by), ...whole.slice(1, -1), plus(last, by)];
};
