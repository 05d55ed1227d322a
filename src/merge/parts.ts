import { entitiesOf, idOf, type List, lists, type PlanData } from "../model/elements/entities.ts";
import {
  containerOf,
  isMapName,
  referenceNames,
  references,
  referencesIn,
} from "../model/elements/references.ts";
import { entriesOf } from "../elements/ref.ts";
import { fieldsOf, isObject, type Json, ownField, deepEqual } from "../model/json.ts";
import type { Part, Side, Versions } from "../model/merge/conflict.ts";
import { allRows, isGround, noRows, type PlanRows } from "../model/merge/merge-rows.ts";

/**
 * What was deleted with a room or a level about which there is a conflict, and by nobody changed; or
 * added with a room of which there is to be chosen whether it is added.
 */
export interface Parts {
  /** By the conflict's id; choosing theirs settles them too. */
  readonly of: ReadonlyMap<string, readonly Part[]>;
  /** The rows that stay with mine. */
  readonly rows: ReadonlySet<Versions>;
  /** What is said of mine elsewhere in the plan, and stays: `labels/kitchen`. */
  readonly said: ReadonlySet<string>;
}

interface Contest {
  /** The side that does not have it. */
  readonly without: Side;
  readonly isNew: boolean;
  /** The id of the conflict. */
  readonly id: string;
}

/** The side that does not have what the other left as it was, or added. */
const withoutIt = ({ base, mine, theirs }: Versions): Side | undefined => {
  if ((mine === undefined) === (theirs === undefined)) return undefined;
  if (base !== undefined && !deepEqual(base, mine ?? theirs)) return undefined;
  return mine === undefined ? "mine" : "theirs";
};

/**
 * A room goes with its doors, its windows and its label, a level with all that is on it. So where it is
 * to be chosen whether it stays, they are part of that choice, and are gone or there together.
 */
export const partsOf = (
  rows: PlanRows,
  [base, mine, theirs]: readonly [PlanData, PlanData, PlanData],
  isContested: (list: List, row: Versions) => boolean,
): Parts => {
  const contests = new Map<string, Contest>();
  const of = new Map<string, Part[]>();
  const stays = { rows: new Set<Versions>(), said: new Set<string>() };
  const contestOf = (ground: string | undefined, versions: Versions): Contest | undefined => {
    const contest = contests.get(ground ?? "");
    if (contest === undefined || contest.isNew !== (versions.base === undefined)) return undefined;
    return contest.without === withoutIt(versions) ? contest : undefined;
  };
  const take = ({ id }: Contest, part: Part): void => {
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
