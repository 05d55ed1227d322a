import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { oneKey } from "../../src/storage/etcd/client/etcd.ts";
import { homesKeysOf } from "../../src/storage/etcd/keys.ts";
import { revOf } from "../service/revisions.ts";
import { clientOf } from "../storage/etcd/client/test-client.ts";
import { newHome as newDomain, rightOf } from "../storage/etcd/test-home.ts";
import { diskWith } from "../support/disk.ts";
import { sharedEtcd } from "../support/etcd.ts";
import { newHome, reached, startTestHomes } from "../support/homes.ts";
import { numberedPlan } from "../support/plans.ts";
import { eventually } from "../support/polling.ts";
import { startProgram } from "../support/program.ts";
import { mayUse } from "../support/programs.ts";
import { temporaryFolder } from "../support/service.ts";
import { bounded, inCluster } from "../support/timeouts.ts";
import { openLink, startTestHomes as startProvided } from "./provider-service.ts";

const shared = sharedEtcd(after);

const reopened = {
  code: 1013,
  reason: "the home failed, and is opened again for whoever reconnects: look at what was saved",
};

/** The actor turns the steps of a batch around; once that fails. */
const bug = `
  process.on("SIGUSR2", () => {
    const { toReversed } = Array.prototype;
    Array.prototype.toReversed = () => {
      Array.prototype.toReversed = toReversed;
      throw new Error("no way back");
    };
    console.error("the bug is there");
  });
`;

test(
  "HOMES-193: a bug that leaves the state of a home's plan unknown closes that home alone, which comes back with what was saved",
  bounded,
  async (t) => {
    const root = await temporaryFolder(t);
    const [own, others] = [await newHome(root, "one"), await newHome(root, "two")];
    const module = join(root, "bug.mjs");
    await writeFile(module, bug);
    const options = { NODE_OPTIONS: `--import=${pathToFileURL(module).href}` };
    const args = ["serve", "--homes", "--port", "0", "--data", root];
    const served = startProgram(t, args, options);
    await served.printed(/ {2}homes {5}[^\n]+\n/);
    const port = Number(/listens at http:[^\s]+:(\d+)/.exec(served.out())?.[1]);
    const [one, two] = [own, others].map((each) => reached(t, port, each));
    assert(one !== undefined && two !== undefined);
    const [desk, wall, neighbour] = [
      await one.login(one.admin),
      await one.login(one.viewer),
      await two.login(two.admin),
    ];
    await desk.save(numberedPlan(1));
    await wall.result("floorplan/plan/subscribe");
    served.child.kill("SIGUSR2");
    await served.printed("the bug is there", "err");
    desk.send({ id: desk.newId(), type: "floorplan/plan/save", plan: numberedPlan(2) });
    for (const peer of [desk, wall]) assert.deepEqual(await peer.closed, reopened);
    assert.equal(await neighbour.save(numberedPlan(1)), 1);
    const again = await one.login(one.admin);
    const rev = revOf(await again.result("floorplan/plan/get"));
    assert(rev === 1 || rev === 2, "the save that was under way is there whole, or not at all");
    assert.equal(await again.save(numberedPlan(3)), rev + 1);
    assert.match(served.err(), /the state of the plan is unknown: no way back/);
    served.child.kill("SIGTERM");
    assert.deepEqual(await served.ended, { code: 0, signal: null });
  },
);

test(
  "HOMES-193: a home whose log fails, such as by a sync, is opened again from the disk, and others keep their connections",
  bounded,
  async (t) => {
    let isFailing = false;
    const fs = diskWith(async ({ name, path }) => {
      if (isFailing && name === "datasync" && path.includes("/one/"))
        throw new Error("EIO: i/o error");
    });
    const homes = await startTestHomes(t, { fs });
    const [one, two] = [homes.home("one"), homes.home("two")];
    const [desk, neighbour] = [await one.login(one.admin), await two.login(two.admin)];
    assert.equal(await desk.save(numberedPlan(1)), 1);
    isFailing = true;
    const { code, message } = await desk.error("floorplan/plan/save", { plan: numberedPlan(2) });
    assert.deepEqual([code, /the storage failed/.test(message)], ["not_loaded", true], message);
    assert.deepEqual(await desk.closed, reopened);
    isFailing = false;
    const again = await one.login(one.admin);
    const rev = revOf(await again.result("floorplan/plan/get"));
    assert(rev === 1 || rev === 2, "what was not acknowledged is there whole, or not at all");
    assert.equal(await again.save(numberedPlan(3)), rev + 1);
    assert.equal(await neighbour.save(numberedPlan(1)), 1);
  },
);

test(
  "HOMES-193: in a cluster, a home whose plan cannot be followed is opened again once it can, and others keep their connections",
  inCluster,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const { domain } = newDomain();
    const cluster = await shared();
    const config = { domain, cluster: cluster.urls.join(","), homesFailedMs: 1 };
    const { service, ask } = await startProvided(t, config);
    const { port } = service.listening;
    const login = async (id: string) => {
      const { body } = await ask("POST", "/provider/homes", { id });
      const token = await openLink(body["link"]);
      const home = reached(t, port, { id, data: "", admin: token, viewer: "" });
      const again = () => home.login(token);
      return { again, desk: await again() };
    };
    const [one, two] = [await login("one"), await login("two")];
    const save = { type: `${domain}/plan/save`, fields: { plan: numberedPlan(1) } };
    for (const { desk } of [one, two])
      assert.equal(revOf(await desk.result(save.type, save.fields)), 1);
    const etcd = clientOf(t, cluster);
    const { pairs } = rightOf(await etcd.read(homesKeysOf(domain).all));
    const kept = pairs.find(({ key }) => /\/homes\/one\.[^/]+\/rev\//.test(key));
    assert(kept !== undefined);
    const { key, value } = kept;
    rightOf(await etcd.transact({ guards: [], then: [{ kind: "delete", range: oneKey(key) }] }));
    assert.equal((await one.desk.closed).code, 1013);
    assert.equal(revOf(await two.desk.result(save.type, save.fields)), 2);
    const late = await one.again().catch(String);
    assert.equal(typeof late, "string", "nobody is let in");
    rightOf(await etcd.transact({ guards: [], then: [{ kind: "put", key, value }] }));
    const desk = await eventually(async () => {
      const seen = await one.again().catch(() => undefined);
      return seen === undefined ? { not: "the home lets nobody in" } : { seen };
    }, bounded.timeout);
    assert.equal(revOf(await desk.result(save.type, save.fields)), 2);
  },
);
