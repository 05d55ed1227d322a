import type { Conflict } from "./conflict.ts";
import { contentOf, isObject, type Json, nameOfContent, same } from "../json/json.ts";
import { entitiesOf, idOf, type List } from "../elements/entities.ts";
import { differInPlace, mergeElement, type MergedElement } from "./merge-element.ts";
import type { Row, Rows } from "./merge-rows.ts";
import { nameOf } from "../elements/name.ts";
import { inSameOrder, weave } from "./weave.ts";

/** A list with the edits of both sides, and what overlaps in it. */
export interface MergedList {
  readonly value: Json | undefined;
  readonly conflicts: readonly Conflict[];
}

/** What the rest of the plan has to say about a list's elements. */
export interface Surroundings {
  /** The ids of what each side's own edits stand on, as `rooms/kitchen`. */
  readonly mine: ReadonlySet<string>;
  readonly theirs: ReadonlySet<string>;
  /** The openings whose wall is gone in the merged plan. */
  readonly unsure: ReadonlySet<Json>;
}

const mergeRow = (list: List, row: Row, around: Surroundings): MergedElement => {
  const { base, mine, theirs } = row;
  const ref = `${list}/${idOf(base)}`;
  // Nobody changed it itself, but one deleted what the other has built upon.
  const isMissed =
    (mine === undefined && theirs !== undefined && around.theirs.has(ref)) ||
    (theirs === undefined && mine !== undefined && around.mine.has(ref));
  if (isMissed) return { value: mine, overlap: { kind: "whole", fields: [] } };
  const isLost = (side: Json | undefined): boolean =>
    side !== undefined && around.unsure.has(side) && differInPlace(list, base, side);
  return mergeElement(list, base, mine, theirs, isLost(mine) || isLost(theirs));
};

// A choice has to find its element again, so what is in conflict does not stay without an id.
const withId = (list: List, row: Row, value: Json): Json =>
  idOf(value) !== undefined || !isObject(value)
    ? value
    : { ...value, id: `${list}_${nameOfContent(contentOf(row.base ?? value))}` };

const orderOf = (rows: Rows): { order: readonly Row[]; isContested: boolean } => {
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

type Sides = readonly [base: Json | undefined, mine: Json | undefined, theirs: Json | undefined];

// A list appears with its first element, and goes when a side has taken the empty list away.
const listOr = (elements: readonly Json[], [base, mine, theirs]: Sides): Json | undefined => {
  const isWanted = (same(base, mine) ? theirs : mine) !== undefined;
  if (elements.length === 0 && !isWanted) return undefined;
  return [mine, theirs].find((side) => same(side, elements)) ?? elements;
};

/** Merges a list row by row. Where mine has deleted what is in conflict, it stays deleted until chosen. */
export const mergeList = (
  list: List,
  rows: Rows,
  around: Surroundings,
  sides: Sides,
): MergedList => {
  const [, mine, theirs] = sides;
  if (same(mine, theirs)) return { value: mine, conflicts: [] };
  const { order, isContested } = orderOf(rows);
  const merged = order.map((row) => {
    const { value, overlap } = mergeRow(list, row, around);
    const kept = value !== undefined && overlap !== undefined ? withId(list, row, value) : value;
    return { row, overlap, value: kept };
  });
  const kept = merged.filter(({ value }) => value !== undefined);
  const elements = kept.flatMap(({ value }) => (value === undefined ? [] : [value]));
  if (!isContested && merged.every(({ overlap }) => overlap === undefined)) {
    return { value: listOr(elements, sides), conflicts: [] };
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
    const name = nameOf(value ?? row.theirs);
    const both = { base: row.base, mine: value, theirs: row.theirs };
    return [{ id: `${list}/${key}`, subject: list, key, name, ...overlap, ...both }];
  });
  const keysOf = (side: readonly Row[]): readonly string[] =>
    side.flatMap((row) => keys.get(row) ?? []);
  const orders: readonly Conflict[] = isContested
    ? [
        {
          id: `${list}/`,
          subject: list,
          key: "",
          name: "",
          kind: "order",
          fields: [],
          base: keysOf(rows.base),
          mine: keysOf(rows.mine),
          theirs: keysOf(rows.theirs),
        },
      ]
    : [];
  return { value: listOr(elements, sides), conflicts: [...conflicts, ...orders] };
};
