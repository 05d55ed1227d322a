import assert from "node:assert/strict";
import { hostname } from "node:os";
import { test, type TestContext } from "node:test";
import { keysOf } from "../../../src/storage/etcd/keys.ts";
import { inCluster } from "../../support/timeouts.ts";
import { type EtcdCluster, startEtcd } from "../../support/etcd.ts";
import { eventually } from "../../support/polling.ts";
import { Peer } from "../../support/peer.ts";
import { mayUse } from "../../support/programs.ts";
import { startServedNode } from "./served-node.ts";

const keys = keysOf("floorplan");

/** A node of a home in a cluster, with what it logs and says at `/healthz`. */
const startNode = async (t: TestContext, { urls }: EtcdCluster) => {
  const node = await startServedNode(t, { cluster: urls.join(",") });
  const { url, lines } = node;
  /** Resolves with the whole answer once status and reason are as expected. */
  const becomes = (status: "ready" | "degraded", reason?: RegExp) =>
    eventually(async () => {
      const response = await fetch(`${url}/healthz`);
      const text = await response.text();
      assert.equal(response.status, 200, "plans can be saved all the same");
      const found: { readonly status: string; readonly reason?: string } = JSON.parse(text);
      const isSo = found.status === status && (reason?.test(found.reason ?? "") ?? true);
      return isSo ? { seen: text } : { not: text };
    }, 60_000);
  /** What was logged of a document: the level, and what is wrong with it. */
  const told = (place: string) =>
    lines.flatMap(({ level, reason, problem }) => {
      const text = String(reason ?? problem);
      return text.startsWith(`${place} in etcd is damaged: `) ? [[level, text]] : [];
    });
  return { ...node, becomes, told };
};

test(
  "SHARE-9: while a document cannot be understood a node goes on with what it held and is degraded with the reason, which is logged when it begins, changes and is over",
  inCluster,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const etcd = await startEtcd(t);
    const { ctl } = etcd;
    const node = await startNode(t, etcd);
    const { port, firstToken, becomes, told } = node;
    const place = keys.document("users");
    await becomes("ready");
    const whole = (await ctl("get", "--print-value-only", place)).trim();
    await ctl("put", place, whole.slice(0, -1));
    const damaged = /^users, bans or sign-ins in the cluster cannot be understood; [^;]*$/;
    await becomes("degraded", damaged);
    for (let count = 0; count < 3; count += 1) {
      const peer = await Peer.login(t, port, firstToken);
      await peer.save({ rooms: [] });
    }
    await ctl("put", place, '{"version":1,"users":[{"token_sha256":abcdef}]}');
    await eventually(async () => {
      const reasons = told(place).map(([, reason]) => reason);
      const isTold = reasons.some((reason) => String(reason).includes("Unexpected token"));
      return isTold ? { seen: true } : { not: reasons.join("; ") };
    }, 60_000);
    const text = await becomes("degraded", damaged);
    for (const secret of ["abcdef", place, "Expected", "Unexpected", hostname(), ...etcd.urls])
      assert(!text.includes(secret), `strangers read ${secret}`);
    await ctl("put", place, whole);
    await becomes("ready");
    const peer = await Peer.login(t, port, firstToken);
    await peer.save({ rooms: [] });
    await node.stop();
    const [cut, other] = told(place).map(([, reason]) => reason);
    assert.deepEqual(told(place), [
      [40, cut],
      [40, other],
      [30, cut],
      [30, other],
    ]);
  },
);

test(
  "SHARE-9: bans and sign-ins that cannot be understood when a node starts degrade it as well, and are logged once",
  inCluster,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const etcd = await startEtcd(t);
    const { ctl } = etcd;
    const first = await startNode(t, etcd);
    const places = ["bans", "sessions"].map((name) => keys.document(name));
    for (const place of places) await ctl("put", place, "{}");
    const late = await startNode(t, etcd);
    for (const node of [first, late])
      await node.becomes("degraded", /^users, bans or sign-ins in the cluster /);
    // Who comes without a token, or with none that is valid, has the bans looked at.
    for (let count = 0; count < 3; count += 1)
      await fetch(`http://127.0.0.1:${late.port}/api/floorplan/background`, { method: "DELETE" });
    for (const place of places) await ctl("del", place);
    for (const node of [first, late]) await node.becomes("ready");
    for (const node of [first, late]) await node.stop();
    for (const place of places) {
      assert.deepEqual(
        first.told(place).map(([level]) => level),
        [40, 30],
      );
      // The bans are also told of by who needs them.
      const atLogins = place.endsWith("bans") ? [40] : [];
      assert.deepEqual(
        late.told(place).map(([level]) => level),
        [40, ...atLogins, 30],
      );
    }
  },
);
