import assert from "node:assert/strict";
import { after, test, type TestContext } from "node:test";
import type { Etcd } from "../../../src/storage/etcd/client/etcd.ts";
import type { Keys } from "../../../src/storage/etcd/keys.ts";
import { ClusterNode, type NodeSetup } from "../../../src/storage/etcd/cluster-node.ts";
import { boundary } from "../../support/failing-boundary.ts";
import { inCluster, until } from "../../support/timeouts.ts";
import { sharedEtcd } from "../../support/etcd.ts";
import { mayUse } from "../../support/programs.ts";
import { change, newHome, otherwise, rightOf } from "./test-home.ts";
import { clientOf } from "./client/test-client.ts";
import { oneKey } from "../../../src/storage/etcd/client/etcd.ts";

const shared = sharedEtcd(after);
const dayMs = 24 * 3600_000;

/** What ends with a test, the last first: nodes leave before their clients are closed. */
const endings = new WeakMap<TestContext, (() => unknown)[]>();
const ending = (t: TestContext): (() => unknown)[] => {
  const known = endings.get(t);
  if (known !== undefined) return known;
  const ends: (() => unknown)[] = [];
  endings.set(t, ends);
  t.after(async () => {
    for (const end of ends.toReversed()) await end();
  });
  return ends;
};

const client = async (t: TestContext): Promise<Etcd> =>
  clientOf({ after: (end) => void ending(t).push(end) }, await shared());

const join = async (
  t: TestContext,
  etcd: Etcd,
  keys: Keys,
  id: string,
  more: Partial<NodeSetup> = {},
): Promise<ClusterNode> => {
  const node = rightOf(
    await ClusterNode.join({
      etcd,
      keys,
      name: { id, host: `machine-${id}`, version: "0.1.0" },
      onChange: () => undefined,
      boundary,
      ttl: 2,
      ...more,
    }),
  );
  ending(t).push(() => node.leave());
  return node;
};

const idsOf = ({ nodes }: ClusterNode): string => nodes.map(({ id }) => id).join(" ");

test(
  "NODE-4: every node sees which others live, and what they are; one that leaves is gone at once",
  inCluster,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const { keys } = newHome();
    const one = await join(t, await client(t), keys, "one");
    const two = await join(t, await client(t), keys, "two");
    await until(() => idsOf(one) === "one two" && idsOf(two) === "one two");
    const [, seen] = one.nodes;
    assert(seen !== undefined);
    const { time, ...rest } = seen;
    assert(Math.abs(Date.now() - Date.parse(time)) < 30_000);
    assert.deepEqual(rest, {
      id: "two",
      host: "machine-two",
      version: "0.1.0",
      reads: [1, 2],
    });
    await until(() => (one.nodes[1]?.time ?? time) > time);
    await two.leave();
    await until(() => idsOf(one) === "one");
  },
);

test(
  "NODE-4: a node that ends without a word is gone with its lease, and one whose lease ended while it was away comes back",
  inCluster,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const { keys } = newHome();
    const etcd = await client(t);
    const one = await join(t, etcd, keys, "one");
    let isStopped = false;
    const still = new Promise<never>(() => undefined);
    const stopping = otherwise(etcd, {
      renew: (lease) => (isStopped ? still : etcd.renew(lease)),
    });
    await join(t, stopping, keys, "two");
    await until(() => idsOf(one) === "one two");
    isStopped = true;
    await until(() => idsOf(one) === "one");
    let isAway = true;
    const leases: string[] = [];
    const back = otherwise(etcd, {
      lease: async (seconds) => {
        const lease = await etcd.lease(seconds);
        leases.push(rightOf(lease));
        return lease;
      },
      renew: async (lease) => {
        if (isAway) rightOf(await etcd.revoke(lease));
        isAway = false;
        return etcd.renew(lease);
      },
    });
    await join(t, back, keys, "three");
    // It may lose one more, where everybody is slow.
    await until(() => leases.length >= 2 && idsOf(one) === "one three");
  },
);

test(
  "NODE-5: nodes whose clocks are more than a minute apart are told with both of their names, until the clocks agree",
  inCluster,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const { keys } = newHome();
    let changes = 0;
    const one = await join(t, await client(t), keys, "one", {
      onChange: () => (changes += 1),
    });
    let aheadMs = dayMs;
    const two = await join(t, await client(t), keys, "two", {
      wallClock: () => Date.now() + aheadMs,
    });
    await join(t, await client(t), keys, "three", {
      wallClock: () => Date.now() + 30_000,
    });
    await until(() => one.clocks.length > 0 && two.clocks.length === 2);
    assert.deepEqual(one.clocks, [
      "the clock of node two (machine-two) is more than a minute ahead of that of node one (machine-one)",
    ]);
    assert.deepEqual(two.clocks.toSorted(), [
      "the clock of node one (machine-one) is more than a minute behind that of node two (machine-two)",
      "the clock of node three (machine-three) is more than a minute behind that of node two (machine-two)",
    ]);
    assert(changes > 0, "and whoever is to hear of it does");
    aheadMs = 0;
    await until(() => one.clocks.length === 0 && two.clocks.length === 0);
  },
);

test("NODE-5: a sign that came late says nothing of a clock", inCluster, async (t) => {
  if (!mayUse(t, "etcd")) return;
  const { keys } = newHome();
  const etcd = await client(t);
  let rounds = 0;
  const one = await join(
    t,
    otherwise(etcd, {
      renew: (lease) => {
        rounds += 1;
        return etcd.renew(lease);
      },
    }),
    keys,
    "one",
  );
  const sign = (id: string, behindMs: number) => {
    const time = new Date(Date.now() - behindMs).toISOString();
    const info = { id, host: "machine", version: "0.1.0", reads: [1], time };
    return change(etcd, {
      kind: "put",
      key: keys.node(id),
      value: Buffer.from(JSON.stringify(info)),
    });
  };
  await sign("late", 90_000);
  await sign("late", 0);
  await sign("wrong", 90_000);
  await sign("wrong", 90_000);
  await change(etcd, { kind: "put", key: keys.node("none"), value: Buffer.from("{") });
  await until(() => one.clocks.length > 0);
  const before = rounds;
  await until(() => rounds > before + 1);
  assert.equal(one.clocks.length, 1);
  assert(one.clocks[0]?.includes("node wrong"));
  // What is no node is left out; its own key may be gone for a moment, where everybody is slow.
  await until(() => idsOf(one) === "late one wrong");
});

test("CLUS-40: a node knows whether all of them read changes, and waits for one that does not and may come back", async (t) => {
  if (!mayUse(t, "etcd")) return;
  const { keys } = newHome();
  const etcd = await client(t);
  const returnMs = 1000;
  const one = await join(t, etcd, keys, "one", { returnMs });
  assert(one.allReadChanges);
  const old = { id: "old", host: "machine", version: "0.1.0", reads: [1], time: "2026-01-01" };
  const shown = async (): Promise<void> => {
    const value = Buffer.from(JSON.stringify(old));
    await change(etcd, { kind: "put", key: keys.node("old"), value });
    await until(() => idsOf(one) === "old one");
  };
  const leaves = async (): Promise<void> => {
    await change(etcd, { kind: "delete", range: oneKey(keys.node("old")) });
    await until(() => idsOf(one) === "one");
  };
  await shown();
  assert(!one.allReadChanges);
  const left = performance.now();
  await leaves();
  await until(() => one.allReadChanges);
  assert(performance.now() - left >= returnMs);
  await shown();
  assert(!one.allReadChanges);
});
