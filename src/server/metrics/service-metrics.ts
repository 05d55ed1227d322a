import { readFileSync } from "node:fs";
import { isLeft } from "fp-ts/lib/Either.js";
import type { BackupSchedule } from "../../backup/schedule.ts";
import type { HassStatus } from "../../hass/status.ts";
import { manifestFile } from "../paths.ts";
import type { LogOpener } from "../../plan/plan-holder.ts";
import { Metrics } from "./metrics.ts";
import { addCluster, addCopies, addHomeAssistant } from "../../metrics/of-others.ts";
import { addPeople, type PeopleParts } from "../../metrics/of-people.ts";
import { addPlan, type PlanParts } from "./service-readings.ts";
import { type Timings, timingsIn } from "../../metrics/timings.ts";

/** What a service is measured by. */
export interface ServiceMetrics {
  /** Takes more of them, of whoever has some. */
  readonly metrics: Metrics;
  /** Hears of what happens. */
  readonly timings: Timings;
}

/** Everything that is read when somebody asks. */
export interface MeasuredParts extends PeopleParts, PlanParts {
  /** Undefined where no Home Assistant is named. */
  readonly homeAssistant: Pick<HassStatus, "report"> | undefined;
  /** Undefined where the service makes no backups by itself. */
  readonly copies: Pick<BackupSchedule, "lastSuccess" | "failures"> | undefined;
}

const versionOf = (manifest: unknown): string =>
  typeof manifest === "object" && manifest !== null && "version" in manifest
    ? String(manifest.version)
    : "";

/** The metrics of one service, and of no other in this process. */
export const serviceMetrics = (): ServiceMetrics => {
  const metrics = new Metrics();
  return { metrics, timings: timingsIn(metrics) };
};

/** Adds everything that a service is read for. */
export const measure = (metrics: Metrics, parts: MeasuredParts): void => {
  addPlan(metrics, parts);
  addPeople(metrics, parts);
  if (parts.homeAssistant !== undefined) addHomeAssistant(metrics, parts.homeAssistant);
  if (parts.copies !== undefined) addCopies(metrics, parts.copies);
  const { shared } = parts.storage;
  if (shared !== undefined) addCluster(metrics, shared);
  metrics.gauge("floorplan_build_info", "Always 1; its label tells the version.", () => {
    const version = versionOf(JSON.parse(readFileSync(manifestFile, "utf8")));
    return [{ labels: { version }, value: 1 }];
  });
};

/** The same opener, of which is told how long it took. */
export const timed =
  (open: LogOpener, { recovered }: Pick<Timings, "recovered">): LogOpener =>
  async () => {
    const began = performance.now();
    const opened = await open();
    recovered(isLeft(opened) ? "refused" : "loaded", performance.now() - began);
    return opened;
  };
