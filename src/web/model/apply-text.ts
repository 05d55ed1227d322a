import { findRefs, idOf, type PlanData, type Ref, refOf } from "../../model/elements/entities.ts";
import { type Collection, collections } from "../../model/kinds/kinds.ts";
import { type Json, type JsonObject, objectsIn } from "../../model/json.ts";
import { addElements, updateElements } from "../../model/editing/change.ts";

/** Some elements of a plan as they are edited as text: list by list. */
export const partOf = (plan: PlanData, refs: readonly Ref[]): JsonObject => {
  const part: Partial<Record<Collection, Json[]>> = {};
  for (const { collection, data } of findRefs(plan, refs)) (part[collection] ??= []).push(data);
  return part;
};

/**
 * The plan with some of its elements replaced by what the text says about them: those with the same
 * id in their place, then the others in their order; what is left of the text is added, and what is
 * left of the elements is removed.
 */
export const replacePart = (plan: PlanData, refs: readonly Ref[], part: JsonObject): PlanData =>
  collections.reduce((result, collection) => {
    const elements = findRefs(plan, refs).filter((entity) => entity.collection === collection);
    const rest = [...objectsIn(part[collection])];
    const found = elements.map(({ data }) => {
      const id = idOf(data);
      const at = id === undefined ? -1 : rest.findIndex((each) => idOf(each) === id);
      return at === -1 ? undefined : rest.splice(at, 1)[0];
    });
    const changes = elements.map((entity, at) => {
      const next = found[at] ?? rest.shift();
      return [refOf(entity), () => next] as const;
    });
    const updated = updateElements(result, new Map(changes));
    return rest.length === 0 ? updated : addElements(updated, collection, ...rest);
  }, plan);
