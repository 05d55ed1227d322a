import assert from "node:assert/strict";
import { test } from "node:test";
import { oneKey } from "../../../src/storage/etcd/client/etcd.ts";
import { keysOf } from "../../../src/storage/etcd/keys.ts";
import { decodeRevision } from "../../../src/storage/etcd/log/revision-value.ts";
import { Changer, Held, Watched } from "../../plan/changes/changer.ts";
import { demoPlan } from "../../samples/index.ts";
import { startEtcd } from "../../support/etcd.ts";
import { eventually } from "../../support/polling.ts";
import { mayUse } from "../../support/programs.ts";
import { inCluster } from "../../support/timeouts.ts";
import { clientOf, put } from "./client/test-client.ts";
import { startServedNode } from "./served-node.ts";
import { change, rightOf } from "./test-home.ts";

const patienceMs = 20_000;
const moved = (x: number): string => `[{"op":"replace","path":"/devices/0/x","value":${x}.0}]`;

test(
  "CLUS-39, CLUS-40, FOLLOW-3: a follower at another node gets a change as such, also one that is stored whole as long as a node is there that reads no changes",
  inCluster,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const cluster = await startEtcd(t);
    const keys = keysOf("floorplan");
    const etcd = clientOf(t, cluster);
    const config = { cluster: cluster.urls.join(",") };
    const one = await startServedNode(t, config);
    const other = await startServedNode(t, config);
    const admin = one.firstToken;
    const editor = await Changer.login(t, { port: one.port, admin });
    assert.equal(await editor.save(JSON.stringify(demoPlan("house"))), 1);
    const follower = await Watched.start(t, { port: other.port, admin });
    const held = new Held();
    await follower.until(1, held);
    let rev = 1;
    /** Makes a change, which is followed; whether etcd has it as one. */
    const isStoredAsChanges = async (): Promise<boolean> => {
      await editor.changed(rev, moved(rev));
      rev += 1;
      await follower.until(rev, held);
      assert.equal(held.came.at(-1)?.from, rev - 1, "it is followed as a change");
      assert.equal(held.text, await editor.plan());
      const { pairs } = rightOf(await etcd.read(oneKey(keys.revision(rev))));
      return "chain" in rightOf(decodeRevision(pairs[0]?.value ?? Buffer.of())).header;
    };
    assert(await isStoredAsChanges());
    const late = await startServedNode(t, config);
    const another = await Changer.login(t, { port: late.port, admin });
    assert.equal(await another.plan(), held.text);
    const back = await Watched.start(
      t,
      { port: late.port, admin },
      "plan/follow",
      `,"rev":${rev - 1}`,
    );
    assert.match(await back.next(), new RegExp(`^\\{"rev":${rev},"from":${rev - 1},"changes":`));
    assert.equal(await another.change(rev, moved(7)), rev + 1);
    await follower.until(rev + 1, held);
    assert.equal(held.text, await another.plan());
    rev += 1;

    const old = { id: "0ld", host: "old", version: "0.0.9", reads: [1], time: "2026-01-01" };
    await change(etcd, put(keys.node("0ld"), JSON.stringify(old)));
    await eventually(async () => {
      const isChange = await isStoredAsChanges();
      return isChange ? { not: "stored whole" } : { seen: rev };
    }, patienceMs);
  },
);
