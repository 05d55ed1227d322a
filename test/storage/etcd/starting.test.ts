import assert from "node:assert/strict";
import { test } from "node:test";
import { isRight, right } from "fp-ts/lib/Either.js";
import { readKeptPlans } from "../../../src/storage/etcd/log/read-revisions.ts";
import { inCluster } from "../../support/timeouts.ts";
import { startEtcd } from "../../support/etcd.ts";
import { eventually } from "../../support/polling.ts";
import { Peer } from "../../support/peer.ts";
import { mayUse } from "../../support/programs.ts";
import { MemoryEtcd } from "./memory-etcd.ts";
import { done, MemoryStore } from "./memory-store.ts";
import { keys, save, startNode } from "./log/nodes.ts";
import { startServedNode } from "./served-node.ts";

test("CLUS-37: a plan and its history are read however often etcd compacts meanwhile", async (t) => {
  const store = new MemoryStore();
  const node = await startNode(t, store);
  const saves = 20;
  for (let rev = 1; rev <= saves; rev += 1)
    assert.deepEqual(await node.actor.save(save(rev))(), right(rev));
  const etcd = new MemoryEtcd(store);
  let reads = 0;
  etcd.weather.read = () => {
    reads += 1;
    if (reads % 4 === 0) {
      const noise = { kind: "put", key: "/noise", value: Buffer.from("") } as const;
      done(store.transact({ guards: [], then: [noise] }));
      store.compact(store.revision);
    }
    return "none";
  };
  const kept = await readKeptPlans(etcd, keys);
  assert(isRight(kept));
  assert.deepEqual(
    kept.right.saved.map(({ header }) => header.rev),
    Array.from({ length: saves }, (_, at) => at + 1),
  );
});

test(
  "CLUS-37: a node starts where etcd's quota is reached, shows the plan, and is shown to the others once there is room",
  inCluster,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const quota = 4 * 1024 * 1024;
    const { urls, ctl } = await startEtcd(t, { flags: [`--quota-backend-bytes=${quota}`] });
    const cluster = urls.join(",");
    const first = await startServedNode(t, { cluster });
    const peer = await Peer.login(t, first.port, first.firstToken);
    await peer.save({ rooms: [] });
    // etcd looks at its quota ten times a second.
    await eventually(async () => {
      await ctl("put", "/full", "x".repeat(100_000)).catch(() => undefined);
      const alarms = await ctl("alarm", "list");
      return alarms.includes("NOSPACE") ? { seen: undefined } : { not: "there is room" };
    }, 60_000);
    const second = await startServedNode(t, { cluster });
    const late = await Peer.login(t, second.port, first.firstToken);
    const { result } = await late.command("floorplan/plan/get");
    assert.deepEqual(result, { rooms: [], rev: 1 });
    const nodesSeen = async (): Promise<number> => {
      const response = await fetch(`${second.url}/healthz`);
      const health: { readonly cluster: { readonly nodes: readonly unknown[] } } = JSON.parse(
        await response.text(),
      );
      return health.cluster.nodes.length;
    };
    assert.equal(await nodesSeen(), 1);
    await ctl("del", "/full");
    const [status] = JSON.parse(await ctl("endpoint", "status", "--write-out=json"));
    await ctl("compact", String(status.Status.header.revision));
    await ctl("defrag");
    await ctl("alarm", "disarm");
    await eventually(async () => {
      const count = await nodesSeen();
      return count === 2 ? { seen: undefined } : { not: `${count} nodes are seen` };
    }, 60_000);
    await second.stop();
    await first.stop();
  },
);
