import { canonicalJson, deepEqual, isList, isObject, type Json } from "../../../src/model/json.ts";
import { entitiesOf, lists, type PlanData } from "../../../src/model/elements/entities.ts";

/** Every field of every element, and every field of the plan's own, as texts that say whose it is. */
export const facts = (plan: PlanData): ReadonlyMap<string, Json> => {
  const found = new Map<string, Json>();
  const put = (owner: string, fields: object): void => {
    for (const [field, value] of Object.entries(fields)) {
      if (value !== undefined) found.set(`${owner}/${field}`, value);
    }
  };
  for (const list of lists)
    for (const { key, data } of entitiesOf(plan, list)) put(`${list}/${key}`, data);
  for (const [field, value] of Object.entries(plan)) {
    if (lists.some((list) => list === field)) continue;
    if (!isObject(value)) put("plan", { [field]: value });
    else for (const [key, inner] of Object.entries(value)) put(`${field}/${key}`, { "": inner });
  }
  return found;
};

/**
 * The edits between two plans that a third does not have, in words. Without an id a key names the
 * content, so only edits of what has one can be found again.
 */
export const missingEdits = (base: PlanData, edited: PlanData, result: PlanData): string[] => {
  const [old, own, now] = [facts(base), facts(edited), facts(result)];
  return [...new Set([...old.keys(), ...own.keys()])]
    .filter((fact) => !fact.includes("/~") && !deepEqual(old.get(fact), own.get(fact)))
    .filter((fact) => !deepEqual(now.get(fact), own.get(fact)))
    .map((fact) => `${fact} is ${JSON.stringify(now.get(fact))}`);
};

/** The plan with its lists in one order, for comparing what is in them. */
export const sorted = (plan: PlanData): PlanData =>
  Object.fromEntries(
    Object.entries(plan).map(([field, value]) => [
      field,
      isList(value)
        ? value.toSorted((one, other) => (canonicalJson(one) < canonicalJson(other) ? -1 : 1))
        : value,
    ]),
  );
