import { setImmediate as turn } from "node:timers/promises";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import type { StoredPlan } from "../../../plan/stored-plan.ts";
import { draftOfJson } from "../../../plan/text/draft-text.ts";
import type { Change, Etcd } from "../client/etcd.ts";
import type { Keys } from "../keys.ts";
import { inTurns } from "../../../server/runtime/event-loop-turns.ts";
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

  close(): void {
    this.#isClosed = true;
    this.#wake?.();
  }

  /** The next item; undefined once closed. One call at a time. */
  async take(): Promise<A | undefined> {
    while (this.#items.length === 0 && !this.#isClosed)
      await new Promise<void>((resolve) => (this.#wake = resolve));
    return this.#isClosed ? undefined : this.#items.shift();
  }
}

/** What revisions are followed with, and the callbacks. */
interface RevisionsSetup {
  readonly etcd: Etcd;
  readonly keys: Keys;
  /** Milliseconds between two attempts. */
  readonly pauseMs: number;
  readonly signal: AbortSignal;
  /** The first revision of etcd that was not fully handed over. */
  readonly next: () => number;
  /** The revision that was handed over last. */
  readonly current: () => Pick<SavedRevision, "header" | "plan"> | undefined;
  /** This node's own plan, by the id of its save. */
  readonly own: (id: string) => StoredPlan | undefined;
  /** One transaction's saves and deletions, and its revision of etcd. Left: why nothing can be followed any more. */
  readonly changed: (
    saved: readonly SavedRevision[],
    deleted: readonly number[],
    at: number,
  ) => Either<string, void>;
  /** Everything up to this revision of etcd was handed over. */
  readonly reached: (revision: number) => void;
  /** etcd is away; it is asked again. */
  readonly away: (reason: string) => void;
  /**
   * A compaction has overtaken the watch: reads what is kept. The result says why it could not be read; it is retried.
   */
  readonly overtaken: () => Promise<string | undefined>;
}

/** Why a watch has ended. */
type Ended =
  /** The next change was compacted. */
  | { readonly kind: "overtaken" }
  /** etcd refuses the watch. */
  | { readonly kind: "refused"; readonly reason: string }
  /** etcd's data is wrong. */
  | { readonly kind: "wrong"; readonly reason: string }
  | { readonly kind: "closed" };

const closed: Ended = { kind: "closed" };

/** Groups changes by their revision of etcd. */
const byRevision = (changes: readonly Change[]): readonly (readonly Change[])[] => {
  const groups: Change[][] = [];
  for (const change of changes) {
    const last = groups.at(-1);
    if (last?.[0]?.changed === change.changed) last.push(change);
    else groups.push([change]);
  }
  return groups;
};

/** Follows the revisions of a plan in etcd, also beyond the end of a watch. */
export class RevisionFollower {
  readonly #setup: RevisionsSetup;

  constructor(setup: RevisionsSetup) {
    this.#setup = setup;
  }

  /** Runs until the signal. The result says why nothing can be followed any more, if so. */
  async run(): Promise<string | undefined> {
    const { signal, overtaken } = this.#setup;
    while (!signal.aborted) {
      const ended = await this.#watch();
      if (ended.kind === "wrong") return ended.reason;
      if (ended.kind === "refused")
        await this.#pause(`the cluster refuses the watch of the plan: ${ended.reason}`);
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

  /** Reads a whole transaction before it is handed over: no save may be decided on half of it. */
  async #transaction(changes: readonly Change[], at: number): Promise<Ended | undefined> {
    const { keys, changed, current, signal } = this.#setup;
    const saved: SavedRevision[] = [];
    const deleted: number[] = [];
    for (const { key, value } of changes) {
      if (value === undefined) {
        deleted.push(keys.revisionOf(key));
        continue;
      }
      const before = saved.at(-1) ?? current();
      const read = await this.#read(key, value, at, before);
      if (read === undefined) return closed;
      if (isLeft(read)) {
        const { kind, reason } = read.left;
        return kind === "wrong" ? { kind, reason } : { kind: "overtaken" };
      }
      const { header, plan } = read.right;
      const isCompared = plan.submitted === undefined && !("chain" in header);
      const draft = isCompared ? await inTurns(draftOfJson(plan.json), () => turn()) : undefined;
      saved.push(draft === undefined ? read.right : { ...read.right, draft });
    }
    // No await from here until all of it is handed over.
    if (signal.aborted) return closed;
    const followed = changed(saved, deleted, at);
    return isLeft(followed) ? { kind: "wrong", reason: followed.left } : undefined;
  }

  /** Retries while etcd is away. */
  async #read(
    key: string,
    value: Buffer,
    at: number,
    before: Pick<SavedRevision, "header" | "plan"> | undefined,
  ): Promise<Either<ReadProblem, SavedRevision> | undefined> {
    const { etcd, keys, own, signal } = this.#setup;
    while (!signal.aborted) {
      const read = await readRevision(etcd, keys, { key, value }, at, { before, own });
      if (!isLeft(read) || read.left.kind === "wrong" || read.left.kind === "compacted")
        return read;
      await this.#pause(read.left.reason);
    }
    return undefined;
  }
}
