import type { Json, PlanData } from "../../plan/entities.ts";
import type { Conflict } from "../../plan/merge.ts";
import { agrees, valueIn } from "../../plan/take-theirs.ts";

const withMine = (conflict: Conflict, mine: Json | undefined): Conflict =>
  mine === conflict.mine || conflict.kind === "order" ? conflict : { ...conflict, mine };

/** What is still to be chosen: without what agrees by now, each with the value that the plan has. */
export const stillOpen = (plan: PlanData, conflicts: readonly Conflict[]): readonly Conflict[] =>
  conflicts
    .filter((conflict) => !agrees(plan, conflict))
    .map((conflict) => withMine(conflict, valueIn(plan, conflict)));

/** Earlier conflicts and those of a later merge as one list: a later one of the same element covers both. */
export const joined = (
  earlier: readonly Conflict[],
  later: readonly Conflict[],
): readonly Conflict[] => {
  const before = new Map(earlier.map((conflict) => [conflict.id, conflict] as const));
  const renewed = later.map((conflict): Conflict => {
    const known = before.get(conflict.id);
    before.delete(conflict.id);
    if (known === undefined) return conflict;
    if (known.kind !== "fields" || conflict.kind !== "fields") {
      const kind = conflict.kind === "order" ? "order" : "whole";
      return { ...conflict, kind, fields: [], base: known.base };
    }
    const fields = [...new Set([...known.fields, ...conflict.fields])];
    return { ...conflict, fields, base: known.base };
  });
  return [...before.values(), ...renewed];
};
