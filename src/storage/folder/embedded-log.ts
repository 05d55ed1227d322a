import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import {
  type FileSystem,
  type Log,
  type LogVisitor,
  type OpenLog,
  openLog,
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
import { decodeRevision, encodeRevision, type StoredPlan } from "../../plan/stored-plan.ts";

/** The plan's log on this machine's disk; one process appends. */
export class EmbeddedLog implements PlanLog {
  readonly #log: Log;
  readonly #window: GroupCommit;
  #follower: Follower | undefined;
  /** Sharing a sync costs nothing. */
  readonly most = { saves: Infinity, bytes: Infinity };

  /** `commitDelayMs`: the longest wait of a batch for more saves, in milliseconds. */
  constructor(log: Log, commitDelayMs: number) {
    this.#log = log;
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
    const appended = await this.#log.append(plans.map(encodeRevision))();
    if (isLeft(appended)) {
      const { reason, passing } = appended.left;
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
    if (!this.#log.isSnapshotDue()) return right(undefined);
    const entries = storedPlans(state).map(encodeRevision);
    const started = await this.#log.startSnapshot(entries)();
    return isLeft(started) && !started.left.passing ? left(started.left.reason) : right(undefined);
  }

  close(): Promise<void> {
    return this.#log.close();
  }
}

/** Builds the plan's state while a log is read; does not parse plans. */
export class StateReader implements LogVisitor {
  state: PlanState = emptyState;
  /** The first record that is not a revision, and why. */
  problem: string | undefined;
  /** Memory of a plan that left the history: a log holds thousands, of which only the last ones are kept. */
  #space: Buffer | undefined;

  onSnapshot(entries: readonly Buffer[], _index: number): void {
    const plans: StoredPlan[] = [];
    for (const entry of entries) this.#decode(entry, "snapshot", (plan) => plans.push(plan));
    this.state = stateOf(plans);
  }

  onRecord(payload: Buffer, file: string, offset: number, _index: number): void {
    this.#decode(payload, `${file}, offset ${offset}`, (plan) => {
      const [oldest] = this.state.history;
      this.state = evolve(this.state, plan);
      this.#space = this.state.history[0] === oldest ? undefined : oldest?.json[0];
    });
  }

  #decode(payload: Buffer, where: string, use: (plan: StoredPlan) => void): void {
    if (this.problem !== undefined) return;
    const plan: Either<string, StoredPlan> = decodeRevision(payload, this.#space);
    if (isLeft(plan)) this.problem = `${where}: ${plan.left}`;
    else use(plan.right);
  }
}

/** Opens a log on this machine's disk. `commitDelayMs`: the longest wait of a batch for more saves, in milliseconds. */
export const openEmbeddedLog = async (
  options: OpenLog,
  commitDelayMs: number,
): Promise<Either<string, OpenedLog>> => {
  const reader = new StateReader();
  const opened = await openLog(options, reader)();
  if (isLeft(opened)) return left(opened.left.message);
  const { state, problem } = reader;
  if (problem === undefined)
    return right({ log: new EmbeddedLog(opened.right, commitDelayMs), state });
  await opened.right.close();
  return left(problem);
};

const nothing = (): void => {};
// Small: a start gives the newest segment its configured length.
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
