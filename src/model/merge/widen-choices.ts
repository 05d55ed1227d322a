import { choiceOf, type Conflict, conflictOf, type Part, type Versions } from "./conflict.ts";
import { entitiesOf, entriesOf, idOf, type List, type PlanData } from "../elements/entities.ts";
import { openingsOf } from "../elements/opening-walls.ts";
import { deepEqual, isObject, type Json, ownField } from "../json.ts";
import { isPlaceOpen, jointLists, joinGestures, placeOf } from "./merge-element.ts";
import { allRows, rowsOf } from "./merge-rows.ts";
import { type LinkedChoice, Choices, overlapMore, shapesOf } from "./linked-choices.ts";

/** Whether a conflict is about a place that can be chosen together with others. */
const isAboutPlace = ({ subject, kind, fields }: Conflict): boolean =>
  jointLists.some((list) => list === subject && isPlaceOpen(list, { kind, fields }));

/** The openings of a room or a freestanding wall that mine has and theirs does not, and the label of such a room. */
const partsOf = (mine: PlanData, list: List, id: string | undefined): readonly Part[] => {
  if (id === undefined) return [];
  const openings = openingsOf(mine, new Set([`${list}/${id}`])).map(({ key }): Part => ({
    subject: "openings",
    key,
    theirs: undefined,
  }));
  const isLabelled = list === "rooms" && ownField(entriesOf(mine["labels"]), id) !== undefined;
  return isLabelled ? [...openings, { subject: "labels", key: id, theirs: undefined }] : openings;
};

const inField = (element: Json | undefined, field: string): Json | undefined =>
  isObject(element) ? ownField(element, field) : undefined;

/** A conflict about an element that is chosen together with others although only one side changed it. */
const conflictAbout = (mine: PlanData, key: string, { list, row }: LinkedChoice): Conflict => {
  const versions: Versions = { ...row, base: row.theirs };
  if (row.theirs === undefined) {
    const whole = conflictOf(list, key, row.mine, { kind: "whole", fields: [] }, versions);
    const parts = partsOf(mine, list, idOf(row.mine));
    return parts.length === 0 && list !== "rooms" ? whole : { ...whole, parts };
  }
  const fields = placeOf(list).filter(
    (field) => !deepEqual(inField(row.mine, field), inField(row.theirs, field)),
  );
  return conflictOf(list, key, row.mine, { kind: "fields", fields }, versions);
};

/** The elements of both plans that can be chosen together, each with the key of a conflict about it. */
const candidatesIn = (
  mine: PlanData,
  theirs: PlanData,
  open: ReadonlyMap<string, Conflict>,
): ReadonlyMap<LinkedChoice, string> => {
  const found = new Map<LinkedChoice, string>();
  for (const list of jointLists) {
    const keys = new Map(
      [theirs, mine].flatMap((plan) =>
        entitiesOf(plan, list).map(({ data, key }) => [data as Json, key] as const),
      ),
    );
    const rows = new Map(
      [...allRows(rowsOf(list, theirs, mine, theirs))].map(
        (row) => [keys.get(row.mine ?? row.theirs ?? null) ?? "", row] as const,
      ),
    );
    const disputed = [...open.values()].filter(({ subject }) => subject === list);
    for (const key of new Set([...rows.keys(), ...disputed.map((each) => each.key)])) {
      const row = rows.get(key) ?? { base: undefined, mine: undefined, theirs: undefined };
      const known = open.get(`${list}/${key}`);
      // The conflict's `theirs` may be unsaved work that was merged before, which differs from the saved plan.
      const [saved, own, unsaved] = shapesOf(list, [
        [theirs, row.theirs],
        [mine, row.mine],
        [theirs, known === undefined ? row.theirs : known.theirs],
      ]);
      const answers = [own, saved, unsaved];
      found.set({ list, row, seen: [saved, own], answers, merged: own }, key);
    }
  }
  return found;
};

/**
 * The conflicts to add to the open ones after an edit of `mine`: what was changed together with a conflict's element,
 * and rooms that would overlap after one of the answers. In the added conflicts `theirs` is the saved plan, even if it
 * was unsaved work in the open ones.
 */
export const widened = (
  mine: PlanData,
  theirs: PlanData,
  conflicts: readonly Conflict[],
): readonly Conflict[] => {
  const open = new Map(conflicts.filter(isAboutPlace).map((each) => [each.id, each] as const));
  if (open.size === 0) return [];
  const keys = candidatesIn(mine, theirs, open);
  const all = [...keys.keys()];
  const conflictOn = (one: LinkedChoice): Conflict | undefined =>
    open.get(`${one.list}/${keys.get(one)}`);
  const choices = new Choices();
  const first = new Map<string, LinkedChoice>();
  for (const one of all) {
    const conflict = conflictOn(one);
    if (conflict === undefined) continue;
    choices.open(one);
    const known = first.get(choiceOf(conflict));
    if (known === undefined) first.set(choiceOf(conflict), one);
    else choices.join(known, one);
  }
  joinGestures(choices, all);
  choices.settle(all.filter(({ list }) => list === "rooms"));
  // `theirs` from unsaved work may be where others have drawn rooms since.
  const isOutdated = (group: readonly LinkedChoice[]): boolean =>
    group.some((one) =>
      all.some((other) => {
        const [, , unsaved] = one.answers;
        const otherAt = group.includes(other) ? other.answers.at(-1) : other.merged;
        return one !== other && overlapMore(one.seen, unsaved, other.seen, otherAt);
      }),
    );
  return choices.toChoose().flatMap((group) => {
    const known = group.flatMap((one) => conflictOn(one) ?? []);
    const [choice, ...others] = new Set(known.map(choiceOf));
    const isKept = known.length === group.length && others.length === 0 && !isOutdated(group);
    if (choice === undefined || isKept) return [];
    return group.map((one) => ({ ...conflictAbout(mine, keys.get(one) ?? "", one), choice }));
  });
};
