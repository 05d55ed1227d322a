import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { type PlanState, stateOf } from "../../plan/state.ts";
import { ClusterLog } from "../../storage/etcd/log/cluster-log.ts";
import type { ClusterLogOptions } from "./cluster-log-options.ts";
import { readKeptPlans, describeReadProblem } from "../../storage/etcd/log/read-revisions.ts";

/** The plan's log of a home, and what it holds. */
export interface OpenedClusterLog {
  readonly log: ClusterLog;
  readonly state: PlanState;
}

/** Opens the plan's log of a home. The left says why it cannot be read, or what is wrong with it. */
export const openClusterLog = async (
  options: ClusterLogOptions,
): Promise<Either<string, OpenedClusterLog>> => {
  const kept = await readKeptPlans(options.etcd, options.keys);
  if (isLeft(kept)) return left(describeReadProblem(kept.left));
  const state = stateOf(kept.right.saved.map(({ plan }) => plan));
  return right({ log: new ClusterLog(options, kept.right), state });
};
