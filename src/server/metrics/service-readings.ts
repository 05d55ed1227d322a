import { isLeft } from "fp-ts/lib/Either.js";
import { coalescing } from "../coalescing.ts";
import { healthOf, type HealthReport } from "../health.ts";
import type { PlanHolder } from "../../plan/plan-holder.ts";
import type { ImageStore } from "../../images/image-store.ts";
import type { PlanActor } from "../../plan/actor.ts";
import type { Storage } from "../../storage/storage.ts";
import type { Metrics, Readings } from "./metrics.ts";
import { stateSet } from "../../metrics/state-set.ts";

/** The plan, and what keeps it. */
export interface PlanParts {
  readonly holder: Pick<PlanHolder, "actor" | "status">;
  readonly storage: Pick<Storage, "logSize" | "shared"> & {
    readonly images: Pick<ImageStore, "size">;
  };
}

const statuses: readonly HealthReport["status"][] = ["loading", "ready", "degraded", "failed"];

/** Adds what is known of the plan, its log and its images. */
export const addPlan = (metrics: Metrics, { holder, storage }: PlanParts): void => {
  const { shared, images, logSize } = storage;
  const health = coalescing(async () => healthOf(holder, await shared?.report()));
  const imagesSize = coalescing(() => images.size());
  metrics.gauge("floorplan_status", "How the service is doing, as /healthz tells it.", async () =>
    stateSet("status", statuses, (await health()).status),
  );
  metrics.gauge("floorplan_ready", "Whether plans can be read and saved.", async () =>
    Number((await health()).isUsable),
  );
  const ofActor = (read: (actor: PlanActor) => number) => (): Readings =>
    isLeft(holder.actor) ? undefined : read(holder.actor.right);
  metrics.gauge(
    "floorplan_revision",
    "The stored revision of the plan.",
    ofActor(({ revision }) => revision),
  );
  metrics.gauge(
    "floorplan_mailbox_messages",
    "Commands that wait for the plan.",
    ofActor(({ waiting }) => waiting.messages),
  );
  metrics.gauge(
    "floorplan_mailbox_bytes",
    "Bytes of plans that wait to be saved.",
    ofActor(({ waiting }) => waiting.bytes),
  );
  metrics.gauge(
    "floorplan_images",
    "Tracing images, superseded ones among them.",
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
