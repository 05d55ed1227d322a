import type { Point } from "./geometry/vector.ts";

/** Any value of a plan; never changed in place. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** An object of a plan; a field that is undefined counts as missing. */
export interface JsonObject {
  readonly [field: string]: Json | undefined;
}

/** Whether a value is an object, neither null nor an array. */
export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

// Array.isArray alone makes a readonly array an array of any.
/** Whether a value is an array. */
export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

/** The list in a value, empty where it is none. */
export const listIn = (value: Json | undefined): readonly Json[] => (isList(value) ? value : []);

/** What an object itself has in a field: an id may be called as something that every object inherits. */
export const ownField = (object: JsonObject, field: string): Json | undefined =>
  Object.hasOwn(object, field) ? object[field] : undefined;

/** The object with a field set, or taken away where the value is undefined; the same where that changes nothing. */
export const withField = (
  object: JsonObject,
  field: string,
  value: Json | undefined,
): JsonObject => {
  if (object[field] === value) return object;
  if (value !== undefined) return { ...object, [field]: value };
  const { [field]: _, ...rest } = object;
  return rest;
};

/** The names of the fields that any of some objects has. */
export const fieldsOf = (...objects: readonly JsonObject[]): readonly string[] => [
  ...new Set(objects.flatMap((object) => Object.keys(object))),
];

const countFields = (value: JsonObject): number => {
  let count = 0;
  for (const field in value) if (value[field] !== undefined) count += 1;
  return count;
};

/** Deep equality; the order of fields is of no account. Objects that are shared cost nothing. */
export const deepEqual = (one: Json | undefined, other: Json | undefined): boolean => {
  if (one === other) return true;
  if (isList(one)) {
    if (!isList(other) || one.length !== other.length) return false;
    for (let at = 0; at < one.length; at += 1) if (!deepEqual(one[at], other[at])) return false;
    return true;
  }
  if (!isObject(one) || !isObject(other)) return false;
  // Every plan that arrives passes here field by field, so each is read once as long as all are equal.
  let extra = Object.keys(other).length;
  for (const field in one) {
    const value = one[field];
    if (!deepEqual(value, other[field])) return false;
    if (value !== undefined) extra -= 1;
  }
  return extra === 0 || countFields(one) === countFields(other);
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
export const canonicalJson = (value: Json): string => {
  if (typeof value !== "object" || value === null) return canonical(value);
  const known = contents.get(value);
  if (known !== undefined) return known;
  const content = canonical(value);
  contents.set(value, content);
  return content;
};

/** A short name for a content. Two contents may share it, so keys number their occurrences. */
export const hashOfContent = (content: string): string => {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < content.length; at += 1) {
    const code = content.charCodeAt(at);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  return (high >>> 0).toString(36) + (low >>> 0).toString(36);
};

/** The number in a value, also when it is written as text; `otherwise` for anything else. */
export const numberIn = <T>(value: Json | undefined, otherwise: T): number | T => {
  if (typeof value !== "number" && (typeof value !== "string" || value.trim() === ""))
    return otherwise;
  const number = Number(value);
  // Beyond this, a browser draws nothing sensible and the rest of the plan shrinks to a dot.
  return Math.abs(number) < 1e5 ? number : otherwise;
};

/** The text in a value, where it is one and not empty, or a number as text. */
export const textIn = (value: Json | undefined): string | undefined => {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
};

/** The position in a value: `[x, z]`, or nothing where one of the two is not a number. */
export const pointIn = (value: Json | undefined): Point | undefined => {
  if (!isList(value)) return undefined;
  const x = numberIn(value[0], undefined);
  const z = numberIn(value[1], undefined);
  return x === undefined || z === undefined ? undefined : [x, z];
};

/** The corners of a room that are positions; fewer than three are no room and give none. */
export const cornersIn = (value: Json | undefined): readonly Point[] => {
  if (!isList(value)) return [];
  const corners = value.flatMap((corner: Json) => {
    const point = pointIn(corner);
    return point === undefined ? [] : [point];
  });
  return corners.length < 3 ? [] : corners;
};

/** The objects of a list; anything else in it, or in its place, is left out. */
export const objectsIn = (value: Json | undefined): readonly JsonObject[] =>
  isList(value) ? value.filter(isObject) : [];
