import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { Author, Summary } from "./plan-codecs.ts";
import { type Draft, nextSaveTime, type StoredPlan, storePlan } from "./stored-plan.ts";

/** How many earlier plans are kept. */
export const historyLength = 20;

/** Which revisions are kept, as plans or as what stands for them. Immutable: a save makes a new one. */
export interface Kept<A> {
  /** Undefined before the first save. */
  readonly current: A | undefined;
  /** Earlier plans that had rooms, oldest first. */
  readonly history: readonly A[];
}

/** All that the service knows of the home's plan. */
export type PlanState = Kept<StoredPlan>;

export const emptyState: PlanState = { current: undefined, history: [] };

/** The stored revision; 0 before the first save. */
export const revisionOf = (state: PlanState): number => state.current?.rev ?? 0;

/** A wish to replace the plan; with `guard`, only while the stored revision is that one. */
export interface Save {
  readonly draft: Draft;
  readonly guard: number | undefined;
  /** Who saves; it is kept beside the plan. */
  readonly by?: Author;
}

/** The guard did not hold: somebody else saved. Nothing is written. */
export interface Conflict {
  readonly kind: "conflict";
  /** The stored revision. */
  readonly current: number;
}

/**
 * What a save does to a state: the next revision, or a conflict. Changes nothing. Its time is later than that of every
 * plan that is kept, whatever the clock says.
 */
export const decide = (state: PlanState, save: Save, now: Date): Either<Conflict, StoredPlan> => {
  const current = revisionOf(state);
  if (save.guard !== undefined && save.guard !== current)
    return left({ kind: "conflict", current });
  const time = new Date(nextSaveTime(storedPlans(state), now.getTime()));
  return right(storePlan(save.draft, current + 1, time, save.by));
};

/** The state after a revision: what it replaces goes to the history if it had rooms. */
export const evolve = <A extends Pick<Summary, "rooms">>(state: Kept<A>, saved: A): Kept<A> => {
  const previous = state.current;
  if (previous === undefined || previous.rooms === 0) return { ...state, current: saved };
  return { current: saved, history: [...state.history, previous].slice(-historyLength) };
};

/** Every stored plan, oldest first, the current one last; what a snapshot holds. */
export const storedPlans = <A>(state: Kept<A>): readonly A[] =>
  state.current === undefined ? [] : [...state.history, state.current];

/** The state that `storedPlans` came from. */
export const stateOf = <A>(plans: readonly A[]): Kept<A> => ({
  current: plans.at(-1),
  history: plans.slice(0, -1),
});

/** The stored plan of a revision: the current one or one of the history. */
export const findRevision = (state: PlanState, rev: number): StoredPlan | undefined =>
  storedPlans(state).find((plan) => plan.rev === rev);

/** A named limit is reached; the same request may succeed later. */
export interface Overloaded {
  readonly kind: "overloaded";
  /** Name of the setting. */
  readonly limit: string;
  readonly value: number;
}

/** The plan cannot be read or saved: it is still being loaded, was refused, or its storage failed. */
export interface NotLoaded {
  readonly kind: "not-loaded";
  readonly reason: string;
}

/** Why no plan can be saved any more, in the sentence that answers saves. */
export const storageFailed = (why: string): string =>
  `the storage failed, and plans cannot be saved until a restart: ${why}`;

/** Nobody knows whether the save was made, or will be: the newest plan will tell. */
export interface OutcomeUnknown {
  readonly kind: "outcome-unknown";
  readonly reason: string;
}

/** Why a save was not made, or is not known to be. */
export type SaveError = Conflict | NotLoaded | Overloaded | OutcomeUnknown;
