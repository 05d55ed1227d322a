import { entitiesOf, findEntity, idOf, type PlanData } from "../elements/entities.ts";
import { isList, type Json, type JsonObject, same } from "../json/json.ts";
import { findPlace, type FoundPlace, type WallPlace } from "./wall-place.ts";
import { type Point } from "../geometry/vector.ts";
import { wholeCornersOf } from "./whereabouts.ts";

/** The corners of rooms, by the room's id. */
export type Frame = ReadonlyMap<string, readonly Point[]>;

/** A plan on other walls. `unsure` are the openings whose wall was not found. */
export interface Reframed {
  readonly plan: PlanData;
  readonly unsure: ReadonlySet<Json>;
}

const roomsOf = (plan: PlanData): ReadonlyMap<string, Json> =>
  new Map(
    entitiesOf(plan, "rooms")
      .filter(({ key, data }) => idOf(data) === key)
      .map(({ key, data }) => [key, data["points"] ?? null]),
  );

/** The corners that the merged plan has in each room that not all three sides have alike. */
export const mergedFrame = (base: PlanData, mine: PlanData, theirs: PlanData): Frame => {
  if (base["rooms"] === mine["rooms"] && base["rooms"] === theirs["rooms"]) return new Map();
  const [old, own, other] = [roomsOf(base), roomsOf(mine), roomsOf(theirs)];
  return new Map(
    [...own].flatMap(([id, points]) => {
      const theirPoints = other.get(id);
      const isShared = same(points, theirPoints) && same(points, old.get(id));
      if (theirPoints === undefined || isShared) return [];
      const corners = wholeCornersOf(same(points, old.get(id)) ? theirPoints : points);
      return corners === undefined ? [] : [[id, corners] as const];
    }),
  );
};

/** The corners of the rooms that differ between two plans, as the second has them. */
export const changedFrame = (before: PlanData, after: PlanData): Frame =>
  mergedFrame(before, after, before);

/** Tidying may differ by so many metres between who wrote a place and who computes it. */
const rounding = 0.001;

/**
 * An opening of a plan as it is written in the frame: at the same place on the same wall, though
 * wall numbers and offsets may be others there. Undefined where it is written there as in the plan.
 */
const placeIn = (opening: JsonObject, plan: PlanData, frame: Frame): FoundPlace | undefined => {
  const { room_id, edge, offset, width } = opening;
  const room = idOf({ id: room_id }) ?? "";
  const to = frame.get(room);
  if (to === undefined || typeof edge !== "number" || typeof offset !== "number") return undefined;
  const from = wholeCornersOf(findEntity(plan, "rooms", room)?.data["points"]);
  if (from === undefined || same(from, to)) return undefined;
  return findPlace(from, to, { edge, offset, width: typeof width === "number" ? width : 0 });
};

/** How somebody who has the room as in the frame wrote the same place, if one of the plans does. */
const writtenBy = (
  others: readonly PlanData[],
  key: string,
  { room_id }: JsonObject,
  { edge, offset }: WallPlace,
  frame: Frame,
): Json | undefined => {
  const room = idOf({ id: room_id }) ?? "";
  for (const other of others) {
    const known = findEntity(other, "openings", key)?.data;
    if (known === undefined || known["room_id"] !== room_id || known["edge"] !== edge) continue;
    const isInFrame = same(findEntity(other, "rooms", room)?.data["points"], frame.get(room));
    const written = known["offset"];
    const isAlike = typeof written === "number" && Math.abs(written - offset) < rounding;
    if (isInFrame && isAlike) return written;
  }
  return undefined;
};

/** A plan with its openings written in the frame, and alike where one of `others` has the same place. */
export const reframe = (
  plan: PlanData,
  frame: Frame,
  others: readonly PlanData[] = [],
): Reframed => {
  const openings = plan["openings"];
  const unsure = new Set<Json>();
  if (frame.size === 0 || !isList(openings)) return { plan, unsure };
  const next = [...openings];
  for (const { index, key, data } of entitiesOf(plan, "openings")) {
    const found = placeIn(data, plan, frame);
    if (found === undefined) continue;
    const { edge, offset } = found.place;
    const written = writtenBy(others, key, data, found.place, frame) ?? offset;
    // One whose wall is gone becomes an object of its own, by which it is known.
    const isKept = found.isSure && edge === data["edge"] && written === data["offset"];
    const moved = isKept ? data : { ...data, edge, offset: written };
    if (!found.isSure) unsure.add(moved);
    next[index] = moved;
  }
  const isKept = next.every((opening, at) => opening === openings[at]);
  return { plan: isKept ? plan : { ...plan, openings: next }, unsure };
};
