import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "yaml";
import { documentedMetrics, documentText } from "./documented.ts";
import { alertsCodec, boardExpressions, boardOf, metricsIn, type Panel } from "./expressions.ts";

const alerts = alertsCodec(parse(documentText("alerts.yml")));
const expressions = [
  ...alerts.map(({ expr }) => expr),
  ...boardExpressions(documentText("grafana.json")),
];

test("METRIC-8: every alerting rule has a test that has it fire", () => {
  const fired = [
    ...documentText("alerts.test.yml").matchAll(/alertname: (\w+)\n\s+exp_alerts:\n/g),
  ];
  assert.deepEqual(
    fired.map(([, name]) => name),
    alerts.map(({ alert }) => alert),
  );
});

const overlap = (one: Panel, other: Panel): boolean => {
  const [a, b] = [one.gridPos, other.gridPos];
  return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
};

test("METRIC-8: the board's panels have ids of their own and places beside each other, and ask the source that is chosen", () => {
  const { panels, templating } = boardOf(documentText("grafana.json"));
  assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
  for (const [at, panel] of panels.entries()) {
    const { title, type, gridPos, targets = [] } = panel;
    assert(gridPos.x >= 0 && gridPos.w > 0 && gridPos.h > 0, title);
    assert(gridPos.x + gridPos.w <= 24, `${title} is within the 24 columns of Grafana`);
    for (const other of panels.slice(at + 1))
      assert(!overlap(panel, other), `${title} lies over ${other.title}`);
    assert.equal(targets.length > 0, type !== "row", title);
    assert.equal(panel.datasource !== undefined, type !== "row", title);
    assert.equal(new Set(targets.map(({ refId }) => refId)).size, targets.length, title);
  }
  const variables = templating.list.map(({ name, type }) => `${name} ${type}`);
  assert.deepEqual(variables, ["datasource datasource", "job query", "instance query"]);
});

test("METRIC-8: board and alerting rules name only metrics that are documented", () => {
  const known = new Set([
    "up",
    ...documentedMetrics().flatMap(({ name, type }) =>
      type === "histogram" ? ["_bucket", "_sum", "_count"].map((suffix) => name + suffix) : [name],
    ),
  ]);
  const named = expressions.flatMap(metricsIn);
  assert(named.length > 40, `${named.length} names`);
  assert.deepEqual(
    named.filter((name) => !known.has(name)),
    [],
  );
});
