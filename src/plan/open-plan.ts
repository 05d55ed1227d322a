import { isLeft, right } from "fp-ts/lib/Either.js";
import type { TaskEither } from "fp-ts/lib/TaskEither.js";
import { type ActorContext, PlanActor } from "./actor.ts";
import type { PlanLog } from "./plan-log.ts";
import type { PlanState } from "./state.ts";

/** A log that is open, and what it holds. */
export interface OpenedLog {
  readonly log: PlanLog;
  readonly state: PlanState;
}

/** Opens some log; where it keeps its bytes is its own affair. The left says for a person why not. */
export type LogOpener = TaskEither<{ readonly message: string }, OpenedLog>;

/** A plan that is ready, and the log behind it, to be closed after the actor is idle. */
export interface OpenedPlan {
  readonly actor: PlanActor;
  readonly log: PlanLog;
}

/** Opens the log and builds the actor on what it holds. A left is the reason for a person. */
export const openPlan =
  (
    openLog: LogOpener,
    context: ActorContext,
  ): TaskEither<{ readonly message: string }, OpenedPlan> =>
  async () => {
    const opened = await openLog();
    if (isLeft(opened)) return opened;
    const { log, state } = opened.right;
    return right({ actor: new PlanActor(log, state, context), log });
  };
