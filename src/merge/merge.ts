import type { Conflict } from "./conflict.ts";
import type { Subject } from "./difference.ts";
import { fieldsOf, isList, isObject, type Json, same } from "../json/json.ts";
import { isListName, type PlanData } from "../elements/entities.ts";
import { entriesOf } from "../elements/ref.ts";
import { isMapName, type MapName } from "../elements/references.ts";
import { mergeElement } from "./merge-element.ts";
import { mergeList, type MergedList } from "./merge-list.ts";
import { builtOn, planRows } from "./merge-rows.ts";
import { nameOf } from "../elements/name.ts";
import { mergedFrame, reframe } from "./reframe.ts";

export type { Conflict, Side } from "./conflict.ts";

/** Two versions of a plan made one. */
export interface Merged {
  /** What doesn't overlap of both, and mine where it does. Its `rev` is theirs. */
  readonly plan: PlanData;
  readonly conflicts: readonly Conflict[];
}

const mergeField = (
  subject: Subject,
  key: string,
  base: Json | undefined,
  mine: Json | undefined,
  theirs: Json | undefined,
): MergedList => {
  const { value, overlap } = mergeElement(subject, base, mine, theirs);
  if (overlap === undefined) return { value, conflicts: [] };
  const name = nameOf(value ?? theirs);
  const sides = { base, mine, theirs };
  return {
    value,
    conflicts: [{ id: `${subject}/${key}`, subject, key, name, ...overlap, ...sides }],
  };
};

const mergeMap = (
  subject: MapName,
  base: Json | undefined,
  mine: Json | undefined,
  theirs: Json | undefined,
): MergedList => {
  if (same(base, theirs) || same(mine, theirs)) return { value: mine, conflicts: [] };
  if (same(base, mine)) return { value: theirs, conflicts: [] };
  const [old, own, other] = [entriesOf(base), entriesOf(mine), entriesOf(theirs)];
  const keys = fieldsOf(own, other, old);
  const merged = keys.map(
    (key) => [key, mergeField(subject, key, old[key], own[key], other[key])] as const,
  );
  const entries = merged.flatMap(([key, { value }]) =>
    value === undefined ? [] : [[key, value] as const],
  );
  const isWanted = entries.length > 0 || mine !== undefined;
  return {
    value: isWanted ? Object.fromEntries(entries) : undefined,
    conflicts: merged.flatMap(([, { conflicts }]) => conflicts),
  };
};

/**
 * The three-way merge of two plans that both came from `base`: every edit of either side is in the
 * merged plan or in a conflict.
 */
export const merge = (base: PlanData, mine: PlanData, theirs: PlanData): Merged => {
  // An opening names its wall by a number, so its sides are compared on the same walls.
  const frame = mergedFrame(base, mine, theirs);
  const [own, other] = [reframe(mine, frame, [theirs]), reframe(theirs, frame, [mine])];
  const unsure = new Set([...own.unsure, ...other.unsure]);
  return mergeOn(reframe(base, frame, [mine, theirs]).plan, own.plan, other.plan, unsure);
};

const mergeOn = (
  base: PlanData,
  mine: PlanData,
  theirs: PlanData,
  unsure: ReadonlySet<Json>,
): Merged => {
  const rows = planRows(base, mine, theirs);
  const around = {
    unsure,
    mine: builtOn(rows, "mine", base, mine),
    theirs: builtOn(rows, "theirs", base, theirs),
  };
  const mergeTop = (field: string): MergedList => {
    const sides = [base[field], mine[field], theirs[field]] as const;
    const have = sides.filter((side) => side !== undefined);
    if (field === "rev") return { value: theirs[field], conflicts: [] };
    const fieldRows = isListName(field) && have.every(isList) ? rows.get(field) : undefined;
    if (isListName(field) && fieldRows !== undefined) {
      return mergeList(field, fieldRows, around, sides);
    }
    if (isMapName(field) && have.every(isObject)) {
      return mergeMap(field, ...sides);
    }
    return mergeField("plan", field, ...sides);
  };
  const fields = fieldsOf(mine, theirs, base);
  const merged = fields.map((field) => [field, mergeTop(field)] as const);
  return {
    plan: Object.fromEntries(
      merged.flatMap(([field, { value }]) => (value === undefined ? [] : [[field, value]])),
    ),
    conflicts: merged.flatMap(([, { conflicts }]) => conflicts),
  };
};
