import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Logger } from "pino";
import { EventLoopTurns, inTurns } from "../server/runtime/event-loop-turns.ts";
import { type ActorContext, PlanActor } from "./actor.ts";
import { type NotLoaded, sharingPieces } from "./state.ts";
import type { FailureKind, LogOpener, PlanLog, PlanStatusListener } from "./plan-log.ts";

/**
 * Why plans cannot be read or saved, for unauthenticated peers: without paths, addresses or foreign messages, which
 * are in the log.
 */
export const failureTexts = {
  refused: "the plan cannot be loaded; see the service's log",
  storage: "the storage failed: plans cannot be saved until a restart; see the service's log",
  unfollowed: "the plan in the cluster cannot be followed until a restart; see the service's log",
  "no-room": "there is no room: plans cannot be saved for now; see the service's log",
  cluster: "plans cannot be saved in the cluster for now; see the service's log",
} as const satisfies Readonly<Record<FailureKind, string>>;

/** The plan's state; `failed` after `ready` still serves what is durable, and ends if `passes`. */
export type PlanStatus =
  | { readonly kind: "loading" }
  | { readonly kind: "ready" }
  | {
      readonly kind: "failed";
      readonly why: FailureKind;
      /** In full; never shown to unauthenticated peers. */
      readonly reason: string;
      /** Whether plans can be saved again without a restart once the reason is gone. */
      readonly passes: boolean;
    };

/** Whether only a restart helps: a cluster or a disk that is away for a while comes back by itself. */
export const needsRestart = (status: PlanStatus): boolean =>
  status.kind === "failed" && !status.passes;

interface LoadProblem {
  readonly why: FailureKind;
  readonly reason: string;
}

/** Holds the plan's actor once it is loaded. */
export class PlanHolder implements PlanStatusListener {
  readonly #onFailure: () => void;
  #actor: PlanActor | undefined;
  #failure: LoadProblem | undefined;
  #absence: LoadProblem | undefined;

  /** `onFailure` is called when a plan that was loaded can be saved or followed only after a restart. */
  constructor(onFailure: () => void = () => undefined) {
    this.#onFailure = onFailure;
  }

  get status(): PlanStatus {
    const told = this.#failure ?? this.#absence;
    if (told !== undefined) return { kind: "failed", ...told, passes: this.#failure === undefined };
    return { kind: this.#actor === undefined ? "loading" : "ready" };
  }

  /** Left: why there is none. */
  get actor(): Either<NotLoaded, PlanActor> {
    if (this.#actor !== undefined) return right(this.#actor);
    return left({
      kind: "not-loaded",
      reason: this.#failure?.reason ?? "the plan is still being loaded",
    });
  }

  ready(actor: PlanActor): void {
    this.#actor = actor;
  }

  failed(why: FailureKind, reason: string): void {
    this.#failure = { why, reason };
    if (this.#actor !== undefined) this.#onFailure();
  }

  away(why: FailureKind, reason: string): void {
    this.#absence = { why, reason };
  }

  back(): void {
    this.#absence = undefined;
  }
}

/** A loaded plan, and its log, to be closed after the actor is idle. */
export interface OpenedPlan {
  readonly actor: PlanActor;
  readonly log: PlanLog;
}

/** What a plan is loaded with. */
export interface LoadContext extends Omit<ActorContext, "onFailure" | "recent"> {
  readonly log: Pick<Logger, "info" | "error">;
  /** Called once: how the opening of the log ended, and after how many milliseconds. */
  readonly recovered: (outcome: "loaded" | "refused", ms: number) => void;
}

/**
 * Opens the log and starts the actor on its content and on what others append meanwhile; the holder's status tells the
 * progress. Left: why the log was refused.
 */
export const loadPlan = async (
  openLog: LogOpener,
  holder: PlanHolder,
  { log, recovered, ...context }: LoadContext,
): Promise<Either<string, OpenedPlan>> => {
  const refuse = (reason: string): Either<string, never> => {
    log.error({ reason }, "the log was refused");
    holder.failed("refused", `the log was refused: ${reason}`);
    return left(reason);
  };
  const onFailure = (reason: string): void => {
    // A log that failed while nobody saved has reported it.
    if (holder.status.kind === "failed" && holder.status.why === "storage") return;
    log.error({ reason }, "the log accepts no more saves");
    holder.failed("storage", reason);
  };
  const began = performance.now();
  const opened = await openLog(holder);
  recovered(isLeft(opened) ? "refused" : "loaded", performance.now() - began);
  if (isLeft(opened)) return refuse(opened.left);
  const { log: planLog, recent, caughtUp } = opened.right;
  const state = await inTurns(sharingPieces(opened.right.state), new EventLoopTurns().share());
  const actor = new PlanActor(planLog, state, { ...context, recent, onFailure });
  const caught = await caughtUp?.();
  if (caught !== undefined && isLeft(caught)) {
    await planLog.close();
    return refuse(caught.left);
  }
  holder.ready(actor);
  log.info({ rev: actor.revision }, "the plan is loaded");
  return right({ actor, log: planLog });
};
