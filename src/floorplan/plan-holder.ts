import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { PlanActor } from "../plan/actor.ts";
import type { NotLoaded } from "../plan/plan-error.ts";

/** How the plan is doing; `failed` after `ready` still serves what is durable, and may be over where its reason passes. */
export type PlanStatus =
  | { readonly kind: "loading" }
  | { readonly kind: "ready" }
  | {
      readonly kind: "failed";
      readonly reason: string;
      /** Whether plans can be saved again without a restart when what the reason tells of is over. */
      readonly passes: boolean;
    };

/** Where the plan's actor is found, once there is one. */
export class PlanHolder {
  #actor: PlanActor | undefined;
  #failure: string | undefined;
  #absence: string | undefined;

  get status(): PlanStatus {
    const reason = this.#failure ?? this.#absence;
    if (reason !== undefined)
      return { kind: "failed", reason, passes: this.#failure === undefined };
    return { kind: this.#actor === undefined ? "loading" : "ready" };
  }

  /** The actor; the left says why there is none. */
  get actor(): Either<NotLoaded, PlanActor> {
    if (this.#actor !== undefined) return right(this.#actor);
    return left({
      kind: "not-loaded",
      reason: this.#failure ?? "the plan is still being loaded",
    });
  }

  /** The plan was recovered. */
  ready(actor: PlanActor): void {
    this.#actor = actor;
  }

  /** The plan cannot be loaded, or can no longer be saved. */
  failed(reason: string): void {
    this.#failure = reason;
  }

  /** The last save was refused for a reason that passes. */
  away(reason: string): void {
    this.#absence = reason;
  }

  /** That reason has passed. */
  back(): void {
    this.#absence = undefined;
  }
}
