import type { Either } from "fp-ts/lib/Either.js";
import type { PlanState } from "./state.ts";
import type { StoredPlan } from "./stored-plan.ts";

/** What became of an append: of all its plans alike. */
export type Appended =
  /** They are durable, and were handed to the follower. */
  | { readonly kind: "durable" }
  /** Nothing of them is stored: somebody else was first, and what they stored was handed to the follower. */
  | { readonly kind: "moved" }
  /** Nobody knows whether they are stored, or will be; if they are, the follower hears of them like of anybody else's. */
  | { readonly kind: "unknown"; readonly reason: string }
  /** Nothing of them is stored, and the same may succeed later. */
  | { readonly kind: "away"; readonly reason: string }
  /** Nothing can be appended any more. */
  | { readonly kind: "failed"; readonly reason: string };

/** What a log hands back; must not throw and must not wait. */
export interface Follower {
  /** Takes each revision once it is durable, in order and once, whoever appended it. */
  readonly followed: (plan: StoredPlan) => void;
  /** Revisions were missed that nobody can tell any more: this is the plan now, with its history. */
  readonly jumped: (state: PlanState) => void;
}

/** How long an append should wait for more plans. */
export interface GroupCommitHint {
  /** So many are worth waiting for. */
  readonly saves: number;
  /** Milliseconds at most. */
  readonly ms: number;
}

/** How much is appended at a time. */
export interface Batch {
  readonly saves: number;
  /** Of plans; a single one may have more. */
  readonly bytes: number;
}

/** What the plan actor asks of a log. One call of `append` or `tidy` at a time. */
export interface PlanLog {
  /** Hands over every revision from now on. */
  readonly follow: (follower: Follower) => void;
  readonly groupCommitHint: () => GroupCommitHint;
  /** No append has more. */
  readonly most: Batch;
  /**
   * Appends plans that were decided one after another on what was followed last, all or none. What it appended is
   * followed, the very plans, before this resolves. `waiting` tells how many more wait at its end.
   */
  readonly append: (plans: readonly StoredPlan[], waiting: () => number) => Promise<Appended>;
  /** Resolves once everything was followed that anybody had appended when this was called. The left says why that cannot be known now. */
  readonly caughtUp: () => Promise<Either<string, void>>;
  /** Does what is due after a batch that led to a state. The left is why nothing can be appended any more. */
  readonly tidy: (state: PlanState) => Promise<Either<string, void>>;
  /** Waits for what goes on beside, and lets go of what it holds. */
  readonly close: () => Promise<void>;
}
