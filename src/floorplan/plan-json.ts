import type { PlanState } from "../plan/state.ts";

const emptyPlan = Buffer.from("{}");

/** The current plan as JSON text: the stored bytes themselves, or an empty object before the first save. */
export const currentJson = (state: PlanState): Buffer => state.current?.json ?? emptyPlan;
