import { idOf, type PlanData } from "../../elements/entities.ts";
import { type Collection, collections } from "../../kinds/index.ts";
import { type Json, type JsonObject, listIn } from "../../json/json.ts";
import { objectsIn } from "../../json/read.ts";
import { findRefs, type Ref } from "../../elements/ref.ts";

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
export const replacePart = (plan: PlanData, refs: readonly Ref[], part: JsonObject): PlanData => {
  const lists = collections.flatMap((collection) => {
    const elements = findRefs(plan, refs).filter((entity) => entity.collection === collection);
    const rest = [...objectsIn(part[collection])];
    if (elements.length === 0 && rest.length === 0) return [];
    const byIndex = new Map<number, JsonObject | undefined>();
    for (const { index, data } of elements) {
      const id = idOf(data);
      const at = id === undefined ? -1 : rest.findIndex((each) => idOf(each) === id);
      byIndex.set(index, at === -1 ? undefined : rest.splice(at, 1)[0]);
    }
    for (const [index, found] of byIndex) byIndex.set(index, found ?? rest.shift());
    const kept = listIn(plan[collection]).flatMap((element, index): readonly Json[] => {
      if (!byIndex.has(index)) return [element];
      const next = byIndex.get(index);
      return next === undefined ? [] : [next];
    });
    return [[collection, [...kept, ...rest]] as const];
  });
  return { ...plan, ...Object.fromEntries(lists) };
};
