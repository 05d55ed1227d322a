import { type Either, isLeft, left } from "fp-ts/lib/Either.js";
import type { Logger } from "pino";
import type { LogEvent } from "../../wal/index.ts";
import { type LogOpener, type OpenedPlan, openPlan, type OpenLimits } from "../plan/open-plan.ts";
import type { PlanHolder } from "./plan-holder.ts";

type TornTail = Extract<LogEvent, { readonly kind: "torn-tail" }>;

/** Writes down what the log tells; the torn tail of a start waits until the revision before it is known. */
const reportTo =
  (log: Logger, holder: PlanHolder, torn: TornTail[]) =>
  (event: LogEvent): void => {
    switch (event.kind) {
      case "torn-tail":
        return void torn.push(event);
      case "snapshot-unreadable":
        return log.warn(
          { problem: event.refused.message },
          "a snapshot is unreadable; an older one is used",
        );
      case "snapshot-failed":
      case "spare-failed":
        return log.error(event, "the log could not tidy up; saves go on");
      case "out-of-room":
        holder.outOfRoom(`no plan can be saved for now: ${event.reason}`);
        return log.error(event, "the log has no room: saves are refused until there is some");
      case "room-again":
        holder.roomAgain();
        return log.warn(event, "the log has room again: plans can be saved");
      case "snapshot-written":
      case "segment-deleted":
        return log.debug(event, "the log tidied up");
    }
  };

/** Where a plan is loaded from, and within which limits. */
export interface PlanSource {
  /** Opens the log, which reports its events as long as it is open. */
  readonly openLog: (report: (event: LogEvent) => void) => LogOpener;
  readonly limits: OpenLimits;
}

/** Recovers the plan into the holder, whose status tells how it goes; the left is why the log was refused. */
export const loadPlan = async (
  { openLog, limits }: PlanSource,
  holder: PlanHolder,
  log: Logger,
): Promise<Either<string, OpenedPlan>> => {
  const onFailure = (reason: string): void => {
    log.error({ reason }, "the storage failed: no plan can be saved until a restart");
    holder.failed(`the storage failed, and plans cannot be saved until a restart: ${reason}`);
  };
  const torn: TornTail[] = [];
  const opened = await openPlan(openLog(reportTo(log, holder, torn)), limits, onFailure)();
  const lastRevision = isLeft(opened) ? undefined : opened.right.actor.revision;
  for (const tail of torn)
    log.warn(
      { ...tail, lastRevision },
      "the log ended in a torn batch; its bytes are kept beside it",
    );
  if (isLeft(opened)) {
    log.error({ reason: opened.left.message }, "the log was refused");
    holder.failed(`the log was refused: ${opened.left.message}`);
    return left(opened.left.message);
  }
  holder.ready(opened.right.actor);
  log.info({ rev: opened.right.actor.revision }, "the plan is loaded");
  return opened;
};
