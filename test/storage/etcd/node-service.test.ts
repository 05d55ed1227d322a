import assert from "node:assert/strict";
import { hostname } from "node:os";
import { test } from "node:test";
import { left } from "fp-ts/lib/Either.js";
import { pino } from "pino";
import { defaultConfig } from "../../../src/server/config.ts";
import { startService } from "../../../src/server/server.ts";
import { startEtcd } from "../../support/etcd.ts";
import { eventually } from "../../support/polling.ts";
import { Peer } from "../../support/peer.ts";
import { mayUse } from "../../support/programs.ts";
import { temporaryFolder } from "../../support/service.ts";
import { startServedNode } from "./served-node.ts";

const patienceMs = 60_000;

test(
  "NODE-6, NODE-7, NODE-9, NODE-11: a node that knows of every member says at /healthz how it and the members are doing; without a quorum it serves what it has, cut off nobody, and comes back by itself",
  { timeout: 240_000 },
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const { urls, members, leader } = await startEtcd(t, { members: 3 });
    // Members that come back, and are slow on a machine that is busy, take long to choose one that leads.
    const config = { cluster: urls.join(","), clusterMs: 500, clusterCutOffMs: 8000 };
    const [one = ""] = urls;
    const partial = await startService(
      defaultConfig({ cluster: one, data: await temporaryFolder(t), port: 0 }),
      { log: pino({ enabled: false }) },
    );
    const all = "the cluster cannot be used: --cluster names 1 of its 3 members: name all of them";
    assert.deepEqual(partial, left(all));
    const { port, url, firstToken, lines, stop } = await startServedNode(t, config);
    const health = async () => {
      const response = await fetch(`${url}/healthz`);
      return `${response.status} ${await response.text()}`;
    };
    const becomes = (expected: RegExp) =>
      eventually(async () => {
        const found = await health();
        return expected.test(found) ? { seen: found } : { not: found };
      }, patienceMs);
    const ready = /^200 \{"status":"ready","rev":\d+,"cluster":\{"members":\[.*"nodes":\[\{"id":/;
    await becomes(ready);
    const peer = await Peer.login(t, port, firstToken);
    await peer.save({ rooms: [] });

    const leading = await leader();
    const [first, second] = [0, 1, 2].filter((at) => at !== leading).map((at) => members[at]);
    const third = members[leading];
    assert(first !== undefined && second !== undefined && third !== undefined);
    await first.kill();
    const answer = await becomes(
      /^200 \{"status":"degraded".*"reason":"member [123] of --cluster is not running"/,
    );
    for (const secret of [...urls.map((each) => new URL(each).host), hostname(), "ECONNREFUSED"])
      assert(!answer.includes(secret), `strangers read ${secret}`);
    await peer.save({ rooms: [] });
    await second.kill();
    await becomes(/^503 \{"status":"degraded".*no quorum.*is not running.*is not running/);
    const late = await Peer.login(t, port, firstToken);
    assert.equal((await late.command("ping"))["type"], "pong");
    await first.start();
    await second.start();
    await becomes(ready);
    assert(
      !lines.some(({ reason }) => String(reason).includes("cut off")),
      "never with these gone",
    );

    await first.pause();
    await second.pause();
    await becomes(/^503 \{"status":"degraded".*cut off/);
    for (const each of [peer, late]) assert.equal((await each.closed).code, 1013);
    const refused = await Peer.open(t, port);
    refused.send({ type: "auth", access_token: firstToken });
    assert.equal((await refused.closed).code, 1013);
    assert(!refused.received.some(({ type }) => type === "auth_ok"));
    first.resume();
    second.resume();
    await becomes(ready);
    const again = await Peer.login(t, port, firstToken);
    await again.save({ rooms: [] });
    const told = lines.filter(
      ({ msg, reason }) =>
        msg.startsWith("the cluster is") && String(reason).startsWith("this node is cut off"),
    );
    assert.deepEqual(
      told.map(({ level }) => level),
      [40, 30],
    );
    await stop();
  },
);

test(
  "CLUS-31, NODE-9: a node that cannot follow the plan any more sends everybody away, lets nobody in, and says so at /healthz and in its log",
  { timeout: 120_000 },
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const { urls, ctl } = await startEtcd(t);
    const cluster = urls.join(",");
    const { port, url, firstToken, lines, stop } = await startServedNode(t, { cluster });
    const peer = await Peer.login(t, port, firstToken);
    await peer.save({ rooms: [] });
    await ctl("del", "/floorplan/floorplan/rev/000000000001");
    assert.equal((await peer.closed).code, 1013);
    const response = await fetch(`${url}/healthz`);
    assert.equal(response.status, 503);
    assert.match(
      await response.text(),
      /^\{"status":"failed".*"reason":"the plan in the cluster cannot be followed until a restart; [^:"]*"/,
    );
    const late = await Peer.open(t, port);
    late.send({ type: "auth", access_token: firstToken });
    assert.equal((await late.closed).code, 1013);
    assert.deepEqual(
      lines.filter(({ msg }) => msg.includes("until a restart")).map(({ level }) => level),
      [50],
    );
    await stop();
  },
);
