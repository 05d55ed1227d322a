/** Any value of a plan; never changed in place. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** An object of a plan; a field that is undefined counts as missing. */
export interface JsonObject {
  readonly [field: string]: Json | undefined;
}

/** A plan as the service stores it. Edits make a new one that shares what did not change. */
export type PlanData = JsonObject;

/** The lists of a plan whose elements are drawn, from the ground up. */
export const collections = [
  "rooms",
  "openings",
  "furniture",
  "devices",
  "sensors",
  "texts",
] as const;

export type Collection = (typeof collections)[number];

/** Every list of a plan whose elements have an identity. */
export const lists = ["levels", ...collections] as const;

export type List = (typeof lists)[number];

/** An element of a list. `key` names it within the list, `index` is its place there. */
export interface Entity<L extends List = Collection> {
  readonly collection: L;
  readonly key: string;
  readonly index: number;
  readonly data: JsonObject;
}

/** Whether a value is an object, neither null nor an array. */
export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

// Array.isArray alone makes a readonly array an array of any.
/** Whether a value is an array. */
export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

const fieldsOf = (value: JsonObject): number => {
  let count = 0;
  for (const field in value) if (value[field] !== undefined) count += 1;
  return count;
};

/** Deep equality; the order of fields is of no account. Objects that are shared cost nothing. */
export const same = (one: Json | undefined, other: Json | undefined): boolean => {
  if (one === other) return true;
  if (isList(one)) {
    if (!isList(other) || one.length !== other.length) return false;
    for (let at = 0; at < one.length; at += 1) if (!same(one[at], other[at])) return false;
    return true;
  }
  if (!isObject(one) || !isObject(other)) return false;
  // Every plan that arrives passes here field by field, so each is read once as long as all are equal.
  let extra = Object.keys(other).length;
  for (const field in one) {
    const value = one[field];
    if (!same(value, other[field])) return false;
    if (value !== undefined) extra -= 1;
  }
  return extra === 0 || fieldsOf(one) === fieldsOf(other);
};

/** The id of an element as a string, where it has one. */
export const idOf = (element: Json | undefined): string | undefined => {
  const id = isObject(element) ? element["id"] : undefined;
  return typeof id === "string" || typeof id === "number" ? String(id) : undefined;
};

const contents = new WeakMap<object, string>();

const canonical = (value: Json): string => {
  if (isList(value)) return `[${value.map(canonical).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const fields = Object.keys(value).toSorted();
  const parts = fields.flatMap((field) => {
    const inner = value[field];
    return inner === undefined ? [] : [`${JSON.stringify(field)}:${canonical(inner)}`];
  });
  return `{${parts.join()}}`;
};

/** A text that is equal for equal values; remembered per object. */
export const contentOf = (value: Json): string => {
  if (typeof value !== "object" || value === null) return canonical(value);
  const known = contents.get(value);
  if (known !== undefined) return known;
  const content = canonical(value);
  contents.set(value, content);
  return content;
};

/** A short name for a content. Two contents may share it, so keys number their occurrences. */
export const nameOfContent = (content: string): string => {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < content.length; at += 1) {
    const code = content.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  return (high >>> 0).toString(36) + (low >>> 0).toString(36);
};

const keyOf = (element: JsonObject, used: { readonly has: (key: string) => boolean }): string => {
  const name = idOf(element) ?? `~${nameOfContent(contentOf(element))}`;
  let key = name;
  for (let occurrence = 2; used.has(key); occurrence += 1) key = `${name}#${occurrence}`;
  return key;
};

interface Indexed {
  readonly entities: readonly Entity<List>[];
  readonly byKey: ReadonlyMap<string, Entity<List>>;
}

const empty: Indexed = { entities: [], byKey: new Map() };
const indexes = new WeakMap<object, Map<List, Indexed>>();

const indexOf = (plan: PlanData, collection: List): Indexed => {
  const list = plan[collection];
  if (!isList(list)) return empty;
  const known = indexes.get(list)?.get(collection);
  if (known !== undefined) return known;
  const byKey = new Map<string, Entity<List>>();
  list.forEach((data, index) => {
    if (!isObject(data)) return;
    const key = keyOf(data, byKey);
    byKey.set(key, { collection, key, index, data });
  });
  const made = { entities: [...byKey.values()], byKey };
  const perList = indexes.get(list) ?? new Map<List, Indexed>();
  indexes.set(list, perList.set(collection, made));
  return made;
};

const isOf = <L extends List>(entity: Entity<List>, collection: L): entity is Entity<L> =>
  entity.collection === collection;

// All entities of an index are of one list, so the first speaks for the rest.
const areOf = <L extends List>(
  entities: readonly Entity<List>[],
  collection: L,
): entities is readonly Entity<L>[] => entities.slice(0, 1).every((one) => isOf(one, collection));

/**
 * The elements of a list in their order. A list that is missing or odd is empty; elements that are
 * no objects are skipped. Remembered per list.
 */
export const entitiesOf = <L extends List>(plan: PlanData, collection: L): readonly Entity<L>[] => {
  const { entities } = indexOf(plan, collection);
  return areOf(entities, collection) ? entities : [];
};

/** The element with that key, if there is one. */
export const findEntity = <L extends List>(
  plan: PlanData,
  collection: L,
  key: string,
): Entity<L> | undefined => {
  const found = indexOf(plan, collection).byKey.get(key);
  return found !== undefined && isOf(found, collection) ? found : undefined;
};

const idLength = 8;

/**
 * An id that no element of the plan has. It is drawn at random, so that two people who add
 * something at the same time do not choose the same one.
 */
export const newId = (plan: PlanData, collection: List): string => {
  const prefix = collection === "furniture" ? "item" : collection.slice(0, -1);
  for (;;) {
    const id = `${prefix}_${Math.random().toString(36).slice(2).padEnd(idLength, "0").slice(0, idLength)}`;
    if (lists.every((list) => findEntity(plan, list, id) === undefined)) return id;
  }
};

const adoptFields = (old: JsonObject, next: JsonObject): JsonObject => {
  const fields = Object.entries(next).map(
    ([field, value]) => [field, adoptValue(old[field], value)] as const,
  );
  return same(old, next) ? old : Object.fromEntries(fields);
};

const adoptValue = (old: Json | undefined, next: Json | undefined): Json | undefined => {
  if (same(old, next)) return old;
  return isObject(old) && isObject(next) ? adoptFields(old, next) : next;
};

const nameOf = (each: Json): string => idOf(each) ?? contentOf(each);

const adoptList = (before: readonly Json[], after: readonly Json[]): readonly Json[] => {
  const inPlace = after.map((each, at) => {
    const old = before[at];
    return old !== undefined && same(old, each) ? old : undefined;
  });
  const others = before.filter((_, at) => inPlace[at] === undefined);
  if (others.length === 0 && before.length === after.length) return before;
  const byName = new Map(others.map((each) => [nameOf(each), each] as const));
  return after.map((each, at) => {
    const old = inPlace[at];
    if (old !== undefined) return old;
    const known = byName.get(nameOf(each));
    return known !== undefined && same(known, each) ? known : each;
  });
};

const isListName = (field: string): field is List => lists.some((list) => list === field);

/**
 * The plan `next`, with everything that equals its counterpart in `old` replaced by that very
 * object: what changed is then what is not identical.
 */
export const adopt = (old: PlanData, next: PlanData): PlanData => {
  const fields = Object.entries(next).map(([field, value]) => {
    const before = old[field];
    return isListName(field) && isList(before) && isList(value)
      ? ([field, adoptList(before, value)] as const)
      : ([field, adoptValue(before, value)] as const);
  });
  const adopted = Object.fromEntries(fields);
  return same(old, adopted) ? old : adopted;
};
