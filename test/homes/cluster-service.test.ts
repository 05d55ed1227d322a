import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createUser, usersKind } from "../../src/auth/user-directory.ts";
import { openClusterDirectory } from "../../src/homes/directory/cluster-directory.ts";
import { revOf } from "../service/revisions.ts";
import { clientOf } from "../storage/etcd/client/test-client.ts";
import { documentOf, keptLog, rightOf } from "../storage/etcd/test-home.ts";
import { homesKeysOf } from "../../src/storage/etcd/keys.ts";
import { sharedEtcd } from "../support/etcd.ts";
import { numberedPlan } from "../support/plans.ts";
import { mayUse } from "../support/programs.ts";
import { inCluster } from "../support/timeouts.ts";
import { reached, startTestHomes } from "../support/homes.ts";

const shared = sharedEtcd(after);

test(
  "HOMES-117: nodes serve every home of the cluster, each with its own users and plan, and go on without one of them",
  inCluster,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const ids = ["one", "two"];
    const cluster = await shared();
    const start = () => startTestHomes(t, { ids: [], config: { cluster: cluster.urls.join(",") } });
    const nodes = [await start(), await start()] as const;
    const keys = homesKeysOf("floorplan");
    const etcd = clientOf(t, cluster);
    const directory = rightOf(await openClusterDirectory(etcd, keys, keptLog(t).rated));
    t.after(() => directory.close());
    const tokens: string[] = [];
    for (const id of ids) {
      const record = { name: id, created_at: "2026-01-01T00:00:00.000Z", quotas: {} };
      rightOf(await directory.create(id, record));
      const users = await documentOf(t, etcd, keys.of(directory.storeOf(id) ?? ""), usersKind);
      tokens.push(rightOf(await createUser(users, "admin", { admin: true, control: true })));
    }
    const [token = "", otherToken = ""] = tokens;
    const at = (node: 0 | 1, id: string) =>
      reached(t, nodes[node].port, { id, data: "", admin: "", viewer: "" });
    const desk = await at(0, "one").login(token);
    const screen = await at(1, "one").login(token);
    await screen.result("floorplan/plan/subscribe");
    assert.equal(revOf(await screen.nextEvent()), 0);
    const rev = await desk.save(numberedPlan(7));
    assert.equal(revOf(await screen.nextEvent()), rev);
    const other = await at(1, "two").login(otherToken);
    assert.equal(revOf(await other.result("floorplan/plan/get")), 0);
    await assert.rejects(at(1, "two").login(token));
    await assert.rejects(at(0, "nobody").login(token));
    await nodes[0].stop();
    const wall = await at(1, "one").login(token);
    const next = await wall.save(numberedPlan(8));
    assert.equal(next, rev + 1);
    assert.equal(revOf(await screen.nextEvent()), next);
  },
);
