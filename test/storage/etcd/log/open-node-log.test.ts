import assert from "node:assert/strict";
import { test } from "node:test";
import { isLeft, right } from "fp-ts/lib/Either.js";
import { type ClusterLog, openNodeLog } from "../../../../src/storage/etcd/log/cluster-log.ts";
import { pino } from "pino";
import { loadPlan, PlanHolder } from "../../../../src/plan/plan-holder.ts";
import { revisionOf } from "../../../../src/plan/state.ts";
import { boundary } from "../../../support/failing-boundary.ts";
import { MemoryEtcd } from "../memory-etcd.ts";
import { MemoryStore } from "../memory-store.ts";
import { becomes, gate, keys, save, startNode } from "./nodes.ts";

test("NODE-10: a node that starts shows nothing before it has what was saved while it read the plan", async (t) => {
  const store = new MemoryStore();
  const other = await startNode(t, store);
  assert.deepEqual(await other.actor.save(save(1))(), right(1));
  const etcd = new MemoryEtcd(store);
  const reading = gate();
  let reads = 0;
  etcd.weather.read = () => {
    reads += 1;
    return "none";
  };
  etcd.weather.wire = async () => {
    if (reads > 1) await reading.opened;
  };
  let log: ClusterLog | undefined;
  const nothing = { away: assert.fail, back: assert.fail, failed: assert.fail };
  const opening = {
    options: {
      etcd,
      keys,
      settings: { commitDelayMs: 0, clusterUnknownMs: 60_000 },
      status: nothing,
      boundary,
      allReadChanges: () => true,
    },
    retry: {
      etcd,
      ms: 0,
      onWait: boundary("it waits", (reason: string) => assert.fail(reason)),
    },
    onOpen: (opened: ClusterLog) => (log = opened),
    admit: async () => log?.caughtUp() ?? right(undefined),
  };
  const limits = { mailboxMessages: 100, mailboxBytes: 1024 * 1024 };
  const loading = loadPlan(() => openNodeLog(opening), new PlanHolder(), {
    limits,
    boundary,
    recovered: () => undefined,
    log: pino({ level: "silent" }),
  });
  await becomes(() => reads > 1, "the head was read");
  // What a client was told, which goes to the node that starts.
  assert.deepEqual(await other.actor.save(save(2))(), right(2));
  reading.open();
  const opened = await loading;
  assert(!isLeft(opened));
  t.after(() => opened.right.log.close());
  assert.deepEqual(await opened.right.actor.read(revisionOf)(), right(2));
});
