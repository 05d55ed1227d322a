/**
 * The service in its own process, from its sources: on a disk that counts the log's syncs and delays each one, or with
 * metrics that record every other save.
 */

import { setTimeout as sleep } from "node:timers/promises";
import { isLeft } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { pino } from "pino";
import { defaultConfig } from "../../src/server/config.ts";
import { serviceMetrics, type Timings } from "../../src/server/metrics/service-metrics.ts";
import { startService } from "../../src/server/server.ts";
import { SegmentDisk } from "../../test/service/segment-disk.ts";
import { answerParent } from "./child.ts";
import { isMeasuredSave } from "../report/statistics.ts";

const question = t.union([
  /** Starts the service: answers with its port. */
  t.intersection([
    t.type({ do: t.literal("start"), data: t.string }),
    t.partial({
      /** Added to each sync of the log, in milliseconds. */
      syncMs: t.number,
      /** Switches its metrics on and off from save to save. */
      switchesMetrics: t.boolean,
    }),
  ]),
  /** How many syncs there were. */
  t.type({ do: t.literal("syncs") }),
]);

let disk = new SegmentDisk();
let saves = 0;

/** The saves are counted as the editor counts them. */
const isOn = (): boolean => isMeasuredSave(saves);

/** The same timings, which record only while they are switched on. */
const switched = (timings: Timings): Timings => ({
  saved: (outcome, ms) => {
    if (isOn()) timings.saved(outcome, ms);
    saves += 1;
  },
  synced: (ms) => {
    if (isOn()) timings.synced(ms);
  },
  delivered: (ms) => {
    if (isOn()) timings.delivered(ms);
  },
  recovered: timings.recovered,
  snapshotWritten: timings.snapshotWritten,
});

const switchedMetrics = () => {
  const { metrics, timings } = serviceMetrics();
  return { metrics, timings: switched(timings) };
};

answerParent(question, async (asked) => {
  if (asked.do === "syncs") return disk.syncs;
  const { data, syncMs = 0, switchesMetrics = false } = asked;
  disk = new SegmentDisk(syncMs === 0 ? undefined : () => sleep(syncMs));
  const started = await startService(defaultConfig({ port: 0, data }), {
    log: pino({ level: "silent" }),
    // Metrics are measured on the real file system.
    ...(switchesMetrics ? { metrics: switchedMetrics() } : { fs: disk.fs }),
  });
  if (isLeft(started)) throw new Error(started.left);
  const loaded = await started.right.loaded;
  if (isLeft(loaded)) throw new Error(loaded.left);
  return { port: started.right.listening.port };
});
