import type { Overlap, Versions } from "./conflict.ts";
import type { Subject } from "./difference.ts";
import { imagePlace } from "../elements/levels.ts";
import { placeFields } from "../elements/places.ts";
import {
  canonicalJson,
  deepEqual,
  fieldsOf,
  hashOfContent,
  isObject,
  type Json,
  type JsonObject,
  ownField,
} from "../json.ts";
import { type Collection, collections, isCollection, kinds } from "../kinds/kinds.ts";
import { idOf, type PlanData } from "../elements/entities.ts";
import { mergeLine, mergeOutline } from "./merge-shape.ts";
import { allRows, noRows, type PlanRows } from "./merge-rows.ts";
import {
  belongTogether,
  type LinkedChoice,
  changedIn,
  Choices,
  shapesOf,
} from "./linked-choices.ts";

/** An element with both sides' edits; mine where they conflict. */
export interface MergedElement {
  readonly value: Json | undefined;
  /** The conflicting fields, or `whole` if the element cannot be merged by fields. */
  readonly overlap?: Overlap;
}

/** How a tracker's coordinates become metres. */
const calibration = ["points", "pose", "matrix", "maps", "mirrored", "unit", "dock"];

/** Fields that are merged as one: half of a move, or of a calibration, is not what either side wanted. */
export const unitOf = (subject: Subject): readonly string[] => {
  if (subject === "trackers") return calibration;
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
    // Both sides gave an id to an element without one: it is still the same element, and the stored id stays.
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

/** Whether two elements differ in their position, or one of them is missing. */
export const differInPlace = (
  subject: Subject,
  one: Json | undefined,
  other: Json | undefined,
): boolean =>
  !isObject(one) ||
  !isObject(other) ||
  unitOf(subject).some((field) => !deepEqual(ownField(one, field), ownField(other, field)));

/** The merged value if only one side changed something or both made the same change; else undefined. */
export const trivialMerge = ({ base, mine, theirs }: Versions): MergedElement | undefined => {
  if (deepEqual(mine, theirs) || deepEqual(base, theirs)) return { value: mine };
  return deepEqual(base, mine) ? { value: theirs } : undefined;
};

/**
 * Merges one element or one field of the plan. `contested`: fields that a person has to choose if the sides differ in
 * them, such as those of a position that no longer exists.
 */
export const mergeElement = (
  subject: Subject,
  versions: Versions,
  contested: readonly string[] = [],
): MergedElement => {
  const { base, mine, theirs } = versions;
  const isSettled = contested.length === 0 || deepEqual(mine, theirs);
  const merged = isSettled ? trivialMerge(versions) : undefined;
  if (merged !== undefined) return merged;
  return isObject(base) && isObject(mine) && isObject(theirs)
    ? mergeFields(subject, [base, mine, theirs], contested)
    : { value: mine, overlap: { kind: "whole", fields: [] } };
};

/** The fields of an element's place, which is chosen as a whole. */
export const placeOf = (list: Collection): readonly string[] => [
  ...placeFields(list).fields,
  "level",
];

/** Lists whose elements move when a wall is moved, and so are chosen together. */
export const jointLists = ["rooms", "walls"] as const;

/**
 * Whether an element's place is in conflict. A freestanding wall that one side deleted does not count, as it leaves no
 * gap.
 */
export const isPlaceOpen = (list: Collection, { kind, fields }: Overlap): boolean =>
  kind === "whole" ? list === "rooms" : fields.some((field) => placeOf(list).includes(field));

/** Merged places of elements with corners or ends, where the three sides differ. */
export interface Places {
  /** The merged fields of the place, where both sides moved parts of it. */
  readonly merged: ReadonlyMap<Versions, JsonObject>;
  /** Elements whose place a person has to choose. */
  readonly contested: ReadonlySet<Versions>;
  /** The name of the choice for elements that are chosen together. */
  readonly choices: ReadonlyMap<Versions, string>;
}

const mergePlace = (list: Collection, row: Versions): JsonObject | undefined => {
  const { place } = kinds[list];
  if (place === "polygon") return mergeOutline(row);
  return place === "line" ? mergeLine(row) : undefined;
};

const nameOfChoice = ([first]: readonly LinkedChoice[]): string => {
  const { base, mine, theirs } = first?.row ?? {};
  const element = base ?? mine ?? theirs ?? null;
  return `${first?.list}/${idOf(element) ?? hashOfContent(canonicalJson(element))}`;
};

/** Joins what one gesture changed in any of the seen plans. */
export const joinGestures = (choices: Choices, all: readonly LinkedChoice[]): void => {
  const [plans = []] = all.map(({ seen }) => seen);
  for (const plan of plans.keys()) {
    const changes = all.flatMap((one) => {
      const changed = changedIn(one.seen[0], one.seen[plan]);
      const isAlone = one.list !== "rooms" && changed?.isThere === false;
      return changed === undefined || isAlone ? [] : [{ one, changed }];
    });
    for (const [at, { one, changed }] of changes.entries())
      for (const other of changes.slice(0, at))
        if (belongTogether(changed, other.changed)) choices.join(other.one, one);
  }
};

/**
 * Merges the places of rooms and lines. Where a place is in conflict, or merged rooms would overlap that no side has
 * overlapping, everything that a side's gestures changed together becomes one choice: taking half of a wall's move
 * would leave a gap or an overlap. `mergeOne` merges an element by itself.
 */
export const mergePlaces = (
  rows: PlanRows,
  plans: readonly [base: PlanData, mine: PlanData, theirs: PlanData],
  mergeOne: (list: Collection, row: Versions, places: Places) => MergedElement,
): Places => {
  const merged = new Map<Versions, JsonObject>();
  for (const list of collections)
    for (const row of allRows(rows.get(list) ?? noRows)) {
      const place = mergePlace(list, row);
      if (place !== undefined) merged.set(row, place);
    }
  const alone: Places = { merged, contested: new Set(), choices: new Map() };
  const choices = new Choices();
  const candidatesOf = (list: Collection): readonly LinkedChoice[] =>
    [...allRows(rows.get(list) ?? noRows)].map((row) => {
      const { value, overlap } = mergeOne(list, row, alone);
      const [base, own, other, here] = shapesOf(list, [
        [plans[0], row.base],
        [plans[1], row.mine],
        [plans[2], row.theirs],
        [plans[1], value],
      ]);
      const one = { list, row, seen: [base, own, other], answers: [own, other], merged: here };
      if (overlap !== undefined && isPlaceOpen(list, overlap)) choices.open(one);
      return one;
    });
  const all = jointLists.flatMap(candidatesOf);
  joinGestures(choices, all);
  choices.settle(all.filter(({ list }) => list === "rooms"));
  const groups = choices.toChoose();
  return {
    merged,
    contested: new Set(groups.flat().map(({ row }) => row)),
    choices: new Map(
      groups
        .filter(({ length }) => length > 1)
        .flatMap((group) => group.map(({ row }) => [row, nameOfChoice(group)] as const)),
    ),
  };
};
