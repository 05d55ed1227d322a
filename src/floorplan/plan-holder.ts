import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { PlanActor } from "../plan/actor.ts";
import type { NotLoaded } from "../plan/plan-error.ts";

/** How the plan is doing; `failed` after `ready` still serves what is durable. */
export type PlanStatus =
  | { readonly kind: "loading" }
  | { readonly kind: "ready" }
  | { readonly kind: "failed"; readonly reason: string };

/** Where the plan's actor is found, once there is one. */
export class PlanHolder {
  #status: PlanStatus = { kind: "loading" };
  #actor: PlanActor | undefined;

  get status(): PlanStatus {
    return this.#status;
  }

  /** The actor; the left says why there is none. */
  get actor(): Either<NotLoaded, PlanActor> {
    if (this.#actor !== undefined) return right(this.#actor);
    const reason =
      this.#status.kind === "failed" ? this.#status.reason : "the plan is still being loaded";
    return left({ kind: "not-loaded", reason });
  }

  /** The plan was recovered. */
  ready(actor: PlanActor): void {
    this.#actor = actor;
    this.#status = { kind: "ready" };
  }

  /** The plan cannot be loaded, or can no longer be saved. */
  failed(reason: string): void {
    this.#status = { kind: "failed", reason };
  }
}
