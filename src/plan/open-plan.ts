import { isLeft, left, right } from "fp-ts/lib/Either.js";
import type { TaskEither } from "fp-ts/lib/TaskEither.js";
import type { Log, LogRefused, Visitor } from "../../wal/index.ts";
import { type ActorLimits, PlanActor } from "./actor.ts";
import { StateReader } from "./read-log.ts";
import { revisionOf } from "./state.ts";

/** A plan that is ready, and the log behind it, to be closed after the actor is idle. */
export interface OpenedPlan {
  readonly actor: PlanActor;
  readonly log: Log;
  /** The revision that was recovered. */
  readonly rev: number;
}

/** Opens some log and replays it into the visitor; where it keeps its bytes is its own affair. The left says why not. */
export type LogOpener = (visitor: Visitor) => TaskEither<Pick<LogRefused, "message">, Log>;

/** Opens the log and builds the actor on what it holds. A left is the reason for a person. */
export const openPlan =
  (
    openLog: LogOpener,
    limits: ActorLimits,
    onFailure: (reason: string) => void,
  ): TaskEither<Pick<LogRefused, "message">, OpenedPlan> =>
  async () => {
    const recovery = new StateReader();
    const opened = await openLog(recovery)();
    if (isLeft(opened)) return opened;
    if (recovery.problem !== undefined) {
      await opened.right.close();
      return left({ message: recovery.problem });
    }
    const actor = new PlanActor(opened.right, recovery.state, limits, onFailure);
    return right({ actor, log: opened.right, rev: revisionOf(recovery.state) });
  };
