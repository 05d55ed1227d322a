import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { TaskEither } from "fp-ts/lib/TaskEither.js";
import type { Logger } from "pino";
import { type ActorContext, PlanActor } from "./actor.ts";
import type { NotLoaded, PlanState } from "./state.ts";
import type { PlanLog } from "./plan-log.ts";

/**
 * Why plans cannot be read or saved, in words for strangers: without paths, addresses and what others say. The log has
 * all of it.
 */
export const failureTexts = {
  refused: "the plan cannot be loaded; the service's log has why",
  storage: "the storage failed: no plan can be saved until a restart; the service's log has why",
  unfollowed:
    "the plan in the cluster cannot be followed until a restart; the service's log has why",
  "no-room": "there is no room: no plan can be saved for now; the service's log has what is full",
  cluster: "no plan can be saved in the cluster for now; the service's log has why",
} as const;

/** Which case it is. */
export type FailureKind = keyof typeof failureTexts;

/** How the plan is doing; `failed` after `ready` still serves what is durable, and may be over where its reason passes. */
export type PlanStatus =
  | { readonly kind: "loading" }
  | { readonly kind: "ready" }
  | {
      readonly kind: "failed";
      readonly why: FailureKind;
      /** All of it, not for strangers. */
      readonly reason: string;
      /** Whether plans can be saved again without a restart when what the reason tells of is over. */
      readonly passes: boolean;
    };

interface Told {
  readonly why: FailureKind;
  readonly reason: string;
}

/** Where the plan's actor is found, once there is one. */
export class PlanHolder {
  #actor: PlanActor | undefined;
  #failure: Told | undefined;
  #absence: Told | undefined;

  get status(): PlanStatus {
    const told = this.#failure ?? this.#absence;
    if (told !== undefined) return { kind: "failed", ...told, passes: this.#failure === undefined };
    return { kind: this.#actor === undefined ? "loading" : "ready" };
  }

  /** The actor; the left says why there is none. */
  get actor(): Either<NotLoaded, PlanActor> {
    if (this.#actor !== undefined) return right(this.#actor);
    return left({
      kind: "not-loaded",
      reason: this.#failure?.reason ?? "the plan is still being loaded",
    });
  }

  /** The plan was recovered. */
  ready(actor: PlanActor): void {
    this.#actor = actor;
  }

  /** The plan cannot be loaded, or can no longer be saved. */
  failed(why: FailureKind, reason: string): void {
    this.#failure = { why, reason };
  }

  /** The last save was refused for a reason that passes. */
  away(why: FailureKind, reason: string): void {
    this.#absence = { why, reason };
  }

  /** That reason has passed. */
  back(): void {
    this.#absence = undefined;
  }
}

/** Hears whether plans can be saved, after they could be loaded. */
export type PlanStatusListener = Pick<PlanHolder, "failed" | "away" | "back">;

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
