import type { Conflict } from "./conflict.ts";
import {
  entitiesOf,
  findEntity,
  idOf,
  isListName,
  type List,
  type PlanData,
} from "../elements/entities.ts";
import { isList, isObject, type Json, type JsonObject, same } from "../json/json.ts";
import { changedFrame, reframe } from "./reframe.ts";
import { inSameOrder, weave } from "./weave.ts";

const without = (object: JsonObject, field: string): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([name]) => name !== field));

const put = (object: JsonObject, field: string, value: Json | undefined): JsonObject =>
  value === undefined ? without(object, field) : { ...object, [field]: value };

/** The value that the conflict is about, as the plan has it now. */
export const valueIn = (plan: PlanData, conflict: Conflict): Json | undefined => {
  const { subject, key, kind } = conflict;
  if (subject === "plan") return plan[key];
  if (!isListName(subject)) {
    const entries = plan[subject];
    return isObject(entries) ? entries[key] : undefined;
  }
  return kind === "order"
    ? entitiesOf(plan, subject).map((entity) => entity.key)
    : findEntity(plan, subject, key)?.data;
};

const chosen = (own: Json | undefined, { kind, fields, theirs }: Conflict): Json | undefined => {
  if (kind !== "fields" || !isObject(own) || !isObject(theirs)) return theirs;
  return fields.reduce((value, field) => put(value, field, theirs[field]), own);
};

const keysIn = (value: Json | undefined): readonly string[] =>
  isList(value) ? value.filter((key) => typeof key === "string") : [];

/** Whether the plan already has what the conflict calls theirs, so that there is nothing to choose. */
export const agrees = (plan: PlanData, conflict: Conflict): boolean => {
  const own = valueIn(plan, conflict);
  if (conflict.kind === "order") return inSameOrder(keysIn(own), keysIn(conflict.theirs));
  if (conflict.kind === "fields" && own === undefined) return false;
  return same(own, chosen(own, conflict));
};

const reorder = (plan: PlanData, list: List, order: readonly string[]): PlanData => {
  const entities = entitiesOf(plan, list);
  const all = entities.map(({ key }) => key);
  const next = weave(
    order.filter((key) => all.includes(key)),
    all,
  );
  const sorted = next.flatMap((key): readonly Json[] => {
    const entity = findEntity(plan, list, key);
    return entity === undefined ? [] : [entity.data];
  });
  const elements = plan[list];
  // What is no object has no key, and stays at the end.
  const odd = isList(elements) ? elements.filter((element) => !isObject(element)) : [];
  return { ...plan, [list]: [...sorted, ...odd] };
};

const insert = (plan: PlanData, list: List, element: Json, theirs: PlanData): PlanData => {
  const elements = plan[list];
  const own = isList(elements) ? elements : [];
  const others = entitiesOf(theirs, list);
  const place = others.findIndex(({ key, data }) => key === idOf(element) || same(data, element));
  const before = others.slice(0, Math.max(place, 0)).toReversed();
  const anchor = before.flatMap(({ key }) => findEntity(plan, list, key)?.index ?? [])[0];
  const at = place === -1 ? own.length : (anchor ?? -1) + 1;
  return { ...plan, [list]: own.toSpliced(at, 0, element) };
};

// Openings name their wall by a number, which may be another's between other corners.
const withOpenings = (before: PlanData, after: PlanData): PlanData => {
  const { openings } = reframe(before, changedFrame(before, after)).plan;
  return openings === before["openings"] ? after : { ...after, openings };
};

/** The plan with what the conflict calls theirs. `theirs` is the plan that it comes from, for its place in the list. */
export const takeTheirs = (plan: PlanData, conflict: Conflict, theirs: PlanData): PlanData => {
  const { subject, key, kind } = conflict;
  if (kind === "order" && isListName(subject)) {
    return reorder(plan, subject, keysIn(conflict.theirs));
  }
  const value = chosen(valueIn(plan, conflict), conflict);
  if (subject === "plan") return put(plan, key, value);
  if (!isListName(subject)) {
    const entries = plan[subject];
    return { ...plan, [subject]: put(isObject(entries) ? entries : {}, key, value) };
  }
  const known = findEntity(plan, subject, key);
  const elements = plan[subject];
  if (known === undefined || !isList(elements)) {
    return value === undefined ? plan : insert(plan, subject, value, theirs);
  }
  const next =
    value === undefined
      ? elements.toSpliced(known.index, 1)
      : elements.toSpliced(known.index, 1, value);
  return withOpenings(plan, { ...plan, [subject]: next });
};
