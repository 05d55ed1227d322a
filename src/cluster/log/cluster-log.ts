import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { CommitWindow } from "../../plan/commit-window.ts";
import type { Appended, Company, Follower, PlanLog } from "../../plan/plan-log.ts";
import { storedPlans } from "../../plan/state.ts";
import type { StoredPlan } from "../../plan/stored-plan.ts";
import { type Etcd, oneKey, type Pair } from "../etcd/etcd.ts";
import { inWords } from "../in-words.ts";
import type { Keys } from "../keys.ts";
import type { ClusterLogOptions } from "./cluster-log-options.ts";
import { HeadWaiters } from "./head-waiters.ts";
import { keepFollowing } from "./keep-following.ts";
import { laterThan } from "./later-than.ts";
import { headAfter, headRevision, type KnownHead, saveTransaction } from "./known-head.ts";
import { decodeHead } from "./lines.ts";
import { Outage } from "./outage.ts";
import { type Fate, outcomeOf } from "./outcome.ts";
import { goOnWith } from "./overtaken.ts";
import { type KeptPlans, readKept, type Saved } from "./read-kept.ts";
import { sharing } from "../sharing.ts";
import { Uploads } from "./uploads.ts";

/** What etcd takes in one transaction with room to spare: see `saveTransaction`. */
const most = { saves: 16, bytes: 16 * 1024 * 1024 };

/** Of the time that is spent on finding out what became of a save, the pause between two tries is such a part. */
const triesWithin = 50;

/** A save that is under way: its plans by the ids in etcd, and how its fate is told. */
interface Own {
  readonly plans: ReadonlyMap<string, StoredPlan>;
  readonly settle: (fate: Fate) => void;
}

/**
 * The plan's log in etcd, which the nodes of a cluster append to and follow alike.
 *
 * The watch is the order: what it tells is handed over, whoever saved it, and nothing else is. A
 * save is one transaction, guarded by the head that it was decided on, and what the watch tells
 * next says what became of it.
 */
export class ClusterLog implements PlanLog {
  readonly most = most;
  readonly #etcd: Etcd;
  readonly #keys: Keys;
  readonly #unknownMs: number;
  readonly #pauseMs: number;
  readonly #window: CommitWindow;
  readonly #uploads: Uploads;
  readonly #outage: Outage;
  readonly #waiters = new HeadWaiters();
  readonly #readHead = sharing(() => this.#etcd.read(oneKey(this.#keys.head)));
  /** Nothing is followed any more. */
  readonly #closed = new AbortController();
  /** As of what was handed over last. */
  #head: KnownHead;
  /** Everything was handed over up to this revision of etcd. */
  #reached: number;
  /** The newest head that somebody has seen was changed at this revision of etcd. */
  #seen = 0;
  #follower: Follower | undefined;
  #following: Promise<void> = Promise.resolve();
  #own: Own | undefined;
  #failure: string | undefined;

  /** `kept` is what was read. */
  constructor({ etcd, keys, settings, trouble }: ClusterLogOptions, kept: KeptPlans) {
    this.#etcd = etcd;
    this.#keys = keys;
    this.#unknownMs = settings.clusterUnknownMs;
    this.#pauseMs = settings.clusterUnknownMs / triesWithin;
    this.#window = new CommitWindow(settings.commitDelayMs);
    this.#uploads = new Uploads(etcd, keys);
    this.#outage = new Outage(trouble, () => this.#ask(), this.#pauseMs);
    this.#head = kept.head;
    this.#reached = kept.revision;
  }

  /** etcd's revision of the head's last change that was handed over. */
  get changed(): number {
    return this.#head.changed;
  }

  follow(follower: Follower): void {
    this.#follower = follower;
    this.#following = this.#followOn();
  }

  /** Later than the plan before, whichever node's clock that was by. */
  timeAfter(previous: StoredPlan | undefined): Date {
    return laterThan(previous, Date.now());
  }

  company(): Company {
    return this.#window.next();
  }

  async append(plans: readonly StoredPlan[], waiting: () => number): Promise<Appended> {
    const started = performance.now();
    // What the plans were decided on: others may save while they are uploaded.
    const head = this.#head;
    const appended = await this.#append(plans, head);
    // What is named by no plan is needed again where somebody else was first. Of what nobody knows whether
    // it is named, the lease decides: it ends by itself, unless the parts were kept.
    if (appended.kind === "moved") this.#uploads.keep();
    else if (appended.kind === "unknown") this.#uploads.forget();
    else this.#uploads.end();
    if (appended.kind === "durable") {
      this.#outage.end();
      this.#window.committed(plans.length, performance.now() - started, waiting());
    }
    return appended;
  }

  async tidy(): Promise<Either<string, void>> {
    return right(undefined);
  }

  /**
   * Resolves when everything is handed over that was saved before this was called, by whatever
   * node. The left says why that cannot be known. Those who ask at once share one question.
   */
  async caughtUp(): Promise<Either<string, void>> {
    const head = this.#head;
    const read = await this.#readHead();
    if (isLeft(read)) {
      const reason = inWords(read.left);
      this.#outage.begin(reason);
      return left(reason);
    }
    const [pair] = read.right.pairs;
    const changed = pair?.changed ?? 0;
    this.#see(pair, head);
    if (this.#head.changed < changed && this.#failure === undefined)
      await this.#waiters.until(changed, this.#unknownMs);
    if (this.#failure !== undefined) return left(this.#failure);
    return this.#head.changed < changed
      ? left("the cluster does not tell what was saved")
      : right(undefined);
  }

  async close(): Promise<void> {
    this.#closed.abort();
    this.#own?.settle("failed");
    this.#waiters.reached(Infinity);
    this.#uploads.end();
    await Promise.all([this.#following, this.#outage.close()]);
  }

  async #append(plans: readonly StoredPlan[], head: KnownHead): Promise<Appended> {
    const prepared = await this.#uploads.prepare(plans);
    if (this.#failure !== undefined) return { kind: "failed", reason: this.#failure };
    if (isLeft(prepared)) {
      const reason = inWords(prepared.left);
      this.#outage.begin(reason);
      return { kind: "away", reason };
    }
    if (this.#head !== head) return { kind: "moved" };
    const ids = prepared.right.map(({ line }) => line.id);
    const fate = new Promise<Fate>((settle) => {
      this.#own = { plans: new Map(plans.map((plan, at) => [ids[at] ?? "", plan])), settle };
    });
    const outcome = await outcomeOf({
      etcd: this.#etcd,
      transaction: saveTransaction(this.#keys, head, prepared.right),
      fate,
      unknownMs: this.#unknownMs,
      pauseMs: this.#pauseMs,
      guarded: (pair) => this.#see(pair, head),
      trouble: (reason) => this.#outage.begin(reason),
    });
    this.#own = undefined;
    return outcome;
  }

  /** Whether a plan could be saved: where there is no room, nobody gets a lease either. */
  async #ask(): Promise<Either<string, void>> {
    const read = await this.#readHead();
    if (isLeft(read)) return left(inWords(read.left));
    const lease = await this.#etcd.lease(1);
    if (isLeft(lease)) return left(inWords(lease.left));
    await this.#etcd.revoke(lease.right);
    return right(undefined);
  }

  async #followOn(): Promise<void> {
    const wrong = await keepFollowing({
      etcd: this.#etcd,
      keys: this.#keys,
      next: () => this.#reached + 1,
      overtaken: () => this.#readAgain(),
      pauseMs: this.#pauseMs,
      listener: {
        own: (id) => this.#own?.plans.get(id),
        changed: (saved, deleted, at) => this.#changed(saved, deleted, at),
        reached: (revision) => this.#told(revision),
        away: (reason) => this.#outage.begin(reason),
      },
      signal: this.#closed.signal,
    });
    if (wrong !== undefined) this.#fail(wrong);
  }

  /** Hands over what one transaction saved. */
  #changed(saved: readonly Saved[], deleted: readonly number[], at: number): Either<string, void> {
    let last = headRevision(this.#head);
    for (const { line } of saved) {
      if (line.rev !== last + 1)
        return left(`revision ${line.rev} was written to the cluster, and does not follow ${last}`);
      last = line.rev;
    }
    const lines = saved.map(({ line }) => line);
    const head = lines.length === 0 ? this.#head : headAfter(this.#head, lines, at);
    const lost = storedPlans(head.kept).find(({ rev }) => deleted.includes(rev));
    if (lost !== undefined) return left(`revision ${lost.rev} was deleted from the cluster`);
    this.#head = head;
    for (const { plan } of saved) this.#follower?.followed(plan);
    const isOwn = lines.some(({ id }) => this.#own?.plans.has(id));
    if (lines.length > 0) this.#own?.settle(isOwn ? "stored" : "moved");
    this.#told(at);
    return right(undefined);
  }

  /** Everything up to that revision of etcd was handed over. */
  #told(revision: number): void {
    this.#reached = Math.max(this.#reached, revision);
    if (this.#reached >= this.#seen && this.#head.changed < this.#seen)
      return this.#fail("the head in the cluster was changed by something that saved no plan");
    this.#waiters.reached(this.#head.changed);
  }

  /** Takes note of a head that etcd told after `followed` had been handed over. */
  #see(pair: Pair | undefined, followed: KnownHead): void {
    const changed = pair?.changed ?? 0;
    if (changed < followed.changed)
      return this.#fail(
        "the cluster has lost plans that it had told: was an older state restored?",
      );
    const decoded = pair === undefined ? right(undefined) : decodeHead(pair.value);
    if (isLeft(decoded)) return this.#fail(decoded.left);
    this.#seen = Math.max(this.#seen, changed);
    this.#told(this.#reached);
  }

  /** Goes on after a compaction that overtook the watch, with what is still kept. The result says why that cannot be read now. */
  async #readAgain(): Promise<string | undefined> {
    const before = this.#head;
    const read = await readKept(this.#etcd, this.#keys);
    if (this.#closed.signal.aborted) return undefined;
    if (isLeft(read)) {
      if (read.left.kind !== "wrong") return inWords(read.left);
      this.#fail(read.left.reason);
      return undefined;
    }
    const { head, revision } = read.right;
    if (head.changed < before.changed) {
      this.#see(undefined, before);
      return undefined;
    }
    const { next, jump, fate } = goOnWith(read.right, before, this.#own?.plans ?? new Map());
    this.#head = head;
    for (const plan of next) this.#follower?.followed(plan);
    if (jump !== undefined) this.#follower?.jumped(jump);
    if (fate !== undefined) this.#own?.settle(fate);
    this.#told(revision);
    return undefined;
  }

  /** Nothing is handed over any more, and nothing appended: what is wrong has to be looked at. */
  #fail(reason: string): void {
    if (this.#failure !== undefined) return;
    this.#failure = reason;
    this.#closed.abort();
    this.#outage.beginForEver(reason);
    this.#own?.settle("failed");
    this.#waiters.reached(Infinity);
  }
}
