import { isList, isObject, type Json, type JsonObject, ownField } from "../model/json.ts";
import { applyEvent, revisionIn } from "./apply-changes.ts";
import type { Plan, PlanChanges } from "./messages.ts";

/** A revision of the plan, and what led to it; undefined if it came whole. */
export interface FollowedRevision {
  readonly plan: Plan;
  readonly changes: PlanChanges | undefined;
}

/** Whether a plan is of a revision. */
const isOf = (plan: JsonObject, rev: number): plan is Plan => revisionIn(plan) === rev;

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
    const changes = isChanges(event) && !isObject(whole) ? event : undefined;
    const plan = isObject(whole) ? whole : last && changes && applyEvent(last, changes);
    if (plan === undefined || !isOf(plan, rev)) return undefined;
    this.#last = plan;
    return { plan, changes };
  }
}
