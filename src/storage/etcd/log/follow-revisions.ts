import { setTimeout as sleep } from "node:timers/promises";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { StoredPlan } from "../../../plan/stored-plan.ts";
import type { Change, Etcd, EtcdProblem } from "../client/etcd.ts";
import type { Keys } from "../keys.ts";
import { type ReadProblem, readRevision, type SavedRevision } from "./read-revisions.ts";

/** What comes by callbacks, taken one after another by one who waits for each. */
class AsyncQueue<A> {
  #items: A[] = [];
  #wake: (() => void) | undefined;
  #isClosed = false;

  put(item: A): void {
    this.#items.push(item);
    this.#wake?.();
  }

  /** Nothing is taken any more. */
  close(): void {
    this.#isClosed = true;
    this.#wake?.();
  }

  /** The next item; undefined when it is closed. One call at a time. */
  async take(): Promise<A | undefined> {
    while (this.#items.length === 0 && !this.#isClosed)
      await new Promise<void>((resolve) => (this.#wake = resolve));
    return this.#isClosed ? undefined : this.#items.shift();
  }
}

/** Hears what becomes of a plan's revisions in etcd. */
export interface Listener {
  /** A plan of this node's own by the id of its save. */
  readonly own: (id: string) => StoredPlan | undefined;
  /** All that one transaction saved and deleted, at its revision of etcd. The left says why nothing can be followed any more. */
  readonly changed: (
    saved: readonly SavedRevision[],
    deleted: readonly number[],
    at: number,
  ) => Either<string, void>;
  /** Everything up to that revision of etcd was told. */
  readonly reached: (revision: number) => void;
  /** A revision cannot be read for now; it is tried again. */
  readonly away: (reason: string) => void;
}

/** Why nothing more is told. */
export type Ended =
  /** What would be next was compacted away. */
  | { readonly kind: "overtaken" }
  /** etcd does not let itself be watched. */
  | { readonly kind: "refused"; readonly reason: string }
  /** What etcd tells cannot be. */
  | { readonly kind: "wrong"; readonly reason: string }
  | { readonly kind: "closed" };

type Told =
  | { readonly kind: "changed"; readonly changes: readonly Change[] }
  | { readonly kind: "reached"; readonly revision: number }
  | { readonly kind: "ended"; readonly problem: EtcdProblem };

/** The changes of each revision of etcd together. */
const byRevision = (changes: readonly Change[]): readonly (readonly Change[])[] => {
  const groups: Change[][] = [];
  for (const change of changes) {
    const last = groups.at(-1);
    if (last?.[0]?.changed === change.changed) last.push(change);
    else groups.push([change]);
  }
  return groups;
};

/** What is followed, and how. */
interface Following {
  readonly etcd: Etcd;
  readonly keys: Keys;
  /** The first revision of etcd that is told. */
  readonly from: number;
  /** Milliseconds until what failed is tried again. */
  readonly pauseMs: number;
  readonly listener: Listener;
  readonly signal: AbortSignal;
}

/** Reads a revision, again and again while etcd is away. */
const readPatiently = async (
  { etcd, keys, pauseMs, listener, signal }: Following,
  key: string,
  value: Buffer,
  at: number,
): Promise<Either<ReadProblem, SavedRevision> | undefined> => {
  while (!signal.aborted) {
    const read = await readRevision(etcd, keys, { key, value }, at, listener.own);
    if (!isLeft(read) || read.left.kind === "wrong" || read.left.kind === "compacted") return read;
    listener.away(read.left.reason);
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  }
  return undefined;
};

/** Tells what one transaction changed, once all of it is read: nobody may decide on the half of it. */
const tell = async (
  following: Following,
  changes: readonly Change[],
  at: number,
): Promise<Either<Ended, void>> => {
  const { keys, listener } = following;
  const saved: SavedRevision[] = [];
  const deleted: number[] = [];
  for (const { key, value } of changes) {
    if (value === undefined) {
      deleted.push(keys.revisionOf(key));
      continue;
    }
    const read = await readPatiently(following, key, value, at);
    if (read === undefined) return left({ kind: "closed" });
    if (isLeft(read)) {
      const { kind, reason } = read.left;
      return left(kind === "wrong" ? { kind, reason } : { kind: "overtaken" });
    }
    saved.push(read.right);
  }
  // Nothing is awaited between here and where all of it is told.
  if (following.signal.aborted) return left({ kind: "closed" });
  const followed = listener.changed(saved, deleted, at);
  return isLeft(followed) ? left({ kind: "wrong", reason: followed.left }) : right(undefined);
};

/** Watches a plan's revisions and tells each, in order, until that ends. */
const followRevisions = async (following: Following): Promise<Ended> => {
  const { etcd, keys, from, listener, signal } = following;
  const inbox = new AsyncQueue<Told>();
  const close = (): void => inbox.close();
  signal.addEventListener("abort", close);
  const endWatch = etcd.watch(keys.revisions, from, {
    changed: (changes) => inbox.put({ kind: "changed", changes }),
    reached: (revision) => inbox.put({ kind: "reached", revision }),
    ended: (problem) => inbox.put({ kind: "ended", problem }),
  });
  try {
    for (;;) {
      const told = signal.aborted ? undefined : await inbox.take();
      if (told === undefined) return { kind: "closed" };
      if (told.kind === "ended") {
        const { kind, reason } = told.problem;
        return kind === "compacted" ? { kind: "overtaken" } : { kind: "refused", reason };
      }
      if (told.kind === "reached") {
        listener.reached(told.revision);
        continue;
      }
      for (const changes of byRevision(told.changes)) {
        const at = changes[0]?.changed ?? 0;
        const done = await tell(following, changes, at);
        if (isLeft(done)) return done.left;
      }
    }
  } finally {
    signal.removeEventListener("abort", close);
    endWatch();
  }
};

/** Following that goes on after what ends a watch. */
export interface KeptFollowing extends Omit<Following, "from"> {
  /** The first revision of etcd of which not everything was told. */
  readonly next: () => number;
  /** A compaction has overtaken it: reads what is kept. The result says why it could not be read, and it is tried again. */
  readonly overtaken: () => Promise<string | undefined>;
}

/** Follows a plan's revisions until the signal. The result says why nothing can be followed any more, where that is so. */
export const keepFollowing = async (following: KeptFollowing): Promise<string | undefined> => {
  const { signal, pauseMs, listener } = following;
  const pause = async (reason: string): Promise<void> => {
    listener.away(reason);
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  };
  while (!signal.aborted) {
    const ended = await followRevisions({ ...following, from: following.next() });
    if (ended.kind === "wrong") return ended.reason;
    if (ended.kind === "refused")
      await pause(`the cluster lets nobody follow the plan: ${ended.reason}`);
    if (ended.kind === "overtaken") {
      const problem = await following.overtaken();
      if (problem !== undefined) await pause(problem);
    }
  }
  return undefined;
};
