import type { LogTimings, PlanTimings, SaveOutcome } from "../plan/plan-log.ts";
import type { Metrics } from "../server/metrics/metrics.ts";

/** What happens, and how long it took in milliseconds: told as it happens. */
export interface Timings extends PlanTimings, LogTimings {
  /** The plan was handed to everybody who is connected. */
  readonly delivered: (ms: number) => void;
  /** The plan was loaded, or its log was refused. */
  readonly recovered: (outcome: "loaded" | "refused", ms: number) => void;
}

const saveBounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const syncBounds = [0.0001, 0.00025, ...saveBounds];
const deliveryBounds = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.1, 0.5, 1];
const recoveryBounds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

const outcomes: readonly SaveOutcome[] = ["saved", "conflict", "refused", "failed", "unknown"];

/** Adds what is told as it happens to the metrics of a service. */
export const timingsIn = (metrics: Metrics): Timings => {
  const saves = metrics.histogram(
    "floorplan_save_duration_seconds",
    "Time from a save's place in the mailbox to its answer, by how it was answered.",
    saveBounds,
    "outcome",
    outcomes,
  );
  const syncs = metrics.plainHistogram(
    "floorplan_log_sync_duration_seconds",
    "Time that the disk took to make a batch of saves durable.",
    syncBounds,
  );
  const deliveries = metrics.plainHistogram(
    "floorplan_fanout_duration_seconds",
    "Time until saved plans were handed to the connections of all who subscribed.",
    deliveryBounds,
  );
  const recoveries = metrics.histogram(
    "floorplan_recovery_duration_seconds",
    "Time that loading the plan took at the start, by how it ended.",
    recoveryBounds,
    "outcome",
    ["loaded", "refused"],
  );
  let snapshots = 0;
  metrics.counter(
    "floorplan_log_snapshots_total",
    "Snapshots of the log that were written and read back.",
    () => snapshots,
  );
  return {
    saved: (outcome, ms) => saves(outcome)?.observe(ms / 1000),
    synced: (ms) => syncs.observe(ms / 1000),
    delivered: (ms) => deliveries.observe(ms / 1000),
    recovered: (outcome, ms) => recoveries(outcome)?.observe(ms / 1000),
    snapshotWritten: () => (snapshots += 1),
  };
};
