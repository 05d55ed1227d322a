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

/**
 * Decides how long a batch waits for company before it is committed.
 *
 * Without it, editors that save without pause fall into two groups that take turns: one is answered while the other's
 * sync runs. So as many saves are awaited as there were editors busy a moment ago: those of the last batch and those
 * that came during its sync. The wait costs at most half a sync, and a lone editor never waits. (PostgreSQL's
 * commit_delay has the same aim.)
 */
export class GroupCommit {
  readonly #longestMs: number;
  #busyEditors = 1;
  #syncMs = 0;

  /** `longestMs`: no batch waits longer than this many milliseconds. */
  constructor(longestMs: number) {
    this.#longestMs = longestMs;
  }

  /** How many saves to wait for, and for how many milliseconds at most. */
  next(): { readonly saves: number; readonly ms: number } {
    return { saves: this.#busyEditors, ms: Math.min(this.#longestMs, this.#syncMs / 2) };
  }

  /** Takes note of a commit of `saves` saves that took `ms` milliseconds, at whose end `waiting` more had come. */
  committed(saves: number, ms: number, waiting: number): void {
    this.#busyEditors = saves + waiting;
    this.#syncMs = this.#syncMs === 0 ? ms : this.#syncMs * 0.8 + ms * 0.2;
  }
}

/** How a save was answered: stored, or met by a conflict; refused, as too much waits; failed, as nothing can be stored; or nobody knows. */
export type SaveOutcome = "saved" | "conflict" | "refused" | "failed" | "unknown";

/** Hears how long the plan's actor takes. Called on the way of every save: must not throw and must not wait. */
export interface PlanTimings {
  /** A save was answered, so many milliseconds after it was offered to the mailbox. */
  readonly saved: (outcome: SaveOutcome, ms: number) => void;
}

/** Hears of what a log on a disk does; must not throw and must not wait. */
export interface LogTimings {
  /** A batch was synced, which took so many milliseconds. */
  readonly synced: (ms: number) => void;
  /** A snapshot was written and read back. */
  readonly snapshotWritten: () => void;
}

const nothing = (): void => {};

/** Nobody wants to know. */
export const noTimings: PlanTimings & LogTimings = {
  saved: nothing,
  synced: nothing,
  snapshotWritten: nothing,
};

/** Why plans cannot be read or saved; `failureTexts` has each in words for strangers. */
export type FailureKind = "refused" | "storage" | "unfollowed" | "no-room" | "cluster";

/** Hears whether plans can be saved, after they could be loaded. Reasons name paths and addresses: not for strangers. */
export interface PlanStatusListener {
  /** They cannot be, for a reason that passes. */
  readonly away: (why: FailureKind, reason: string) => void;
  /** They can be again. */
  readonly back: () => void;
  /** They cannot be until a restart, and nothing that others save is heard of any more. */
  readonly failed: (why: FailureKind, reason: string) => void;
}

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

/** Opens some log, which tells `status` whether it takes plans. The left says why it cannot be opened. */
export type LogOpener = (status: PlanStatusListener) => Promise<Either<string, OpenedLog>>;
