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

/** A place on a room's walls: the wall's index and the part of the wall. */
export interface WallPlace extends Span {
  readonly edge: number;
}

/** The same place on other walls. `isSure` if it is the same wall or the same coordinates. */
interface FoundPlace extends WallPlace {
  readonly isSure: boolean;
}

type Corners = readonly Point[];

/** Metres within which two places are the same. */
const near = 0.01;

/** Whether the corners were only moved, so that each wall keeps its index. */
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
 * Finds a place on the walls of `from` again on the walls of `to`: on the same wall if that was moved as a whole, else
 * at the same coordinates. If there is neither, returns the nearest place with `isSure` false. Undefined if `from` has
 * no such wall.
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

/** The corners of rooms, by room id. */
export type RoomOutlines = ReadonlyMap<string, readonly Point[]>;

/** A plan with its openings rewritten to other walls. `unsure` are the openings whose wall was not found. */
export interface ReattachedOpenings {
  readonly plan: PlanData;
  readonly unsure: ReadonlySet<Json>;
}

/** A room in both plans, and the corners that its openings should refer to. */
interface Framed {
  readonly id: string | undefined;
  readonly corners: readonly Point[];
}

/** The corners of those of some rooms that differ between the plans. */
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

/** The corners of the rooms that differ between two plans, as in the second. */
export const changedOutlines = (before: PlanData, after: PlanData): RoomOutlines =>
  outlinesOfRooms(
    roomsOf(after).filter(({ id }) => findRoom(before, id) !== undefined),
    [before, after],
  );

/** Metres by which a stored place may differ from a computed one because of rounding. */
const rounding = 0.001;

/**
 * Rewrites an opening's place for the corners in the frame: the same place on the same wall, possibly with another
 * index and offset. Undefined if it does not change.
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

/** The offset that another plan with the frame's corners has for the same place, if any. */
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

/** A plan with its openings rewritten for the frame, using the same offsets as `others` for the same places. */
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
    // An opening whose wall is gone becomes a new object, so that `unsure` can identify it.
    const isKept = isSure && edge === data["edge"] && offset === data["offset"];
    const moved = isKept ? data : { ...data, edge, offset };
    if (!isSure) unsure.add(moved);
    next[index] = moved;
  }
  const isKept = next.every((opening, at) => opening === openings[at]);
  return { plan: isKept ? plan : { ...plan, openings: next }, unsure };
};
