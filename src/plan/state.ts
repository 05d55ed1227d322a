import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Author, Summary } from "./plan-codecs.ts";
import { applyPatch, makesText, type RefusedOperation } from "./changes/apply-patch.ts";
import { comparePlans } from "./changes/compare-plans.ts";
import { changesPlan, involvesRevision, operationsText, type Patch } from "./changes/patch.ts";
import type { Draft } from "./draft.ts";
import type { CooperativeTask } from "./raw-json/json-cursor.ts";
import { nextSaveTime, StoredPlan } from "./stored-plan.ts";
import { textOfDraft } from "./text/draft-text.ts";
import { emptyText, type RevisionText } from "./text/plan-text.ts";

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

/** A request to replace the plan, or to change it; with `guard`, only while that is the stored revision. */
export interface Save {
  readonly content: Draft | Patch;
  readonly guard: number | undefined;
  /** Who saves. */
  readonly by?: Author;
}

/** The guard failed, as another save was first. Nothing is written. */
export interface Conflict {
  readonly kind: "conflict";
  readonly current: number;
}

/** A change cannot be made, or makes a plan that may not be saved. Nothing is written. */
export interface InvalidChange {
  readonly kind: "invalid-change";
  /** Of the operation, and its path. */
  readonly index: number;
  readonly path: string;
  /** A part of a sentence. */
  readonly what: string;
}

/** The refusal of a patch, at one of its operations. */
export const invalidChange = (
  { operations }: Patch,
  { index, what }: RefusedOperation,
): InvalidChange => ({
  kind: "invalid-change",
  index,
  path: operations[index]?.path.text ?? "",
  what,
});

/** Stands for a draft, without keeping it: its message can be long. */
const tokens = new WeakMap<Draft, object>();

/**
 * Stands for the text that a save makes, whenever it is decided: that of a draft is always the same, and that of a patch
 * depends on the plan before.
 */
const tokenOf = (content: Draft | Patch): object => {
  if ("operations" in content) return {};
  const token = tokens.get(content) ?? {};
  tokens.set(content, token);
  return token;
};

/** Applies a patch. If it involves the revision, which the service assigns, what it changes is told as a whole plan. */
const changed = (state: PlanState, patch: Patch): Either<InvalidChange, RevisionText> => {
  const before = state.current?.text ?? emptyText;
  const applied = applyPatch(before, revisionOf(state), patch);
  if (isLeft(applied)) return left(invalidChange(patch, applied.left));
  const text = applied.right;
  if (involvesRevision(patch) || state.current === undefined) return right({ text });
  const operations = patch.operations.filter(changesPlan);
  const changes = operationsText(operations);
  const isAll = operations.length === patch.operations.length;
  const isKept = changes.length < text.bytes && (isAll || makesText(before, operations, text));
  return right({ text, changes: isKept ? changes : undefined });
};

/** A shorter plan that is saved is compared for followers alone: whole, it takes less time. */
export const minComparedBytes = 16 * 1024;

/** A revision's content: its text, or the draft that is stored as it is. */
const made = (
  state: PlanState,
  { content }: Save,
): Either<InvalidChange, (RevisionText & { readonly draft?: Draft }) | Draft> => {
  if ("operations" in content) return changed(state, content);
  if (content.bytes < minComparedBytes) return right(content);
  const before = state.current;
  const compared =
    before === undefined ? { text: textOfDraft(content) } : comparePlans(before.text, content);
  return right({ ...compared, draft: content });
};

/**
 * Decides a save: the next revision, or why there is none. Pure. The new revision's time is later than that of every
 * kept plan, whatever the clock says.
 */
export const decide = (
  state: PlanState,
  save: Save,
  now: Date,
): Either<Conflict | InvalidChange, StoredPlan> => {
  const current = revisionOf(state);
  if (save.guard !== undefined && save.guard !== current)
    return left({ kind: "conflict", current });
  const content = made(state, save);
  if (isLeft(content)) return content;
  const times = storedPlans(state).map(({ savedMs }) => savedMs);
  const time = new Date(nextSaveTime(times, now.getTime()));
  const [rev, token] = [current + 1, tokenOf(save.content)];
  return right(
    "source" in content.right
      ? StoredPlan.saved(content.right, rev, time, save.by, token)
      : StoredPlan.made(content.right, rev, time, save.by, token),
  );
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

/** Tells each earlier plan of the next one: see `StoredPlan`. */
export const supersede = (state: PlanState): void => {
  for (const [at, plan] of storedPlans(state).entries()) {
    const next = state.history[at + 1] ?? state.current;
    if (next !== undefined && next !== plan) plan.superseded(next);
  }
};

/** The same state, its earlier plans in the pieces of later ones where they are the same, however they were read. */
export function* sharingPieces(state: PlanState): CooperativeTask<PlanState> {
  const { current, history } = state;
  if (current === undefined) return state;
  yield* current.textInSteps();
  let later = current;
  const shared: StoredPlan[] = [];
  for (const plan of history.toReversed()) {
    later = yield* plan.sharingWith(later);
    shared.unshift(later);
  }
  return { current, history: shared };
}

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
export type SaveError = Conflict | InvalidChange | NotLoaded | Overloaded | OutcomeUnknown;
