import assert from "node:assert/strict";
import { test } from "node:test";
import { Peer } from "../support/peer.ts";
import { numberedPlan } from "../support/plans.ts";
import { startTestService } from "../support/service.ts";
import { bounded } from "../support/timeouts.ts";
import { health } from "./revisions.ts";
import { SegmentDisk } from "./segment-disk.ts";

const save = "floorplan/plan/save";

test("OPS-21: a full disk is no reason for a restart, a failed one is", bounded, async (t) => {
  const disk = new SegmentDisk();
  const service = await startTestService(t, { fs: disk.fs });
  const statuses = async (): Promise<readonly unknown[]> => {
    const alive = await fetch(`${service.url}/livez`);
    return [(await health(service.url)).status, alive.status, await alive.json()];
  };
  const editor = await Peer.login(t, service.port, service.admin);
  await editor.save(numberedPlan(1));
  assert.deepEqual(await statuses(), [200, 200, { alive: true }]);
  disk.fillUp();
  await editor.error(save, { plan: numberedPlan(2) });
  assert.deepEqual(await statuses(), [503, 200, { alive: true }]);
  disk.makeRoom();
  disk.failNextSync("is there");
  await editor.error(save, { plan: numberedPlan(3) });
  assert.deepEqual(await statuses(), [503, 503, { alive: false }]);
});
