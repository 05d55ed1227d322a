import assert from "node:assert/strict";
import { after, test } from "node:test";
import { isRight, right } from "fp-ts/lib/Either.js";
import { boundaryTo } from "../../src/boundary.ts";
import { followRange } from "../../src/cluster/follow-range.ts";
import { openClusterLog } from "../../src/cluster/log/open-cluster-log.ts";
import { revisionOf } from "../../src/plan/state.ts";
import { until } from "../support/bounded.ts";
import { sharedEtcd } from "../support/etcd.ts";
import { mayUse } from "../support/programs.ts";
import { change, newHome, rightOf } from "./at-etcd.ts";
import { clientOf } from "./etcd/asked.ts";
import { MemoryEtcd } from "./memory-etcd.ts";
import { MemoryStore } from "./memory-store.ts";
import { becomes, keys as planKeys, save, startNode } from "./nodes.ts";

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
  assert.equal(bugs[0], "a change in etcd was not taken: Error: a bug");
  await until(() => heard.includes("2"));
  await put("4");
  await until(() => heard.includes("4"));
});

test("CLUS-38: where a revision is not taken, that is told, and the plan is handed over as it is, and followed from there", async (t) => {
  const store = new MemoryStore();
  const other = await startNode(t, store);
  const { boundary, bugs } = reporting();
  const opened = await openClusterLog({
    etcd: new MemoryEtcd(store),
    keys: planKeys,
    settings: { commitDelayMs: 0, clusterUnknownMs: 500 },
    trouble: { away: assert.fail, back: assert.fail, failed: assert.fail },
    boundary,
  });
  assert(isRight(opened));
  const { log } = opened.right;
  t.after(() => log.close());
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
  assert.deepEqual(bugs, ["what etcd told of a plan was not taken: Error: a bug"]);
});
