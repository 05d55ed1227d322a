import assert from "node:assert/strict";
import { test } from "node:test";
import * as TE from "fp-ts/lib/TaskEither.js";
import { pino } from "pino";
import { Positions } from "../../../src/home-assistant/shared/positions.ts";
import {
  HomeAssistantEvent,
  type SharedConnection,
} from "../../../src/home-assistant/shared/shared-connection.ts";
import { readTracker, targetsOfTrackers } from "../../../src/model/trackers/tracker.ts";
import { Backoff } from "../../../src/server/runtime/retry-timer.ts";
import { RatedLog } from "../../../src/server/runtime/rated-log.ts";

test("POS-10: neither a save nor looking for who is absent tells one half of a reading", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  let clock = 0;
  t.mock.method(performance, "now", () => clock);
  const pass = (ms: number): void => {
    clock += ms;
    t.mock.timers.tick(ms);
  };
  let emit: ((event: unknown) => void) | undefined;
  const client = {
    command: () => TE.right(undefined),
    call: () => TE.right(undefined),
    subscribe: (_type: string, _fields: object, onEvent: (event: HomeAssistantEvent) => void) => {
      emit = (event) => onEvent(HomeAssistantEvent.of(event));
      return TE.right(() => undefined);
    },
  };
  const connection: Pick<SharedConnection, "pauses" | "use"> = {
    pauses: () => new Backoff(1000),
    use: ({ connected }) => {
      connected?.(client);
      return () => undefined;
    },
  };
  const positions = new Positions(
    connection,
    () => Promise.reject(new Error("no target has a map")),
    { statesMs: 0, vacuumMapMs: 1000, vacuumMaps: 1 },
    new RatedLog(pino({ level: "silent" })),
  );
  const trackers = [
    {
      id: "a",
      pose: { x: 0, z: 0, rotation: 90 },
      source: { x: "sensor.x", y: "sensor.y" },
    },
  ];
  const targets = targetsOfTrackers(trackers.map(readTracker));
  const save = (): void => positions.show({ targets, floors: {} });
  save();
  const sources: string[] = [];
  positions.join({
    emit: (json) => {
      const { source } = JSON.parse(Buffer.concat(json).toString()).a?.a?.a ?? {};
      if (source !== undefined) sources.push(String(source));
    },
    hasRoom: () => true,
    whenRoom: () => undefined,
  });
  // Until Home Assistant has been asked.
  await new Promise((resolve) => setImmediate(resolve));
  assert(emit);
  const lu = Date.now() / 1000;
  emit({ a: { "sensor.x": { s: "1", lc: lu }, "sensor.y": { s: "1", lc: lu } } });
  pass(100);
  assert.deepEqual(sources, ["1,1"]);
  emit({ c: { "sensor.x": { "+": { s: "2" } } } });
  save();
  assert.deepEqual(sources, ["1,1"], "no half by a save");
  emit({ c: { "sensor.y": { "+": { s: "2" } } } });
  pass(880);
  assert.deepEqual(sources, ["1,1", "2,2"]);
  emit({ c: { "sensor.x": { "+": { s: "3" } } } });
  pass(30);
  assert.deepEqual(sources, ["1,1", "2,2"], "no half by looking each second");
  emit({ c: { "sensor.y": { "+": { s: "3" } } } });
  pass(100);
  assert.deepEqual(sources, ["1,1", "2,2", "3,3"]);
  positions.close();
});
