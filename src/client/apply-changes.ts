import { deleteIn, insertAt, parseJSONPointer, setIn } from "immutable-json-patch";
import {
  deepEqual,
  isList,
  isObject,
  type Json,
  type JsonObject,
  ownField,
} from "../model/json.ts";

/** The plan that results from changes, or which of them cannot be made and why. */
export type Applied = { readonly plan: JsonObject } | { readonly refusal: string };

/** The steps from the whole plan to a value in it. */
type Path = string[];

const pointer = /^(?:\/(?:[^~/]|~[01])*)*$/;
const listIndex = /^(?:0|[1-9]\d*)$/;

const textIn = (operation: JsonObject, name: "op" | "path" | "from"): string | undefined => {
  const text = ownField(operation, name);
  return typeof text === "string" ? text : undefined;
};

/** The place that an operation names; undefined if it names none. */
const pathIn = (operation: JsonObject, name: "path" | "from"): Path | undefined => {
  const text = textIn(operation, name);
  return text !== undefined && pointer.test(text) ? parseJSONPointer(text) : undefined;
};

/**
 * Whether the library can change a member of an object: it sets `__proto__` by assignment, and does not see that an
 * object with a member `constructor` is one.
 */
const isPlain = (object: JsonObject, member: string): boolean =>
  member !== "__proto__" && !Object.hasOwn(object, "constructor");

/** What is in a value, one step further; undefined if there is nothing. */
const childOf = (value: Json | undefined, step: string): Json | undefined => {
  if (isList(value)) return listIndex.test(step) ? value[Number(step)] : undefined;
  return isObject(value) && isPlain(value, step) ? ownField(value, step) : undefined;
};

const find = (plan: Json, path: Path): Json | undefined =>
  path.reduce<Json | undefined>(childOf, plan);

// Where there is no such place, the library changes nothing or another one, so each place is looked up before.

const add = (plan: Json, path: Path, value: Json | undefined): Json | undefined => {
  const last = path.at(-1);
  if (value === undefined || last === undefined) return value;
  const before = path.slice(0, -1);
  const parent = find(plan, before);
  if (isList(parent)) {
    const index = last === "-" ? String(parent.length) : last;
    const isPlace = listIndex.test(index) && Number(index) <= parent.length;
    return isPlace ? insertAt<Json>(plan, [...before, index], value) : undefined;
  }
  return isObject(parent) && isPlain(parent, last) ? setIn<Json>(plan, path, value) : undefined;
};

const remove = (plan: Json, path: Path): Json | undefined =>
  path.length === 0 || find(plan, path) === undefined ? undefined : deleteIn<Json>(plan, path);

const replace = (plan: Json, path: Path, value: Json | undefined): Json | undefined =>
  value === undefined || find(plan, path) === undefined
    ? undefined
    : setIn<Json>(plan, path, value);

const move = (plan: Json, from: Path, path: Path): Json | undefined => {
  const isIntoItself = from.length < path.length && from.every((step, at) => step === path[at]);
  if (isIntoItself) return undefined;
  if (from.length === 0) return plan;
  const rest = remove(plan, from);
  return rest === undefined ? undefined : add(rest, path, find(plan, from));
};

const test = (plan: Json, path: Path, value: Json | undefined): Json | undefined =>
  value !== undefined && deepEqual(find(plan, path), value) ? plan : undefined;

/** A plan after one operation; undefined if that cannot be made. */
const apply = (plan: Json, operation: JsonObject): Json | undefined => {
  const path = pathIn(operation, "path");
  if (path === undefined) return undefined;
  const value = ownField(operation, "value");
  const from = pathIn(operation, "from");
  switch (textIn(operation, "op")) {
    case "add":
      return add(plan, path, value);
    case "remove":
      return remove(plan, path);
    case "replace":
      return replace(plan, path, value);
    case "move":
      return from && move(plan, from, path);
    case "copy":
      return from && add(plan, path, find(plan, from));
    case "test":
      return test(plan, path, value);
    case undefined:
    default:
      return undefined;
  }
};

const reasonFor = (plan: Json, operation: JsonObject): string => {
  const path = pathIn(operation, "path");
  const isTest = textIn(operation, "op") === "test";
  return isTest && path !== undefined && find(plan, path) !== undefined
    ? "the value there is another one"
    : "there is no such place";
};

/**
 * Makes the changes of a JSON Patch (RFC 6902), all or none. What they do not reach stays the same object, and the plan
 * that is given stays as it was. Two kinds that the service makes are refused: in an object with a member `constructor`,
 * and of a member `__proto__`.
 */
export const applyChanges = (plan: JsonObject, changes: readonly Json[]): Applied => {
  let now: Json = plan;
  for (const [index, operation] of changes.entries()) {
    if (!isObject(operation)) return { refusal: `changes.${index}: expected object` };
    const next = apply(now, operation);
    if (next === undefined) return { refusal: `changes.${index}: ${reasonFor(now, operation)}` };
    now = next;
  }
  return isObject(now)
    ? { plan: now }
    : { refusal: `changes.${changes.length - 1}: plan: expected object` };
};

/** The revision that a plan says it is; 0 before the first save. */
export const revisionIn = (plan: JsonObject): unknown => ownField(plan, "rev") ?? 0;

/**
 * The plan after an event of `plan/follow` with changes. Undefined if the changes are of another revision, cannot be
 * made, or do not lead to the revision of the event.
 */
export const applyEvent = (plan: JsonObject, event: JsonObject): JsonObject | undefined => {
  const [rev, from, changes] = ["rev", "from", "changes"].map((name) => ownField(event, name));
  if (!isList(changes) || from !== revisionIn(plan)) return undefined;
  const applied = applyChanges(plan, changes);
  return "plan" in applied && revisionIn(applied.plan) === rev ? applied.plan : undefined;
};
