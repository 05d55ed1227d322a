import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Log } from "../../../wal/index.ts";
import { GroupCommit } from "../../plan/commit-window.ts";
import type { Appended, Follower, GroupCommitHint, PlanLog } from "../../plan/plan-log.ts";
import { type PlanState, storedPlans } from "../../plan/state.ts";
import { encodeRevision, type StoredPlan } from "../../plan/stored-plan.ts";

/** The plan's log on this machine's disk, which one process alone appends to. */
export class EmbeddedLog implements PlanLog {
  readonly #log: Log;
  readonly #window: GroupCommit;
  #follower: Follower | undefined;
  /** One sync is the cheaper the more share it. */
  readonly most = { saves: Infinity, bytes: Infinity };

  /** `commitDelayMs`: the longest that a batch waits for more saves, in milliseconds. */
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

  /** Nobody else appends. */
  async caughtUp(): Promise<Either<string, void>> {
    return right(undefined);
  }

  /** Starts a snapshot where one is due. */
  async tidy(state: PlanState): Promise<Either<string, void>> {
    if (!this.#log.isSnapshotDue()) return right(undefined);
    const entries = storedPlans(state).map(encodeRevision);
    const started = await this.#log.startSnapshot(entries)();
    return isLeft(started) && !started.left.passing ? left(started.left.reason) : right(undefined);
  }

  close(): Promise<void> {
    return this.#log.close();
  }
}
