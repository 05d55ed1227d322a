import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { Peer } from "../support/peer.ts";
import { numberedPlan } from "../support/plans.ts";
import { startTestService } from "../support/service.ts";
import { fence } from "./event-fence.ts";
import { eventRevs, health, historyRevs, range, revOf } from "./revisions.ts";
import { SegmentDisk } from "./segment-disk.ts";

/** A service on a disk of which a test has the syncs in its hands. */
const serviceOnSegmentDisk = async (t: TestContext) => {
  const disk = new SegmentDisk();
  const { url, port, admin, viewer } = await startTestService(t, { fs: disk.fs });
  const login = (token = admin): Promise<Peer> => Peer.login(t, port, token);
  return { disk, url, login, viewer };
};

for (const before of [0, 1, 3])
  test(`SAVE-10: nothing shows revision ${before + 1} before its sync has returned`, async (t) => {
    const { disk, url, login, viewer } = await serviceOnSegmentDisk(t);
    const [saver, watcher, reader] = [await login(), await login(viewer), await login(viewer)];
    const [lister, latecomer] = [await login(), await login(viewer)];
    await watcher.result("floorplan/plan/subscribe");
    for (const number of range(1, before)) await saver.save(numberedPlan(number));

    const rev = before + 1;
    const { reached, release } = disk.holdNextSync();
    const saved = saver.save(numberedPlan(rev));
    await reached;
    const got = reader.result("floorplan/plan/get");
    const listed = historyRevs(lister);
    const subscribed = latecomer.result("floorplan/plan/subscribe");
    // Whatever the service would say too early has arrived after this.
    await fence(saver, watcher, reader, lister, latecomer);
    assert.deepEqual(await health(url), { status: 200, body: { status: "ready", rev: before } });
    for (const peer of [saver, watcher, reader, lister, latecomer])
      assert(!JSON.stringify(peer.received).includes(`"rev":${rev}`));
    assert.deepEqual(eventRevs(watcher), range(0, before));

    release();
    assert.equal(await saved, rev);
    assert.equal(revOf(await got), rev, "a read that came after the save sees it");
    assert.deepEqual(await listed, range(1, before).toReversed());
    await subscribed;
    await fence(watcher, latecomer);
    assert.deepEqual(eventRevs(watcher), range(0, rev));
    assert.deepEqual(eventRevs(latecomer), [rev]);
    assert.deepEqual(await health(url), { status: 200, body: { status: "ready", rev } });
  });

test("SAVE-10: a conflict names no revision that is not durable", async (t) => {
  const { disk, login } = await serviceOnSegmentDisk(t);
  const [saver, second, third] = [await login(), await login(), await login()];
  await saver.save(numberedPlan(1));

  const first = disk.holdNextSync();
  const saved = saver.save(numberedPlan(2));
  await first.reached;
  // These two share the next sync; the conflict is with the save in front of it.
  const next = disk.holdNextSync();
  const overwrites = second.save(numberedPlan(3));
  await fence(second);
  const refused = third.error("floorplan/plan/save", { plan: {}, rev: 2 });
  await fence(third);
  first.release();
  await next.reached;
  await fence(third);
  assert.equal(await saved, 2);
  assert.doesNotMatch(JSON.stringify(third.received), /"rev":3|is 3/);

  next.release();
  assert.equal(await overwrites, 3);
  const error = await refused;
  assert.equal(error.code, "conflict");
  assert.match(error.message, /\b3$/);
});

test("SAVE-10: the command after a save on the same connection waits for its sync", async (t) => {
  const { disk, login } = await serviceOnSegmentDisk(t);
  const peer = await login();
  const { reached, release } = disk.holdNextSync();
  peer.send([
    { id: 1, type: "floorplan/plan/save", plan: numberedPlan(1) },
    { id: 2, type: "ping" },
    { id: 3, type: "floorplan/plan/get" },
  ]);
  await reached;
  await fence(peer);
  assert.deepEqual(
    peer.received.filter(({ id }) => id !== undefined),
    [],
  );
  release();
  await peer.replyTo(3);
  assert.deepEqual(
    peer.received.map(({ id }) => id).filter((id) => id !== undefined),
    [1, 2, 3],
  );
});
