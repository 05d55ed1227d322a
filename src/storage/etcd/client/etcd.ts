import { setTimeout as sleep } from "node:timers/promises";
import { type Either, isLeft, left } from "fp-ts/lib/Either.js";

/** Keys from `from` up to but not including `end`, in byte order. */
export interface KeyRange {
  readonly from: string;
  readonly end: string;
}

export const oneKey = (key: string): KeyRange => ({ from: key, end: `${key}\0` });

/** All keys that begin with `prefix`, which ends with an ASCII character. */
export const withPrefix = (prefix: string): KeyRange => ({
  from: prefix,
  end: prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1),
});

export interface Pair {
  readonly key: string;
  readonly value: Buffer;
  /** etcd's revision of the key's last change. */
  readonly changed: number;
  /** The key's lease; undefined if it lasts. */
  readonly lease: string | undefined;
}

/** Holds if every key of the range was last changed at that revision of etcd; 0 holds if there is no key. */
export interface Guard {
  readonly range: KeyRange;
  readonly changed: number;
}

/** A change or a read in a transaction. */
export type Operation =
  | { readonly kind: "put"; readonly key: string; readonly value: Buffer; readonly lease?: string }
  /** Keeps the value of the key, which must exist, and detaches its lease. */
  | { readonly kind: "keep"; readonly key: string }
  | { readonly kind: "delete"; readonly range: KeyRange }
  | { readonly kind: "get"; readonly range: KeyRange };

/**
 * Runs `then` atomically if all guards hold, else `otherwise`. etcd allows 128 operations in each, and one change per
 * key.
 */
export interface Transaction {
  readonly guards: readonly Guard[];
  readonly then: readonly Operation[];
  readonly otherwise?: readonly Operation[];
  /**
   * The transaction changes a key that it guards, so it succeeds at most once however often it is sent: several
   * members may be asked at once if one is late.
   */
  readonly isGuardedByItself?: true;
}

export interface TransactionResult {
  /** Whether the guards held. */
  readonly held: boolean;
  /** etcd's revision after it. */
  readonly revision: number;
  /** What each `get` found, in order. */
  readonly found: readonly (readonly Pair[])[];
  /** Why a transaction that changes its guard may have been done although the guard failed. */
  readonly doubt?: string;
}

/** Why etcd did not do something, or may not have. */
export type EtcdProblem =
  /** Nothing was done: no member was reached, or it had no leader. It may succeed later. */
  | { readonly kind: "away"; readonly reason: string }
  /** It may have been done, or may be done later. */
  | { readonly kind: "unknown"; readonly reason: string }
  /**
   * etcd's quota is reached. Nothing was done, except perhaps by a transaction that does not change its guards, or has
   * none. There may be a lease, which expires.
   */
  | { readonly kind: "no-space"; readonly reason: string }
  /** Nothing was done: the revision was compacted; `oldest` is the oldest one that etcd still has. */
  | { readonly kind: "compacted"; readonly reason: string; readonly oldest: number }
  /** Nothing was done, and never will be: wrong credentials, missing rights, or an invalid request. */
  | { readonly kind: "refused"; readonly reason: string };

/** A change of a watched key: its new value, or undefined if it was deleted. */
export interface Change {
  readonly key: string;
  readonly value: Buffer | undefined;
  readonly changed: number;
}

/** Receives a watch's events; none follows `ended`. */
export interface Watcher {
  /** All watched changes of one or more revisions of etcd, in order; never part of a transaction. */
  readonly changed: (changes: readonly Change[]) => void;
  /** Every change up to this revision of etcd was reported; at least every few seconds. */
  readonly reached: (revision: number) => void;
  /**
   * The watch has ended: its next event was compacted, etcd refuses it, or handling an event failed, which is a bug
   * (`away`). A failing member is replaced without a report.
   */
  readonly ended: (problem: EtcdProblem) => void;
}

/** The state of a member of the cluster. */
export interface Member {
  /** As configured. */
  readonly url: string;
  /**
   * `leading` or `following` if it answers and knows a leader, `leaderless` if it answers and knows none; `gone` if its
   * machine refuses connections; `silent` if there is no answer.
   */
  readonly state: "leading" | "following" | "leaderless" | "gone" | "silent";
  /** etcd's version, such as `3.5.30`; undefined until it is known. */
  readonly version: string | undefined;
  /** What is wrong, in a sentence: an alarm such as a reached quota, or why there is no answer. */
  readonly problem: string | undefined;
}

/** An etcd cluster, as the service uses it. Everything is linearizable. Failed members are replaced by others. */
export interface Etcd {
  /**
   * Tries one member after another for at most `ms` milliseconds, but not again once it may have been done, unless the
   * transaction changes its guard: then other members may be asked meanwhile, each once.
   */
  readonly transact: (
    transaction: Transaction,
    ms?: number,
  ) => Promise<Either<EtcdProblem, TransactionResult>>;
  /** The pairs of a range, sorted by key; as of an earlier revision of etcd with `at`. */
  readonly read: (
    range: KeyRange,
    at?: number,
  ) => Promise<Either<EtcdProblem, { readonly revision: number; readonly pairs: readonly Pair[] }>>;
  /** Reports every change of a range from a revision of etcd on; the returned function ends it. */
  readonly watch: (range: KeyRange, from: number, watcher: Watcher) => () => void;
  /** A new lease that expires after `seconds` unless it is renewed. */
  readonly lease: (seconds: number) => Promise<Either<EtcdProblem, string>>;
  /** False if the lease has expired. */
  readonly renew: (lease: string) => Promise<Either<EtcdProblem, boolean>>;
  /**
   * Renews a lease of `seconds` until the returned function is called. If it expires regardless, whatever it
   * guards notices.
   */
  readonly keep: (lease: string, seconds: number) => () => void;
  /** Ends a lease and deletes its keys. */
  readonly revoke: (lease: string) => Promise<Either<EtcdProblem, void>>;
  /** Asks every member for its state; takes at most a second. */
  readonly members: () => Promise<readonly Member[]>;
  /** Ends every call and watch. */
  readonly close: () => void;
}

/** Describes a problem for the log. */
export const describeProblem = (problem: EtcdProblem): string => {
  switch (problem.kind) {
    case "away":
      return `the cluster is unavailable: ${problem.reason}`;
    case "unknown":
      return `the cluster did not confirm the request: ${problem.reason}`;
    case "no-space":
      return `the cluster has no space left, see etcd's --quota-backend-bytes: ${problem.reason}`;
    case "compacted":
      return `the cluster has compacted the requested revision: ${problem.reason}`;
    case "refused":
      return /too large|larger than max/.test(problem.reason)
        ? `the cluster does not accept requests of this size, see etcd's --max-request-bytes: ${problem.reason}`
        : `the cluster refuses: ${problem.reason}`;
  }
};

/** How long a transaction is repeated. Times are milliseconds. */
interface UntilKnown {
  readonly ms: number;
  readonly pauseMs: number;
  /** Whether it is also repeated while the cluster is away. */
  readonly whileAway: boolean;
}

/**
 * Repeats a transaction that may be done twice until its outcome is known. The left is `unknown` if that takes too
 * long: what was refused last may have been done by an earlier request.
 */
export const transactUntilKnown = async (
  etcd: Pick<Etcd, "transact">,
  transaction: Transaction,
  { ms, pauseMs, whileAway }: UntilKnown,
): Promise<Either<EtcdProblem, TransactionResult>> => {
  const until = performance.now() + ms;
  let unknown: EtcdProblem | undefined;
  for (;;) {
    const done = await etcd.transact(transaction, Math.max(1, until - performance.now()));
    if (!isLeft(done)) return done;
    const { kind } = done.left;
    if (kind === "unknown") unknown = done.left;
    if (unknown === undefined && !(whileAway && kind === "away")) return done;
    if (performance.now() >= until) return left(unknown ?? done.left);
    await sleep(pauseMs);
  }
};
