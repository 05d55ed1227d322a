import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type ZoneCount,
  ZoneCounts,
} from "../../../src/home-assistant/shared/zones/zone-counts.ts";
import type { Screen } from "../../../src/home-assistant/shared/shared-states.ts";
import type { PlanZones } from "../../../src/model/zones/zone-occupants.ts";
import { boundary } from "../../support/failing-boundary.ts";

const planOf = (isExcluded: boolean): PlanZones => ({
  firstLevel: undefined,
  zones: [
    {
      id: "sofa",
      name: undefined,
      level: undefined,
      polygon: [
        [0, 0],
        [2, 0],
        [2, 2],
        [0, 2],
      ],
      trackers: undefined,
      isExcluded,
    },
  ],
});

test("MQTT-2: a zone that was excluded meanwhile counts as a new one", (t) => {
  let screen: Screen | undefined;
  const counts = new ZoneCounts(
    { join: (joined) => ((screen = joined), () => undefined) },
    { state: { kind: "connected" }, use: () => () => undefined },
    { zoneHoldMs: 1e6 },
    boundary,
  );
  t.after(() => counts.close());
  let told: readonly ZoneCount[] = [];
  counts.follow((zones) => (told = zones));
  const see = (state: string): void => {
    const a = state === "located" ? { x: 1, z: 1, kind: "target" } : { kind: "target" };
    screen?.emit([Buffer.from(JSON.stringify({ a: { radar: { s: state, a } } }))]);
  };
  const countsNow = (): readonly unknown[] => told.map(({ count }) => count);
  counts.show(planOf(false));
  see("located");
  assert.deepEqual(countsNow(), [1]);
  counts.show(planOf(true));
  see("absent");
  assert.deepEqual(countsNow(), [], "nobody counts there");
  counts.show(planOf(false));
  assert.deepEqual(countsNow(), [undefined], "who was there before is long gone");
});
