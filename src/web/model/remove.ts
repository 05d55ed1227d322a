import type { PlanData } from "../../elements/entities.ts";
import { entriesOf, findRefs, type Ref, refOf } from "../../elements/ref.ts";
import { openingsOf, roomsOf } from "../../elements/rooms.ts";
import { put } from "../../json/json.ts";
import { textIn } from "../../json/read.ts";
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
  const isOutdoor = rooms.has(textIn(plan["outdoor"]) ?? "");
  const rest = isOutdoor ? put(plan, "outdoor", undefined) : plan;
  const labels = Object.entries(entriesOf(plan["labels"]));
  const kept = labels.filter(([id]) => !rooms.has(id));
  return kept.length === labels.length ? rest : { ...rest, labels: Object.fromEntries(kept) };
};

/** Deletes elements; rooms take their openings, their labels and the mark `outdoor` with them. */
export const removeWithParts = (plan: PlanData, refs: readonly Ref[]): Removal => {
  const named = new Set(findRefs(plan, refs).map(refOf));
  const rooms = new Set<string>();
  for (const { entity, id } of roomsOf(plan))
    if (id !== undefined && named.has(refOf(entity))) rooms.add(id);
  // Of two rooms with one id, the one that stays keeps the openings.
  for (const { entity, id } of roomsOf(plan))
    if (id !== undefined && !named.has(refOf(entity))) rooms.delete(id);
  const openings = openingsOf(plan, rooms)
    .map(refOf)
    .filter((ref) => !named.has(ref));
  return {
    plan: withoutLabels(remove(plan, [...named, ...openings]), rooms),
    removed: named.size,
    openings: openings.length,
  };
};
