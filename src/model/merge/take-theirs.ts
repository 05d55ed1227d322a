import type { Conflict, Part } from "./conflict.ts";
import {
  entitiesOf,
  entriesOf,
  findEntity,
  idOf,
  isListName,
  type List,
  type PlanData,
} from "../elements/entities.ts";
import { deepEqual, isObject, type Json, listIn, ownField, withField } from "../json.ts";
import { changedOutlines, reattachOpenings } from "./reattach-openings.ts";
import { inSameOrder, mergeOrders } from "./merge-rows.ts";

/** The current value of what a conflict is about. */
export const valueIn = (
  plan: PlanData,
  conflict: Pick<Conflict, "subject" | "key" | "kind">,
): Json | undefined => {
  const { subject, key, kind } = conflict;
  if (subject === "plan") return ownField(plan, key);
  if (!isListName(subject)) return ownField(entriesOf(plan[subject]), key);
  return kind === "order"
    ? entitiesOf(plan, subject).map((entity) => entity.key)
    : findEntity(plan, subject, key)?.data;
};

const chosen = (own: Json | undefined, { kind, fields, theirs }: Conflict): Json | undefined => {
  if (kind !== "fields" || !isObject(own) || !isObject(theirs)) return theirs;
  return fields.reduce((value, field) => withField(value, field, ownField(theirs, field)), own);
};

const keysIn = (value: Json | undefined): readonly string[] =>
  listIn(value).filter((key) => typeof key === "string");

/** Whether the plan already has the conflict's `theirs`, so that there is nothing left to choose. */
export const isResolved = (plan: PlanData, conflict: Conflict): boolean => {
  const own = valueIn(plan, conflict);
  if (conflict.kind === "order") return inSameOrder(keysIn(own), keysIn(conflict.theirs));
  if (conflict.kind === "fields" && own === undefined) return false;
  return deepEqual(own, chosen(own, conflict));
};

const reorder = (plan: PlanData, list: List, order: readonly string[]): PlanData => {
  const entities = entitiesOf(plan, list);
  const all = entities.map(({ key }) => key);
  const next = mergeOrders(
    order.filter((key) => all.includes(key)),
    all,
  );
  const sorted = next
    .map((key) => findEntity(plan, list, key)?.data)
    .filter((data) => data !== undefined);
  // Elements that are not objects have no key and stay at the end.
  const odd = listIn(plan[list]).filter((element) => !isObject(element));
  return { ...plan, [list]: [...sorted, ...odd] };
};

const insert = (plan: PlanData, list: List, element: Json, theirs: PlanData): PlanData => {
  const own = listIn(plan[list]);
  const others = entitiesOf(theirs, list);
  const place = others.findIndex(
    ({ key, data }) => key === idOf(element) || deepEqual(data, element),
  );
  const before = others.slice(0, Math.max(place, 0)).toReversed();
  const anchor = before.flatMap(({ key }) => findEntity(plan, list, key)?.index ?? [])[0];
  const at = place === -1 ? own.length : (anchor ?? -1) + 1;
  return { ...plan, [list]: own.toSpliced(at, 0, element) };
};

// Openings refer to their wall by index and from its start, which may be others after corners change.
const withOpenings = (before: PlanData, after: PlanData): PlanData => {
  const { openings } = reattachOpenings(before, changedOutlines(before, after)).plan;
  return openings === before["openings"] ? after : { ...after, openings };
};

/**
 * The plan with the conflict's `theirs`. `theirs` is the whole plan of that side, which gives the place in the list.
 */
export const takeTheirs = (plan: PlanData, conflict: Conflict, theirs: PlanData): PlanData => {
  const { subject, key, kind, parts = [] } = conflict;
  if (kind === "order" && isListName(subject)) {
    return reorder(plan, subject, keysIn(conflict.theirs));
  }
  const value = chosen(valueIn(plan, conflict), conflict);
  const changed = withValue(plan, { subject, key, theirs: value }, theirs);
  return parts.reduce((each, part) => withPart(each, part, theirs), changed);
};

/** Restores a part that their side kept if it is missing, and deletes one that their side deleted. */
const withPart = (plan: PlanData, part: Part, theirs: PlanData): PlanData => {
  const { subject, key } = part;
  const here = valueIn(plan, { subject, key, kind: "whole" });
  return here !== undefined && part.theirs !== undefined ? plan : withValue(plan, part, theirs);
};

const withValue = (
  plan: PlanData,
  { subject, key, theirs: value }: Part,
  theirs: PlanData,
): PlanData => {
  if (subject === "plan") return withField(plan, key, value);
  if (!isListName(subject)) {
    return { ...plan, [subject]: withField(entriesOf(plan[subject]), key, value) };
  }
  const known = findEntity(plan, subject, key);
  if (known === undefined) return value === undefined ? plan : insert(plan, subject, value, theirs);
  const next = listIn(plan[subject]).toSpliced(
    known.index,
    1,
    ...(value === undefined ? [] : [value]),
  );
  return withOpenings(plan, { ...plan, [subject]: next });
};
