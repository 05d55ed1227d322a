import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { LogOpener } from "../../plan/plan-holder.ts";
import { type StartRetry, retryWithoutMajority } from "../patience.ts";
import type { ClusterLog } from "../../storage/etcd/log/cluster-log.ts";
import type { ClusterLogOptions } from "./cluster-log-options.ts";
import { openClusterLog } from "./open-cluster-log.ts";

/** What a node opens its plan's log with. */
export interface PlanOpening {
  readonly options: ClusterLogOptions;
  /** For what the cluster does not answer. */
  readonly patience: StartRetry;
  /** Hears of the log before it is followed: from then on whoever comes asks for what was saved before. */
  readonly onOpen: (log: ClusterLog) => void;
  /** Asks, as for somebody who comes, that what was saved anywhere before is followed; the left says why that cannot be known. */
  readonly admit: () => Promise<Either<string, void>>;
}

/**
 * Opens the plan's log of a home for a node. Others save while it is read, and may have shown that: whoever comes
 * meanwhile is shown nothing before the node has caught up with them once more.
 */
export const planOpener =
  ({ options, patience, onOpen, admit }: PlanOpening): LogOpener =>
  async () => {
    const read = await retryWithoutMajority(patience, "reading the plan and its history", () =>
      openClusterLog(options),
    );
    if (isLeft(read)) return left({ message: read.left });
    onOpen(read.right.log);
    const caughtUp = (): Promise<Either<string, void>> =>
      retryWithoutMajority(patience, "hearing what others have saved meanwhile", admit);
    return right({ ...read.right, caughtUp });
  };
