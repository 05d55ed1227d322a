import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Boundary } from "../../../server/runtime/boundary.ts";
import { describeProblem, type Etcd, oneKey } from "../client/etcd.ts";
import type { Keys } from "../keys.ts";
import {
  type Appended,
  type Follower,
  GroupCommit,
  type GroupCommitHint,
  type OpenedLog,
  type PlanLog,
  type PlanStatusListener,
} from "../../../plan/plan-log.ts";
import { RecentChanges } from "../../../plan/changes/recent-changes.ts";
import type { StoredPlan } from "../../../plan/stored-plan.ts";
import { coalescing } from "../../../server/runtime/coalescing.ts";
import { FollowedPlan } from "./followed-plan.ts";
import { OutageReporter } from "./outage.ts";
import { type KnownHead, saveTransaction } from "./save-transaction.ts";
import { saveAndFollow, Uploads } from "./save.ts";
import {
  describeReadProblem,
  type StoredPlans,
  planStateOf,
  readKeptPlans,
} from "./read-revisions.ts";
import { retryWithoutMajority, type StartRetry } from "../open-cluster.ts";

interface ClusterLogSettings {
  /** The longest wait of a batch for more saves, in milliseconds. */
  readonly commitDelayMs: number;
  /** How long to find out the outcome of a save, in milliseconds. */
  readonly clusterUnknownMs: number;
}

interface ClusterLogOptions {
  readonly etcd: Etcd;
  readonly keys: Keys;
  readonly settings: ClusterLogSettings;
  readonly status: PlanStatusListener;
  /** Wraps etcd's events. */
  readonly boundary: Boundary;
  /** Whether all nodes can follow a plan that is stored as changes. */
  readonly allReadChanges: () => boolean;
}

/** Well within what etcd allows in a transaction: see `saveTransaction`. */
const most = { saves: 16, bytes: 16 * 1024 * 1024 };

/** Attempts within the time for finding out an outcome. */
const triesWithin = 50;

/**
 * The plan's log in etcd, which the nodes of a cluster append to and follow.
 *
 * A save is one transaction, guarded by the head that it was decided on; what `FollowedPlan` hands over next tells its
 * outcome.
 */
export class ClusterLog implements PlanLog {
  readonly most = most;
  readonly storesWhole = true;
  readonly #etcd: Etcd;
  readonly #keys: Keys;
  readonly #unknownMs: number;
  readonly #pauseMs: number;
  readonly #window: GroupCommit;
  readonly #uploads: Uploads;
  readonly #outage: OutageReporter;
  readonly #followed: FollowedPlan;
  readonly #allReadChanges: () => boolean;
  readonly #readHead = coalescing(() => this.#etcd.read(oneKey(this.#keys.head)));

  /** `kept` was just read. */
  constructor(options: ClusterLogOptions, kept: StoredPlans) {
    const { etcd, keys, settings, status, boundary } = options;
    this.#etcd = etcd;
    this.#keys = keys;
    this.#unknownMs = settings.clusterUnknownMs;
    const pauseMs = settings.clusterUnknownMs / triesWithin;
    this.#pauseMs = pauseMs;
    this.#window = new GroupCommit(settings.commitDelayMs);
    this.#uploads = new Uploads(etcd, keys);
    this.#allReadChanges = options.allReadChanges;
    const outage = new OutageReporter({ status, ask: () => this.#ask(), pauseMs, boundary });
    this.#outage = outage;
    this.#followed = new FollowedPlan({ etcd, keys, outage, pauseMs, boundary }, kept);
  }

  /** etcd's revision of the head that was handed over last. */
  get changed(): number {
    return this.#followed.head.changed;
  }

  follow(follower: Follower): void {
    this.#followed.follow(follower);
  }

  groupCommitHint(): GroupCommitHint {
    return this.#window.next();
  }

  async append(plans: readonly StoredPlan[], waiting: () => number): Promise<Appended> {
    const started = performance.now();
    // The plans were decided on this head; other nodes may save during the upload.
    const { head } = this.#followed;
    const appended = await this.#append(plans, head);
    // If another save was first, the uploads are needed again. If the outcome is unknown, the lease decides: it
    // expires by itself unless the parts were kept.
    if (appended.kind === "moved") this.#uploads.keep();
    else if (appended.kind === "unknown") this.#uploads.forget();
    else this.#uploads.end();
    if (appended.kind === "durable") {
      this.#outage.end();
      this.#window.committed(plans.length, performance.now() - started, waiting());
    }
    return appended;
  }

  async compact(): Promise<Either<string, void>> {
    return right(undefined);
  }

  /**
   * Resolves when everything is handed over that any node had saved before the call. Left: why that cannot be known.
   * Concurrent callers share a request.
   */
  async caughtUp(): Promise<Either<string, void>> {
    const { head } = this.#followed;
    const read = await this.#readHead();
    if (isLeft(read)) {
      const reason = describeProblem(read.left);
      this.#outage.begin(reason);
      return left(reason);
    }
    const [pair] = read.right.pairs;
    const changed = pair?.changed ?? 0;
    this.#followed.see(pair, head);
    await this.#followed.until(changed, this.#unknownMs);
    const { failure } = this.#followed;
    if (failure !== undefined) return left(failure);
    return this.changed < changed
      ? left("the cluster does not report what was saved")
      : right(undefined);
  }

  async close(): Promise<void> {
    this.#uploads.end();
    await Promise.all([this.#followed.close(), this.#outage.close()]);
  }

  async #append(plans: readonly StoredPlan[], head: KnownHead): Promise<Appended> {
    const followed = this.#followed;
    const before = this.#allReadChanges() ? head.kept.current : undefined;
    const prepared = await this.#uploads.prepare(plans, before);
    if (followed.failure !== undefined) return { kind: "failed", reason: followed.failure };
    if (isLeft(prepared)) {
      const reason = describeProblem(prepared.left);
      this.#outage.begin(reason);
      return { kind: "away", reason };
    }
    // A node that reads no changes may have come during an upload.
    const isStale = before !== undefined && !this.#allReadChanges();
    if (isStale || followed.head !== head) return { kind: "moved" };
    const ids = prepared.right.map(({ header }) => header.id);
    return followed.saving(new Map(plans.map((plan, at) => [ids[at] ?? "", plan])), (fate) =>
      saveAndFollow({
        etcd: this.#etcd,
        transaction: saveTransaction(this.#keys, head, prepared.right),
        fate,
        unknownMs: this.#unknownMs,
        pauseMs: this.#pauseMs,
        guarded: (pair) => followed.see(pair, head),
        trouble: (reason) => this.#outage.begin(reason),
      }),
    );
  }

  /** Whether plans can be saved: without space, etcd grants no lease either. */
  async #ask(): Promise<Either<string, void>> {
    const read = await this.#readHead();
    if (isLeft(read)) return left(describeProblem(read.left));
    const lease = await this.#etcd.lease(1);
    if (isLeft(lease)) return left(describeProblem(lease.left));
    await this.#etcd.revoke(lease.right);
    return right(undefined);
  }
}

/** The open log of a home, and its content. */
export interface OpenedClusterLog extends OpenedLog {
  readonly log: ClusterLog;
}

/** Opens the log of a home. Left: why it cannot be read, or what is wrong with it. */
export const openClusterLog = async (
  options: ClusterLogOptions,
): Promise<Either<string, OpenedClusterLog>> => {
  const kept = await readKeptPlans(options.etcd, options.keys);
  if (isLeft(kept)) return left(describeReadProblem(kept.left));
  const recent = new RecentChanges();
  for (const { plan } of kept.right.saved) recent.add(plan);
  return right({
    log: new ClusterLog(options, kept.right),
    state: planStateOf(kept.right),
    recent,
  });
};

interface PlanOpening {
  readonly options: ClusterLogOptions;
  /** For requests that the cluster does not answer. */
  readonly retry: StartRetry;
  /** Called before the log is followed: from then on new clients wait for what was saved before. */
  readonly onOpen: (log: ClusterLog) => void;
  /** Waits, as for a new client, until everything saved before is followed. Left: why that cannot be known. */
  readonly admit: () => Promise<Either<string, void>>;
}

/**
 * Opens the log of a home for a node. Other nodes save while it is read, and may have shown the result: new clients
 * see nothing before this node has caught up once more.
 */
export const openNodeLog = async ({
  options,
  retry,
  onOpen,
  admit,
}: PlanOpening): Promise<Either<string, OpenedLog>> => {
  const opened = await retryWithoutMajority(retry, "reading the plan and its history", () =>
    openClusterLog(options),
  );
  if (isLeft(opened)) return opened;
  onOpen(opened.right.log);
  const caughtUp = (): Promise<Either<string, void>> =>
    retryWithoutMajority(retry, "catching up with other nodes", admit);
  return right({ ...opened.right, caughtUp });
};
