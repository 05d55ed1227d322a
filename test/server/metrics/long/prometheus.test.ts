import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { parse } from "yaml";
import { root } from "../../../support/source-files.ts";
import { inCluster } from "../../../support/timeouts.ts";
import { startDouble } from "../../../support/double-home-assistant.ts";
import { eventually } from "../../../support/polling.ts";
import { Peer } from "../../../support/peer.ts";
import { numberedPlan } from "../../../support/plans.ts";
import { mayUse } from "../../../support/programs.ts";
import { startTestService } from "../../../support/service.ts";
import { documentedMetrics, documentText } from "../documented.ts";
import { alertsCodec, boardExpressions, metricsIn } from "../expressions.ts";
import { startPrometheus } from "../prometheus-process.ts";
import { scrape } from "../scrape.ts";

const docs = join(root, "docs");
const alerts = alertsCodec(parse(documentText("alerts.yml")));
const expressions = [
  ...alerts.map(({ expr }) => expr),
  ...boardExpressions(documentText("grafana.json")),
];

const promtool = (t: TestContext, args: readonly string[], input = ""): string | undefined => {
  if (!mayUse(t, "prometheus")) return undefined;
  const { status, stdout, stderr } = spawnSync("promtool", args, {
    cwd: docs,
    input,
    encoding: "utf8",
  });
  assert.equal(status, 0, `promtool ${args.join(" ")}: ${stdout}${stderr}`);
  return stdout + stderr;
};

test(
  "METRIC-1: promtool finds nothing to say about the metrics of a service",
  inCluster,
  async (t) => {
    const { url, viewer, port, admin } = await startTestService(t);
    await (await Peer.login(t, port, admin)).save(numberedPlan(1));
    const said = promtool(t, ["check", "metrics"], (await scrape(url, viewer)).text);
    if (said !== undefined) assert.equal(said, "");
  },
);

test("METRIC-8: promtool takes the alerting rules, and each fires where it should and nowhere else", (t) => {
  const checked = promtool(t, ["check", "rules", "alerts.yml"]);
  if (checked === undefined) return;
  assert.match(checked, new RegExp(`SUCCESS: ${alerts.length} rules found`));
  assert.match(promtool(t, ["test", "rules", "alerts.test.yml"]) ?? "", /SUCCESS/);
});

test(
  "METRIC-1, METRIC-2, METRIC-8: a real Prometheus scrapes a service with a token in a file, takes every expression of board and rules, and has what they name",
  inCluster,
  async (t) => {
    if (!mayUse(t, "prometheus")) return;
    const home = await startDouble(t);
    const { port, admin, viewer } = await startTestService(t, {
      config: { homeAssistant: home.url },
    });
    const editor = await Peer.login(t, port, admin);
    await editor.result("floorplan/plan/subscribe");
    await editor.save(numberedPlan(1));
    const prometheus = await startPrometheus(t, {
      port,
      token: viewer,
      rules: join(docs, "alerts.yml"),
    });
    await eventually(async () => {
      // The event loop is told of from the second scrape on.
      const found = await prometheus.query("count_over_time(nodejs_eventloop_lag_p99_seconds[1m])");
      return found.length > 0 ? { seen: found } : { not: await prometheus.targets() };
    }, 60_000);
    const names = new Set(await prometheus.names());
    const elsewhere = new Set(
      documentedMetrics()
        .filter(({ of }) => of === "In a cluster" || of === "With scheduled backups")
        .map(({ name }) => name),
    );
    for (const expression of expressions) {
      await prometheus.query(expression);
      for (const name of metricsIn(expression))
        assert(names.has(name) || elsewhere.has(name), `${name} of ${expression}`);
    }
    // After a scrape that took too long there is no value until the next one.
    const revisions = await eventually(async () => {
      const found = await prometheus.query('floorplan_revision{job="floorplan"}');
      return found.length > 0 ? { seen: found } : { not: await prometheus.targets() };
    }, 60_000);
    assert.deepEqual(revisions, ["1"]);
    assert.equal(await prometheus.rules(), alerts.length, "the rules are loaded");
  },
);
