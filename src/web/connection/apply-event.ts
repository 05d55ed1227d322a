import { applyChanges } from "../../client/apply-changes.ts";
import { numberField } from "../../client/errors.ts";
import type { PlanData } from "../../model/elements/entities.ts";
import { isList, type JsonObject } from "../../model/json.ts";

const revisionOf = (plan: PlanData): number => numberField(plan, "rev") ?? 0;

/**
 * The plan after an event of `plan/follow` with changes; parts that do not change stay the same objects. Undefined if the
 * changes are of another revision, or cannot be made.
 */
export const applyEvent = (plan: PlanData, event: JsonObject): PlanData | undefined => {
  const { rev, from, changes } = event;
  if (!isList(changes) || from !== revisionOf(plan)) return undefined;
  const applied = applyChanges(plan, changes);
  return "plan" in applied && revisionOf(applied.plan) === rev ? applied.plan : undefined;
};
