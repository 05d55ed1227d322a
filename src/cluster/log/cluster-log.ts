import { setTimeout as sleep } from "node:timers/promises";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { CommitWindow } from "../../plan/commit-window.ts";
import type { Appended, Company, Follower, PlanLog } from "../../plan/plan-log.ts";
import { type PlanState, stateOf, storedPlans } from "../../plan/state.ts";
import type { StoredPlan } from "../../plan/stored-plan.ts";
import { type Etcd, oneKey, type Pair } from "../etcd/etcd.ts";
import type { Keys } from "../keys.ts";
import { Contact, type Trouble } from "./contact.ts";
import { followRevisions } from "./follow-revisions.ts";
import { headAfter, headRevision, type KnownHead, saveTransaction } from "./known-head.ts";
import { decodeHead } from "./lines.ts";
import { type Fate, outcomeOf } from "./outcome.ts";
import { inWords } from "./problem-words.ts";
import { type KeptPlans, readKept, type Saved } from "./read-kept.ts";
import { sharing } from "./sharing.ts";
import { Uploads } from "./uploads.ts";

const MiB = 1024 * 1024;

/** No longer plan can be saved in a cluster, in bytes: each of its parts takes one of the operations of a transaction. */
export const largestPlan = 48 * MiB;

/** What etcd takes in one transaction with room to spare: see `saveTransaction`. */
const most = { saves: 16, bytes: 16 * MiB };

/** Milliseconds without a word of the watch, which speaks every few seconds, after which etcd is asked whether it is there. */
const silenceMs = 10_000;

/** Settings of a plan's log in a cluster. All are milliseconds. */
export interface ClusterLogSettings {
  /** The longest that a batch waits for more saves. */
  readonly commitDelayMs: number;
  /** What etcd has for an answer to a save, before another member is tried. */
  readonly clusterMs: number;
  /** How long is tried to find out what became of a save. */
  readonly clusterUnknownMs: number;
}

/** What a plan's log in a cluster is made of. */
export interface ClusterLogOptions {
  readonly etcd: Etcd;
  readonly keys: Keys;
  readonly settings: ClusterLogSettings;
  readonly trouble: Trouble;
}

/** A save that is under way: its plans by the ids in etcd, and how its fate is told. */
interface Own {
  readonly plans: ReadonlyMap<string, StoredPlan>;
  readonly fate: Promise<Fate>;
  readonly settle: (fate: Fate) => void;
}

const untold = (): void => undefined;

const ownSave = (plans: ReadonlyMap<string, StoredPlan>): Own => {
  let settle: (fate: Fate) => void = untold;
  const fate = new Promise<Fate>((resolve) => (settle = resolve));
  return { plans, fate, settle };
};

/** Somebody waits until a change of the head was followed. */
interface Waiting {
  readonly changed: number;
  readonly wake: () => void;
}

/**
 * The plan's log in etcd, which the nodes of a cluster append to and follow alike.
 *
 * The watch is the order: what it tells is handed over, whoever saved it, and nothing else is. A save is one
 * transaction, guarded by the head that it was decided on; what the watch tells next
 * says what became of it.
 */
export class ClusterLog implements PlanLog {
  readonly most = most;
  readonly #etcd: Etcd;
  readonly #keys: Keys;
  readonly #settings: ClusterLogSettings;
  readonly #pauseMs: number;
  readonly #window: CommitWindow;
  readonly #uploads: Uploads;
  readonly #contact: Contact;
  readonly #closed = new AbortController();
  /** As of what was handed over last. */
  #head: KnownHead;
  /** Everything of etcd was told up to this revision of it. */
  #reached: number;
  /** Somebody saw a head that was changed at this revision of etcd. */
  #seen = 0;
  #follower: Follower | undefined;
  #following: Promise<void> = Promise.resolve();
  #own: Own | undefined;
  #waiting: readonly Waiting[] = [];
  #failure: string | undefined;
  #heard = performance.now();
  readonly #silence: NodeJS.Timeout;

  /** `read` is what is kept, as it was read. */
  constructor(options: ClusterLogOptions, read: KeptPlans) {
    const { etcd, keys, settings, trouble } = options;
    this.#etcd = etcd;
    this.#keys = keys;
    this.#settings = settings;
    this.#pauseMs = settings.clusterMs / 10;
    this.#window = new CommitWindow(settings.commitDelayMs);
    this.#uploads = new Uploads(etcd, keys);
    this.#contact = new Contact(trouble, () => this.#ask(), this.#pauseMs);
    this.#head = read.head;
    this.#reached = read.revision;
    this.#silence = setInterval(() => {
      if (performance.now() - this.#heard >= silenceMs) void this.#contact.doubt();
    }, silenceMs);
    this.#silence.unref();
  }

  follow(follower: Follower): void {
    this.#follower = follower;
    this.#following = this.#followOn();
  }

  company(): Company {
    return this.#window.next();
  }

  async append(plans: readonly StoredPlan[], waiting: () => number): Promise<Appended> {
    const started = performance.now();
    // What the plans were decided on: others may save while they are uploaded.
    const head = this.#head;
    if (this.#failure !== undefined) return { kind: "failed", reason: this.#failure };
    const prepared = await this.#uploads.prepare(plans);
    if (isLeft(prepared)) {
      const reason = inWords(prepared.left);
      this.#contact.lost(reason);
      return { kind: "away", reason };
    }
    if (this.#head !== head) {
      this.#uploads.keep();
      return { kind: "moved" };
    }
    const ids = prepared.right.map(({ line }) => line.id);
    const own = ownSave(new Map(plans.map((plan, at) => [ids[at] ?? "", plan])));
    this.#own = own;
    const appended = await outcomeOf({
      etcd: this.#etcd,
      transaction: saveTransaction(this.#keys, head, prepared.right),
      fate: own.fate,
      answerMs: this.#settings.clusterMs,
      unknownMs: this.#settings.clusterUnknownMs,
      pauseMs: this.#pauseMs,
      guarded: (pair) => this.#see(pair, head),
      trouble: (reason) => this.#contact.lost(reason),
    });
    this.#own = undefined;
    if (appended.kind === "moved") this.#uploads.keep();
    else if (appended.kind === "unknown") this.#uploads.forget();
    else this.#uploads.end();
    if (appended.kind === "durable") {
      this.#contact.made();
      this.#window.committed(plans.length, performance.now() - started, waiting());
    }
    return appended;
  }

  async tidy(): Promise<Either<string, void>> {
    return right(undefined);
  }

  /**
   * Resolves when everything is handed over that was saved before this was called, by whatever node. The left says
   * why that cannot be known. Those who ask at once share one question to etcd.
   */
  async caughtUp(): Promise<Either<string, void>> {
    const { head, failure } = { head: this.#head, failure: this.#failure };
    if (failure !== undefined) return left(failure);
    const read = await this.#readHead();
    if (isLeft(read)) {
      const reason = inWords(read.left);
      this.#contact.lost(reason);
      return left(reason);
    }
    const [pair] = read.right.pairs;
    this.#see(pair, head);
    return this.#until(pair?.changed ?? 0);
  }

  async close(): Promise<void> {
    this.#closed.abort();
    clearInterval(this.#silence);
    this.#own?.settle("failed");
    this.#wake();
    this.#uploads.end();
    await Promise.all([this.#following, this.#contact.close()]);
  }

  readonly #readHead = sharing(() => this.#etcd.read(oneKey(this.#keys.head)));

  /** Whether a plan could be saved: whoever may not write, or has no room, gets no lease either. */
  async #ask(): Promise<Either<string, void>> {
    const read = await this.#readHead();
    if (isLeft(read)) return left(inWords(read.left));
    const lease = await this.#etcd.lease(1);
    if (isLeft(lease)) return left(inWords(lease.left));
    await this.#etcd.revoke(lease.right);
    return right(undefined);
  }

  async #followOn(): Promise<void> {
    const { signal } = this.#closed;
    while (!signal.aborted && this.#failure === undefined) {
      const ended = await followRevisions({
        etcd: this.#etcd,
        keys: this.#keys,
        from: this.#reached + 1,
        pauseMs: this.#pauseMs,
        listener: {
          own: (id) => this.#own?.plans.get(id),
          changed: (saved, deleted, at) => this.#changed(saved, deleted, at),
          reached: (revision) => this.#told(revision),
          away: (reason) => this.#contact.lost(reason),
        },
        signal,
      });
      if (ended.kind === "wrong") this.#fail(ended.reason);
      if (ended.kind === "overtaken") await this.#readAgain();
      if (ended.kind === "refused") await this.#pause(`etcd refuses it: ${ended.reason}`);
    }
  }

  /** Hands over what one transaction saved. */
  #changed(saved: readonly Saved[], deleted: readonly number[], at: number): Either<string, void> {
    let last = headRevision(this.#head);
    for (const { line } of saved) {
      if (line.rev !== last + 1)
        return left(`revision ${line.rev} was written to etcd, and does not follow ${last}`);
      last = line.rev;
    }
    const lines = saved.map(({ line }) => line);
    const head = lines.length === 0 ? this.#head : headAfter(this.#head, lines, at);
    const lost = storedPlans(head.kept).find(({ rev }) => deleted.includes(rev));
    if (lost !== undefined) return left(`revision ${lost.rev} was deleted from etcd`);
    this.#head = head;
    for (const { plan } of saved) this.#follower?.followed(plan);
    const isOwn = lines.some(({ id }) => this.#own?.plans.has(id));
    if (lines.length > 0) this.#own?.settle(isOwn ? "stored" : "moved");
    this.#told(at);
    return right(undefined);
  }

  /** Everything up to that revision of etcd was handed over. */
  #told(revision: number): void {
    this.#heard = performance.now();
    this.#reached = Math.max(this.#reached, revision);
    if (this.#reached >= this.#seen && this.#head.changed < this.#seen)
      this.#fail("the head in etcd was changed by something that saved no plan");
    this.#wake();
  }

  /** Takes note of the head that etcd told, after `followed` was. */
  #see(pair: Pair | undefined, followed: KnownHead): void {
    const changed = pair?.changed ?? 0;
    if (changed < followed.changed)
      return this.#fail(
        "the head in etcd is gone, or from before what etcd has told: was it restored?",
      );
    const decoded = pair === undefined ? right(undefined) : decodeHead(pair.value);
    if (isLeft(decoded)) return this.#fail(decoded.left);
    this.#seen = Math.max(this.#seen, changed);
    this.#told(this.#reached);
  }

  /** Goes on after a compaction that overtook the watch: with what is still kept. */
  async #readAgain(): Promise<void> {
    const read = await readKept(this.#etcd, this.#keys);
    if (this.#closed.signal.aborted) return;
    if (isLeft(read)) {
      const { left: problem } = read;
      if (problem.kind === "wrong") return this.#fail(problem.reason);
      // It is watched from the same revision, and overtaken again.
      return this.#pause(inWords(problem));
    }
    const { head, revision, saved } = read.right;
    const [before, own] = [this.#head, this.#own];
    if (head.changed < before.changed)
      return this.#fail(
        "the head in etcd is gone, or from before what etcd has told: was it restored?",
      );
    const plans = new Map(saved.map(({ plan }) => [plan.rev, plan]));
    // One's own were decided on what was followed last: if one of them is kept, all of them were saved, and come next.
    const isOwn = saved.some(({ line }) => own?.plans.has(line.id));
    if (isOwn) for (const plan of own?.plans.values() ?? []) plans.set(plan.rev, plan);
    const first = headRevision(before) + 1;
    this.#head = head;
    let next = first;
    for (let plan = plans.get(next); plan !== undefined; plan = plans.get(next)) {
      next += 1;
      this.#follower?.followed(plan);
    }
    if (next <= headRevision(head)) {
      const kept = storedPlans(head.kept).flatMap(({ rev }) => plans.get(rev) ?? []);
      this.#follower?.jumped(stateOf(kept));
    }
    if (head.changed > before.changed)
      own?.settle(isOwn ? "stored" : plans.has(first) ? "moved" : "missed");
    this.#told(revision);
  }

  async #pause(reason: string): Promise<void> {
    this.#contact.lost(reason);
    const { signal } = this.#closed;
    await sleep(this.#pauseMs, undefined, { signal }).catch(() => undefined);
  }

  #fail(reason: string): void {
    if (this.#failure !== undefined) return;
    this.#failure = reason;
    this.#contact.fail(reason);
    this.#own?.settle("failed");
    this.#wake();
  }

  #wake(): void {
    const isOver = this.#failure !== undefined || this.#closed.signal.aborted;
    const due = this.#waiting.filter(({ changed }) => isOver || changed <= this.#head.changed);
    this.#waiting = this.#waiting.filter((each) => !due.includes(each));
    for (const { wake } of due) wake();
  }

  async #until(changed: number): Promise<Either<string, void>> {
    const patience = new AbortController();
    const { clusterUnknownMs } = this.#settings;
    const late = sleep(clusterUnknownMs, undefined, { signal: patience.signal }).catch(
      () => undefined,
    );
    const followed = new Promise<void>((resolve) => {
      this.#waiting = [...this.#waiting, { changed, wake: resolve }];
      this.#wake();
    });
    await Promise.race([followed, late]);
    patience.abort();
    if (this.#failure !== undefined) return left(this.#failure);
    return this.#head.changed >= changed
      ? right(undefined)
      : left("etcd does not tell what was saved");
  }
}

/** Opens the plan's log of a home. The left says why it cannot be read, or what is wrong with it. */
export const openClusterLog = async (
  options: ClusterLogOptions,
): Promise<Either<string, { readonly log: ClusterLog; readonly state: PlanState }>> => {
  const read = await readKept(options.etcd, options.keys);
  if (isLeft(read)) return left(read.left.kind === "wrong" ? read.left.reason : inWords(read.left));
  const state = stateOf(read.right.saved.map(({ plan }) => plan));
  return right({ log: new ClusterLog(options, read.right), state });
};
