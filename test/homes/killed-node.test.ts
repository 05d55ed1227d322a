import assert from "node:assert/strict";
import { test } from "node:test";
import { startHomesCluster } from "../campaign/cluster/homes-cluster.ts";
import { eventRevs, objectOf, range, revOf } from "../service/revisions.ts";
import { Peer } from "../support/peer.ts";
import { numberedPlan } from "../support/plans.ts";
import { eventually } from "../support/polling.ts";
import { mayUse } from "../support/programs.ts";
import { randomOf } from "../support/random.ts";
import { inCluster } from "../support/timeouts.ts";

const patienceMs = 60_000;
const homes = 6;
/** Saves of each home before the kill; others are on the way then. */
const savesBefore = 5;

test(
  "HOMES-142: when a node is killed, its homes are at the other one: everything acknowledged is there, a save on the way once or never, and screens there saw all of it in order",
  inCluster,
  async (t) => {
    if (!mayUse(t, "etcd")) return;
    const cluster = await startHomesCluster(t, randomOf(1), homes);
    const [doomed] = cluster.nodes;
    const login = async (home: (typeof cluster.homes)[number], node: 0 | 1): Promise<Peer> => {
      const access = home.campaign.places[node]?.access;
      assert(access !== undefined);
      const url = `ws://127.0.0.1:${access.port}${access.path}`;
      return Peer.login(t, access.port, access.token, { url });
    };
    const rooms = await Promise.all(
      cluster.homes.map(async (home) => {
        const desk = await login(home, 0);
        const screen = await login(home, 1);
        await screen.result("floorplan/plan/subscribe");
        return { home, desk, screen, acknowledged: 0 };
      }),
    );
    let enough = 0;
    const working = rooms.map(async (room) => {
      for (let number = 1; ; number += 1) {
        const rev = await room.desk.save(numberedPlan(number)).catch(() => undefined);
        if (rev === undefined) return;
        assert.equal(rev, number);
        room.acknowledged = rev;
        if (rev === savesBefore) enough += 1;
      }
    });
    await eventually(
      async () => (enough === homes ? { seen: undefined } : { not: `${enough} homes have saved` }),
      patienceMs,
    );
    await doomed.kill();
    await Promise.all(working);
    for (const { home, screen, acknowledged } of rooms) {
      const desk = await login(home, 1);
      const rev = revOf(await desk.result("floorplan/plan/get"));
      assert(rev === acknowledged || rev === acknowledged + 1, `${rev} after ${acknowledged}`);
      const kept = objectOf(await desk.result("floorplan/history/get", { rev: acknowledged }));
      assert.equal(kept["number"], acknowledged);
      assert.equal(await desk.save(numberedPlan(rev + 1), rev), rev + 1);
      await eventually(async () => {
        const seen = eventRevs(screen);
        return seen.at(-1) === rev + 1 ? { seen } : { not: `the screen has ${seen.join()}` };
      }, patienceMs);
      assert.deepEqual(eventRevs(screen), range(0, rev + 1));
    }
  },
);
