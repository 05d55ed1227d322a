import { isLeft } from "fp-ts/lib/Either.js";
import { coalescing } from "../runtime/coalescing.ts";
import { healthOf, type HealthReport } from "../health.ts";
import type { PlanHolder } from "../../plan/plan-holder.ts";
import type { ImageStore } from "../../images/image-store.ts";
import type { PlanActor } from "../../plan/actor.ts";
import type { SharedStorage, Storage } from "../../storage/storage.ts";
import { type Metrics, type MetricReadings, stateSet } from "./metrics.ts";
import { isHomeAssistantUser } from "../../auth/home-assistant-users.ts";
import type { Connections } from "../websocket/connections.ts";
import type { SessionFigures } from "../websocket/session-context.ts";
import type { HttpServer } from "../http/http-server.ts";
import type { ConnectionSlots } from "../http/connection-slots.ts";
import type { Authenticator } from "../../auth/authenticator.ts";
import type { BackupSchedule } from "../../backup/schedule.ts";
import { brokerStates, type BrokerStatus } from "../../mqtt/broker-status.ts";
import {
  type HomeAssistantReport,
  type HomeAssistantStatus,
  wordsOf,
} from "../../home-assistant/upstream/status.ts";

/** The plan and its storage. */
export interface PlanParts {
  readonly holder: Pick<PlanHolder, "actor" | "status">;
  readonly storage: Pick<Storage, "logSize" | "shared"> & {
    readonly images: Pick<ImageStore, "size">;
  };
}

const statuses: readonly HealthReport["status"][] = ["loading", "ready", "degraded", "failed"];

/** Adds metrics of the plan, its log and its images. */
export const addPlan = (metrics: Metrics, { holder, storage }: PlanParts): void => {
  const { shared, images, logSize } = storage;
  const health = coalescing(async () => healthOf(holder, await shared?.report()));
  const imagesSize = coalescing(() => images.size());
  metrics.gauge("floorplan_status", "State of the service, as in /healthz.", async () =>
    stateSet("status", statuses, (await health()).status),
  );
  metrics.gauge("floorplan_ready", "Whether plans can be read and saved.", async () =>
    Number((await health()).isUsable),
  );
  const ofActor = (read: (actor: PlanActor) => number) => (): MetricReadings =>
    isLeft(holder.actor) ? undefined : read(holder.actor.right);
  metrics.gauge(
    "floorplan_revision",
    "The stored revision of the plan.",
    ofActor(({ revision }) => revision),
  );
  metrics.gauge(
    "floorplan_mailbox_messages",
    "Commands waiting for the plan.",
    ofActor(({ waiting }) => waiting.messages),
  );
  metrics.gauge(
    "floorplan_mailbox_bytes",
    "Bytes of plans waiting to be saved.",
    ofActor(({ waiting }) => waiting.bytes),
  );
  metrics.gauge(
    "floorplan_images",
    "Tracing images, including superseded ones.",
    async () => (await imagesSize()).images,
  );
  metrics.gauge(
    "floorplan_images_bytes",
    "Bytes of those images.",
    async () => (await imagesSize()).bytes,
  );
  if (logSize === undefined) return;
  const size = coalescing(logSize);
  metrics.gauge(
    "floorplan_log_bytes",
    "Bytes of the log's files on the disk.",
    async () => (await size()).bytes,
  );
  metrics.gauge(
    "floorplan_log_segments",
    "Segments of the log.",
    async () => (await size()).segments,
  );
};

/** Connections, logins and refusals. */
export interface ConnectionParts {
  readonly channel: Pick<Connections, "figures" | "slowPeers">;
  readonly server: Pick<HttpServer, "figures">;
  readonly slots: Pick<ConnectionSlots, "refused">;
  readonly authenticator: Pick<Authenticator, "figures">;
}

/** A websocket's kind: by its own token, a Home Assistant user, also one whom a delegate names, a user of ingress, or not logged in yet. */
const kinds = ["token", "home_assistant", "ingress", "stranger"] as const;

const kindOf = ({ user, hasProxy }: SessionFigures): (typeof kinds)[number] => {
  if (user === undefined) return "stranger";
  if (!isHomeAssistantUser(user)) return "token";
  return hasProxy || user.token !== undefined ? "home_assistant" : "ingress";
};

/** Adds metrics of connections and logins. */
export const addConnections = (
  metrics: Metrics,
  { channel, server, slots, authenticator }: ConnectionParts,
): void => {
  metrics.gauge("floorplan_connections", "Open websockets, by kind of user.", () => {
    const found = channel.figures.map(kindOf);
    return kinds.map((kind) => ({
      labels: { kind },
      value: found.filter((each) => each === kind).length,
    }));
  });
  metrics.gauge("floorplan_subscriptions", "Subscriptions of all websockets.", () =>
    channel.figures.reduce((sum, { subscriptions }) => sum + subscriptions, 0),
  );
  metrics.gauge(
    "floorplan_outbox_backlog_bytes",
    "Bytes sent to all websockets that the network has not accepted yet.",
    () => channel.figures.reduce((sum, { backlogBytes }) => sum + backlogBytes, 0),
  );
  metrics.gauge(
    "floorplan_outbox_backlog_max_bytes",
    "The same for the websocket with the most.",
    () => channel.figures.reduce((most, { backlogBytes }) => Math.max(most, backlogBytes), 0),
  );
  metrics.counter(
    "floorplan_slow_consumers_total",
    "Peers cut off for reading events or responses too slowly.",
    () => [
      { labels: { kind: "subscriber" }, value: channel.slowPeers },
      { labels: { kind: "request" }, value: server.figures.slowReaders },
    ],
  );
  metrics.counter(
    "floorplan_connections_refused_total",
    "Connections refused for lack of room or for an invalid request.",
    () => [
      { labels: { reason: "no_place" }, value: slots.refused },
      { labels: { reason: "bad_request" }, value: server.figures.refused },
    ],
  );
  metrics.counter(
    "floorplan_login_failures_total",
    "Logins that failed.",
    () => authenticator.figures.failures,
  );
  metrics.gauge("floorplan_bans", "Addresses that are banned.", () => authenticator.figures.bans);
};

const isProblem = (kind: string): kind is keyof typeof wordsOf => Object.hasOwn(wordsOf, kind);

const homeAssistantStates: readonly HomeAssistantReport["status"][] = [
  "unknown",
  "connected",
  ...Object.keys(wordsOf).filter(isProblem),
];

/** Adds the state of Home Assistant. */
export const addHomeAssistant = (
  metrics: Metrics,
  status: Pick<HomeAssistantStatus, "report">,
): void =>
  metrics.gauge("floorplan_home_assistant_status", "State of Home Assistant, as in /healthz.", () =>
    stateSet("status", homeAssistantStates, status.report.status),
  );

/** Adds the state of the MQTT broker. */
export const addBroker = (metrics: Metrics, status: Pick<BrokerStatus, "report">): void =>
  metrics.gauge("floorplan_mqtt_status", "State of the MQTT broker, as in /healthz.", () =>
    stateSet("status", brokerStates, status.report.status),
  );

/** Adds metrics of the scheduled backups. */
export const addBackups = (
  metrics: Metrics,
  backups: Pick<BackupSchedule, "lastSuccess" | "failures">,
): void => {
  metrics.gauge(
    "floorplan_backup_last_success_timestamp_seconds",
    "When the newest complete backup was started.",
    () => {
      const last = backups.lastSuccess;
      return last && last.getTime() / 1000;
    },
  );
  metrics.counter(
    "floorplan_backup_failures_total",
    "Backups that have failed since the start.",
    () => backups.failures,
  );
};

/** Adds the state of the cluster that stores the plan. */
export const addCluster = (metrics: Metrics, shared: Pick<SharedStorage, "report">): void => {
  const report = coalescing(shared.report);
  metrics.gauge(
    "floorplan_cluster_healthy",
    "Whether this node sees no problem with the cluster.",
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
    "Live nodes of this service, including this one.",
    async () => (await report()).cluster.nodes.length,
  );
};
