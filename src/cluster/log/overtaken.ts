import { type PlanState, stateOf, storedPlans } from "../../plan/state.ts";
import type { StoredPlan } from "../../plan/stored-plan.ts";
import { headRevision, type KnownHead } from "./known-head.ts";
import type { SaveFate } from "./outcome.ts";
import type { KeptPlans } from "../../storage/etcd/log/read-revisions.ts";

/** How one goes on after a compaction that overtook the watch. */
export interface Resumption {
  /** Revisions that follow the last one that was handed over. */
  readonly next: readonly StoredPlan[];
  /** The plan now, where those do not lead there. */
  readonly jump: PlanState | undefined;
  /** What became of the save that was under way; undefined where that is still open. */
  readonly fate: SaveFate | undefined;
}

/** `before` is the head as of what was handed over last, `own` the plans of the save that is under way, by the ids in etcd. */
export const resumeAfterCompaction = (
  { head, saved }: KeptPlans,
  before: KnownHead,
  own: ReadonlyMap<string, StoredPlan>,
): Resumption => {
  const plans = new Map(saved.map(({ plan }) => [plan.rev, plan]));
  // One's own were decided on what was handed over last: if one of them is kept, all of them were saved, and come next.
  const isOwn = saved.some(({ line }) => own.has(line.id));
  if (isOwn) for (const plan of own.values()) plans.set(plan.rev, plan);
  const first = headRevision(before) + 1;
  const next: StoredPlan[] = [];
  for (let plan = plans.get(first); plan !== undefined; plan = plans.get(plan.rev + 1))
    next.push(plan);
  const isWhole = first + next.length > headRevision(head);
  const kept = storedPlans(head.kept).flatMap(({ rev }) => plans.get(rev) ?? []);
  const others = next.length > 0 ? "moved" : "missed";
  return {
    next,
    jump: isWhole ? undefined : stateOf(kept),
    fate: head.changed === before.changed ? undefined : isOwn ? "stored" : others,
  };
};
