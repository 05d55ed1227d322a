import {
  entriesOf,
  findRef,
  findRefs,
  idOf,
  newId,
  type PlanData,
  type Ref,
  refOf,
} from "../elements/entities.ts";
import type { MapName } from "../elements/references.ts";
import type { Collection } from "../kinds/kinds.ts";
import { type Json, type JsonObject, listIn, withField } from "../json.ts";

/**
 * Changes elements in place, or deletes those for which the change returns undefined; shares everything that does not
 * change.
 */
export const updateElements = (
  plan: PlanData,
  changes: ReadonlyMap<Ref, (data: JsonObject) => JsonObject | undefined>,
): PlanData => {
  const lists = new Map<Collection, (Json | undefined)[]>();
  for (const [ref, change] of changes) {
    const entity = findRef(plan, ref);
    if (entity === undefined) continue;
    const changed = change(entity.data);
    if (changed === entity.data) continue;
    const list = lists.get(entity.collection) ?? [...listIn(plan[entity.collection])];
    list[entity.index] = changed;
    lists.set(entity.collection, list);
  }
  const changed = [...lists].map(
    ([collection, list]) => [collection, list.filter((each) => each !== undefined)] as const,
  );
  return changed.length === 0 ? plan : { ...plan, ...Object.fromEntries(changed) };
};

/** Changes one element, like `updateElements`. */
export const updateElement = (
  plan: PlanData,
  ref: Ref,
  change: (data: JsonObject) => JsonObject,
): PlanData => updateElements(plan, new Map([[ref, change]]));

/** Sets several fields of one element. */
export const setFields = (plan: PlanData, ref: Ref, fields: JsonObject): PlanData =>
  updateElement(plan, ref, (data) => ({ ...data, ...fields }));

/** Appends elements to a list. */
export const addElements = (
  plan: PlanData,
  collection: Collection,
  ...elements: readonly JsonObject[]
): PlanData => ({ ...plan, [collection]: [...listIn(plan[collection]), ...elements] });

/** Deletes elements only, without anything that refers to them. */
export const removeElements = (plan: PlanData, refs: Iterable<Ref>): PlanData =>
  updateElements(plan, new Map([...refs].map((ref) => [ref, () => undefined])));

/** New ids for elements without one, by ref. Computed once per gesture, so that each preview has the same ids. */
export const newIdsFor = (plan: PlanData, refs: Iterable<Ref>): ReadonlyMap<Ref, string> =>
  new Map(
    findRefs(plan, refs).flatMap((entity) =>
      idOf(entity.data) === undefined ? [[refOf(entity), newId(plan, entity.collection)]] : [],
    ),
  );

/** Gives the elements their new ids. */
export const assignIds = (plan: PlanData, ids: ReadonlyMap<Ref, string>): PlanData =>
  updateElements(
    plan,
    new Map([...ids].map(([ref, id]) => [ref, (data: JsonObject) => ({ id, ...data })])),
  );

/** The ref of an element after it got its new id. */
export const renamedRef = (ref: Ref, ids: ReadonlyMap<Ref, string>): Ref => {
  const id = ids.get(ref);
  return id === undefined ? ref : `${ref.slice(0, ref.indexOf("/"))}/${id}`;
};

/** Sets entries of an object keyed by ids. */
export const withEntries = (plan: PlanData, name: MapName, entries: JsonObject): PlanData =>
  Object.keys(entries).length === 0
    ? plan
    : { ...plan, [name]: { ...entriesOf(plan[name]), ...entries } };

/** An edit, and the refs of its elements afterwards. */
export interface FieldEdit {
  readonly change: (plan: PlanData) => PlanData;
  readonly refs: readonly Ref[];
}

/**
 * Sets a field of elements, or removes it if the value is undefined. Elements without an id get one from `ids`, so that
 * a repeated edit gives the same result. `plan` is the current plan.
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

/** The common value of a field, or that the elements differ. */
export const sharedValue = (
  plan: PlanData,
  refs: readonly Ref[],
  field: string,
): { readonly value: Json | undefined } | "mixed" => {
  const [first, ...others] = findRefs(plan, refs).map(({ data }) => data[field] ?? undefined);
  return others.every((other) => other === first) ? { value: first } : "mixed";
};
