import { isLeft } from "fp-ts/lib/Either.js";
import { inhabitedFlat } from "../model/demo/inhabited-flat.ts";
import { SubmittedPlan } from "../plan/draft.ts";
import { runAtOnce } from "../plan/raw-json/json-cursor.ts";
import { noLimits, readPlan } from "../plan/read-plan.ts";
import { decide, emptyState } from "../plan/state.ts";
import type { StoredPlan } from "../plan/stored-plan.ts";

/** The first revision of the demo's plan, as it was saved at that moment. */
export const firstRevision = (savedAt: Date): StoredPlan => {
  const read = runAtOnce(readPlan(noLimits)(Buffer.from(JSON.stringify(inhabitedFlat())), 0));
  const draft = read?.value instanceof SubmittedPlan ? read.value.draft : undefined;
  if (draft === undefined || isLeft(draft)) throw new Error("the demo's plan is no plan");
  const saved = decide(emptyState, { content: draft.right, guard: 0 }, savedAt);
  if (isLeft(saved)) throw new Error("the demo's plan cannot be saved");
  return saved.right;
};
