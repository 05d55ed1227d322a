import { type Entity, entitiesOf, idOf, type PlanData } from "../../elements/entities.ts";
import { isList, type Json, type JsonObject } from "../../json/json.ts";
import { isInside } from "../../geometry/polygon.ts";
import { numberIn, pointIn, textIn } from "../../json/read.ts";
import { type Point, isSame, middle, minus, plus, tidyPoint } from "../../geometry/vector.ts";
import { findRef, type Ref, refOf } from "../../elements/ref.ts";
import { update } from "./change.ts";
import { levelOf } from "../../elements/levels.ts";
import { followWalls, spanOf, withSpan } from "./openings.ts";
import { cornersOf, lengthOf, nearestOn, roomsOn, type Wall, wallsOf } from "./walls.ts";

/** Corners of rooms, by room. */
type Corners = ReadonlyMap<Ref, ReadonlySet<number>>;

const matching = (rooms: readonly Entity[], fits: (point: Point) => boolean): Corners => {
  const found = new Map<Ref, ReadonlySet<number>>();
  for (const room of rooms) {
    const indexes = cornersOf(room.data).flatMap((corner, index) => (fits(corner) ? [index] : []));
    if (indexes.length > 0) found.set(refOf(room), new Set(indexes));
  }
  return found;
};

const neighbours = (plan: PlanData, room: Entity): readonly Entity[] =>
  roomsOn(plan, levelOf(plan, room.data));

/** What a room's corners hold besides their two coordinates, such as a height; nothing for most. */
const extrasOf = (room: JsonObject): readonly (readonly Json[])[] => {
  const { points } = room;
  if (!isList(points)) return [];
  return points.flatMap((corner: Json) =>
    isList(corner) && pointIn(corner) !== undefined ? [corner.slice(2)] : [],
  );
};

/**
 * Writes the corners of a room. What a corner held besides its two coordinates stays with it;
 * `extras` tells which corner that is where they are not the same ones as before.
 */
export const withCorners = (
  room: JsonObject,
  corners: readonly Point[],
  extras: readonly (readonly Json[])[] = extrasOf(room),
): JsonObject => ({
  ...room,
  points: corners.map((corner, index) => [...tidyPoint(corner), ...(extras[index] ?? [])]),
});

const moveCorners = (plan: PlanData, corners: Corners, by: Point): PlanData => {
  const changes = [...corners].map(
    ([ref, indexes]) =>
      [
        ref,
        (data: JsonObject) =>
          withCorners(
            data,
            cornersOf(data).map((corner, index) =>
              indexes.has(index) ? plus(corner, by) : corner,
            ),
          ),
      ] as const,
  );
  return followWalls(plan, update(plan, new Map(changes)), new Set(corners.keys()));
};

/** Moves a corner to a place, and with it the corners of other rooms that lie on it. */
export const moveCorner = (plan: PlanData, room: Ref, index: number, to: Point): PlanData => {
  const entity = findRef(plan, room);
  const corner = entity === undefined ? undefined : cornersOf(entity.data)[index];
  if (entity === undefined || corner === undefined) return plan;
  const shared = matching(neighbours(plan, entity), (point) => isSame(point, corner));
  return moveCorners(plan, shared, minus(to, corner));
};

const touches = (one: Wall, other: Wall): boolean =>
  nearestOn(one, other.from).away < 0.005 ||
  nearestOn(one, other.to).away < 0.005 ||
  nearestOn(other, one.from).away < 0.005;

const isInLine = (one: Wall, { from, to }: Wall): boolean => {
  const [dx, dz] = minus(one.to, one.from);
  const length = Math.hypot(dx, dz);
  const offLine = ([x, z]: Point): number =>
    Math.abs(dx * (z - one.from[1]) - dz * (x - one.from[0])) / length;
  return length > 0 && offLine(from) < 0.005 && offLine(to) < 0.005;
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
export const moveWall = (plan: PlanData, room: Ref, edge: number, by: Point): PlanData => {
  const entity = findRef(plan, room);
  const wall = entity === undefined ? undefined : wallsOf(cornersOf(entity.data))[edge];
  if (entity === undefined || wall === undefined) return plan;
  const rooms = neighbours(plan, entity);
  const line = lineOf(
    wall,
    rooms.flatMap(({ data }) => wallsOf(cornersOf(data))),
  );
  const onLine = (point: Point): boolean =>
    line.some((each) => nearestOn(each, point).away < 0.005);
  return moveCorners(plan, matching(rooms, onLine), by);
};

const shiftOpenings = (
  plan: PlanData,
  room: JsonObject,
  change: (opening: JsonObject, edge: number) => JsonObject,
): PlanData => {
  const id = idOf(room);
  const changes = new Map<Ref, (data: JsonObject) => JsonObject>();
  for (const opening of entitiesOf(plan, "openings")) {
    if (id === undefined || textIn(opening.data["room_id"]) !== id) continue;
    changes.set(refOf(opening), (data) => change(data, numberIn(data["edge"], -1)));
  }
  return update(plan, changes);
};

/** Adds a corner in the middle of a wall, or at `at` on it; the openings stay where they are. */
export const addCorner = (plan: PlanData, room: Ref, edge: number, at?: Point): PlanData => {
  const entity = findRef(plan, room);
  const corners = entity === undefined ? [] : cornersOf(entity.data);
  const wall = wallsOf(corners)[edge];
  if (entity === undefined || wall === undefined) return plan;
  const corner = tidyPoint(
    at === undefined ? middle(wall.from, wall.to) : nearestOn(wall, at).point,
  );
  const split = nearestOn(wall, corner).along;
  const [first, second] = [
    { from: wall.from, to: corner },
    { from: corner, to: wall.to },
  ];
  const shifted = shiftOpenings(plan, entity.data, (opening, on) => {
    if (on < edge) return opening;
    if (on > edge) return { ...opening, edge: on + 1 };
    const span = spanOf(opening);
    return span.offset <= split
      ? withSpan(opening, span, first)
      : withSpan({ ...opening, edge: on + 1 }, { ...span, offset: span.offset - split }, second);
  });
  const next = corners.toSpliced(edge + 1, 0, corner);
  const extras = extrasOf(entity.data).toSpliced(edge + 1, 0, []);
  return update(shifted, new Map([[room, (data) => withCorners(data, next, extras)]]));
};

/** Takes a corner away, unless the room has only three; the openings stay as near as they can. */
export const removeCorner = (plan: PlanData, room: Ref, index: number): PlanData => {
  const entity = findRef(plan, room);
  const corners = entity === undefined ? [] : cornersOf(entity.data);
  if (entity === undefined || corners.length <= 3 || corners[index] === undefined) return plan;
  const before = (index + corners.length - 1) % corners.length;
  const next = corners.toSpliced(index, 1);
  const old = wallsOf(corners);
  const now = wallsOf(next);
  const shifted = shiftOpenings(plan, entity.data, (opening, on) => {
    const was = old[on];
    const edge = on === index ? before : on;
    // Without the first corner, the walls start at the one that was second.
    const after = edge > index ? edge - 1 : edge;
    const wall = now[after];
    if (was === undefined || wall === undefined) return opening;
    const renumbered = after === on ? opening : { ...opening, edge: after };
    if (on !== index && on !== before) return renumbered;
    const span = spanOf(opening);
    const [dx, dz] = minus(was.to, was.from);
    const share = lengthOf(was) === 0 ? 0 : span.offset / lengthOf(was);
    const centre = plus(was.from, [dx * share, dz * share]);
    return withSpan(renumbered, { ...span, offset: nearestOn(wall, centre).along }, wall);
  });
  const extras = extrasOf(entity.data).toSpliced(index, 1);
  return update(shifted, new Map([[room, (data) => withCorners(data, next, extras)]]));
};

/** Whether a point lies in a room. */
export const isInRoom = (room: JsonObject, point: Point): boolean =>
  isInside(point, cornersOf(room));
