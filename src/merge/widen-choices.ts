import { choiceOf, type Conflict, conflictOf, type Part, type Versions } from "./conflict.ts";
import { entitiesOf, idOf, type PlanData } from "../elements/entities.ts";
import { entriesOf } from "../elements/ref.ts";
import { openingsOf } from "../elements/rooms.ts";
import { isObject, type Json, ownField, same } from "../json/json.ts";
import { allRows, rowsOf } from "./merge-rows.ts";
import { type Candidate, Choices, roomPlace } from "./one-choice.ts";
import { overlapAnew, shapesOf } from "./room-shapes.ts";

/** Whether a conflict is about where a room is. */
const isAboutPlace = ({ subject, kind, fields }: Conflict): boolean =>
  subject === "rooms" && (kind === "whole" || fields.some((field) => roomPlace.includes(field)));

/** What goes with a room of mine that theirs do not have. */
const partsOf = (mine: PlanData, id: string | undefined): readonly Part[] => {
  if (id === undefined) return [];
  const openings = openingsOf(mine, new Set([id])).map(({ key }): Part => ({
    subject: "openings",
    key,
    theirs: undefined,
  }));
  const isLabelled = ownField(entriesOf(mine["labels"]), id) !== undefined;
  return isLabelled ? [...openings, { subject: "labels", key: id, theirs: undefined }] : openings;
};

const inField = (room: Json | undefined, field: string): Json | undefined =>
  isObject(room) ? ownField(room, field) : undefined;

/** The conflict about a room that is chosen along with others though one side alone changed it. */
const conflictAbout = (mine: PlanData, key: string, { row }: Candidate): Conflict => {
  const versions: Versions = { ...row, base: row.theirs };
  if (row.theirs === undefined) {
    const whole = conflictOf("rooms", key, row.mine, { kind: "whole", fields: [] }, versions);
    return { ...whole, parts: partsOf(mine, idOf(row.mine)) };
  }
  const fields = roomPlace.filter(
    (field) => !same(inField(row.mine, field), inField(row.theirs, field)),
  );
  return conflictOf("rooms", key, row.mine, { kind: "fields", fields }, versions);
};

/**
 * What is to be chosen along with open conflicts, as `mine` was edited since these were found: the
 * rooms that one of the answers would leave overlapping. None as long as none would. In such a choice
 * theirs is what is saved, where it was unsaved work until then.
 */
export const widened = (
  mine: PlanData,
  theirs: PlanData,
  conflicts: readonly Conflict[],
): readonly Conflict[] => {
  const open = new Map(conflicts.filter(isAboutPlace).map((each) => [each.key, each] as const));
  if (open.size === 0) return [];
  const keys = new Map(
    [theirs, mine].flatMap((plan) =>
      entitiesOf(plan, "rooms").map(({ data, key }) => [data as Json, key] as const),
    ),
  );
  const rows = new Map(
    [...allRows(rowsOf("rooms", theirs, mine, theirs))].map(
      (row) => [keys.get(row.mine ?? row.theirs ?? null) ?? "", row] as const,
    ),
  );
  const rooms = new Map<Candidate, string>();
  for (const key of new Set([...rows.keys(), ...open.keys()])) {
    const row = rows.get(key) ?? { base: undefined, mine: undefined, theirs: undefined };
    const known = open.get(key);
    // Of what was merged into unsaved work, theirs is what that had, and not what is saved.
    const [saved, own, unsaved] = shapesOf([
      [theirs, row.theirs],
      [mine, row.mine],
      [theirs, known === undefined ? row.theirs : known.theirs],
    ]);
    rooms.set({ row, seen: [saved, own], answers: [own, saved, unsaved], merged: own }, key);
  }
  const conflictOn = (room: Candidate): Conflict | undefined => open.get(rooms.get(room) ?? "");
  const all = [...rooms.keys()];
  const choices = new Choices(all);
  const first = new Map<string, Candidate>();
  for (const room of all) {
    const conflict = conflictOn(room);
    if (conflict === undefined) continue;
    choices.open(room);
    const known = first.get(choiceOf(conflict));
    if (known === undefined) first.set(choiceOf(conflict), room);
    else choices.join(known, room);
  }
  choices.settle();
  // Theirs of unsaved work may be where others have built since.
  const isOutdated = (group: readonly Candidate[]): boolean =>
    group.some((room) =>
      all.some((other) => {
        const [, , unsaved] = room.answers;
        const otherAt = group.includes(other) ? other.answers.at(-1) : other.merged;
        return room !== other && overlapAnew(room.seen, unsaved, other.seen, otherAt);
      }),
    );
  return choices.toChoose().flatMap((group) => {
    const known = group.flatMap((room) => conflictOn(room) ?? []);
    const [choice, ...others] = new Set(known.map(choiceOf));
    const isKept = known.length === group.length && others.length === 0 && !isOutdated(group);
    if (choice === undefined || isKept) return [];
    return group.map((room) => ({
      ...conflictAbout(mine, rooms.get(room) ?? "", room),
      choice,
    }));
  });
};
