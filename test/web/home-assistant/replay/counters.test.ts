import assert from "node:assert/strict";
import { test } from "node:test";
import { StateTimeline } from "../../../../src/web/home-assistant/replay/past.ts";

/** What a counter with these states, one a second, has counted at each of them. */
const countedOf = (
  states: readonly string[],
  attributes: Readonly<Record<string, unknown>>,
): readonly (number | undefined)[] => {
  const past = new StateTimeline();
  const entries = states.map((state, at) => ({ state, atMs: at * 1000, attributes: {} }));
  // As Home Assistant need not tell them in order.
  past.add(new Map([["sensor.meter", entries.toReversed()]]), () => ({ state: "", attributes }));
  return states.map((_, at) => past.at(at * 1000)("sensor.meter")?.counted);
};

test("HEAT-11: a counter of the past tells what it has counted since its first number, also after it began anew", () => {
  const rising = { state_class: "total_increasing" };
  const total = { state_class: "total" };
  assert.deepEqual(countedOf(["5000", "5001", "5003"], rising), [0, 1, 3]);
  assert.deepEqual(
    countedOf(["unavailable", "5000", "unknown", "", "5002"], rising),
    [undefined, 0, undefined, undefined, 2],
    "what is no number has counted nothing, and ends nothing",
  );
  assert.deepEqual(countedOf(["5000", "5002", "0", "1", "0.5", "2"], rising), [0, 2, 2, 3, 3.5, 5]);
  assert.deepEqual(
    countedOf(["100", "95", "101"], rising),
    [0, -5, 1],
    "a fall by less than a tenth is no new beginning",
  );
  assert.deepEqual(countedOf(["10", "4", "6"], total), [0, -6, -4]);
  assert.deepEqual(countedOf(["10", "11"], { ...total, last_reset: null }), [0, 1]);
  const none = [undefined, undefined];
  assert.deepEqual(countedOf(["10", "11"], { ...total, last_reset: "2026-03-05" }), none);
  assert.deepEqual(countedOf(["10", "11"], { state_class: "measurement" }), none);
  assert.deepEqual(countedOf(["10", "11"], {}), none);
});
