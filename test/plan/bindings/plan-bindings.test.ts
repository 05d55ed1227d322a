import assert from "node:assert/strict";
import { test } from "node:test";
import { testConfig } from "../../support/config.ts";
import { BindingReader } from "../../../src/plan/bindings/plan-bindings.ts";
import { runAtOnce } from "../../../src/plan/raw-json/json-cursor.ts";
import { textOfJson } from "../../../src/plan/text/draft-text.ts";

const limits = testConfig();
const plan = {
  rooms: [{ id: "r", temperature: "sensor.warmth", humidity: null, sheet_extra: ["fan.attic"] }],
  openings: [{ contact: "binary_sensor.door", lock: "lock.door" }],
  furniture: [{ entity: "light.hall" }, "no element", { entity: "no entity" }],
  devices: [
    { entity: "switch.é" },
    {
      entity: "switch.pump",
      tap_action: { action: "perform-action", perform_action: "script.rain", data: { ml: 5 } },
    },
  ],
  texts: [{ text: "{{ states('sensor.power') }} kW" }, { text: "lock.front_door" }],
  other: [{ entity: "light.elsewhere" }],
  backgrounds: {},
};
const textOf = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));
const read = (text: readonly Buffer[], changes: Partial<typeof limits> = {}) =>
  runAtOnce(new BindingReader({ ...limits, ...changes }).read(textOfJson(text)));

test("SCREEN-1: what a plan names are the entities, templates, controls and calls of its elements", () => {
  const { names, reached } = read([textOf(plan)]);
  assert.deepEqual([...names.entities].toSorted(), [
    "binary_sensor.door",
    "fan.attic",
    "light.hall",
    "lock.door",
    "sensor.warmth",
    "switch.pump",
  ]);
  assert.deepEqual([...names.templates], ["{{ states('sensor.power') }} kW"]);
  assert.deepEqual([...names.controls].toSorted(), [
    "fan.attic",
    "light.hall",
    "lock.door",
    "switch.pump",
  ]);
  assert.deepEqual(names.calls, [
    { domain: "script", service: "rain", data: { ml: 5 }, target: {} },
  ]);
  assert.equal(reached.size, 0);
});

test("SCREEN-1: it is the same however the text is cut into pieces, and of a list that stands twice the last counts", () => {
  const text = Buffer.from(
    `{"rev":3, "sensors" :[{"entity":"sensor.old"}],${textOf(plan).toString("utf8").slice(1)}`,
  );
  const twice = Buffer.from(text.toString("utf8").replace(/\}$/, ',"sensors":null}'));
  const whole = read([textOf(plan)]).names;
  for (const cut of [1, 20, 77]) {
    const { names } = read([twice.subarray(0, cut), twice.subarray(cut)]);
    assert.deepEqual(names, whole);
  }
  assert(read([text]).names.entities.has("sensor.old"));
});

test("SCREEN-2: what goes beyond a limit is left out, and the limit is told", () => {
  const many = { sensors: Array.from({ length: 9 }, (_, at) => ({ entity: `sensor.s${at}` })) };
  const few = read([textOf(many)], { planEntities: 4 });
  assert.equal(few.names.entities.size, 4);
  assert.deepEqual([...few.reached], ["planEntities"]);
  const long = { texts: [{ text: "x".repeat(2000), entity: "sensor.a" }, { entity: "sensor.b" }] };
  const short = read([textOf(long)], { planElementBytes: 1024 });
  assert.deepEqual([...short.names.entities], ["sensor.b"]);
  assert.deepEqual([...short.reached], ["planElementBytes"]);
  const bare = read([textOf(plan)], { planTemplates: 0, planCalls: 0 });
  assert.deepEqual([bare.names.templates.size, bare.names.calls.length], [0, 0]);
  assert.deepEqual([...bare.reached].toSorted(), ["planCalls", "planTemplates"]);
});

test("SUN-4: a plan that says where north is names Home Assistant's sun", () => {
  const entitiesOf = (north: unknown) => [...read([textOf({ north })]).names.entities];
  assert.deepEqual(entitiesOf(30), ["sun.sun"]);
  for (const north of [null, "up", 1e9, {}, [30], "x".repeat(500)])
    assert.deepEqual(entitiesOf(north), [], JSON.stringify(north));
});

test("SCREEN-3: a plan of any size is read in steps, between which others have their turn", () => {
  const sensors = Array.from({ length: 5000 }, (_, at) => ({ entity: `sensor.s${at}`, x: at }));
  const text = textOf({ sensors, notes: "x".repeat(300_000) });
  let steps = 0;
  const pieces = textOfJson([text.subarray(0, 9), text.subarray(9)]);
  for (const _ of new BindingReader(limits).read(pieces)) steps += 1;
  assert(steps >= text.length / 64 / 1024, `${text.length} bytes are read in ${steps} steps`);
});

test("POS-6, POS-8: a plan has so many targets, elements that are too long are none, and none of their entities is shown", () => {
  const radar = (id: string, count: number) => ({
    id,
    matrix: [1, 0, 0, 1, 0, 0],
    targets: Array.from({ length: count }, () => ({ x: "sensor.x", y: "sensor.y" })),
  });
  const trackers = [radar("a", 3), { ...radar("long", 1), note: "x".repeat(1000) }, radar("b", 3)];
  const { names, reached } = read([textOf({ trackers })], { planElementBytes: 1000 });
  assert.deepEqual(
    names.targets.map(({ id }) => id),
    ["a/1", "a/2", "a/3", "#2", "b/1", "b/2", "b/3"],
  );
  assert.deepEqual(names.targets[3], {
    id: "#2",
    bad: "longer than plan-element-bytes, 1000 bytes",
  });
  // Else an administrator without `--control` could not save it.
  assert.equal(reached.size, 0);
  assert.equal(names.entities.size, 0);
  assert.deepEqual(read([textOf({ trackers: {} })]).names.targets, [
    { id: "#", bad: "trackers: expected a list" },
  ]);
  assert.deepEqual(read([textOf({ trackers: null })]).names.targets, []);
  for (const many of [trackers, Array.from({ length: 9 }, (_, at) => radar(`t${at}`, 1))]) {
    const few = read([textOf({ trackers: many })], { planTrackers: 4 });
    assert.equal(few.names.targets.length, 4);
    assert.deepEqual([...few.reached], ["planTrackers"]);
  }
});
