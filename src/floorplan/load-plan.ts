import { type Either, isLeft, left } from "fp-ts/lib/Either.js";
import type { Logger } from "pino";
import type { ActorContext } from "../plan/actor.ts";
import { type LogOpener, type OpenedPlan, openPlan } from "../plan/open-plan.ts";
import type { PlanHolder } from "../plan/plan-holder.ts";

/** Recovers the plan into the holder, whose status tells how it goes; the left is why the log was refused. */
export const loadPlan = async (
  openLog: LogOpener,
  holder: PlanHolder,
  log: Logger,
  context: Omit<ActorContext, "onFailure">,
): Promise<Either<string, OpenedPlan>> => {
  const onFailure = (reason: string): void => {
    // A log that failed while nobody saved has told it.
    if (holder.status.kind === "failed" && holder.status.why === "storage") return;
    log.error({ reason }, "the log takes no more saves");
    holder.failed("storage", reason);
  };
  const opened = await openPlan(openLog, { ...context, onFailure })();
  if (isLeft(opened)) {
    log.error({ reason: opened.left.message }, "the log was refused");
    holder.failed("refused", `the log was refused: ${opened.left.message}`);
    return left(opened.left.message);
  }
  holder.ready(opened.right.actor);
  log.info({ rev: opened.right.actor.revision }, "the plan is loaded");
  return opened;
};
