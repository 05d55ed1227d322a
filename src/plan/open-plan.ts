import { isLeft, left, right } from "fp-ts/lib/Either.js";
import type { TaskEither } from "fp-ts/lib/TaskEither.js";
import type { Log, LogRefused, LogVisitor } from "../../wal/index.ts";
import { PlanActor } from "./actor.ts";
import { EmbeddedLog } from "./embedded-log.ts";
import type { MailboxLimits } from "./mailbox.ts";
import type { PlanLog } from "./plan-log.ts";
import { StateReader } from "./read-log.ts";

/** Limits of a plan's actor and its log. */
export interface OpenLimits extends MailboxLimits {
  /** The longest that a batch waits for more saves, in milliseconds. */
  readonly commitDelayMs: number;
}

/** A plan that is ready, and the log behind it, to be closed after the actor is idle. */
export interface OpenedPlan {
  readonly actor: PlanActor;
  readonly log: PlanLog;
}

/** Opens some log and replays it into the visitor; where it keeps its bytes is its own affair. The left says why not. */
export type LogOpener = (visitor: LogVisitor) => TaskEither<Pick<LogRefused, "message">, Log>;

/** Opens the log and builds the actor on what it holds. A left is the reason for a person. */
export const openPlan =
  (
    openLog: LogOpener,
    limits: OpenLimits,
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
    const { state } = recovery;
    const log = new EmbeddedLog(opened.right, state, limits.commitDelayMs);
    return right({ actor: new PlanActor(log, state, limits, onFailure), log });
  };
