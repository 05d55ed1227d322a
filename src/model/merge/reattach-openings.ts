import { PointIndex } from "../geometry/spatial-index.ts";
import {
  distance,
  dot,
  isMovedWhole,
  isSame,
  lengthOf,
  minus,
  type Point,
  pointAlong,
  type Span,
  spanOn,
  type Wall,
  wallsOf,
} from "../geometry/vector.ts";
import { findEntity, type PlanData } from "../elements/entities.ts";
import { findRoom, openingsOf, roomIdOf, roomsOf } from "../elements/rooms.ts";
import { deepEqual, isList, type Json, type JsonObject, numberIn } from "../json.ts";
import { spanOf } from "../kinds/opening.ts";

/** A place on the walls of a room: the index of the wall, and the part of it. */
export interface WallPlace extends Span {
  readonly edge: number;
}

/** The same place on other walls. `isSure`: it is the same wall, or the same place in the plane. */
interface FoundPlace extends WallPlace {
  readonly isSure: boolean;
}

type Corners = readonly Point[];

/** Metres within which two places are one. */
const near = 0.01;

/** Whether the corners were only moved, so that a wall is the one that has its number. */
export const keepsNumbers = (from: Corners, to: Corners): boolean => {
  if (from.length !== to.length) return false;
  const by = minus(to[0] ?? [0, 0], from[0] ?? [0, 0]);
  if (from.every((corner, at) => isSame(minus(to[at] ?? corner, corner), by))) return true;
  const moved = new PointIndex(to);
  return from.every((corner, at) => moved.at(corner).every((place) => place === at));
};

const isParallel = (one: Wall, other: Wall): boolean => {
  const size = lengthOf(one) * lengthOf(other);
  return size > 0 && dot(minus(one.to, one.from), minus(other.to, other.from)) / size > 0.999;
};

/**
 * Finds a place on the walls between `from` again on the walls between `to`: on its wall where
 * that was moved as a whole, else where it lies in the plane. Where neither is there, it is the
 * nearest place, and not sure. Undefined where the first walls have no such place.
 */
const findPlace = (
  from: Corners,
  to: Corners,
  { edge, ...span }: WallPlace,
): FoundPlace | undefined => {
  const was = wallsOf(from)[edge];
  if (was === undefined) return undefined;
  const centre = pointAlong(was, span.offset);
  const isNumbered = keepsNumbers(from, to);
  const candidates = wallsOf(to).flatMap((is, at) => {
    if (isNumbered && at !== edge) return [];
    const isKept = isMovedWhole(was, is) && (isNumbered || isSame(was.from, is.from));
    if (isKept) return [{ ...span, edge: at, isSure: true, away: 0 }];
    const next = spanOn(was, is, span);
    const away = distance(pointAlong(is, next.offset), centre);
    const isSure = away <= near && isParallel(was, is) && span.width <= lengthOf(is) + near;
    return [{ ...next, edge: at, isSure, away }];
  });
  return candidates.toSorted(
    (one, other) => Number(other.isSure) - Number(one.isSure) || one.away - other.away,
  )[0];
};

/** The corners of rooms, by the room's id. */
export type RoomOutlines = ReadonlyMap<string, readonly Point[]>;

/** A plan on other walls. `unsure` are the openings whose wall was not found. */
export interface ReattachedOpenings {
  readonly plan: PlanData;
  readonly unsure: ReadonlySet<Json>;
}

/** A room that two plans have, and its corners between which the openings are to be written. */
interface Framed {
  readonly id: string | undefined;
  readonly corners: readonly Point[];
}

/** The corners of some rooms, of those that not all plans have alike. */
export const outlinesOfRooms = (
  rooms: readonly Framed[],
  plans: readonly PlanData[],
): RoomOutlines => {
  const frame = new Map<string, readonly Point[]>();
  for (const { id, corners } of rooms) {
    if (id === undefined || frame.has(id) || corners.length === 0) continue;
    const isShared = plans.every((plan) => deepEqual(findRoom(plan, id)?.corners, corners));
    if (!isShared) frame.set(id, corners);
  }
  return frame;
};

/** The corners of the rooms that differ between two plans, as the second has them. */
export const changedOutlines = (before: PlanData, after: PlanData): RoomOutlines =>
  outlinesOfRooms(
    roomsOf(after).filter(({ id }) => findRoom(before, id) !== undefined),
    [before, after],
  );

/** Tidying may differ by so many metres between who wrote a place and who computes it. */
const rounding = 0.001;

/**
 * An opening of a plan as it is written in the frame: at the same place on the same wall, though
 * wall numbers and offsets may be others there. Undefined where it is written there as in the plan.
 */
const placeIn = (
  opening: JsonObject,
  plan: PlanData,
  frame: RoomOutlines,
): FoundPlace | undefined => {
  const room = roomIdOf(opening);
  const [from, to] = [findRoom(plan, room)?.corners, frame.get(room ?? "")];
  const edge = numberIn(opening["edge"], undefined);
  const hasPlace = edge !== undefined && numberIn(opening["offset"], undefined) !== undefined;
  return from === undefined || to === undefined || !hasPlace || deepEqual(from, to)
    ? undefined
    : findPlace(from, to, { edge, ...spanOf(opening) });
};

/** How somebody who has the room as in the frame wrote the same place, if one of the plans does. */
const writtenBy = (
  others: readonly PlanData[],
  key: string,
  opening: JsonObject,
  { edge, offset }: FoundPlace,
  frame: RoomOutlines,
): number | undefined => {
  const room = roomIdOf(opening);
  for (const other of others) {
    const known = findEntity(other, "openings", key)?.data;
    if (known === undefined || roomIdOf(known) !== room || known["edge"] !== edge) continue;
    const isInFrame = deepEqual(findRoom(other, room)?.corners, frame.get(room ?? ""));
    const written = numberIn(known["offset"], NaN);
    if (isInFrame && Math.abs(written - offset) < rounding) return written;
  }
  return undefined;
};

/** A plan with its openings written in the frame, and alike where one of `others` has the same place. */
export const reattachOpenings = (
  plan: PlanData,
  frame: RoomOutlines,
  others: readonly PlanData[] = [],
): ReattachedOpenings => {
  const { openings } = plan;
  const unsure = new Set<Json>();
  if (frame.size === 0 || !isList(openings)) return { plan, unsure };
  const next = [...openings];
  for (const { index, key, data } of openingsOf(plan)) {
    const found = placeIn(data, plan, frame);
    if (found === undefined) continue;
    const { edge, isSure } = found;
    const offset = writtenBy(others, key, data, found, frame) ?? found.offset;
    // One whose wall is gone becomes an object of its own, by which it is known.
    const isKept = isSure && edge === data["edge"] && offset === data["offset"];
    const moved = isKept ? data : { ...data, edge, offset };
    if (!isSure) unsure.add(moved);
    next[index] = moved;
  }
  const isKept = next.every((opening, at) => opening === openings[at]);
  return { plan: isKept ? plan : { ...plan, openings: next }, unsure };
};
