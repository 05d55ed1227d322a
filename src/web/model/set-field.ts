import { type Json, type JsonObject, withField } from "../../model/json.ts";
import { findRefs, type PlanData, type Ref } from "../../model/elements/entities.ts";
import { newIdsFor, renamedRef, updateElements, assignIds } from "../../model/editing/change.ts";

/** An edit of some elements, and what they are called after it. */
export interface FieldEdit {
  readonly change: (plan: PlanData) => PlanData;
  readonly refs: readonly Ref[];
}

/**
 * Sets a field of elements, or takes it away where the value is undefined. What has no id gets one
 * with this first edit; `plan` is where the elements are now, `ids` are for those without, so that an edit
 * that is made again and again gives the same.
 */
export const setField = (
  plan: PlanData,
  refs: readonly Ref[],
  field: string,
  value: Json | undefined,
  ids = newIdsFor(plan, refs),
): FieldEdit => {
  const set = (data: JsonObject): JsonObject => withField(data, field, value);
  const after = refs.map((ref) => renamedRef(ref, ids));
  const isNothing = findRefs(plan, refs).every(({ data }) => set(data) === data);
  if (isNothing) return { change: (each) => each, refs };
  return {
    change: (each) => updateElements(assignIds(each, ids), new Map(after.map((ref) => [ref, set]))),
    refs: after,
  };
};

/** What elements have in a field: the one value of all, or that they differ. */
export const sharedValue = (
  plan: PlanData,
  refs: readonly Ref[],
  field: string,
): { readonly value: Json | undefined } | "mixed" => {
  const [first, ...others] = findRefs(plan, refs).map(({ data }) => data[field] ?? undefined);
  return others.every((other) => other === first) ? { value: first } : "mixed";
};
