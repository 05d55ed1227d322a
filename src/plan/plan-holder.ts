import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { PlanActor } from "./actor.ts";
import type { NotLoaded } from "./plan-error.ts";

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
