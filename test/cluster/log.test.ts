import assert from "node:assert/strict";
import { test } from "node:test";
import { isRight, left, right } from "fp-ts/lib/Either.js";
import { keysOf } from "../../src/cluster/keys.ts";
import { openClusterLog } from "../../src/cluster/log/open-cluster-log.ts";
import { PlanActor } from "../../src/plan/actor.ts";
import { MemoryEtcd } from "./memory-etcd.ts";
import { MemoryStore } from "./memory-store.ts";

const keys = keysOf("floorplan");
const settings = { commitDelayMs: 0, clusterUnknownMs: 1000 };
const limits = { mailboxMessages: 1000, mailboxBytes: 100_000_000 };
const draft = { rest: [Buffer.from('"a":1}')], bytes: 7, rooms: 1, items: 0 };
const overwrite = { draft, guard: undefined };
const trouble = { away: assert.fail, back: assert.fail };

const startNode = async (store: MemoryStore) => {
  const opened = await openClusterLog({ etcd: new MemoryEtcd(store), keys, settings, trouble });
  assert(isRight(opened), JSON.stringify(opened));
  const { log, state } = opened.right;
  return { log, actor: new PlanActor(log, state, limits, assert.fail) };
};

test("CLUS-1: nodes that save at once agree on an order, and one that catches up has seen what was saved before", async () => {
  const store = new MemoryStore();
  const [one, other] = [await startNode(store), await startNode(store)];
  assert.deepEqual(await one.actor.save({ draft, guard: 0 })(), right(1));
  assert.deepEqual(await other.log.caughtUp(), right(undefined));
  assert.equal(other.actor.revision, 1);
  const answers = await Promise.all([
    one.actor.save(overwrite)(),
    other.actor.save(overwrite)(),
    other.actor.save({ draft, guard: 1 })(),
  ]);
  assert.deepEqual(answers, [right(2), right(3), left({ kind: "conflict", current: 3 })]);
  const third = await startNode(store);
  assert.equal(third.actor.revision, 3);
  await Promise.all([one, other, third].map(({ log }) => log.close()));
});
