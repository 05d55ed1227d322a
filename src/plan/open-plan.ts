import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { TaskEither } from "fp-ts/lib/TaskEither.js";
import { type ActorContext, PlanActor } from "./actor.ts";
import type { PlanLog } from "./plan-log.ts";
import type { PlanState } from "./state.ts";

/** A log that is open, and what it holds. */
export interface OpenedLog {
  readonly log: PlanLog;
  readonly state: PlanState;
  /**
   * Where others share the log: resolves once everything was followed that anybody had appended when this was called,
   * which may be long after the state was read. The left says why that cannot be known.
   */
  readonly caughtUp?: () => Promise<Either<string, void>>;
}

/** Opens some log; where it keeps its bytes is its own affair. The left says for a person why not. */
export type LogOpener = TaskEither<{ readonly message: string }, OpenedLog>;

/** A plan that is ready, and the log behind it, to be closed after the actor is idle. */
export interface OpenedPlan {
  readonly actor: PlanActor;
  readonly log: PlanLog;
}

/** Opens the log and builds the actor on what it holds, and on what others append meanwhile. A left is the reason for a person. */
export const openPlan =
  (
    openLog: LogOpener,
    context: ActorContext,
  ): TaskEither<{ readonly message: string }, OpenedPlan> =>
  async () => {
    const opened = await openLog();
    if (isLeft(opened)) return opened;
    const { log, state, caughtUp } = opened.right;
    const actor = new PlanActor(log, state, context);
    const caught = await caughtUp?.();
    if (caught === undefined || !isLeft(caught)) return right({ actor, log });
    await log.close();
    return left({ message: caught.left });
  };
