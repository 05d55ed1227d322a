import { type Conflict, conflictOf, type MergedPart, type Versions } from "./conflict.ts";
import { canonicalJson, deepEqual, hashOfContent, isList, isObject, type Json } from "../json.ts";
import { entitiesOf, idOf, type List } from "../elements/entities.ts";
import { differInPlace, type MergedElement, mergeElement, unitOf } from "./merge-element.ts";
import { placeOf, type Places } from "../../merge/merge-places.ts";
import type { Parts } from "../../merge/parts.ts";
import type { Rows } from "./merge-rows.ts";
import { inSameOrder, weave } from "../../merge/weave.ts";

/** What the rest of the plan has to say about a list's elements. */
export interface ListContext {
  /** The ids of what each side's own edits stand on, as `rooms/kitchen`. */
  readonly mine: ReadonlySet<string>;
  readonly theirs: ReadonlySet<string>;
  /** The openings whose wall is gone in the merged plan. */
  readonly unsure: ReadonlySet<Json>;
  readonly places: Places;
}

/** Merges one row of a list. */
export const mergeRow = (list: List, row: Versions, around: ListContext): MergedElement => {
  const { base, mine, theirs } = row;
  const ref = `${list}/${idOf(base)}`;
  // Nobody changed it itself, but one deleted what the other has built upon.
  const isMissed =
    (mine === undefined && theirs !== undefined && around.theirs.has(ref)) ||
    (theirs === undefined && mine !== undefined && around.mine.has(ref));
  if (isMissed) return { value: mine, overlap: { kind: "whole", fields: [] } };
  const { contested, merged } = around.places;
  if (list !== "levels" && contested.has(row)) return mergeElement(list, row, placeOf(list));
  const place = merged.get(row);
  if (place !== undefined && isObject(mine) && isObject(theirs))
    return mergeElement(list, {
      base,
      mine: { ...mine, ...place },
      theirs: { ...theirs, ...place },
    });
  const isLost = (side: Json | undefined): boolean =>
    side !== undefined && around.unsure.has(side) && differInPlace(list, base, side);
  return mergeElement(list, row, isLost(mine) || isLost(theirs) ? unitOf(list) : []);
};

// A choice has to find its element again, so what is in conflict does not stay without an id.
const withId = (list: List, row: Versions, value: Json): Json =>
  idOf(value) !== undefined || !isObject(value)
    ? value
    : { ...value, id: `${list}_${hashOfContent(canonicalJson(row.base ?? value))}` };

const orderOf = (rows: Rows): { order: readonly Versions[]; isContested: boolean } => {
  const mineMoved = !inSameOrder(rows.mine, rows.base);
  const theirsMoved = !inSameOrder(rows.theirs, rows.base);
  const isContested = mineMoved && theirsMoved && !inSameOrder(rows.mine, rows.theirs);
  const order = mineMoved ? weave(rows.mine, rows.theirs) : weave(rows.theirs, rows.mine);
  return { order, isContested };
};

const freeKey = (key: string, used: ReadonlySet<string>): string => {
  let free = key;
  for (let occurrence = 2; used.has(free); occurrence += 1) free = `${key}#${occurrence}`;
  return free;
};

// A list appears with its first element, and goes when a side has taken the empty list away.
const listOr = (elements: readonly Json[], { base, mine, theirs }: Versions): Json | undefined => {
  const wanted = deepEqual(base, mine) ? theirs : mine;
  if (elements.length === 0 && !isList(wanted)) return wanted;
  return [mine, theirs].find((side) => deepEqual(side, elements)) ?? elements;
};

/** Merges a list row by row. Where mine has deleted what is in conflict, it stays deleted until chosen. */
export const mergeList = (
  list: List,
  rows: Rows,
  around: ListContext,
  parts: Parts,
  listVersions: Versions,
): MergedPart => {
  const { mine, theirs } = listVersions;
  if (deepEqual(mine, theirs)) return { value: mine, conflicts: [] };
  const { order: inOrder, isContested } = orderOf(rows);
  const merged = inOrder.map((row) => {
    if (parts.rows.has(row)) return { row, overlap: undefined, value: row.mine };
    const { value, overlap } = mergeRow(list, row, around);
    const kept = value !== undefined && overlap !== undefined ? withId(list, row, value) : value;
    return { row, overlap, value: kept };
  });
  const kept = merged.filter(({ value }) => value !== undefined);
  const elements = kept.flatMap(({ value }) => (value === undefined ? [] : [value]));
  if (!isContested && merged.every(({ overlap }) => overlap === undefined)) {
    return { value: listOr(elements, listVersions), conflicts: [] };
  }
  const keys = new Map(
    entitiesOf({ [list]: elements }, list).map(({ index, key }) => [kept[index]?.row, key]),
  );
  const used = new Set(keys.values());
  const theirKeys = new Map(
    entitiesOf({ [list]: theirs }, list).map(({ data, key }) => [data, key] as const),
  );
  const conflicts = merged.flatMap(({ row, overlap, value }): readonly Conflict[] => {
    if (overlap === undefined) return [];
    const other = isObject(row.theirs) ? theirKeys.get(row.theirs) : undefined;
    const key = keys.get(row) ?? freeKey(other ?? "", used);
    used.add(key);
    const conflict = conflictOf(list, key, value, overlap, { ...row, mine: value });
    const along = parts.of.get(`${list}/${idOf(row.base ?? row.mine ?? row.theirs)}`);
    const choice = around.places.choices.get(row);
    return [
      {
        ...conflict,
        ...(choice === undefined ? {} : { choice }),
        ...(along === undefined ? {} : { parts: along }),
      },
    ];
  });
  const keysOf = (side: readonly Versions[]): readonly string[] =>
    side.flatMap((row) => keys.get(row) ?? []);
  const [old, own, other] = [keysOf(rows.base), keysOf(rows.mine), keysOf(rows.theirs)];
  const versions = { base: old, mine: own, theirs: other };
  const order = conflictOf(list, "", own, { kind: "order", fields: [] }, versions);
  return {
    value: listOr(elements, listVersions),
    conflicts: isContested ? [...conflicts, order] : conflicts,
  };
};
