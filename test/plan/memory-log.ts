import { left, right } from "fp-ts/lib/Either.js";
import type { Log, Payload } from "../../wal/index.ts";

/** A log without a disk, for an actor alone: a test says how long an append takes and whether it fails. */
export class MemoryLog implements Log {
  /** How many payloads each append had. */
  readonly batches: number[] = [];
  readonly snapshots: number[] = [];
  snapshotIsDue = false;
  failure: string | undefined;
  /** Whether a failure passes. */
  passing = false;
  snapshotFailure: string | undefined;
  readonly #during: () => Promise<void>;

  /** Each append takes as long as `during`. */
  constructor(during: () => Promise<void> = async () => undefined) {
    this.#during = during;
  }

  append(payloads: readonly Payload[]): ReturnType<Log["append"]> {
    return async () => {
      this.batches.push(payloads.length);
      await this.#during();
      const { failure: reason, passing } = this;
      return reason === undefined ? right(undefined) : left({ reason, passing });
    };
  }

  isSnapshotDue(): boolean {
    return this.snapshotIsDue;
  }

  isSnapshotUnderWay(): boolean {
    return false;
  }

  startSnapshot(entries: readonly Payload[]): ReturnType<Log["startSnapshot"]> {
    return async () => {
      this.snapshots.push(entries.length);
      this.snapshotIsDue = false;
      const { snapshotFailure: reason, passing } = this;
      return reason === undefined ? right(undefined) : left({ reason, passing });
    };
  }

  async close(): Promise<void> {
    await Promise.resolve();
  }
}
