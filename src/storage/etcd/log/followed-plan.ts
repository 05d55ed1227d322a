import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { type PlanState, stateOf, storedPlans } from "../../../plan/state.ts";
import type { StoredPlan } from "../../../plan/stored-plan.ts";
import { decodeHead } from "./head.ts";
import { headAfter, headRevision, type KnownHead, neededRevisions } from "./save-transaction.ts";
import type { SaveFate } from "./save.ts";
import {
  type StoredPlans,
  planStateOf,
  readKeptPlans,
  type SavedRevision,
} from "./read-revisions.ts";
import type { Boundary } from "../../../server/runtime/boundary.ts";
import { pause } from "../../../server/runtime/time.ts";
import type { Follower } from "../../../plan/plan-log.ts";
import { describeProblem, type Etcd, type Pair } from "../client/etcd.ts";
import type { Keys } from "../keys.ts";
import { RevisionWaiters } from "../follow-range.ts";
import { RevisionFollower } from "./follow-revisions.ts";
import type { OutageReporter } from "./outage.ts";

/** How to continue after a compaction that overtook the watch. */
interface Resumption {
  /** Revisions right after the last one that was handed over. */
  readonly next: readonly StoredPlan[];
  /** The plan now, if those do not lead to it. */
  readonly jump: PlanState | undefined;
  /** The fate of the save under way; undefined if it is open. */
  readonly fate: SaveFate | undefined;
}

/** `before` is the head handed over last, `own` the plans of the save under way, by their ids in etcd. */
const resumeAfterCompaction = (
  { head, saved }: StoredPlans,
  before: KnownHead,
  own: ReadonlyMap<string, StoredPlan>,
): Resumption => {
  const plans = new Map(saved.map(({ plan }) => [plan.rev, plan]));
  // Own plans were decided on the last head: if one of them is kept, all were saved, and come next.
  const isOwn = saved.some(({ header }) => own.has(header.id));
  if (isOwn) for (const plan of own.values()) plans.set(plan.rev, plan);
  const first = headRevision(before) + 1;
  const next: StoredPlan[] = [];
  for (let plan = plans.get(first); plan !== undefined; plan = plans.get(plan.rev + 1))
    next.push(plan);
  const isWhole = first + next.length > headRevision(head);
  const kept = storedPlans(head.kept).flatMap(({ rev }) => plans.get(rev) ?? []);
  const others = next.length > 0 ? "moved" : "missed";
  return {
    next,
    jump: isWhole ? undefined : stateOf(kept),
    fate: head.changed === before.changed ? undefined : isOwn ? "stored" : others,
  };
};

/** The longest pause between reads of a plan that is never taken. */
const longestPauseMs = 30_000;

interface FollowedPlanOptions {
  readonly etcd: Etcd;
  readonly keys: Keys;
  readonly outage: OutageReporter;
  /** Milliseconds between two attempts. */
  readonly pauseMs: number;
  /** Wraps what is handed over. */
  readonly boundary: Boundary;
}

/** A save under way: its plans by their ids in etcd, and the callback for its fate. */
interface PendingSave {
  readonly plans: ReadonlyMap<string, StoredPlan>;
  readonly settle: (fate: SaveFate) => void;
}

/**
 * Hands over exactly what the watch reports of a plan, from any node: the watch defines the order. Impossible
 * changes, and everything after them, are not handed over.
 */
export class FollowedPlan {
  readonly #of: FollowedPlanOptions;
  readonly #waiters = new RevisionWaiters();
  readonly #closed = new AbortController();
  #head: KnownHead;
  /** The plan that was handed over last. */
  #current: StoredPlan | undefined;
  /** Everything up to this revision of etcd was handed over. */
  #reached: number;
  /** etcd's revision of the newest head seen. */
  #seen = 0;
  #follower: Follower | undefined;
  #following: Promise<void> = Promise.resolve();
  #own: PendingSave | undefined;
  /** Handing over failed, which is a bug: it is unknown what was taken. */
  #isDoubted = false;
  /** Failures since a revision was taken. */
  #bugs = 0;
  #failure: string | undefined;

  /** `kept` was just read. */
  constructor(of: FollowedPlanOptions, kept: StoredPlans) {
    this.#of = of;
    this.#head = kept.head;
    this.#current = planStateOf(kept).current;
    this.#reached = kept.revision;
  }

  /** The head that was handed over last. */
  get head(): KnownHead {
    return this.#head;
  }

  /** Why nothing is handed over any more; undefined while it is. */
  get failure(): string | undefined {
    return this.#failure;
  }

  /** Hands over every revision from now on. */
  follow(follower: Follower): void {
    this.#follower = follower;
    this.#following = new Promise((over) => {
      const go = this.#of.boundary(
        "a change of the plan in etcd could not be handled",
        async () => {
          await this.#beginAnew();
          await this.#followOn();
          over();
        },
        () => {
          this.#isDoubted = true;
          this.#bugs += 1;
          go();
        },
      );
      go();
    });
  }

  /** Makes a save by `make`, which gets its fate; `plans` by their ids in etcd. One at a time. */
  async saving<A>(
    plans: ReadonlyMap<string, StoredPlan>,
    make: (fate: Promise<SaveFate>) => Promise<A>,
  ): Promise<A> {
    const fate = new Promise<SaveFate>((settle) => (this.#own = { plans, settle }));
    try {
      return await make(fate);
    } finally {
      this.#own = undefined;
    }
  }

  /** Notes a head from etcd, read after `followed` had been handed over. */
  see(pair: Pair | undefined, followed: KnownHead): void {
    const changed = pair?.changed ?? 0;
    if (changed < followed.changed)
      return this.#fail(
        "the cluster has lost plans that it had reported: was an older state restored?",
      );
    const decoded = pair === undefined ? right(undefined) : decodeHead(pair.value);
    if (isLeft(decoded)) return this.#fail(decoded.left);
    this.#seen = Math.max(this.#seen, changed);
    this.#told(this.#reached);
  }

  /** Resolves when the head of that revision of etcd was handed over, or never will be, or after `ms` milliseconds. */
  async until(changed: number, ms: number): Promise<void> {
    if (this.#head.changed < changed && this.#failure === undefined)
      await this.#waiters.until(changed, ms);
  }

  async close(): Promise<void> {
    this.#closed.abort();
    this.#own?.settle("failed");
    this.#waiters.reached(Infinity);
    await this.#following;
  }

  async #followOn(): Promise<void> {
    const { etcd, keys, pauseMs, outage } = this.#of;
    const wrong = await new RevisionFollower({
      etcd,
      keys,
      pauseMs,
      signal: this.#closed.signal,
      next: () => this.#reached + 1,
      current: () => {
        const header = this.#head.kept.current;
        const plan = this.#current;
        return header && plan && { header, plan };
      },
      own: (id) => this.#own?.plans.get(id),
      changed: (saved, deleted, at) => this.#changed(saved, deleted, at),
      reached: (revision) => this.#told(revision),
      away: (reason) => outage.begin(reason),
      overtaken: () => this.#readAgain(),
    }).run();
    if (wrong !== undefined) this.#fail(wrong);
  }

  /** After a failure: hands over the current plan, without the steps that lead to it. */
  async #beginAnew(): Promise<void> {
    const { etcd, keys, pauseMs, outage } = this.#of;
    const { signal } = this.#closed;
    // Everything kept is read again: ever more rarely if none of it is taken.
    const longerMs = Math.min(longestPauseMs, pauseMs * 2 ** (this.#bugs - 1));
    while (this.#isDoubted && !signal.aborted) {
      await pause(longerMs, signal);
      const read = await readKeptPlans(etcd, keys);
      if (signal.aborted) return;
      if (isLeft(read)) {
        if (read.left.kind === "wrong") return this.#fail(read.left.reason);
        outage.begin(describeProblem(read.left));
        continue;
      }
      const { head, revision } = read.right;
      this.#head = head;
      const state = planStateOf(read.right);
      this.#current = state.current;
      this.#follower?.jumped(state);
      this.#isDoubted = false;
      this.#own?.settle("missed");
      this.#told(revision);
    }
  }

  /** Hands over a transaction. */
  #changed(
    saved: readonly SavedRevision[],
    deleted: readonly number[],
    at: number,
  ): Either<string, void> {
    let last = headRevision(this.#head);
    for (const { header } of saved) {
      if (header.rev !== last + 1)
        return left(
          `revision ${header.rev} was written to the cluster, and does not follow ${last}`,
        );
      last = header.rev;
    }
    const headers = saved.map(({ header }) => header);
    const head = headers.length === 0 ? this.#head : headAfter(this.#head, headers, at);
    const needed = deleted.length === 0 ? undefined : neededRevisions(head.kept);
    const lost = deleted.find((rev) => needed?.has(rev));
    if (lost !== undefined) return left(`revision ${lost} was deleted from the cluster`);
    this.#head = head;
    for (const each of saved) this.#follower?.followed(this.#next(each));
    if (saved.length > 0) this.#bugs = 0;
    const isOwn = headers.some(({ id }) => this.#own?.plans.has(id));
    if (headers.length > 0) this.#own?.settle(isOwn ? "stored" : "moved");
    this.#told(at);
    return right(undefined);
  }

  /** A revision as it is handed over: one of another node with what it changes. */
  #next({ plan, draft }: Pick<SavedRevision, "plan" | "draft">): StoredPlan {
    const before = this.#current;
    const isCompared = draft !== undefined && before?.rev === plan.rev - 1;
    this.#current = isCompared ? plan.comparedWith(before, draft) : plan;
    return this.#current;
  }

  /** Everything up to that revision of etcd was handed over. */
  #told(revision: number): void {
    this.#reached = Math.max(this.#reached, revision);
    if (this.#reached >= this.#seen && this.#head.changed < this.#seen)
      return this.#fail("the head in the cluster was changed by something that saved no plan");
    this.#waiters.reached(this.#head.changed);
  }

  /** Continues with what is kept after a compaction overtook the watch. The result says why it cannot be read now. */
  async #readAgain(): Promise<string | undefined> {
    const before = this.#head;
    const read = await readKeptPlans(this.#of.etcd, this.#of.keys);
    if (this.#closed.signal.aborted) return undefined;
    if (isLeft(read)) {
      if (read.left.kind !== "wrong") return describeProblem(read.left);
      this.#fail(read.left.reason);
      return undefined;
    }
    const { head, revision } = read.right;
    if (head.changed < before.changed) {
      this.see(undefined, before);
      return undefined;
    }
    const { next, jump, fate } = resumeAfterCompaction(
      read.right,
      before,
      this.#own?.plans ?? new Map(),
    );
    this.#head = head;
    for (const plan of next) this.#follower?.followed(this.#next({ plan }));
    if (jump !== undefined) {
      this.#current = jump.current;
      this.#follower?.jumped(jump);
    }
    if (fate !== undefined) this.#own?.settle(fate);
    this.#told(revision);
    return undefined;
  }

  /** Stops handing over and appending; an operator must intervene. */
  #fail(reason: string): void {
    if (this.#failure !== undefined) return;
    this.#failure = reason;
    this.#closed.abort();
    this.#of.outage.beginForEver(reason);
    this.#own?.settle("failed");
    this.#waiters.reached(Infinity);
  }
}
