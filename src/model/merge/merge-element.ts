import type { Overlap, Versions } from "./conflict.ts";
import type { Subject } from "./difference.ts";
import { imagePlace } from "../../elements/background.ts";
import { placeFields } from "../elements/places.ts";
import { deepEqual, fieldsOf, isObject, type Json, type JsonObject, ownField } from "../json.ts";
import { isCollection } from "../kinds/kinds.ts";

/** An element with the edits of both sides. Where they overlap it holds mine, and says what overlaps. */
export interface MergedElement {
  readonly value: Json | undefined;
  /** `fields` names those that overlap; `whole` is when there is nothing to merge by fields. */
  readonly overlap?: Overlap;
}

/** Fields that mean something only together: half of a move is not what either side wanted. */
export const unitOf = (subject: Subject): readonly string[] => {
  if (subject === "backgrounds") return imagePlace.together;
  return isCollection(subject) ? placeFields(subject).together : [];
};

const mergeFields = (
  subject: Subject,
  [base, mine, theirs]: readonly [JsonObject, JsonObject, JsonObject],
  contested: readonly string[],
): MergedElement => {
  const together = contested.length > 0 ? contested : unitOf(subject);
  const all = fieldsOf(mine, theirs, base);
  const singles = all.filter((field) => !together.includes(field)).map((field) => [field]);
  const merged = new Map<string, Json | undefined>(Object.entries(mine));
  const overlap: string[] = [];
  for (const unit of [together, ...singles]) {
    const differ = (one: JsonObject, other: JsonObject): boolean =>
      unit.some((field) => !deepEqual(ownField(one, field), ownField(other, field)));
    const isContested = unit === contested;
    if (!differ(mine, theirs) || (!isContested && !differ(base, theirs))) continue;
    // Both gave an id to what had none: it is the same element, and the stored id stays.
    const isFirstId = unit[0] === "id" && base["id"] === undefined;
    const isMine = isContested || differ(base, mine);
    if (isMine && !(isFirstId && theirs["id"] !== undefined)) {
      overlap.push(
        ...unit.filter((field) => !deepEqual(ownField(mine, field), ownField(theirs, field))),
      );
    } else {
      for (const field of unit) merged.set(field, ownField(theirs, field));
    }
  }
  const value = Object.fromEntries([...merged].filter(([, each]) => each !== undefined));
  const shared = [mine, theirs].find((side) => deepEqual(side, value)) ?? value;
  return overlap.length === 0
    ? { value: shared }
    : { value: shared, overlap: { kind: "fields", fields: overlap } };
};

/** Whether two elements, or an element and none, differ in what places them. */
export const differInPlace = (
  subject: Subject,
  one: Json | undefined,
  other: Json | undefined,
): boolean =>
  !isObject(one) ||
  !isObject(other) ||
  unitOf(subject).some((field) => !deepEqual(ownField(one, field), ownField(other, field)));

/** What is there to merge where only one side changed something, or both the same; else undefined. */
export const settled = ({ base, mine, theirs }: Versions): MergedElement | undefined => {
  if (deepEqual(mine, theirs) || deepEqual(base, theirs)) return { value: mine };
  return deepEqual(base, mine) ? { value: theirs } : undefined;
};

/**
 * Merges one element, or one field of the plan. `contested`: fields that only a person can settle where
 * the sides differ in them, such as those of a place that is no more.
 */
export const mergeElement = (
  subject: Subject,
  versions: Versions,
  contested: readonly string[] = [],
): MergedElement => {
  const { base, mine, theirs } = versions;
  const isSettled = contested.length === 0 || deepEqual(mine, theirs);
  const merged = isSettled ? settled(versions) : undefined;
  if (merged !== undefined) return merged;
  return isObject(base) && isObject(mine) && isObject(theirs)
    ? mergeFields(subject, [base, mine, theirs], contested)
    : { value: mine, overlap: { kind: "whole", fields: [] } };
};
