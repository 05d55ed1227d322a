import type { Operation } from "../../client/messages.ts";
import type { PlanData } from "../../model/elements/entities.ts";
import { isList, isObject, type Json, type JsonObject, ownField } from "../../model/json.ts";
import { arrangingSteps } from "../../model/arrangement.ts";

/** More operations are no small change, and each takes the service some time. */
const maxOperations = 300;

/** The names of an object's members in their order; an undefined member counts as missing. */
const namesOf = (object: JsonObject): readonly string[] =>
  Object.keys(object).filter((name) => object[name] !== undefined);

/** Whether two values have the same text as JSON, the order of members included. */
const isSame = (one: Json | undefined, other: Json | undefined): boolean => {
  if (one === other) return true;
  if (isList(one))
    return (
      isList(other) &&
      one.length === other.length &&
      one.every((each, at) => isSame(each, other[at]))
    );
  if (!isObject(one) || !isObject(other)) return false;
  const [names, others] = [namesOf(one), namesOf(other)];
  return (
    names.length === others.length &&
    names.every((name, at) => name === others[at] && isSame(one[name], other[name]))
  );
};

/** The path of a member or an element. */
const pathOf = (path: string, name: string | number): string =>
  `${path}/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`;

/** The operations between two values at a path. */
const valueChanges = (path: string, base: Json, next: Json): readonly Operation[] => {
  if (base === next) return [];
  const inner =
    isList(base) && isList(next)
      ? listChanges(path, base, next)
      : isObject(base) && isObject(next)
        ? memberChanges(path, base, next)
        : undefined;
  if (inner !== undefined) return inner;
  return isSame(base, next) ? [] : [{ op: "replace", path, value: next }];
};

/**
 * The operations between the members of two objects; undefined if they would leave another order, as new members come
 * last.
 */
const memberChanges = (
  path: string,
  base: JsonObject,
  next: JsonObject,
): readonly Operation[] | undefined => {
  const [before, after] = [namesOf(base), namesOf(next)];
  const wanted = new Set(after);
  const kept = before.filter((name) => wanted.has(name));
  const known = new Set(kept);
  const added = after.filter((name) => !known.has(name));
  // An object's own order, which begins with names that are numbers.
  const order = Object.keys(Object.fromEntries([...kept, ...added].map((name) => [name, true])));
  if (order.some((name, at) => name !== after[at])) return undefined;
  return [
    ...before.flatMap((name): readonly Operation[] =>
      known.has(name) ? [] : [{ op: "remove", path: pathOf(path, name) }],
    ),
    ...after.flatMap((name): readonly Operation[] => {
      const [at, value] = [pathOf(path, name), next[name] ?? null];
      return known.has(name)
        ? valueChanges(at, ownField(base, name) ?? null, value)
        : [{ op: "add", path: at, value }];
    }),
  ];
};

/**
 * What tells the elements of a list apart: the id, or the content of one that has none; those that have it in common are
 * counted. Undefined if these are no elements, as the corners of a room.
 */
const keysOf = (list: readonly Json[]): readonly string[] | undefined => {
  if (!list.every(isObject)) return undefined;
  const seen = new Map<string, number>();
  return list.map((element) => {
    const { id } = element;
    const key = id === undefined ? `=${JSON.stringify(element)}` : JSON.stringify(id);
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return `${count} ${key}`;
  });
};

/** The operations between two lists of elements; undefined if they are no such lists. */
const listChanges = (
  path: string,
  base: readonly Json[],
  next: readonly Json[],
): readonly Operation[] | undefined => {
  const [before, after] = [keysOf(base), keysOf(next)];
  if (before === undefined || after === undefined) return undefined;
  const steps = arrangingSteps(before, after, maxOperations);
  if (steps === undefined) return undefined;
  const arranged = steps.map((step): Operation => {
    const at = pathOf(path, step.at);
    if (step.kind === "remove") return { op: "remove", path: at };
    if (step.kind === "move") return { op: "move", from: pathOf(path, step.from), path: at };
    return { op: "add", path: at, value: next[step.index] ?? null };
  });
  const old = new Map(before.map((key, at) => [key, base[at] ?? null]));
  const edited = after.flatMap((key, at) => {
    const element = old.get(key);
    return element === undefined ? [] : valueChanges(pathOf(path, at), element, next[at] ?? null);
  });
  return [...arranged, ...edited];
};

/**
 * The changes that lead from one plan to another one, exactly: the result has the same text as JSON. The revision is no
 * part of them. Undefined if the plan itself is shorter, or if there are many.
 */
export const changesBetween = (
  { rev: _before, ...base }: PlanData,
  { rev: _after, ...next }: PlanData,
): readonly Operation[] | undefined => {
  const changes = memberChanges("", base, next);
  if (changes === undefined || changes.length > maxOperations) return undefined;
  return JSON.stringify(changes).length < JSON.stringify(next).length ? changes : undefined;
};
