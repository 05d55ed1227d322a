import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import {
  type FileSystem,
  type Log,
  type LogVisitor,
  type OpenLog,
  openLog,
  type Payload,
} from "../../../wal/index.ts";
import {
  type Appended,
  type Follower,
  GroupCommit,
  type GroupCommitHint,
  type OpenedLog,
  type PlanLog,
} from "../../plan/plan-log.ts";
import { emptyState, evolve, type PlanState, stateOf, storedPlans } from "../../plan/state.ts";
import { decodeRecord, encodeChanges } from "../../plan/changes/change-record.ts";
import { RecentChanges } from "../../plan/changes/recent-changes.ts";
import { encodeRevision, type StoredPlan } from "../../plan/stored-plan.ts";

export interface EmbeddedLogLimits {
  /** Longest wait of a batch for more saves, in milliseconds. */
  readonly commitDelayMs: number;
  /** Records of changes behind a snapshot, after which the next snapshot is due: a start applies them one by one. */
  readonly chainRecords: number;
}

/** A start applies so many changes in some two to five seconds. */
export const chainLimits = { chainRecords: 10_000 };

/**
 * `segmentBytes` and `snapshotBytes` of one of many homes. A segment is most of what a home takes on the disk: it holds a
 * usual plan whole, and some hundred changes of it.
 */
export const homeLogLimits = { homeSegmentBytes: 256 * 1024, homeSnapshotBytes: 256 * 1024 };

/** The records of changes in a row: what a start has to apply, and what damage to one of them takes. */
class Chain {
  /** Behind the last snapshot. */
  records = 0;
  /** Bytes of changes behind the last whole plan. */
  bytes = 0;

  /**
   * Whether the changes that lead to a plan may be stored in its place: together they are shorter than the plan. Damage
   * to a record of changes takes the revisions behind it, up to the next whole plan.
   */
  takes(plan: StoredPlan): boolean {
    const { changes } = plan;
    // A plan without changes need not be taken apart to know its length.
    return changes !== undefined && this.bytes + changes.length <= plan.text.bytes;
  }

  add(changes: Buffer): void {
    this.records += 1;
    this.bytes += changes.length;
  }

  addWhole(): void {
    this.bytes = 0;
  }

  addSnapshot(): void {
    this.records = 0;
  }
}

/**
 * What a snapshot holds: the plans, oldest first, whole or, as far as `recent` has that, as what changes the one before.
 */
const snapshotEntries = (state: PlanState, recent: RecentChanges | undefined): readonly Payload[] =>
  storedPlans(state).map((plan, at, plans) => {
    const isNext = plans[at - 1]?.rev === plan.rev - 1;
    const changes = isNext ? recent?.since(plan.rev - 1)?.[0] : undefined;
    const entry = changes === undefined ? undefined : encodeChanges(plan, Buffer.from(changes));
    return entry ?? encodeRevision(plan);
  });

/** What an open log begins with. */
interface Begun {
  readonly chain?: Chain;
  /** What led to the state, kept up to date by whoever holds that; a snapshot is made of it if it is there. */
  readonly recent?: RecentChanges | undefined;
}

/** The plan's log on this machine's disk; one process appends. */
export class EmbeddedLog implements PlanLog {
  readonly #log: Log;
  readonly #chainRecords: number;
  readonly #chain: Chain;
  readonly #recent: RecentChanges | undefined;
  readonly #window: GroupCommit;
  #follower: Follower | undefined;
  /** Sharing a sync costs nothing. */
  readonly most = { saves: Infinity, bytes: Infinity };
  readonly storesWhole = false;

  constructor(
    log: Log,
    { commitDelayMs, chainRecords }: EmbeddedLogLimits,
    { chain = new Chain(), recent }: Begun = {},
  ) {
    this.#log = log;
    this.#chainRecords = chainRecords;
    this.#chain = chain;
    this.#recent = recent;
    this.#window = new GroupCommit(commitDelayMs);
  }

  follow(follower: Follower): void {
    this.#follower = follower;
  }

  groupCommitHint(): GroupCommitHint {
    return this.#window.next();
  }

  async append(plans: readonly StoredPlan[], waiting: () => number): Promise<Appended> {
    const started = performance.now();
    const appended = await this.#log.append(plans.map((plan) => this.#encode(plan)))();
    if (isLeft(appended)) {
      const { reason, passing } = appended.left;
      // Nothing of the batch is stored: the next one begins with a whole plan.
      this.#chain.bytes = Infinity;
      return { kind: passing ? "away" : "failed", reason };
    }
    this.#window.committed(plans.length, performance.now() - started, waiting());
    for (const plan of plans) this.#follower?.followed(plan);
    return { kind: "durable" };
  }

  async caughtUp(): Promise<Either<string, void>> {
    return right(undefined);
  }

  async compact(state: PlanState): Promise<Either<string, void>> {
    const isLong = this.#chain.records >= this.#chainRecords && !this.#log.isSnapshotUnderWay();
    if (!isLong && !this.#log.isSnapshotDue()) return right(undefined);
    const entries = snapshotEntries(state, this.#recent);
    const started = await this.#log.startSnapshot(entries)();
    this.#chain.addSnapshot();
    return isLeft(started) && !started.left.passing ? left(started.left.reason) : right(undefined);
  }

  close(): Promise<void> {
    return this.#log.close();
  }

  /** A record of a plan, and its part in the chain. */
  #encode(plan: StoredPlan): readonly Uint8Array[] {
    const changes = this.#chain.takes(plan) ? encodeChanges(plan) : undefined;
    if (changes === undefined || plan.changes === undefined) {
      this.#chain.addWhole();
      return encodeRevision(plan);
    }
    this.#chain.add(plan.changes);
    return changes;
  }
}

/** Builds the plan's state while a log is read. Whole plans are not parsed. */
export class StateReader implements LogVisitor {
  state: PlanState = emptyState;
  readonly recent = new RecentChanges();
  readonly chain = new Chain();
  /** The first record that is not a revision, and why. */
  problem: string | undefined;
  /** Memory of a plan that left the history: a log holds thousands, of which only the last ones are kept. */
  #space: Buffer | undefined;

  onSnapshot(entries: readonly Buffer[], _index: number): void {
    const plans: StoredPlan[] = [];
    for (const entry of entries)
      this.#read(decodeRecord(entry, plans.at(-1)), "snapshot", (plan) => plans.push(plan));
    for (const plan of plans) this.recent.add(plan);
    this.state = stateOf(plans);
    this.chain.addSnapshot();
  }

  onRecord(payload: Buffer, file: string, offset: number, _index: number): void {
    if (this.problem !== undefined) return;
    const before = this.state.current;
    this.#read(decodeRecord(payload, before, this.#space), `${file}, offset ${offset}`, (plan) =>
      this.take(plan),
    );
  }

  /** Takes the next revision. */
  protected take(plan: StoredPlan): void {
    const [oldest] = this.state.history;
    this.state = evolve(this.state, plan);
    this.recent.add(plan);
    if (plan.changes === undefined) this.chain.addWhole();
    else this.chain.add(plan.changes);
    this.#space = this.state.history[0] === oldest ? undefined : oldest?.memory;
  }

  #read(plan: Either<string, StoredPlan>, where: string, use: (plan: StoredPlan) => void): void {
    if (isLeft(plan)) this.problem ??= `${where}: ${plan.left}`;
    else if (this.problem === undefined) use(plan.right);
  }
}

/**
 * Opens a log on this machine's disk. If it keeps no spare segment it takes as little room as it can, and its snapshots
 * hold what revisions change, too.
 */
export const openEmbeddedLog = async (
  options: OpenLog,
  limits: EmbeddedLogLimits,
): Promise<Either<string, OpenedLog>> => {
  const reader = new StateReader();
  const opened = await openLog(options, reader)();
  if (isLeft(opened)) return left(opened.left.message);
  const { state, recent, chain, problem } = reader;
  const begun = { chain, recent: options.keepsSpare === false ? recent : undefined };
  if (problem === undefined)
    return right({ log: new EmbeddedLog(opened.right, limits, begun), state, recent });
  await opened.right.close();
  return left(problem);
};

const nothing = (): void => {};
// Small: the first start copies the newest segment to one of its configured length.
const segmentBytes = 1024 * 1024;
const limits = { segmentBytes, snapshotBytes: segmentBytes };

/** Appends a plan, durable when it returns. Left: why it, and every later one, fails. */
type AppendPlan = (plan: StoredPlan) => Promise<Either<string, void>>;

/**
 * Makes a new log in an empty folder, to which `fill` appends plans. Left: why there can be no log, or the left of
 * `fill`.
 */
export const writeLog = async <A>(
  fs: FileSystem,
  folder: string,
  fill: (append: AppendPlan) => Promise<Either<string, A>>,
): Promise<Either<string, A>> => {
  const visitor = { onSnapshot: nothing, onRecord: nothing };
  const opened = await openLog({ fs, folder, limits, report: nothing }, visitor)();
  if (isLeft(opened)) return left(opened.left.message);
  const log = opened.right;
  try {
    // One batch each: damage in a log's last batch looks like a torn tail.
    return await fill(async (plan) => {
      const appended = await log.append([encodeRevision(plan)])();
      return isLeft(appended) ? left(appended.left.reason) : right(undefined);
    });
  } finally {
    await log.close();
  }
};
