import { isLeft, left, right } from "fp-ts/lib/Either.js";
import type { TaskEither } from "fp-ts/lib/TaskEither.js";
import type { Log, LogRefused, LogVisitor } from "../../wal/index.ts";
import { type ActorLimits, PlanActor } from "./actor.ts";
import { StateReader } from "./read-log.ts";

/** A plan that is ready, and the log behind it, to be closed after the actor is idle. */
export interface OpenedPlan {
  readonly actor: PlanActor;
  readonly log: Log;
}

/** Opens some log and replays it into the visitor; where it keeps its bytes is its own affair. The left says why not. */
export type LogOpener = (visitor: LogVisitor) => TaskEither<Pick<LogRefused, "message">, Log>;

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
    const log = opened.right;
    return right({ actor: new PlanActor(log, recovery.state, limits, onFailure), log });
  };
