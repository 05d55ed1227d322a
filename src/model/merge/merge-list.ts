import {
  entitiesOf,
  entriesOf,
  idOf,
  type List,
  lists,
  type PlanData,
} from "../elements/entities.ts";
import {
  containerOf,
  isMapName,
  referenceNames,
  references,
  referencesIn,
} from "../elements/references.ts";
import {
  canonicalJson,
  deepEqual,
  fieldsOf,
  hashOfContent,
  isList,
  isObject,
  type Json,
  ownField,
} from "../json.ts";
import { isCollection } from "../kinds/kinds.ts";
import {
  type Conflict,
  conflictOf,
  type MergedPart,
  type Part,
  type Side,
  type Versions,
} from "./conflict.ts";
import {
  allRows,
  inSameOrder,
  isGround,
  noRows,
  type PlanRows,
  type Rows,
  mergeOrders,
} from "./merge-rows.ts";
import {
  differInPlace,
  type MergedElement,
  mergeElement,
  placeOf,
  type Places,
  unitOf,
} from "./merge-element.ts";

/**
 * Unchanged elements that one side deleted together with a room or floor that is in conflict, and elements added with a
 * room whose addition is in conflict.
 */
export interface Parts {
  /** By the conflict's id; choosing theirs settles them too. */
  readonly of: ReadonlyMap<string, readonly Part[]>;
  /** Rows for which the merged plan keeps mine. */
  readonly rows: ReadonlySet<Versions>;
  /** Entries outside the lists for which the merged plan keeps mine, such as `labels/kitchen`. */
  readonly said: ReadonlySet<string>;
}

interface ContestedElement {
  /** The side that does not have the element. */
  readonly without: Side;
  readonly isNew: boolean;
  /** The conflict's id. */
  readonly id: string;
}

/** The side that lacks an element which the other side added or left unchanged. */
const withoutIt = ({ base, mine, theirs }: Versions): Side | undefined => {
  if ((mine === undefined) === (theirs === undefined)) return undefined;
  if (base !== undefined && !deepEqual(base, mine ?? theirs)) return undefined;
  return mine === undefined ? "mine" : "theirs";
};

/**
 * Finds the parts of each conflict about whether a room or floor stays. Deleting a room deletes its openings and its
 * label, deleting a floor everything on it, so they stay or go with the conflict's choice.
 */
export const partsOf = (
  rows: PlanRows,
  [base, mine, theirs]: readonly [PlanData, PlanData, PlanData],
  isContested: (list: List, row: Versions) => boolean,
): Parts => {
  const contests = new Map<string, ContestedElement>();
  const of = new Map<string, Part[]>();
  const stays = { rows: new Set<Versions>(), said: new Set<string>() };
  const contestOf = (
    ground: string | undefined,
    versions: Versions,
  ): ContestedElement | undefined => {
    const contest = contests.get(ground ?? "");
    if (contest === undefined || contest.isNew !== (versions.base === undefined)) return undefined;
    return contest.without === withoutIt(versions) ? contest : undefined;
  };
  const take = ({ id }: ContestedElement, part: Part): void => {
    const parts = of.get(id) ?? [];
    parts.push(part);
    of.set(id, parts);
  };
  const takeOf = (list: List): void => {
    const keys = new Map(
      [mine, theirs].flatMap((plan) =>
        entitiesOf(plan, list).map(({ data, key }) => [data, key] as const),
      ),
    );
    for (const row of allRows(rows.get(list) ?? noRows)) {
      const side = row.mine ?? row.theirs;
      if (!isObject(side)) continue;
      const isNew = row.base === undefined;
      if (isNew && row.mine !== undefined && row.theirs !== undefined) continue;
      const was = isObject(row.base) ? row.base : side;
      const name = `${list}/${idOf(was)}`;
      if (isGround(list) && isContested(list, row)) {
        const without = row.mine === undefined ? "mine" : "theirs";
        contests.set(name, { without, isNew, id: name });
        continue;
      }
      const plan = isNew ? (row.mine === undefined ? theirs : mine) : base;
      const contest = contestOf(containerOf(plan, list, was), row);
      if (contest === undefined) continue;
      contests.set(name, contest);
      take(contest, { subject: list, key: keys.get(side) ?? "", theirs: row.theirs });
      stays.rows.add(row);
    }
  };
  for (const list of lists.filter(isGround)) takeOf(list);
  if (contests.size === 0) return { of, ...stays };
  for (const list of lists.filter((each) => !isGround(each))) takeOf(list);
  for (const name of referenceNames) {
    for (const key of fieldsOf(...[base, mine, theirs].map((plan) => referencesIn(plan, name)))) {
      const said = (plan: PlanData): Json | undefined =>
        isMapName(name) ? ownField(entriesOf(plan[name]), key) : plan[name];
      const versions = { base: said(base), mine: said(mine), theirs: said(theirs) };
      const contest = contestOf(`${references[name]}/${key}`, versions);
      if (contest === undefined) continue;
      const place = isMapName(name)
        ? { subject: name, key }
        : { subject: "plan" as const, key: name };
      take(contest, { ...place, theirs: versions.theirs });
      stays.said.add(`${place.subject}/${place.key}`);
    }
  }
  return { of, ...stays };
};

/** What merging a list needs to know about the rest of the plan. */
export interface ListContext {
  /** The rooms, freestanding walls and floors that contain each side's own edits, such as `rooms/kitchen`. */
  readonly mine: ReadonlySet<string>;
  readonly theirs: ReadonlySet<string>;
  /** Openings whose wall does not exist in the merged plan. */
  readonly unsure: ReadonlySet<Json>;
  readonly places: Places;
}

/** Merges one row of a list. */
export const mergeRow = (list: List, row: Versions, around: ListContext): MergedElement => {
  const { base, mine, theirs } = row;
  const ref = `${list}/${idOf(base)}`;
  // Nobody changed the element itself, but one side deleted it and the other edited something in it.
  const isMissed =
    (mine === undefined && theirs !== undefined && around.theirs.has(ref)) ||
    (theirs === undefined && mine !== undefined && around.mine.has(ref));
  if (isMissed) return { value: mine, overlap: { kind: "whole", fields: [] } };
  const { contested, merged } = around.places;
  if (isCollection(list) && contested.has(row)) return mergeElement(list, row, placeOf(list));
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

// A choice finds its element by id, so an element in conflict gets one.
const withId = (list: List, row: Versions, value: Json): Json =>
  idOf(value) !== undefined || !isObject(value)
    ? value
    : { ...value, id: `${list}_${hashOfContent(canonicalJson(row.base ?? value))}` };

const orderOf = (rows: Rows): { order: readonly Versions[]; isContested: boolean } => {
  const mineMoved = !inSameOrder(rows.mine, rows.base);
  const theirsMoved = !inSameOrder(rows.theirs, rows.base);
  const isContested = mineMoved && theirsMoved && !inSameOrder(rows.mine, rows.theirs);
  const order = mineMoved
    ? mergeOrders(rows.mine, rows.theirs)
    : mergeOrders(rows.theirs, rows.mine);
  return { order, isContested };
};

const freeKey = (key: string, used: ReadonlySet<string>): string => {
  let free = key;
  for (let occurrence = 2; used.has(free); occurrence += 1) free = `${key}#${occurrence}`;
  return free;
};

// A list is created with its first element, and removed if a side removed the empty list.
const listOr = (elements: readonly Json[], { base, mine, theirs }: Versions): Json | undefined => {
  const wanted = deepEqual(base, mine) ? theirs : mine;
  if (elements.length === 0 && !isList(wanted)) return wanted;
  return [mine, theirs].find((side) => deepEqual(side, elements)) ?? elements;
};

/** Merges a list row by row. An element in conflict that mine deleted stays deleted until theirs is chosen. */
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
