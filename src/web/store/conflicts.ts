import { deepEqual, isList, type Json } from "../../model/json.ts";
import type { PlanData } from "../../model/elements/entities.ts";
import { choiceOf, type Conflict, type Part } from "../../model/merge/conflict.ts";
import { changedOutlines, reattachOpenings } from "../../model/merge/reattach-openings.ts";
import { isResolved, valueIn } from "../../model/merge/take-theirs.ts";

const withMine = (conflict: Conflict, mine: Json | undefined): Conflict =>
  mine === conflict.mine || conflict.kind === "order" ? conflict : { ...conflict, mine };

/** The conflicts still open: without those that agree by now, each with the plan's current value. */
export const unresolvedConflicts = (
  plan: PlanData,
  conflicts: readonly Conflict[],
): readonly Conflict[] =>
  conflicts
    .filter((conflict) => !isResolved(plan, conflict))
    .map((conflict) => withMine(conflict, valueIn(plan, conflict)));

/**
 * Updates a plan's conflicts to a new base: their side, and what belongs to it, takes the new base's values. Openings
 * refer to walls by number, so both sides are translated to the plan's walls.
 */
export const rebaseConflicts = (
  base: PlanData,
  next: PlanData,
  plan: PlanData,
  conflicts: readonly Conflict[],
): readonly Conflict[] => {
  if (conflicts.length === 0 || base === next) return conflicts;
  const onWalls = (each: PlanData): PlanData =>
    reattachOpenings(each, changedOutlines(each, plan)).plan;
  const [was, is] = [onWalls(base), onWalls(next)];
  const renewed = <A extends Part>(each: A, kind: Conflict["kind"]): A => {
    const theirs = valueIn(is, { ...each, kind });
    return deepEqual(valueIn(was, { ...each, kind }), theirs) ? each : { ...each, theirs };
  };
  return conflicts.map((conflict) => {
    const { parts } = conflict;
    const now = renewed(conflict, conflict.kind);
    return parts ? { ...now, parts: parts.map((part) => renewed(part, "whole")) } : now;
  });
};

/** Translates conflicts to the next plan: their openings refer to its walls. */
export const onWallsOf = (
  before: PlanData,
  after: PlanData,
  conflicts: readonly Conflict[],
): readonly Conflict[] => {
  const frame = changedOutlines(before, after);
  if (frame.size === 0) return conflicts;
  return conflicts.map((conflict) => {
    const { subject, theirs } = conflict;
    if (subject !== "openings" || theirs === undefined) return conflict;
    const { openings } = reattachOpenings(
      { rooms: before["rooms"], walls: before["walls"], openings: [theirs] },
      frame,
    ).plan;
    return isList(openings) ? { ...conflict, theirs: openings[0] } : conflict;
  });
};

/** Renames choices so that conflicts that belong together in the earlier or the later merge are decided together. */
const inOneChoice = (
  before: ReadonlyMap<string, Conflict>,
  later: readonly Conflict[],
): ((conflict: Conflict) => Conflict) => {
  const names = new Map<string, string>();
  const nameOf = (choice: string): string => {
    const name = names.get(choice);
    return name === undefined ? choice : nameOf(name);
  };
  for (const conflict of later) {
    const known = before.get(conflict.id);
    if (known === undefined) continue;
    const [name, former] = [nameOf(choiceOf(conflict)), nameOf(choiceOf(known))];
    if (name !== former) names.set(name, former);
  }
  return (conflict) => {
    const choice = nameOf(choiceOf(conflict));
    return choice === choiceOf(conflict) ? conflict : { ...conflict, choice };
  };
};

/**
 * Joins earlier conflicts with those of a later merge: a later one of the same element covers both, and conflicts
 * decided together in either are decided together.
 */
export const joinConflicts = (
  earlier: readonly Conflict[],
  later: readonly Conflict[],
): readonly Conflict[] => {
  const before = new Map(earlier.map((conflict) => [conflict.id, conflict] as const));
  const renamed = inOneChoice(before, later);
  const renewed = later.map((conflict): Conflict => {
    const known = before.get(conflict.id);
    before.delete(conflict.id);
    if (known === undefined) return conflict;
    const parts = [...(known.parts ?? []), ...(conflict.parts ?? [])];
    if (known.kind !== "fields" || conflict.kind !== "fields") {
      const kind = conflict.kind === "order" ? "order" : "whole";
      return { ...conflict, kind, fields: [], base: known.base, parts };
    }
    const fields = [...new Set([...known.fields, ...conflict.fields])];
    return { ...conflict, fields, base: known.base };
  });
  return [...before.values(), ...renewed].map(renamed);
};
