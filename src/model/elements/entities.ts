import {
  canonicalJson,
  deepEqual,
  hashOfContent,
  isList,
  isObject,
  type Json,
  type JsonObject,
  ownField,
} from "../json.ts";
import { type Collection, collections, isCollection, kinds } from "../kinds/kinds.ts";
import type { Place } from "../kinds/kind.ts";

/** A plan as stored; immutable. Edits make a new plan that shares unchanged objects. */
export type PlanData = JsonObject;

/** The lists of a plan whose elements have an identity: those of what is drawn, the floors, the trackers, and the layers. */
export const lists = ["levels", ...collections, "trackers", "layers"] as const;

export type List = (typeof lists)[number];

/** Whether a field of a plan is one of these lists. */
export const isListName = (field: string): field is List => lists.some((list) => list === field);

/** An element of a list: `key` identifies it in the list, `index` is its place there. */
export interface Entity<L extends List = Collection> {
  readonly collection: L;
  readonly key: string;
  readonly index: number;
  readonly data: JsonObject;
}

/** An element's id as a string; undefined if it has none. */
export const idOf = (element: Json | undefined): string | undefined => {
  const id = isObject(element) ? element["id"] : undefined;
  return typeof id === "string" || typeof id === "number" ? String(id) : undefined;
};

const keyOf = (element: JsonObject, used: { readonly has: (key: string) => boolean }): string => {
  const name = idOf(element) ?? `~${hashOfContent(canonicalJson(element))}`;
  let key = name;
  for (let occurrence = 2; used.has(key); occurrence += 1) key = `${name}#${occurrence}`;
  return key;
};

interface Indexed {
  readonly entities: readonly Entity<List>[];
  /** Places in `entities`. */
  readonly byKey: ReadonlyMap<string, number>;
}

const empty: Indexed = { entities: [], byKey: new Map() };
const indexes = new WeakMap<object, Map<List, Indexed>>();

/** Indexes of lists that are all elements, the newest first: parts of a page show the plan, what it was, and parts of it by turns. */
let recent: readonly Indexed[] = [];
const mostRecent = 16;

/**
 * The index of a list that differs from another in elements with the same ids, such as in each frame of a drag; undefined for
 * any other list. Unchanged elements keep their entities, so that what is derived from them can be kept.
 */
const adaptedIndex = (list: readonly Json[], { entities, byKey }: Indexed): Indexed | undefined => {
  const adapted = entities.flatMap((entity, at): readonly Entity<List>[] => {
    const data = list[at];
    if (data === entity.data) return [entity];
    return isObject(data) && idOf(data) === entity.key ? [{ ...entity, data }] : [];
  });
  return adapted.length === list.length ? { entities: adapted, byKey } : undefined;
};

const newIndex = (list: readonly Json[], collection: List): Indexed => {
  const byKey = new Map<string, number>();
  const entities: Entity<List>[] = [];
  list.forEach((data, index) => {
    if (!isObject(data)) return;
    const key = keyOf(data, byKey);
    byKey.set(key, entities.length);
    entities.push({ collection, key, index, data });
  });
  return { entities, byKey };
};

const indexOf = (plan: PlanData, collection: List): Indexed => {
  const list = plan[collection];
  if (!isList(list)) return empty;
  const known = indexes.get(list)?.get(collection);
  if (known !== undefined) return known;
  const alike = recent.find(
    ({ entities: { length, 0: first } }) =>
      length === list.length && first?.collection === collection,
  );
  const made = (alike && adaptedIndex(list, alike)) ?? newIndex(list, collection);
  if (made.entities.length === list.length)
    recent = [made, ...recent.filter((each) => each !== alike)].slice(0, mostRecent);
  const perList = indexes.get(list) ?? new Map<List, Indexed>();
  indexes.set(list, perList.set(collection, made));
  return made;
};

const isOf = <L extends List>(entity: Entity<List>, collection: L): entity is Entity<L> =>
  entity.collection === collection;

// All entities of an index are in the same list, so checking the first is enough.
const areOf = <L extends List>(
  entities: readonly Entity<List>[],
  collection: L,
): entities is readonly Entity<L>[] => entities.slice(0, 1).every((one) => isOf(one, collection));

/**
 * The elements of a list in order; empty if the list is missing or invalid. Skips elements that are not objects. Cached
 * per list.
 */
export const entitiesOf = <L extends List>(plan: PlanData, collection: L): readonly Entity<L>[] => {
  const { entities } = indexOf(plan, collection);
  return areOf(entities, collection) ? entities : [];
};

/** The element with a key, if there is one. */
export const findEntity = <L extends List>(
  plan: PlanData,
  collection: L,
  key: string,
): Entity<L> | undefined => {
  const { entities, byKey } = indexOf(plan, collection);
  const found = entities[byKey.get(key) ?? -1];
  return found !== undefined && isOf(found, collection) ? found : undefined;
};

/** Whether a plan has nothing to show. */
export const isBlank = (plan: PlanData): boolean =>
  collections.every((collection) => entitiesOf(plan, collection).length === 0);

const idLength = 8;

/**
 * A random name, such as `group_k3v09xq1`, which does not collide with one that somebody else makes at the same time.
 */
export const newName = (prefix: string): string =>
  `${prefix}_${Math.random().toString(36).slice(2).padEnd(idLength, "0").slice(0, idLength)}`;

/** An unused id. It is random, so that two people who add elements at the same time do not get the same one. */
export const newId = (plan: PlanData, collection: List): string => {
  const prefix = isCollection(collection) ? kinds[collection].idPrefix : collection.slice(0, -1);
  for (;;) {
    const id = newName(prefix);
    if (lists.every((list) => findEntity(plan, list, id) === undefined)) return id;
  }
};

const nameOf = (each: Json): string => idOf(each) ?? canonicalJson(each);

const adoptList = (before: readonly Json[], after: readonly Json[]): readonly Json[] => {
  const isInPlace = after.map((each, at) => deepEqual(before[at], each));
  const others = before.filter((_, at) => isInPlace[at] !== true);
  if (others.length === 0 && before.length === after.length) return before;
  const byName = new Map(others.map((each) => [nameOf(each), each] as const));
  return after.map((each, at) => {
    if (isInPlace[at] === true) return before[at] ?? each;
    const known = byName.get(nameOf(each));
    return known !== undefined && deepEqual(known, each) ? known : each;
  });
};

const adoptValue = (old: Json | undefined, next: Json | undefined): Json | undefined => {
  if (isList(old) && isList(next)) return adoptList(old, next);
  return isObject(old) && isObject(next) ? shareStructure(old, next) : next;
};

/**
 * The plan `next` with every value that equals its counterpart in `old` replaced by that object. What is not identical
 * then has changed.
 */
export const shareStructure = (old: PlanData, next: PlanData): PlanData => {
  const fields = Object.entries(next).map(
    ([field, value]) => [field, adoptValue(ownField(old, field), value)] as const,
  );
  const adopted = Object.fromEntries(fields);
  return deepEqual(old, adopted) ? old : adopted;
};

/** Identifies an element of the plan: `${collection}/${key}`. */
export type Ref = string;

export const refOf = (entity: Entity): Ref => `${entity.collection}/${entity.key}`;

/** The list of a ref's element. */
export const listOfRef = (ref: Ref): Collection | undefined => {
  const list = ref.slice(0, ref.indexOf("/"));
  return isCollection(list) ? list : undefined;
};

/** How a ref's element stores its position. */
export const placeOfRef = (ref: Ref): Place | undefined => {
  const list = listOfRef(ref);
  return list === undefined ? undefined : kinds[list].place;
};

/** A ref's element, if the plan has it. */
export const findRef = (plan: PlanData, ref: Ref): Entity | undefined => {
  const list = listOfRef(ref);
  return list === undefined ? undefined : findEntity(plan, list, ref.slice(list.length + 1));
};

/** The elements of these refs; deleted ones are left out. */
export const findRefs = (plan: PlanData, refs: Iterable<Ref>): readonly Entity[] =>
  [...refs].flatMap((ref) => findRef(plan, ref) ?? []);

/** The entries of an object keyed by ids, such as `labels`; empty if it is not an object. */
export const entriesOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});
