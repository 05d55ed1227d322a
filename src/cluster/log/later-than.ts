import type { StoredPlan } from "../../plan/stored-plan.ts";

/** The time of the clock, in milliseconds since 1970, or a millisecond after the plan before where that is later: nodes' clocks differ. */
export const laterThan = (previous: StoredPlan | undefined, clock: number): Date =>
  new Date(previous === undefined ? clock : Math.max(clock, Date.parse(previous.saved_at) + 1));
