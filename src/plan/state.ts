import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { Author, Summary } from "./plan-codecs.ts";
import { type Draft, nextSaveTime, type StoredPlan, storePlan } from "./stored-plan.ts";

/** How many earlier plans are kept. */
export const historyLength = 20;

/** The kept revisions, as plans or what stands for them. Immutable: a save makes a new one. */
export interface RetainedRevisions<A> {
  /** Undefined before the first save. */
  readonly current: A | undefined;
  /** Earlier plans that had rooms, oldest first. */
  readonly history: readonly A[];
}

/** The home's plan and its history. */
export type PlanState = RetainedRevisions<StoredPlan>;

export const emptyState: PlanState = { current: undefined, history: [] };

/** The stored revision; 0 before the first save. */
export const revisionOf = (state: PlanState): number => state.current?.rev ?? 0;

/** A request to replace the plan; with `guard`, only while that is the stored revision. */
export interface Save {
  readonly draft: Draft;
  readonly guard: number | undefined;
  /** Who saves. */
  readonly by?: Author;
}

/** The guard failed, as another save was first. Nothing is written. */
export interface Conflict {
  readonly kind: "conflict";
  readonly current: number;
}

/**
 * Decides a save: the next revision, or a conflict. Pure. The new revision's time is later than that of every kept
 * plan, whatever the clock says.
 */
export const decide = (state: PlanState, save: Save, now: Date): Either<Conflict, StoredPlan> => {
  const current = revisionOf(state);
  if (save.guard !== undefined && save.guard !== current)
    return left({ kind: "conflict", current });
  const time = new Date(nextSaveTime(storedPlans(state), now.getTime()));
  return right(storePlan(save.draft, current + 1, time, save.by));
};

/** The state after a revision: the previous plan goes into the history if it had rooms. */
export const evolve = <A extends Pick<Summary, "rooms">>(
  state: RetainedRevisions<A>,
  saved: A,
): RetainedRevisions<A> => {
  const previous = state.current;
  if (previous === undefined || previous.rooms === 0) return { ...state, current: saved };
  return { current: saved, history: [...state.history, previous].slice(-historyLength) };
};

/** Every stored plan, oldest first, the current one last; what a snapshot holds. */
export const storedPlans = <A>(state: RetainedRevisions<A>): readonly A[] =>
  state.current === undefined ? [] : [...state.history, state.current];

/** The inverse of `storedPlans`. */
export const stateOf = <A>(plans: readonly A[]): RetainedRevisions<A> => ({
  current: plans.at(-1),
  history: plans.slice(0, -1),
});

export const findRevision = (state: PlanState, rev: number): StoredPlan | undefined =>
  storedPlans(state).find((plan) => plan.rev === rev);

/** A limit is reached; the same request may succeed later. */
export interface Overloaded {
  readonly kind: "overloaded";
  readonly limit: string;
  readonly value: number;
}

/** The plan cannot be read or saved: it is loading, was refused, or its storage failed. */
export interface NotLoaded {
  readonly kind: "not-loaded";
  readonly reason: string;
}

/** The answer to saves once nothing can be saved any more. */
export const storageFailed = (why: string): string =>
  `the storage failed, and plans cannot be saved until a restart: ${why}`;

/** The save may or may not be stored, now or later: the newest plan will show it. */
export interface OutcomeUnknown {
  readonly kind: "outcome-unknown";
  readonly reason: string;
}

/** Why a save was not stored, or may not have been. */
export type SaveError = Conflict | NotLoaded | Overloaded | OutcomeUnknown;
