import type { Point } from "./geometry/vector.ts";

/** Any value of a plan; immutable. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** An object of a plan; an undefined field counts as missing. */
export interface JsonObject {
  readonly [field: string]: Json | undefined;
}

/** Whether a value is an object, not null or an array. */
export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

// Array.isArray alone would narrow a readonly array to `any[]`.
/** Whether a value is an array. */
export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

/** The value if it is a list, else an empty list. */
export const listIn = (value: Json | undefined): readonly Json[] => (isList(value) ? value : []);

/** An object's own field: an id may equal the name of an inherited property. */
export const ownField = (object: JsonObject, field: string): Json | undefined =>
  Object.hasOwn(object, field) ? object[field] : undefined;

/** Sets a field, or removes it if the value is undefined; returns the same object if nothing changes. */
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

/** The names of all fields that any of the objects has. */
export const fieldsOf = (...objects: readonly JsonObject[]): readonly string[] => [
  ...new Set(objects.flatMap((object) => Object.keys(object))),
];

const countFields = (value: JsonObject): number => {
  let count = 0;
  for (const field in value) if (value[field] !== undefined) count += 1;
  return count;
};

/** Deep equality, ignoring the order of fields; shared objects are equal at once. */
export const deepEqual = (one: Json | undefined, other: Json | undefined): boolean => {
  if (one === other) return true;
  if (isList(one)) {
    if (!isList(other) || one.length !== other.length) return false;
    for (let at = 0; at < one.length; at += 1) if (!deepEqual(one[at], other[at])) return false;
    return true;
  }
  if (!isObject(one) || !isObject(other)) return false;
  // Fields are counted while comparing, so that each object is read once: every plan received is compared here.
  let extra = Object.keys(other).length;
  for (const field in one) {
    const value = one[field];
    // The only other field that every object inherits and JSON may have.
    const theirs = field === "__proto__" ? ownField(other, field) : other[field];
    if (!deepEqual(value, theirs)) return false;
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

/** A text that is the same for deeply equal values; cached per object. */
export const canonicalJson = (value: Json): string => {
  if (typeof value !== "object" || value === null) return canonical(value);
  const known = contents.get(value);
  if (known !== undefined) return known;
  const content = canonical(value);
  contents.set(value, content);
  return content;
};

/** A short hash of a content. Contents may collide, so keys add a counter. */
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

/** The number in a value, also if written as text; `otherwise` if there is none. */
export const numberIn = <T>(value: Json | undefined, otherwise: T): number | T => {
  if (typeof value !== "number" && (typeof value !== "string" || value.trim() === ""))
    return otherwise;
  const number = Number(value);
  // A farther coordinate would shrink the rest of the plan to a dot, and browsers draw it wrongly.
  return Math.abs(number) < 1e5 ? number : otherwise;
};

/** A non-empty text, or a number as text; else undefined. */
export const textIn = (value: Json | undefined): string | undefined => {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value !== "" ? value : undefined;
};

/** The position `[x, z]` in a value; undefined unless both are numbers. */
export const pointIn = (value: Json | undefined): Point | undefined => {
  if (!isList(value)) return undefined;
  const x = numberIn(value[0], undefined);
  const z = numberIn(value[1], undefined);
  return x === undefined || z === undefined ? undefined : [x, z];
};

/** The valid corners of a room; empty if there are fewer than three. */
export const cornersIn = (value: Json | undefined): readonly Point[] => {
  if (!isList(value)) return [];
  const corners = value.flatMap((corner: Json) => {
    const point = pointIn(corner);
    return point === undefined ? [] : [point];
  });
  return corners.length < 3 ? [] : corners;
};

/** The ends of a line, of which both are valid; else empty. */
export const endsIn = ({ from, to }: JsonObject): readonly Point[] => {
  const ends = [pointIn(from), pointIn(to)].filter((end) => end !== undefined);
  return ends.length === 2 ? ends : [];
};

/** The objects in a list; other values are left out, and a value that is not a list gives none. */
export const objectsIn = (value: Json | undefined): readonly JsonObject[] =>
  isList(value) ? value.filter(isObject) : [];
