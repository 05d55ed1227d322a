import { PlanActor } from "../../src/plan/actor.ts";
import { chainLimits, EmbeddedLog } from "../../src/storage/folder/embedded-log.ts";
import { emptyState, type Save } from "../../src/plan/state.ts";
import { messageOf } from "../../wal/index.ts";
import { boundaryTo } from "../../src/server/runtime/boundary.ts";
import { readDraft } from "./drafts.ts";
import type { MemoryLog } from "./memory-log.ts";

/** Limits of a mailbox that a test can reach. */
export const limits = { mailboxMessages: 100, mailboxBytes: 10_000 };

const commitDelayMs = 10;

/** A plan of one room. */
const content = readDraft('{"rooms":[1]}');

/** A save that is made whatever the stored revision is. */
export const overwrite: Save = { content, guard: undefined };

/** A save that is made at that revision alone. */
export const guarded = (guard: number): Save => ({ content, guard });

/** An actor on a log without a disk, and what it told of failures. */
export const actorOn = (
  log: MemoryLog,
): { actor: PlanActor; failures: string[]; bugs: string[] } => {
  const failures: string[] = [];
  const bugs: string[] = [];
  const boundary = boundaryTo((error) => void bugs.push(messageOf(error)));
  const onFailure = (reason: string): void => void failures.push(reason);
  const planLog = new EmbeddedLog(log, { commitDelayMs, ...chainLimits });
  return {
    actor: new PlanActor(planLog, emptyState, { limits, boundary, onFailure }),
    failures,
    bugs,
  };
};
