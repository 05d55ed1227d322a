import assert from "node:assert/strict";
import { after, test, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { isRight, right } from "fp-ts/lib/Either.js";
import { type Boundary, boundaryTo } from "../../../src/server/runtime/boundary.ts";
import { followRange } from "../../../src/storage/etcd/follow-range.ts";
import { openClusterLog } from "../../../src/storage/etcd/log/cluster-log.ts";
import { revisionOf } from "../../../src/plan/state.ts";
import { until } from "../../support/timeouts.ts";
import { sharedEtcd } from "../../support/etcd.ts";
import { mayUse } from "../../support/programs.ts";
import { change, newHome, rightOf } from "./test-home.ts";
import { clientOf } from "./client/test-client.ts";
import { MemoryEtcd } from "./memory-etcd.ts";
import { MemoryStore } from "./memory-store.ts";
import { becomes, keys as planKeys, save, startNode } from "./log/nodes.ts";

const shared = sharedEtcd(after);

/** A boundary, and what it was told. */
const reporting = () => {
  const bugs: string[] = [];
  const boundary = boundaryTo((error, what) => void bugs.push(`${what}: ${String(error)}`));
  return { boundary, bugs };
};

test("CLUS-38: where a change of etcd is not taken, that is told, and the keys are read and followed anew", async (t) => {
  if (!mayUse(t, "etcd")) return;
  const { keys } = newHome();
  const { boundary, bugs } = reporting();
  const etcd = clientOf(t, await shared(), { boundary });
  const heard: string[] = [];
  let isBroken = false;
  const followed = await followRange(etcd, keys.all, {
    boundary,
    changed: (changes) => {
      const values = changes.map(({ value }) => value?.toString() ?? "");
      if (isBroken) {
        isBroken = false;
        throw new Error("a bug");
      }
      heard.push(...values);
    },
  });
  t.after(rightOf(followed));
  const put = (value: string) =>
    change(etcd, { kind: "put", key: keys.home, value: Buffer.from(value) });
  await put("1");
  await until(() => heard.includes("1"));
  isBroken = true;
  await put("2");
  await until(() => bugs.length > 0);
  assert.equal(bugs[0], "a change in etcd could not be handled: Error: a bug");
  await until(() => heard.includes("2"));
  await put("4");
  await until(() => heard.includes("4"));
});

const clusterUnknownMs = 500;

/** The log of a plan, until the test ends. */
const openLog = async (t: TestContext, store: MemoryStore, boundary: Boundary) => {
  const opened = await openClusterLog({
    etcd: new MemoryEtcd(store),
    keys: planKeys,
    settings: { commitDelayMs: 0, clusterUnknownMs },
    status: { away: assert.fail, back: assert.fail, failed: assert.fail },
    boundary,
    allReadChanges: () => true,
  });
  assert(isRight(opened));
  t.after(() => opened.right.log.close());
  return opened.right.log;
};

test("CLUS-38: where a revision is not taken, that is told, and the plan is handed over as it is, and followed from there", async (t) => {
  const store = new MemoryStore();
  const other = await startNode(t, store);
  const { boundary, bugs } = reporting();
  const log = await openLog(t, store, boundary);
  const taken: string[] = [];
  log.follow({
    followed: ({ rev }) => {
      if (rev === 2) throw new Error("a bug");
      taken.push(`revision ${rev}`);
    },
    jumped: (state) => void taken.push(`jump to ${revisionOf(state)}`),
  });
  for (const rev of [1, 2]) assert.deepEqual(await other.actor.save(save(rev))(), right(rev));
  await becomes(() => taken.includes("jump to 2"), "the plan as it is");
  assert.deepEqual(await other.actor.save(save(3))(), right(3));
  await becomes(() => taken.includes("revision 3"), "the next revision");
  assert.deepEqual(taken, ["revision 1", "jump to 2", "revision 3"]);
  assert.deepEqual(bugs, ["a change of the plan in etcd could not be handled: Error: a bug"]);
});

test("CLUS-38: a plan that is never taken is read again less and less often", async (t) => {
  const store = new MemoryStore();
  const other = await startNode(t, store);
  const log = await openLog(t, store, reporting().boundary);
  let jumps = 0;
  log.follow({
    followed: () => assert.fail("a bug"),
    jumped: () => {
      jumps += 1;
      assert.fail("a bug");
    },
  });
  assert.deepEqual(await other.actor.save(save(1))(), right(1));
  await becomes(() => jumps > 0, "the plan as it is");
  // As long as many equal pauses take.
  for (let pause = 0; pause < 60; pause += 1) await sleep(clusterUnknownMs / 50);
  assert(jumps < 20, `it was read ${jumps} times`);
});
