import assert from "node:assert/strict";
import { test } from "node:test";
import { health } from "../../service/revisions.ts";
import { Peer } from "../../support/peer.ts";
import { numberedPlan, planSizes, samplePlan } from "../../support/plans.ts";
import { startTestService } from "../../support/service.ts";

test("PLAN-1: before the first save the stored revision is 0, and the plan is empty for everybody", async (t) => {
  const { url, port, admin, viewer } = await startTestService(t);
  for (const token of [admin, viewer]) {
    const peer = await Peer.login(t, port, token);
    assert.deepEqual(await peer.result("floorplan/plan/get"), {});
    assert.equal(await peer.result("floorplan/plan/subscribe"), null);
    assert.deepEqual(await peer.nextEvent(), {});
  }
  assert.deepEqual(await health(url), { status: 200, body: { status: "ready", rev: 0 } });
  const editor = await Peer.login(t, port, admin);
  assert.deepEqual(await editor.result("floorplan/history/list"), []);
  const none = await editor.error("floorplan/history/get", { rev: 0 });
  assert.equal(none.code, "not_found", "the empty plan is no revision");
  assert.equal((await editor.error("floorplan/plan/save", { plan: {}, rev: 1 })).code, "conflict");
  assert.equal(await editor.save(numberedPlan(1), 0), 1);
});

test("PLAN-1: a restart before the first save leaves the stored revision at 0", async (t) => {
  const before = await startTestService(t);
  await before.stop();
  const { port, admin } = await startTestService(t, { again: before });
  const peer = await Peer.login(t, port, admin);
  assert.deepEqual(await peer.result("floorplan/plan/get"), {});
  assert.equal(await peer.save(numberedPlan(1), 0), 1);
});

test("PLAN-2: every user gets the stored plan, its rev included", async (t) => {
  const { port, admin, viewer } = await startTestService(t);
  const editor = await Peer.login(t, port, admin);
  const wall = await Peer.login(t, port, viewer);
  let rev = 0;
  for (const size of planSizes) {
    const plan = samplePlan(size, rev);
    rev = await editor.save(plan);
    for (const peer of [wall, editor])
      assert.deepEqual(await peer.result("floorplan/plan/get"), { ...plan, rev });
  }
});

test("PLAN-2: a user who is no administrator reads the plan and follows it, and does nothing else", async (t) => {
  const { port, admin, viewer } = await startTestService(t);
  const editor = await Peer.login(t, port, admin);
  await editor.save(numberedPlan(1));
  const wall = await Peer.login(t, port, viewer);
  const refused = [
    ["plan/save", { plan: numberedPlan(2) }],
    ["plan/save", { plan: numberedPlan(2), rev: 1 }],
    ["history/list", {}],
    ["history/get", { rev: 1 }],
  ] as const;
  for (const [name, fields] of refused)
    assert.equal((await wall.error(`floorplan/${name}`, fields)).code, "unauthorized", name);
  await wall.result("floorplan/plan/subscribe");
  assert.deepEqual(await wall.nextEvent(), { ...numberedPlan(1), rev: 1 });
  assert.deepEqual(await wall.result("floorplan/plan/get"), { ...numberedPlan(1), rev: 1 });
});
