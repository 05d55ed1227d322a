import { coalescing } from "../server/coalescing.ts";
import type { BackupSchedule } from "../backup/schedule.ts";
import { wordsOf } from "../home-assistant/upstream/status.ts";
import type { HassReport, HassStatus } from "../hass/status.ts";
import type { SharedStorage } from "../storage/storage.ts";
import type { Metrics } from "../server/metrics/metrics.ts";
import { stateSet } from "./state-set.ts";

const isProblem = (kind: string): kind is keyof typeof wordsOf => Object.hasOwn(wordsOf, kind);

const hassStates: readonly HassReport["status"][] = [
  "unknown",
  "connected",
  ...Object.keys(wordsOf).filter(isProblem),
];

/** Adds how Home Assistant is doing. */
export const addHomeAssistant = (metrics: Metrics, status: Pick<HassStatus, "report">): void =>
  metrics.gauge(
    "floorplan_home_assistant_status",
    "How Home Assistant is doing, as /healthz tells it.",
    () => stateSet("status", hassStates, status.report.status),
  );

/** Adds how the backups are doing that the service makes by itself. */
export const addCopies = (
  metrics: Metrics,
  copies: Pick<BackupSchedule, "lastSuccess" | "failures">,
): void => {
  metrics.gauge(
    "floorplan_backup_last_success_timestamp_seconds",
    "When the newest backup was begun that is there, whole.",
    () => {
      const last = copies.lastSuccess;
      return last && last.getTime() / 1000;
    },
  );
  metrics.counter(
    "floorplan_backup_failures_total",
    "Backups that have failed since the start.",
    () => copies.failures,
  );
};

/** Adds how the cluster is doing that the plan is kept in. */
export const addCluster = (metrics: Metrics, shared: Pick<SharedStorage, "report">): void => {
  const report = coalescing(shared.report);
  metrics.gauge(
    "floorplan_cluster_healthy",
    "Whether nothing is wrong with the cluster, as far as this node sees.",
    async () => Number((await report()).reasons.length === 0),
  );
  metrics.gauge(
    "floorplan_cluster_can_save",
    "Whether plans can be saved in the cluster now.",
    async () => Number((await report()).canSave),
  );
  metrics.gauge(
    "floorplan_cluster_leader_known",
    "Whether a member of the cluster says that it leads.",
    async () => Number((await report()).cluster.members.some(({ state }) => state === "leading")),
  );
  metrics.gauge(
    "floorplan_cluster_members",
    "Members of the cluster that know a leader.",
    async () =>
      (await report()).cluster.members.filter(
        ({ state }) => state === "leading" || state === "following",
      ).length,
  );
  metrics.gauge(
    "floorplan_cluster_nodes",
    "Nodes of this service that live, this one among them.",
    async () => (await report()).cluster.nodes.length,
  );
};
