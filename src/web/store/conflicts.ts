import { deepEqual, isList, type Json } from "../../model/json.ts";
import type { PlanData } from "../../model/elements/entities.ts";
import { choiceOf, type Conflict, type Part } from "../../model/merge/conflict.ts";
import { changedOutlines, reattachOpenings } from "../../model/merge/reattach-openings.ts";
import { isResolved, valueIn } from "../../model/merge/take-theirs.ts";

const withMine = (conflict: Conflict, mine: Json | undefined): Conflict =>
  mine === conflict.mine || conflict.kind === "order" ? conflict : { ...conflict, mine };

/** What is still to be chosen: without what agrees by now, each with the value that the plan has. */
export const unresolvedConflicts = (
  plan: PlanData,
  conflicts: readonly Conflict[],
): readonly Conflict[] =>
  conflicts
    .filter((conflict) => !isResolved(plan, conflict))
    .map((conflict) => withMine(conflict, valueIn(plan, conflict)));

/**
 * The conflicts of a plan once what it came from is another: theirs, and what goes with it, is what that
 * has now. Openings name their walls by numbers, so both are read on the walls of the plan.
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

/** The conflicts of a plan for the next one: an opening of theirs is written on its walls. */
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
      { rooms: before["rooms"], openings: [theirs] },
      frame,
    ).plan;
    return isList(openings) ? { ...conflict, theirs: openings[0] } : conflict;
  });
};

/** Renames the choices of conflicts so that what is one before or in a later merge is one in both. */
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
 * Earlier conflicts and those of a later merge as one list: a later one of the same element covers
 * both, and what either decides by one choice is decided by one.
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
