import { idOf, newId, type PlanData } from "../../elements/entities.ts";
import type { Collection } from "../../kinds/index.ts";
import { type Json, type JsonObject, listIn, put } from "../../json/json.ts";
import { entriesOf, findRef, findRefs, type Ref, refOf } from "../../elements/ref.ts";

/** Changes elements in their places; what is not named, and what comes back as it was, is shared. */
export const update = (
  plan: PlanData,
  changes: ReadonlyMap<Ref, (data: JsonObject) => JsonObject>,
): PlanData => {
  const lists = new Map<Collection, Json[]>();
  for (const [ref, change] of changes) {
    const entity = findRef(plan, ref);
    if (entity === undefined) continue;
    const changed = change(entity.data);
    if (changed === entity.data) continue;
    const list = lists.get(entity.collection) ?? [...listIn(plan[entity.collection])];
    list[entity.index] = changed;
    lists.set(entity.collection, list);
  }
  return lists.size === 0 ? plan : { ...plan, ...Object.fromEntries(lists) };
};

/** Changes one element, as `update` does. */
export const updateOne = (
  plan: PlanData,
  ref: Ref,
  change: (data: JsonObject) => JsonObject,
): PlanData => update(plan, new Map([[ref, change]]));

/** Sets fields of one element. */
export const setFields = (plan: PlanData, ref: Ref, fields: JsonObject): PlanData =>
  updateOne(plan, ref, (data) => ({ ...data, ...fields }));

/** Adds elements at the end of a list. */
export const add = (
  plan: PlanData,
  collection: Collection,
  ...elements: readonly JsonObject[]
): PlanData => ({ ...plan, [collection]: [...listIn(plan[collection]), ...elements] });

/** Takes elements out of their lists, and nothing else. */
export const remove = (plan: PlanData, refs: Iterable<Ref>): PlanData => {
  const gone = new Map<Collection, Set<number>>();
  for (const { collection, index } of findRefs(plan, refs)) {
    gone.set(collection, (gone.get(collection) ?? new Set()).add(index));
  }
  const lists = [...gone].map(([collection, indexes]) => [
    collection,
    listIn(plan[collection]).filter((_, index) => !indexes.has(index)),
  ]);
  return lists.length === 0 ? plan : { ...plan, ...Object.fromEntries(lists) };
};

/** New ids for elements that have none, by ref. Drawn once per gesture, so that each of its previews gives the same. */
export const idsFor = (plan: PlanData, refs: Iterable<Ref>): ReadonlyMap<Ref, string> =>
  new Map(
    findRefs(plan, refs).flatMap((entity) =>
      idOf(entity.data) === undefined ? [[refOf(entity), newId(plan, entity.collection)]] : [],
    ),
  );

/** Writes the new ids into their elements. */
export const withIds = (plan: PlanData, ids: ReadonlyMap<Ref, string>): PlanData =>
  update(
    plan,
    new Map([...ids].map(([ref, id]) => [ref, (data: JsonObject) => ({ id, ...data })])),
  );

/** What an element is called once it has its new id. */
export const renamed = (ref: Ref, ids: ReadonlyMap<Ref, string>): Ref => {
  const id = ids.get(ref);
  return id === undefined ? ref : `${ref.slice(0, ref.indexOf("/"))}/${id}`;
};

/** Takes an entry out of an object of the plan that is keyed by ids, such as `labels`. */
export const withoutEntry = (plan: PlanData, field: string, key: string): PlanData => {
  const entries = entriesOf(plan[field]);
  return entries[key] === undefined ? plan : { ...plan, [field]: put(entries, key, undefined) };
};
