import { findRefs, type PlanData, type Ref, refOf } from "../../model/elements/entities.ts";
import { referenceNames, references, withoutReferences } from "../../model/elements/references.ts";
import { openingsOf, roomsOf } from "../../model/elements/rooms.ts";
import { removeElements } from "../../model/editing/change.ts";

/** What a deletion takes with it, besides what was named. */
export interface Removal {
  readonly plan: PlanData;
  /** How many of the named elements were there. */
  readonly removed: number;
  /** Openings of deleted rooms, which would hang in the air. */
  readonly openings: number;
}

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
  const about = referenceNames.filter((name) => references[name] === "rooms");
  const rest = removeElements(plan, [...named, ...openings]);
  return {
    plan: about.reduce((each, name) => withoutReferences(each, name, rooms), rest),
    removed: named.size,
    openings: openings.length,
  };
};
