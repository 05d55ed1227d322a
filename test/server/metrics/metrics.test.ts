import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { pino } from "pino";
import { RatedLog } from "../../../src/server/runtime/rated-log.ts";
import { Metrics } from "../../../src/server/metrics/metrics.ts";
import { bounded, until } from "../../support/timeouts.ts";

const logTo = (lines: string[]): RatedLog =>
  new RatedLog(pino({}, { write: (line: string) => void lines.push(line) }));

const valuesOf = async (
  metrics: Metrics,
  log: RatedLog,
  name: string,
): Promise<readonly number[]> =>
  (await metrics.collect(log))
    .filter((family) => family.name === name)
    .flatMap(({ samples }) => samples.map(({ value }) => value));

test(
  "METRIC-3: however many ask, a value is read once at a time and once a second",
  bounded,
  async (t) => {
    const log = logTo([]);
    t.after(() => log.close());
    let now = performance.now();
    const clock = mock.method(performance, "now", () => now);
    t.after(() => clock.mock.restore());
    const metrics = new Metrics();
    let reads = 0;
    let go: () => void = () => assert.fail("nobody has asked");
    metrics.gauge("floorplan_slow", "Slow.", async () => {
      reads += 1;
      await new Promise<void>((resolve) => (go = resolve));
      return reads;
    });
    const many = Promise.all([1, 2, 3].map(() => valuesOf(metrics, log, "floorplan_slow")));
    await until(() => reads === 1);
    const meanwhile = valuesOf(metrics, log, "floorplan_slow");
    go();
    assert.deepEqual([...(await many), await meanwhile], [[1], [1], [1], [1]]);
    assert.deepEqual(
      await valuesOf(metrics, log, "floorplan_slow"),
      [1],
      "less than a second later",
    );
    now += 1001;
    const later = valuesOf(metrics, log, "floorplan_slow");
    await until(() => reads === 2);
    go();
    assert.deepEqual(await later, [2]);
  },
);

test("METRIC-3: a metric that cannot be read is left out and logged, and the others are told", async (t) => {
  const lines: string[] = [];
  const log = logTo(lines);
  t.after(() => log.close());
  const metrics = new Metrics();
  metrics.gauge("floorplan_bad", "Bad.", () => {
    throw new Error("out of descriptors");
  });
  metrics.gauge("floorplan_none", "None.", () => undefined);
  metrics.counter("floorplan_good_total", "Good.", () => [{ labels: { of: "a" }, value: 7 }]);
  assert.deepEqual(await valuesOf(metrics, log, "floorplan_bad"), []);
  assert.deepEqual(await valuesOf(metrics, log, "floorplan_none"), []);
  assert.deepEqual(await valuesOf(metrics, log, "floorplan_good_total"), [7]);
  assert.equal(lines.length, 1);
  assert.match(lines.join(""), /"metric":"floorplan_bad".*out of descriptors.*is left out/);
});

test("METRIC-3: a name that is taken, and a counter without _total, are bugs that are told", () => {
  const metrics = new Metrics();
  metrics.gauge("floorplan_one", "One.", () => 1);
  assert.throws(() => metrics.gauge("floorplan_one", "Two.", () => 2), /floorplan_one already/);
  assert.throws(() => metrics.counter("floorplan_two", "Two.", () => 2), /ends with _total/);
});
