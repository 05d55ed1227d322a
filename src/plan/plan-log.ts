import type { Either } from "fp-ts/lib/Either.js";
import type { RecentChanges } from "./changes/recent-changes.ts";
import type { PlanState } from "./state.ts";
import type { StoredPlan } from "./stored-plan.ts";

/** The outcome of an append, for all its plans. */
export type Appended =
  /** They are durable, and were handed to the follower. */
  | { readonly kind: "durable" }
  /** None is stored: another save was first, and was handed to the follower. */
  | { readonly kind: "moved" }
  /** They may or may not be stored, now or later; if they are, the follower gets them like those of other nodes. */
  | { readonly kind: "unknown"; readonly reason: string }
  /** None is stored; the same append may succeed later. */
  | { readonly kind: "away"; readonly reason: string }
  /** Nothing can be appended any more. */
  | { readonly kind: "failed"; readonly reason: string };

/** Receives what the log hands back; must not throw or wait. */
export interface Follower {
  /** Gets each durable revision of any node, in order and once. */
  readonly followed: (plan: StoredPlan) => void;
  /** Revisions were missed for good: this is the plan now, with its history. */
  readonly jumped: (state: PlanState) => void;
}

/** How long an append should wait for more plans. */
export interface GroupCommitHint {
  readonly saves: number;
  /** Milliseconds. */
  readonly ms: number;
}

/** The size of an append. */
export interface Batch {
  readonly saves: number;
  /** Of plans; a single plan may have more. */
  readonly bytes: number;
}

/** The log as the plan actor uses it. One call of `append` or `compact` at a time. */
export interface PlanLog {
  /** Hands over every revision from now on. */
  readonly follow: (follower: Follower) => void;
  readonly groupCommitHint: () => GroupCommitHint;
  /** The limit of an append. */
  readonly most: Batch;
  /** Whether it may have to store a whole plan for each change. */
  readonly storesWhole: boolean;
  /**
   * Appends plans that were decided one after another on the last revision that was handed over, all or none. They
   * are handed over, as the same objects, before it resolves. `waiting` returns how many more saves wait at its end.
   */
  readonly append: (plans: readonly StoredPlan[], waiting: () => number) => Promise<Appended>;
  /**
   * Resolves once everything was handed over that anybody had appended before the call. Left: why that cannot be known
   * now.
   */
  readonly caughtUp: () => Promise<Either<string, void>>;
  /** Does what is due after a batch that led to `state`. Left: why nothing can be appended any more. */
  readonly compact: (state: PlanState) => Promise<Either<string, void>>;
  /** Waits for background work, and closes what is open. */
  readonly close: () => Promise<void>;
}

/** The longest wait, in milliseconds: nobody notices it behind a save, and a fast disk has synced by then. */
export const commitLimits = { commitDelayMs: 10 };

/**
 * Decides how long a batch waits for more saves before it is committed.
 *
 * Without it, editors that save continuously fall into two groups that take turns: one is answered while the other's
 * sync runs. So it waits for as many saves as there were active editors a moment ago: those of the last batch and those
 * that came during its sync. The wait costs at most half a sync, and a lone editor never waits. (PostgreSQL's
 * commit_delay has the same aim.)
 */
export class GroupCommit {
  readonly #longestMs: number;
  #busyEditors = 1;
  #syncMs = 0;

  /** `longestMs`: the longest wait in milliseconds. */
  constructor(longestMs: number) {
    this.#longestMs = longestMs;
  }

  /** How many saves to wait for, and for how many milliseconds at most. */
  next(): { readonly saves: number; readonly ms: number } {
    return { saves: this.#busyEditors, ms: Math.min(this.#longestMs, this.#syncMs / 2) };
  }

  /** Notes a commit of `saves` saves that took `ms` milliseconds; `waiting` more had come at its end. */
  committed(saves: number, ms: number, waiting: number): void {
    this.#busyEditors = saves + waiting;
    this.#syncMs = this.#syncMs === 0 ? ms : this.#syncMs * 0.8 + ms * 0.2;
  }
}

/**
 * How a save was answered: stored; a conflict; invalid, as a change that cannot be made; refused, as too much waits;
 * failed, as nothing can be stored; or unknown.
 */
export type SaveOutcome = "saved" | "conflict" | "invalid" | "refused" | "failed" | "unknown";

/** Measures the plan's actor. On the path of every save: must not throw or wait. */
export interface PlanTimings {
  /** A save was answered, `ms` milliseconds after it was offered to the mailbox. */
  readonly saved: (outcome: SaveOutcome, ms: number) => void;
}

/** Measures a log on a disk; must not throw or wait. */
export interface LogTimings {
  /** A batch was synced in `ms` milliseconds. */
  readonly synced: (ms: number) => void;
  /** A snapshot was written and read back. */
  readonly snapshotWritten: () => void;
}

const nothing = (): void => {};

export const noTimings: PlanTimings & LogTimings = {
  saved: nothing,
  synced: nothing,
  snapshotWritten: nothing,
};

/** Why plans cannot be read or saved; `failureTexts` describes each for unauthenticated peers. */
export type FailureKind = "refused" | "storage" | "unfollowed" | "no-room" | "cluster";

/**
 * Learns whether plans can be saved, after they were loaded. Reasons contain paths and addresses: keep them from
 * unauthenticated peers.
 */
export interface PlanStatusListener {
  /** They cannot be saved for now. */
  readonly away: (why: FailureKind, reason: string) => void;
  /** They can be saved again. */
  readonly back: () => void;
  /** They cannot be saved or followed until a restart. */
  readonly failed: (why: FailureKind, reason: string) => void;
}

/** An open log and its content. */
export interface OpenedLog {
  readonly log: PlanLog;
  readonly state: PlanState;
  /** What led to it, as far as the log tells. */
  readonly recent?: RecentChanges;
  /**
   * For a shared log: resolves once everything was followed that anybody had appended before the call. Left: why that
   * cannot be known.
   */
  readonly caughtUp?: () => Promise<Either<string, void>>;
}

/** Opens a log, which reports to `status` whether it accepts plans. Left: why it cannot be opened. */
export type LogOpener = (status: PlanStatusListener) => Promise<Either<string, OpenedLog>>;
