import assert from "node:assert/strict";
import { after, test } from "node:test";
import { isLeft } from "fp-ts/lib/Either.js";
import { addedTo, noUsage } from "../../src/homes/homes.ts";
import { openClusterDirectory } from "../../src/homes/directory/cluster-directory.ts";
import { clusterUsage } from "../../src/homes/storage/cluster-usage.ts";
import { homesKeysOf } from "../../src/storage/etcd/keys.ts";
import { MemoryEtcd } from "../storage/etcd/memory-etcd.ts";
import { MemoryStore } from "../storage/etcd/memory-store.ts";
import { keptLog, newHome as newDomain, rightOf } from "../storage/etcd/test-home.ts";
import { sharedEtcd } from "../support/etcd.ts";
import { newHomeRecord, reached } from "../support/homes.ts";
import { numberedPlan } from "../support/plans.ts";
import { eventually } from "../support/polling.ts";
import { mayUse } from "../support/programs.ts";
import { temporaryFolder } from "../support/service.ts";
import { bounded, inCluster } from "../support/timeouts.ts";
import { openLink, startTestHomes, together } from "./provider-service.ts";

const shared = sharedEtcd(after);

test(
  "HOMES-195: what is saved at two nodes that serve a home at once is counted once for all",
  inCluster,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const { domain } = newDomain();
    const changes = { domain, cluster: (await shared()).urls.join(","), homeIdle: 30 };
    const first = await startTestHomes(t, changes);
    const again = { data: await temporaryFolder(t), token: first.token };
    const nodes = [first, await startTestHomes(t, changes, again)];
    await together(nodes);
    const { body } = await first.ask("POST", "/provider/homes", { id: "a" });
    const token = await openLink(body["link"]);
    const desks = [];
    for (const { service } of nodes) {
      const home = { id: "a", data: "", admin: token, viewer: "" };
      desks.push(await reached(t, service.listening.port, home).login(token));
    }
    for (const [desk, saves] of desks.map((each, at) => [each, 3 - at] as const))
      for (let save = 1; save <= saves; save += 1)
        await desk.result(`${domain}/plan/save`, { plan: numberedPlan(save) });
    for (const desk of desks) {
      desk.ws.close();
      await desk.closed;
    }
    for (const { ask } of nodes)
      await eventually(async () => {
        const told = await ask("GET", "/provider/homes/a");
        const { rev, saves, connections } = Object(told.body["usage"]);
        const isAsleep = told.body["state"] === "asleep" && saves === 5;
        return isAsleep
          ? { seen: assert.deepEqual([rev, connections], [5, 0]) }
          : { not: JSON.stringify(told.body) };
      }, bounded.timeout);
  },
);

test("HOMES-195: counts that are added at once are all there, and none twice if an answer is lost", async (t) => {
  const keys = homesKeysOf("floorplan");
  const etcd = new MemoryEtcd(new MemoryStore());
  const directory = rightOf(await openClusterDirectory(etcd, keys, keptLog(t).rated));
  t.after(() => directory.close());
  rightOf(await directory.create("a", newHomeRecord));
  const { read, keep } = clusterUsage(etcd, keys, directory)("a");
  const counted = (saves: number) => ({ before: noUsage, last: { ...noUsage, rev: saves, saves } });
  const added = await Promise.all(
    [1, 2, 3, 4].map((saves) => keep((stored) => addedTo(stored, counted(saves)))),
  );
  for (const each of added) rightOf(each);
  assert.deepEqual(rightOf(await read()), { ...noUsage, rev: 4, saves: 10 });
  etcd.weather.call = (name) => (name === "transact" ? "lost" : "none");
  assert(isLeft(await keep((stored) => addedTo(stored, counted(5)))));
  assert.deepEqual(rightOf(await read()), { ...noUsage, rev: 5, saves: 15 });
});
