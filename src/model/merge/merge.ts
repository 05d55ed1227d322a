import { type Conflict, conflictOf, type MergedPart, type Versions } from "./conflict.ts";
import type { Subject } from "./difference.ts";
import { fieldsOf, isList, isObject, type Json, type JsonObject, ownField } from "../json.ts";
import { entriesOf, idOf, isListName, type PlanData } from "../elements/entities.ts";
import { pointsAround } from "../elements/places.ts";
import { isMapName, type MapName } from "../elements/references.ts";
import { mergeElement, mergePlaces, trivialMerge } from "./merge-element.ts";
import { type ListContext, mergeList, mergeRow, type Parts, partsOf } from "./merge-list.ts";
import {
  allRows,
  containersOfEdits,
  noRows,
  type PlanRows,
  planRows,
  rowsOf,
} from "./merge-rows.ts";
import { outlinesThatDiffer, ownerLists, reattachOpenings } from "./reattach-openings.ts";

export type { Conflict, Side } from "./conflict.ts";

/** The result of a three-way merge. */
export interface Merged {
  /** Both sides' edits; mine where they conflict. Its `rev` is theirs. */
  readonly plan: PlanData;
  readonly conflicts: readonly Conflict[];
}

const mergeField = (subject: Subject, key: string, versions: Versions): MergedPart => {
  const { value, overlap } = mergeElement(subject, versions);
  const isSettled = overlap === undefined;
  return {
    value,
    conflicts: isSettled ? [] : [conflictOf(subject, key, value, overlap, versions)],
  };
};

/** Merges objects entry by entry. */
const mergeEntries = (
  [base, mine, theirs]: readonly [JsonObject, JsonObject, JsonObject],
  mergeEntry: (key: string, versions: Versions) => MergedPart,
): { readonly value: JsonObject; readonly conflicts: readonly Conflict[] } => {
  const merged = fieldsOf(mine, theirs, base).map((key) => {
    const versions = {
      base: ownField(base, key),
      mine: ownField(mine, key),
      theirs: ownField(theirs, key),
    };
    return [key, mergeEntry(key, versions)] as const;
  });
  const entries = merged.map(([key, { value }]) => [key, value] as const);
  return {
    value: Object.fromEntries(entries.filter(([, value]) => value !== undefined)),
    conflicts: merged.flatMap(([, { conflicts }]) => conflicts),
  };
};

const mergeMap = (subject: MapName, { said }: Parts, versions: Versions): MergedPart => {
  const known = said.size === 0 ? trivialMerge(versions) : undefined;
  if (known !== undefined) return { ...known, conflicts: [] };
  const { base, mine, theirs } = versions;
  const { value, conflicts } = mergeEntries(
    [entriesOf(base), entriesOf(mine), entriesOf(theirs)],
    (key, entry) =>
      said.has(`${subject}/${key}`)
        ? { value: entry.mine, conflicts: [] }
        : mergeField(subject, key, entry),
  );
  return { value: Object.keys(value).length > 0 || isObject(mine) ? value : mine, conflicts };
};

/**
 * The three-way merge of two plans with the common ancestor `base`. Every edit of either side is in the merged plan or
 * in a conflict.
 */
export const merge = (base: PlanData, mine: PlanData, theirs: PlanData): Merged => {
  const rows = planRows(base, mine, theirs);
  const built = {
    mine: containersOfEdits(rows, "mine", base, mine),
    theirs: containersOfEdits(rows, "theirs", base, theirs),
  };
  const unsure: ReadonlySet<Json> = new Set();
  const places = mergePlaces(rows, [base, mine, theirs], (list, row, alone) =>
    mergeRow(list, row, { ...built, unsure, places: alone }),
  );
  const around = { ...built, unsure, places };
  // Openings refer to their wall by index and from its start, so all sides are rewritten to the same walls before they are
  // compared.
  const framed = ownerLists.flatMap((list) =>
    [...allRows(rows.get(list) ?? noRows)].flatMap((row) => {
      const id = row.theirs === undefined ? undefined : idOf(row.mine);
      const { value: data } = mergeRow(list, row, around);
      return id !== undefined && isObject(data)
        ? [{ owner: `${list}/${id}`, corners: pointsAround(mine, { collection: list, data }) }]
        : [];
    }),
  );
  const frame = outlinesThatDiffer(framed, [base, mine, theirs]);
  if (frame.size === 0) return mergeOn(base, mine, theirs, rows, around);
  const [own, other] = [
    reattachOpenings(mine, frame, [theirs]),
    reattachOpenings(theirs, frame, [mine]),
  ];
  const old = reattachOpenings(base, frame, [mine, theirs]).plan;
  const openings = rowsOf("openings", old, own.plan, other.plan);
  return mergeOn(old, own.plan, other.plan, new Map([...rows, ["openings", openings]]), {
    ...around,
    unsure: new Set([...own.unsure, ...other.unsure]),
  });
};

const mergeOn = (
  base: PlanData,
  mine: PlanData,
  theirs: PlanData,
  rows: PlanRows,
  around: ListContext,
): Merged => {
  const parts = partsOf(rows, [base, mine, theirs], (list, row) => {
    const { overlap } = mergeRow(list, row, around);
    return overlap?.kind === "whole";
  });
  const { value, conflicts } = mergeEntries([base, mine, theirs], (field, versions) => {
    if (field === "rev") return { value: versions.theirs, conflicts: [] };
    const have = Object.values(versions).filter((each) => each !== undefined && each !== null);
    const fieldRows = isListName(field) && have.every(isList) ? rows.get(field) : undefined;
    if (isListName(field) && fieldRows !== undefined)
      return mergeList(field, fieldRows, around, parts, versions);
    if (isMapName(field) && have.every(isObject)) return mergeMap(field, parts, versions);
    if (parts.said.has(`plan/${field}`)) return { value: versions.mine, conflicts: [] };
    return mergeField("plan", field, versions);
  });
  return { plan: value, conflicts };
};
