import type { Either } from "fp-ts/lib/Either.js";

/** Keys from `from` on that sort before `end`, as bytes. */
export interface KeyRange {
  readonly from: string;
  readonly end: string;
}

/** One key alone. */
export const oneKey = (key: string): KeyRange => ({ from: key, end: `${key}\0` });

/** All keys that begin with `prefix`, which ends with a sign of ASCII. */
export const withPrefix = (prefix: string): KeyRange => ({
  from: prefix,
  end: prefix.slice(0, -1) + String.fromCharCode(prefix.charCodeAt(prefix.length - 1) + 1),
});

/** A key with its value. */
export interface Pair {
  readonly key: string;
  readonly value: Buffer;
  /** etcd's revision of the key's last change. */
  readonly changed: number;
  /** The lease that it ends with; undefined where it lasts. */
  readonly lease: string | undefined;
}

/** Holds where every key of the range was last changed at that revision of etcd; 0 holds where there is none. */
export interface Guard {
  readonly range: KeyRange;
  readonly changed: number;
}

/** One change of a transaction, or one look. */
export type Operation =
  | { readonly kind: "put"; readonly key: string; readonly value: Buffer; readonly lease?: string }
  /** The key, which must be there, keeps its value and loses its lease: it lasts. */
  | { readonly kind: "keep"; readonly key: string }
  | { readonly kind: "delete"; readonly range: KeyRange }
  | { readonly kind: "get"; readonly range: KeyRange };

/** What is done at once: `then` where all guards hold, else `otherwise`. etcd takes 128 operations in each, none of which may change a key that another one changes. */
export interface Transaction {
  readonly guards: readonly Guard[];
  readonly then: readonly Operation[];
  readonly otherwise?: readonly Operation[];
  /**
   * It changes a key that guards it, so that it is done once however often it is asked for: then several members are
   * asked at once where one is late.
   */
  readonly isGuardedByItself?: true;
}

/** What became of a transaction. */
export interface TransactionResult {
  /** Whether the guards held. */
  readonly held: boolean;
  /** etcd's revision after it. */
  readonly revision: number;
  /** What each `get` found, in order. */
  readonly found: readonly (readonly Pair[])[];
  /** Of one that is guarded by itself, whose guards did not hold: why that may be because it was done all the same. */
  readonly doubt?: string;
}

/** Why etcd did not do what it was asked, or is not known to have. */
export type EtcdProblem =
  /** Nothing was done: no member was reached, or the one that was has no leader. It may succeed later. */
  | { readonly kind: "away"; readonly reason: string }
  /** It may have been done, or may be done later. */
  | { readonly kind: "unknown"; readonly reason: string }
  /**
   * etcd's quota is reached. Nothing was done, unless by a transaction that leaves what guards it as it was, or that
   * nothing guards: of those nobody knows. There may be a lease, which ends by itself.
   */
  | { readonly kind: "no-space"; readonly reason: string }
  /** Nothing was done: what was asked for was compacted away; `oldest` is etcd's oldest revision that is still known. */
  | { readonly kind: "compacted"; readonly reason: string; readonly oldest: number }
  /** Nothing was done, and never will be: credentials, rights, or a request that etcd does not take. */
  | { readonly kind: "refused"; readonly reason: string };

/** A change of a key that is watched: its new value, or undefined where it is gone. */
export interface Change {
  readonly key: string;
  readonly value: Buffer | undefined;
  /** etcd's revision of the change. */
  readonly changed: number;
}

/** Receives what a watch tells. Nothing is called after `ended`. */
export interface Watcher {
  /** All watched changes of one revision of etcd or of several, in order; never a part of what one transaction changed. */
  readonly changed: (changes: readonly Change[]) => void;
  /** Every change up to this revision of etcd was told; at least every few seconds. */
  readonly reached: (revision: number) => void;
  /** The watch is over: only where what it would tell next was compacted, etcd refuses it, or what it told was not taken, which is a bug (`away`). Members that fail are changed without a word. */
  readonly ended: (problem: EtcdProblem) => void;
}

/** How a member of the cluster is doing. */
export interface Member {
  /** Its address, as configured. */
  readonly url: string;
  /**
   * `leading` or `following` where it answers and knows a leader, `leaderless` where it answers and knows none; `gone`
   * where its machine says that it does not run; `silent` where nothing is heard of it.
   */
  readonly state: "leading" | "following" | "leaderless" | "gone" | "silent";
  /** Of etcd, such as `3.5.30`; undefined while it was never heard of. */
  readonly version: string | undefined;
  /** What is wrong, in a sentence: an alarm such as a quota that is reached, or why nothing is heard. */
  readonly problem: string | undefined;
}

/** An etcd cluster, as far as the service uses it. All of it is linearizable. Members that fail are changed for others. */
export interface Etcd {
  /** Tried on one member after another for at most `ms` milliseconds, but never again once it may have been done, unless it is guarded by itself: then others may get it meanwhile, each once. */
  readonly transact: (
    transaction: Transaction,
    ms?: number,
  ) => Promise<Either<EtcdProblem, TransactionResult>>;
  /** The pairs of a range, sorted by key; at an earlier revision of etcd where `at` is given. */
  readonly read: (
    range: KeyRange,
    at?: number,
  ) => Promise<Either<EtcdProblem, { readonly revision: number; readonly pairs: readonly Pair[] }>>;
  /** Tells every change of a range from a revision of etcd on; the returned function ends it. */
  readonly watch: (range: KeyRange, from: number, watcher: Watcher) => () => void;
  /** A new lease that ends by itself after so many seconds unless it is renewed. */
  readonly lease: (seconds: number) => Promise<Either<EtcdProblem, string>>;
  /** The right is false where the lease has ended. */
  readonly renew: (lease: string) => Promise<Either<EtcdProblem, boolean>>;
  /** Renews a lease of so many seconds again and again, until the returned function is called. Where it ends all the same, whatever it guards tells. */
  readonly keep: (lease: string, seconds: number) => () => void;
  /** Ends a lease, and with it the keys that it holds. */
  readonly revoke: (lease: string) => Promise<Either<EtcdProblem, void>>;
  /** Asks every member how it is doing; takes a second at most. */
  readonly members: () => Promise<readonly Member[]>;
  /** Ends every call and watch. */
  readonly close: () => void;
}

/** Why etcd did not do what it was asked, in a sentence for a person. */
export const describeProblem = (problem: EtcdProblem): string => {
  switch (problem.kind) {
    case "away":
      return `the cluster cannot be asked: ${problem.reason}`;
    case "unknown":
      return `the cluster did not say whether it did what it was asked: ${problem.reason}`;
    case "no-space":
      return `the cluster has no space left, see etcd's --quota-backend-bytes: ${problem.reason}`;
    case "compacted":
      return `the cluster has forgotten what it was asked for: ${problem.reason}`;
    case "refused":
      return /too large|larger than max/.test(problem.reason)
        ? `the cluster takes no request of this size, see etcd's --max-request-bytes: ${problem.reason}`
        : `the cluster refuses: ${problem.reason}`;
  }
};
