import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { test } from "node:test";
import { inCluster, ofBackups } from "../../support/timeouts.ts";
import { startDouble } from "../../support/double-home-assistant.ts";
import { startEtcd } from "../../support/etcd.ts";
import { eventually } from "../../support/polling.ts";
import { Peer } from "../../support/peer.ts";
import { numberedPlan } from "../../support/plans.ts";
import { mayUse } from "../../support/programs.ts";
import { startTestService, temporaryFolder } from "../../support/service.ts";
import { serviceOf } from "../../home-assistant/service-with-token.ts";
import { startServedNode } from "../../storage/etcd/served-node.ts";
import { type Documented, documentedMetrics } from "./documented.ts";
import { scrape, type Scraped, valueOf } from "./scrape.ts";

const documented = documentedMetrics();

const ofProcess = "The process";

/** Labels of a histogram's buckets are no labels of its own. */
const ownLabels = (
  labels: Readonly<Record<string, string>>,
): readonly (readonly [string, string])[] =>
  Object.entries(labels).filter(([name]) => name !== "le");

/** The values of each label that a metric is seen with. */
const labelsSeen = ({ lines }: Scraped, metric: string, type: string) => {
  const isOf = (name: string): boolean =>
    name === metric ||
    (type === "histogram" &&
      /^_(?:bucket|sum|count)$/.test(name.slice(metric.length)) &&
      name.startsWith(metric));
  const seen = new Map<string, Set<string>>();
  for (const { labels } of lines.filter(({ name }) => isOf(name)))
    for (const [label, value] of ownLabels(labels))
      seen.set(label, (seen.get(label) ?? new Set()).add(value));
  return seen;
};

const assertAsDocumented = (scraped: Scraped, { name, type, unit, labels }: Documented): void => {
  assert.equal(scraped.types.get(name), type, name);
  const seen = labelsSeen(scraped, name, type);
  // Of garbage there may have been none yet, and nothing that libuv does.
  const isSilent = seen.size === 0 && /^nodejs_(?:gc|active)_/.test(name);
  if (!isSilent)
    assert.deepEqual([...seen.keys()].toSorted(), Object.keys(labels).toSorted(), name);
  for (const [label, values] of Object.entries(labels))
    if (values.length > 0)
      assert.deepEqual([...(seen.get(label) ?? [])], values, `${name}, ${label}`);
  const bare = name.replace(/_total$/, "");
  const found = ["seconds", "bytes"].find((each) => bare.endsWith(`_${each}`));
  assert.equal(unit, found ?? "", `the unit of ${name}`);
};

const namesOf = (...places: readonly string[]): readonly string[] =>
  documented.filter(({ of }) => places.includes(of)).map(({ name }) => name);

/** Compares what a service gives with what is written of such services. */
const assertDocumented = (scraped: Scraped, ...places: readonly string[]): void => {
  assert.deepEqual([...scraped.types.keys()].toSorted(), namesOf(...places).toSorted());
  for (const each of documented) if (places.includes(each.of)) assertAsDocumented(scraped, each);
};

test("METRIC-4: docs/metrics.md names each metric once, under a heading that is known", () => {
  const names = documented.map(({ name }) => name);
  assert.deepEqual(names, [...new Set(names)]);
  assert(names.length > 50, `${names.length} metrics`);
});

/** The metrics of a service that has been watched for a while. */
const watched = (url: string, token: string): Promise<Scraped> =>
  eventually(async () => {
    const scraped = await scrape(url, token);
    const lag = valueOf(scraped, "nodejs_eventloop_lag_p99_seconds");
    return Number.isNaN(lag) ? { not: "the event loop was not watched" } : { seen: scraped };
  }, 30_000);

test(
  "METRIC-4, METRIC-7: a service with a data folder and a Home Assistant gives the metrics that are documented, and no others",
  ofBackups,
  async (t) => {
    const home = await startDouble(t);
    const plain = await startTestService(t);
    const every = ["Every service", "With a data folder", ofProcess];
    assertDocumented(await watched(plain.url, plain.viewer), ...every);
    const { url, viewer } = await startTestService(t, { config: { homeAssistant: home.url } });
    assertDocumented(await watched(url, viewer), ...every, "With Home Assistant");
    // Nothing listens there.
    const told = await serviceOf(t, home, { mqtt: "mqtt://127.0.0.1:1" });
    const places = [...every, "With Home Assistant", "With an MQTT broker"];
    assertDocumented(await watched(told.url, told.viewer), ...places);
    const backupTo = await temporaryFolder(t);
    const kept = await startTestService(t, { config: { backupTo, backupEvery: 1000 } });
    await (await Peer.login(t, kept.port, kept.admin)).save(numberedPlan(1));
    await eventually(async () => {
      const copies = (await readdir(backupTo)).filter((name) => name.endsWith(".tar.gz"));
      return copies.length > 0 ? { seen: copies } : { not: "a backup" };
    }, ofBackups.timeout);
    assertDocumented(await watched(kept.url, kept.viewer), ...every, "With scheduled backups");
  },
);

test(
  "METRIC-4, METRIC-7: a node of a cluster gives the metrics that are documented of it: what it knows of members and nodes",
  inCluster,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const { urls } = await startEtcd(t, { members: 1 });
    const { url, firstToken } = await startServedNode(t, { cluster: urls.join(",") });
    const scraped = await watched(url, firstToken);
    assertDocumented(scraped, "Every service", ofProcess, "In a cluster");
    for (const [name, value] of [
      ["healthy", 1],
      ["can_save", 1],
      ["leader_known", 1],
      ["members", 1],
      ["nodes", 1],
    ] as const)
      assert.equal(valueOf(scraped, `floorplan_cluster_${name}`), value, name);
  },
);
