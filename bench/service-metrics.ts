/** The service in a process of its own, from its sources, whose metrics are told of half of the saves. */
import * as t from "io-ts";
import { isLeft } from "fp-ts/lib/Either.js";
import { pino } from "pino";
import { defaultConfig } from "../src/server/settings.ts";
import { serviceMetrics, type Timings } from "../src/server/metrics/service-metrics.ts";
import { startService } from "../src/server/server.ts";
import { answerParent } from "./child.ts";
import { makeToken } from "./program.ts";
import { isMeasuredSave } from "./turns.ts";

let saves = 0;

/** By turns, each save as the editor counts it. */
const isOn = (): boolean => isMeasuredSave(saves);

/** The same timings, told of what happens while they are switched on. */
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

const start = async (data: string): Promise<{ readonly port: number; readonly token: string }> => {
  const token = await makeToken(data);
  const { metrics, timings } = serviceMetrics();
  const started = await startService(defaultConfig({ port: 0, data }), {
    log: pino({ level: "silent" }),
    metrics: { metrics, timings: switched(timings) },
  });
  if (isLeft(started)) throw new Error(started.left);
  const loaded = await started.right.loaded;
  if (isLeft(loaded)) throw new Error(loaded.left);
  return { port: started.right.listening.port, token };
};

answerParent(t.type({ data: t.string }), ({ data }) => start(data));
