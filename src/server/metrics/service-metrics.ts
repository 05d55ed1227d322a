import { readFileSync } from "node:fs";
import type { LoadContext } from "../../plan/plan-holder.ts";
import type { LogTimings, PlanTimings, SaveOutcome } from "../../plan/plan-log.ts";
import { Metrics } from "./metrics.ts";
import type { BackupSchedule } from "../../backup/schedule.ts";
import type { BrokerStatus } from "../../mqtt/broker-status.ts";
import type { HomeAssistantStatus } from "../../home-assistant/upstream/status.ts";
import { manifestFile } from "../paths.ts";
import {
  addCluster,
  addBackups,
  addBroker,
  addHomeAssistant,
  addConnections,
  addPlan,
  type ConnectionParts,
  type PlanParts,
} from "./service-readings.ts";

/** Callbacks for events with their durations in milliseconds. */
export interface Timings extends PlanTimings, LogTimings, Pick<LoadContext, "recovered"> {
  /** The plan was delivered to every connection. */
  readonly delivered: (ms: number) => void;
}

const saveBounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const syncBounds = [0.0001, 0.00025, ...saveBounds];
const deliveryBounds = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.1, 0.5, 1];
const recoveryBounds = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

const outcomes: readonly SaveOutcome[] = [
  "saved",
  "conflict",
  "invalid",
  "refused",
  "failed",
  "unknown",
];

/** Adds the histograms and counters that events update. */
export const timingsIn = (metrics: Metrics): Timings => {
  const saves = metrics.histogram(
    "floorplan_save_duration_seconds",
    "Time from a save's arrival in the mailbox to its answer, by outcome.",
    saveBounds,
    "outcome",
    outcomes,
  );
  const syncs = metrics.plainHistogram(
    "floorplan_log_sync_duration_seconds",
    "Time to sync a batch of saves to the disk.",
    syncBounds,
  );
  const deliveries = metrics.plainHistogram(
    "floorplan_fanout_duration_seconds",
    "Time to deliver saved plans to the connections of all subscribers.",
    deliveryBounds,
  );
  const recoveries = metrics.histogram(
    "floorplan_recovery_duration_seconds",
    "Time to load the plan at the start, by outcome.",
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

/** The metrics of a service. */
export interface ServiceMetrics {
  /** Parts of the service add their metrics here. */
  readonly metrics: Metrics;
  /** Receives events. */
  readonly timings: Timings;
}

/** The parts that metrics are read from on demand. */
interface MeasuredParts extends ConnectionParts, PlanParts {
  /** Undefined without a Home Assistant. */
  readonly homeAssistant: Pick<HomeAssistantStatus, "report"> | undefined;
  /** Undefined without an MQTT broker. */
  readonly mqtt: Pick<BrokerStatus, "report"> | undefined;
  /** Undefined without scheduled backups. */
  readonly backups: Pick<BackupSchedule, "lastSuccess" | "failures"> | undefined;
}

const versionOf = (manifest: unknown): string =>
  typeof manifest === "object" && manifest !== null && "version" in manifest
    ? String(manifest.version)
    : "";

/** The metrics of one service, separate from any other in this process. */
export const serviceMetrics = (): ServiceMetrics => {
  const metrics = new Metrics();
  return { metrics, timings: timingsIn(metrics) };
};

/** Adds the version of the program. */
export const addBuild = (metrics: Metrics): void =>
  metrics.gauge("floorplan_build_info", "Always 1; its label has the version.", () => {
    const version = versionOf(JSON.parse(readFileSync(manifestFile, "utf8")));
    return [{ labels: { version }, value: 1 }];
  });

/** Adds the metrics that are read on demand. */
export const measure = (metrics: Metrics, parts: MeasuredParts): void => {
  addPlan(metrics, parts);
  addConnections(metrics, parts);
  if (parts.homeAssistant !== undefined) addHomeAssistant(metrics, parts.homeAssistant);
  if (parts.mqtt !== undefined) addBroker(metrics, parts.mqtt);
  if (parts.backups !== undefined) addBackups(metrics, parts.backups);
  const { shared } = parts.storage;
  if (shared !== undefined) addCluster(metrics, shared);
  addBuild(metrics);
};
