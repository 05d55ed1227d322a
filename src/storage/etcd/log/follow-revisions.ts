import { type Either, isLeft } from "fp-ts/lib/Either.js";
import type { StoredPlan } from "../../../plan/stored-plan.ts";
import type { Change, Etcd } from "../client/etcd.ts";
import type { Keys } from "../keys.ts";
import { pause } from "../../../server/runtime/time.ts";
import { type ReadProblem, readRevision, type SavedRevision } from "./read-revisions.ts";

/** Turns callbacks into items that one reader takes one after another. */
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

/** What a plan's revisions are followed with, and who hears of them. */
interface RevisionsSetup {
  readonly etcd: Etcd;
  readonly keys: Keys;
  /** Milliseconds until what failed is tried again. */
  readonly pauseMs: number;
  readonly signal: AbortSignal;
  /** The first revision of etcd of which not everything was told. */
  readonly next: () => number;
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
  /** etcd does not tell for now; it is asked again. */
  readonly away: (reason: string) => void;
  /** A compaction has overtaken the watch: reads what is kept. The result says why it could not be read, and it is tried again. */
  readonly overtaken: () => Promise<string | undefined>;
}

/** Why a watch has ended. */
type Ended =
  /** What would be next was compacted away. */
  | { readonly kind: "overtaken" }
  /** etcd does not let itself be watched. */
  | { readonly kind: "refused"; readonly reason: string }
  /** What etcd tells cannot be. */
  | { readonly kind: "wrong"; readonly reason: string }
  | { readonly kind: "closed" };

const closed: Ended = { kind: "closed" };

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

/** Follows the revisions of a plan in etcd, also beyond what ends a watch. */
export class RevisionFollower {
  readonly #setup: RevisionsSetup;

  constructor(setup: RevisionsSetup) {
    this.#setup = setup;
  }

  /** Tells each revision, in order, until the signal. The result says why nothing can be followed any more, where that is so. */
  async run(): Promise<string | undefined> {
    const { signal, overtaken } = this.#setup;
    while (!signal.aborted) {
      const ended = await this.#watch();
      if (ended.kind === "wrong") return ended.reason;
      if (ended.kind === "refused")
        await this.#pause(`the cluster lets nobody follow the plan: ${ended.reason}`);
      if (ended.kind !== "overtaken") continue;
      const problem = await overtaken();
      if (problem !== undefined) await this.#pause(problem);
    }
    return undefined;
  }

  async #pause(reason: string): Promise<void> {
    const { away, pauseMs, signal } = this.#setup;
    away(reason);
    await pause(pauseMs, signal);
  }

  async #watch(): Promise<Ended> {
    const { etcd, keys, next, reached, signal } = this.#setup;
    const queue = new AsyncQueue<() => Promise<Ended | undefined> | Ended | undefined>();
    const close = (): void => queue.close();
    signal.addEventListener("abort", close);
    const endWatch = etcd.watch(keys.revisions, next(), {
      changed: (changes) => queue.put(() => this.#changed(changes)),
      reached: (revision) =>
        queue.put(() => {
          reached(revision);
          return undefined;
        }),
      ended: ({ kind, reason }) =>
        queue.put(() =>
          kind === "compacted" ? { kind: "overtaken" } : { kind: "refused", reason },
        ),
    });
    try {
      for (;;) {
        const told = signal.aborted ? undefined : await queue.take();
        if (told === undefined) return closed;
        const ended = await told();
        if (ended !== undefined) return ended;
      }
    } finally {
      signal.removeEventListener("abort", close);
      endWatch();
    }
  }

  async #changed(changes: readonly Change[]): Promise<Ended | undefined> {
    for (const group of byRevision(changes)) {
      const ended = await this.#transaction(group, group[0]?.changed ?? 0);
      if (ended !== undefined) return ended;
    }
    return undefined;
  }

  /** Tells what one transaction changed, once all of it is read: nobody may decide on the half of it. */
  async #transaction(changes: readonly Change[], at: number): Promise<Ended | undefined> {
    const { keys, changed, signal } = this.#setup;
    const saved: SavedRevision[] = [];
    const deleted: number[] = [];
    for (const { key, value } of changes) {
      if (value === undefined) {
        deleted.push(keys.revisionOf(key));
        continue;
      }
      const read = await this.#read(key, value, at);
      if (read === undefined) return closed;
      if (isLeft(read)) {
        const { kind, reason } = read.left;
        return kind === "wrong" ? { kind, reason } : { kind: "overtaken" };
      }
      saved.push(read.right);
    }
    // Nothing is awaited between here and where all of it is told.
    if (signal.aborted) return closed;
    const followed = changed(saved, deleted, at);
    return isLeft(followed) ? { kind: "wrong", reason: followed.left } : undefined;
  }

  /** Reads a revision, again and again while etcd is away. */
  async #read(
    key: string,
    value: Buffer,
    at: number,
  ): Promise<Either<ReadProblem, SavedRevision> | undefined> {
    const { etcd, keys, own, signal } = this.#setup;
    while (!signal.aborted) {
      const read = await readRevision(etcd, keys, { key, value }, at, own);
      if (!isLeft(read) || read.left.kind === "wrong" || read.left.kind === "compacted")
        return read;
      await this.#pause(read.left.reason);
    }
    return undefined;
  }
}
