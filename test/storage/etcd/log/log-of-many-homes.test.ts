import assert from "node:assert/strict";
import { after, test, type TestContext } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import { isRight } from "fp-ts/lib/Either.js";
import { revisionOf } from "../../../../src/plan/state.ts";
import type { Etcd } from "../../../../src/storage/etcd/client/etcd.ts";
import { homesKeysOf, type Keys } from "../../../../src/storage/etcd/keys.ts";
import { SharedWatch } from "../../../../src/storage/etcd/shared-watch.ts";
import { maxClusterBytes } from "../../../../src/server/settings.ts";
import { boundary } from "../../../support/failing-boundary.ts";
import { sharedEtcd } from "../../../support/etcd.ts";
import { randomOf } from "../../../support/random.ts";
import { mayUse } from "../../../support/programs.ts";
import { testLog } from "../../log-suite.ts";
import { appended, draftOf, type LogStore, next, startActor } from "../../logs-under-test.ts";
import { clientOf } from "../client/test-client.ts";
import { MemoryEtcd } from "../memory-etcd.ts";
import { MemoryStore } from "../memory-store.ts";
import { otherwise } from "../test-home.ts";
import { lookAt, openLogOn } from "./log-store.ts";
import { becomes } from "./nodes.ts";

const shared = sharedEtcd(after);
let domains = 0;

const newKeys = () => homesKeysOf(`homes${(domains += 1)}`);

/** A node, with one watch for all its homes. */
const nodeOn = (
  t: TestContext,
  etcd: Etcd,
  { watched, groupOf }: ReturnType<typeof newKeys>,
): Etcd => {
  const watch = new SharedWatch({ etcd, range: watched, groupOf, boundary });
  t.after(() => watch.close());
  return otherwise(etcd, { watch: watch.watch });
};

/** A home that is opened on one node after another, on each of which another home saves whenever it is. */
const homeOn = (
  t: TestContext,
  nodes: readonly Etcd[],
  keys: ReturnType<typeof newKeys>,
): LogStore => {
  let opened = 0;
  const first = (): Etcd => {
    const [node] = nodes;
    if (node === undefined) throw new Error("there is a node");
    return node;
  };
  return {
    open: async () => {
      const node = nodes[opened % nodes.length] ?? first();
      opened += 1;
      const other = await openLogOn(node, keys.of("other"));
      other.log.follow({ followed: () => undefined, jumped: () => undefined });
      t.after(() => other.log.close());
      await appended(other.log, [next(other.state, draftOf(opened, 100))]);
      return openLogOn(node, keys.of("home"));
    },
    look: () => lookAt(first(), keys.of("home")),
  };
};

/** The actor of a home at a node, and the revisions that it tells. */
const startHome = (t: TestContext, node: Etcd, home: Keys) =>
  startActor(t, { open: () => openLogOn(node, home), look: () => lookAt(node, home) });

test("HOMES-113: each home on two nodes has one order of its own, also if compactions overtake their watches", async (t) => {
  const store = new MemoryStore();
  const keys = newKeys();
  const random = randomOf(31);
  const etcds = [new MemoryEtcd(store), new MemoryEtcd(store)];
  for (const { weather } of etcds) {
    weather.atOnce = () => 1 + random.below(4);
    weather.watch = async () => {
      for (let turns = random.below(20); turns >= 0; turns -= 1) await turn();
    };
  }
  const nodes = etcds.map((etcd) => nodeOn(t, etcd, keys));
  const names = ["a", "b", "c"];
  const saves = 20;
  const homes = await Promise.all(
    names.map(async (name) => {
      const home = keys.of(name);
      return { home, at: await Promise.all(nodes.map((node) => startHome(t, node, home))) };
    }),
  );
  const saving = homes.map(async ({ at }, home) => {
    for (let count = 0; count < saves; count += 1) {
      const { actor } = at[random.below(at.length)] ?? assert.fail("there is a node");
      const content = draftOf(1000 * home + count, 100);
      assert(isRight(await actor.save({ content, guard: undefined })()));
      if (random.below(6) === 0) store.compact(store.revision);
    }
  });
  await Promise.all(saving);
  for (const { home, at } of homes) {
    const kept = await lookAt(new MemoryEtcd(store), home);
    assert.equal(revisionOf(kept), saves);
    for (const { actor, seen } of at) {
      await becomes(() => actor.revision === saves, `revision ${actor.revision}`);
      assert.deepEqual(
        seen,
        seen.toSorted((a, b) => a - b),
      );
      assert.equal(new Set(seen).size, seen.length);
    }
  }
});

for (const [name, count] of [
  ["log of one of two homes on a node", 1],
  ["log of a home on two nodes with two homes", 2],
] as const) {
  testLog({
    name: `${name}, in memory`,
    isShared: true,
    largestPlan: maxClusterBytes,
    begin: async (t) => {
      const store = new MemoryStore();
      const keys = newKeys();
      const nodes = Array.from({ length: count }, () => nodeOn(t, new MemoryEtcd(store), keys));
      return homeOn(t, nodes, keys);
    },
  });
  testLog({
    name: `${name}, in etcd`,
    isShared: true,
    largestPlan: maxClusterBytes,
    begin: async (t) => {
      if (!mayUse(t, "etcd")) return undefined;
      const cluster = await shared();
      const keys = newKeys();
      const nodes = Array.from({ length: count }, () => nodeOn(t, clientOf(t, cluster), keys));
      return homeOn(t, nodes, keys);
    },
  });
}
