import { findEntity, type PlanData } from "../elements/entities.ts";
import { findRoom, openingsOf, roomIdOf, roomsOf } from "../elements/rooms.ts";
import type { Point } from "../geometry/vector.ts";
import { deepEqual, isList, type Json, type JsonObject } from "../json.ts";
import { numberIn } from "../../json/read.ts";
import { spanOf } from "../kinds/opening.ts";
import { findPlace, type FoundPlace } from "../../merge/wall-place.ts";

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
