import { entitiesOf, idOf, type PlanData } from "../../elements/entities.ts";
import { type JsonObject, isObject } from "../../json/json.ts";
import { textIn } from "../../json/read.ts";
import { findRefs, type Ref, refOf } from "../../elements/ref.ts";
import { remove } from "./change.ts";

/** What a deletion takes with it, besides what was named. */
export interface Removal {
  readonly plan: PlanData;
  /** How many of the named elements were there. */
  readonly removed: number;
  /** Openings of deleted rooms, which would hang in the air. */
  readonly openings: number;
}

const withoutLabels = (plan: PlanData, rooms: ReadonlySet<string>): PlanData => {
  const { labels, outdoor } = plan;
  const { outdoor: _, ...indoor } = plan;
  const rest: PlanData = rooms.has(textIn(outdoor) ?? "") ? indoor : plan;
  if (!isObject(labels) || !Object.keys(labels).some((id) => rooms.has(id))) return rest;
  const kept = Object.entries(labels).filter(([id]) => !rooms.has(id));
  return { ...rest, labels: Object.fromEntries(kept) };
};

/** Deletes elements; rooms take their openings, their labels and the mark `outdoor` with them. */
export const removeWithParts = (plan: PlanData, refs: readonly Ref[]): Removal => {
  const entities = findRefs(plan, refs);
  const named = new Set(entities.map(refOf));
  const isLeft = (room: JsonObject): boolean =>
    entitiesOf(plan, "rooms").some(
      (other) => idOf(other.data) === idOf(room) && !named.has(refOf(other)),
    );
  // Of two rooms with one id, the one that stays keeps the openings.
  const rooms = new Set(
    entities.flatMap(({ collection, data }) => {
      const id = collection === "rooms" ? idOf(data) : undefined;
      return id === undefined || isLeft(data) ? [] : [id];
    }),
  );
  const openings = entitiesOf(plan, "openings").filter(
    (opening) => rooms.has(textIn(opening.data["room_id"]) ?? "") && !named.has(refOf(opening)),
  );
  return {
    plan: withoutLabels(remove(plan, [...named, ...openings.map(refOf)]), rooms),
    removed: named.size,
    openings: openings.length,
  };
};
