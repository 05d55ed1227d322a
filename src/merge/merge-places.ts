import type { Overlap, Versions } from "../model/merge/conflict.ts";
import { idOf, type PlanData } from "../model/elements/entities.ts";
import { placeFields } from "../model/elements/places.ts";
import { canonicalJson, type JsonObject, hashOfContent } from "../model/json.ts";
import { type Collection, collections, kinds } from "../model/kinds/kinds.ts";
import type { MergedElement } from "../model/merge/merge-element.ts";
import { mergeLine } from "./merge-line.ts";
import { allRows, noRows, type PlanRows } from "../model/merge/merge-rows.ts";
import { type Candidate, Choices } from "../model/merge/linked-choices.ts";
import { mergeOutline } from "../model/merge/merge-shape.ts";
import { belongTogether, changedIn } from "./same-gesture.ts";
import { shapesOf } from "./shapes.ts";

/** The fields that say where something is, which is chosen as a whole. */
export const placeOf = (list: Collection): readonly string[] => [
  ...placeFields(list).fields,
  "level",
];

/** The lists of what is moved along when somebody moves a wall, and is chosen along. */
export const joinable = ["rooms", "walls"] as const;

/** Whether what overlaps in something is where it is. A wall of no room that one side deleted leaves no gap. */
export const isPlaceOpen = (list: Collection, { kind, fields }: Overlap): boolean =>
  kind === "whole" ? list === "rooms" : fields.some((field) => placeOf(list).includes(field));

/** How the places of what has corners or ends are merged, where not all three sides have them alike. */
export interface Places {
  /** The fields of a place with what both sides have moved. */
  readonly merged: ReadonlyMap<Versions, JsonObject>;
  /** What is to be chosen where it is. */
  readonly contested: ReadonlySet<Versions>;
  /** The name of the choice, of what is chosen along with others. */
  readonly choices: ReadonlyMap<Versions, string>;
}

const mergePlace = (list: Collection, row: Versions): JsonObject | undefined => {
  const { place } = kinds[list];
  if (place === "polygon") return mergeOutline(row);
  return place === "line" ? mergeLine(row) : undefined;
};

const nameOfChoice = ([first]: readonly Candidate[]): string => {
  const { base, mine, theirs } = first?.row ?? {};
  const element = base ?? mine ?? theirs ?? null;
  return `${first?.list}/${idOf(element) ?? hashOfContent(canonicalJson(element))}`;
};

/** Joins what was changed with one gesture in any of the plans that were seen. */
export const joinGestures = (choices: Choices, all: readonly Candidate[]): void => {
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
 * Merges the places of rooms and lines. Where one is to be chosen, and where rooms would overlap that
 * overlap on no side, all that a side's gestures have changed together is one choice: half of a wall that
 * was moved leaves a gap or an overlap. `mergeOne` merges an element by itself.
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
  const candidatesOf = (list: Collection): readonly Candidate[] =>
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
  const all = joinable.flatMap(candidatesOf);
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
