import type { Subject } from "./difference.ts";
import { placeFields } from "../elements/places.ts";
import { fieldsOf, isObject, type Json, type JsonObject, same } from "../json/json.ts";
import { isCollection } from "../kinds/index.ts";

/** An element with the edits of both sides. Where they overlap it holds mine, and says what overlaps. */
export interface MergedElement {
  readonly value: Json | undefined;
  /** `fields` names those that overlap; `whole` is when there is nothing to merge by fields. */
  readonly overlap:
    | { readonly kind: "fields" | "whole"; readonly fields: readonly string[] }
    | undefined;
}

/** Fields that mean something only together: half of a move is not what either side wanted. */
const unitOf = (subject: Subject): readonly string[] => {
  if (subject === "backgrounds") return ["left", "top", "width"];
  if (!isCollection(subject)) return [];
  const { fields, extent } = placeFields(subject);
  return [...fields, ...extent];
};

const mergeFields = (
  subject: Subject,
  base: JsonObject,
  mine: JsonObject,
  theirs: JsonObject,
  isPlaceLost: boolean,
): MergedElement => {
  const together = unitOf(subject);
  const all = fieldsOf(mine, theirs, base);
  const singles = all.filter((field) => !together.includes(field)).map((field) => [field]);
  const merged = new Map<string, Json | undefined>(Object.entries(mine));
  const overlap: string[] = [];
  for (const unit of [together, ...singles]) {
    const differ = (one: JsonObject, other: JsonObject): boolean =>
      unit.some((field) => !same(one[field], other[field]));
    const isContested = isPlaceLost && unit === together;
    if (!differ(mine, theirs) || (!isContested && !differ(base, theirs))) continue;
    // Both gave an id to what had none: it is the same element, and the stored id stays.
    const isFirstId = unit[0] === "id" && base["id"] === undefined;
    const isMine = isContested || differ(base, mine);
    if (isMine && !(isFirstId && theirs["id"] !== undefined)) {
      overlap.push(...unit.filter((field) => !same(mine[field], theirs[field])));
    } else {
      for (const field of unit) merged.set(field, theirs[field]);
    }
  }
  const value = Object.fromEntries([...merged].filter(([, each]) => each !== undefined));
  const shared = [mine, theirs].find((side) => same(side, value)) ?? value;
  return {
    value: shared,
    overlap: overlap.length === 0 ? undefined : { kind: "fields", fields: overlap },
  };
};

/** Whether two elements, or an element and none, differ in what places them. */
export const differInPlace = (
  subject: Subject,
  one: Json | undefined,
  other: Json | undefined,
): boolean =>
  !isObject(one) ||
  !isObject(other) ||
  unitOf(subject).some((field) => !same(one[field], other[field]));

/**
 * Merges one element, or one field of the plan; undefined is one that is not there. `isPlaceLost`: a
 * side put it where there is no such place any more, which only a person can settle.
 */
export const mergeElement = (
  subject: Subject,
  base: Json | undefined,
  mine: Json | undefined,
  theirs: Json | undefined,
  isPlaceLost = false,
): MergedElement => {
  if (same(mine, theirs)) return { value: mine, overlap: undefined };
  if (!isPlaceLost && same(base, theirs)) return { value: mine, overlap: undefined };
  if (!isPlaceLost && same(base, mine)) return { value: theirs, overlap: undefined };
  if (isObject(base) && isObject(mine) && isObject(theirs)) {
    return mergeFields(subject, base, mine, theirs, isPlaceLost);
  }
  return { value: mine, overlap: { kind: "whole", fields: [] } };
};
