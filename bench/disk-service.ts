/**
 * The service on a disk of which each sync of the log takes a given time more,
 * and which counts those syncs. It runs from the sources, on the same code.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { isLeft } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { pino } from "pino";
import { defaultConfig } from "../src/server/settings.ts";
import { startService } from "../src/server/server.ts";
import { SegmentDisk } from "../test/service/segment-disk.ts";
import { answerParent } from "./child.ts";

const question = t.union([
  t.type({ do: t.literal("start"), data: t.string, syncMs: t.number }),
  t.type({ do: t.literal("syncs") }),
]);

let disk = new SegmentDisk();

answerParent(question, async (asked) => {
  if (asked.do === "syncs") return disk.syncs;
  const { data, syncMs } = asked;
  disk = new SegmentDisk(syncMs === 0 ? undefined : () => sleep(syncMs));
  const config = defaultConfig({ port: 0, data });
  const started = await startService(config, { log: pino({ level: "silent" }), fs: disk.fs });
  if (isLeft(started)) throw new Error(started.left);
  const loaded = await started.right.loaded;
  if (isLeft(loaded)) throw new Error(loaded.left);
  return { port: started.right.listening.port };
});
