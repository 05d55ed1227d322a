import { isList, isObject, type Json, type JsonObject, ownField } from "../model/json.ts";
import { applyChanges } from "./apply-changes.ts";
import type { Plan, PlanChanges } from "./messages.ts";

/** A revision of the plan, and what led to it; undefined if it came whole. */
export interface FollowedRevision {
  readonly plan: Plan;
  readonly changes: PlanChanges | undefined;
}

/** Whether a plan is of a revision, which is 0 before the first save. */
const isOf = (plan: JsonObject, rev: number): plan is Plan => (plan["rev"] ?? 0) === rev;

const isChanges = (event: JsonObject): event is JsonObject & PlanChanges =>
  typeof event["from"] === "number" && isList(event["changes"]);

/** The plan as the events of one `plan/follow` make it. */
export class FollowedPlan {
  #last: Plan | undefined;

  /**
   * The revision of the next event. Undefined if the event does not lead from the one before to the revision that it
   * names: then only an event with the whole plan helps.
   */
  take(event: Json): FollowedRevision | undefined {
    const last = this.#last;
    this.#last = undefined;
    if (!isObject(event)) return undefined;
    const rev = ownField(event, "rev");
    if (typeof rev !== "number") return undefined;
    const whole = ownField(event, "plan");
    if (isObject(whole)) return this.#hold(whole, rev, undefined);
    if (last === undefined || !isChanges(event) || !isOf(last, event.from)) return undefined;
    const applied = applyChanges(last, event.changes);
    return "plan" in applied ? this.#hold(applied.plan, rev, event) : undefined;
  }

  #hold(
    plan: JsonObject,
    rev: number,
    changes: PlanChanges | undefined,
  ): FollowedRevision | undefined {
    if (!isOf(plan, rev)) return undefined;
    this.#last = plan;
    return { plan, changes };
  }
}
