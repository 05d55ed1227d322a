import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { Peer } from "../support/peer.ts";
import { numberedPlan } from "../support/plans.ts";
import { startTestService, type TestService } from "../support/service.ts";
import { fence } from "./event-fence.ts";
import { failureTexts } from "../../src/plan/plan-holder.ts";
import { eventRevs, health, historyRevs, objectOf, revOf } from "./revisions.ts";
import { SegmentDisk } from "./segment-disk.ts";

const save = "floorplan/plan/save";

/** What whoever saves, and whoever reads the log, can act on. */
const sentence =
  "the storage failed, and plans cannot be saved until a restart: EIO: the disk of this test failed";

/** A service that has stored revision 1 and 2, and then failed to sync a batch of saves, one of which conflicts. */
const afterFailedSync = async (t: TestContext, written: "is lost" | "is there") => {
  const disk = new SegmentDisk();
  const service = await startTestService(t, { fs: disk.fs });
  const login = (token = service.admin): Promise<Peer> => Peer.login(t, service.port, token);
  const watcher = await login(service.viewer);
  await watcher.result("floorplan/plan/subscribe");
  const editors = [await login(), await login(), await login(), await login()] as const;
  const [first, overwrites, guarded, conflicts] = editors;
  await first.save(numberedPlan(1));

  const { reached, release } = disk.holdNextSync();
  disk.failNextSync(written);
  const durable = first.save(numberedPlan(2));
  await reached;
  // What waits while a sync runs is one batch: its sync is the one that fails.
  const refused: Promise<{ code: unknown; message: string }>[] = [];
  const join = async (editor: Peer, fields: object): Promise<void> => {
    refused.push(editor.error(save, { ...fields }));
    await fence(editor);
  };
  await join(overwrites, { plan: numberedPlan(3) });
  await join(guarded, { plan: numberedPlan(4), rev: 3 });
  await join(conflicts, { plan: numberedPlan(5), rev: 2 });
  const inTheBatch = watcher.result("floorplan/plan/get");
  await fence(watcher);
  release();
  assert.equal(await durable, 2);
  return { service, disk, login, watcher, editors, inTheBatch, errors: await Promise.all(refused) };
};

const startAgain = async (t: TestContext, service: TestService): Promise<Peer> => {
  await service.stop();
  const again = await startTestService(t, { again: service });
  return Peer.login(t, again.port, again.admin);
};

test("SAVE-12: after a failed sync its saves and conflicts, and all later saves, are not_loaded, with the sentence that the log has as well", async (t) => {
  const { errors, editors, disk, login, service } = await afterFailedSync(t, "is lost");
  const { syncs } = disk;
  for (const editor of editors) errors.push(await editor.error(save, { plan: numberedPlan(6) }));
  errors.push(await (await login()).error(save, { plan: numberedPlan(7), rev: 2 }));
  errors.push(await (await login()).error(save, { plan: numberedPlan(8), rev: 1 }));
  for (const error of errors)
    assert.deepEqual([error.code, error.message], ["not_loaded", sentence]);
  assert.equal(disk.syncs, syncs, "nothing is written any more");
  const told = service.log.filter((line) => JSON.stringify(line).includes("the disk of this test"));
  assert.deepEqual(
    told.map(({ level, reason }) => [level, reason]),
    [[50, sentence]],
  );
  const status = service.service.status();
  assert.deepEqual(status, { kind: "failed", why: "storage", reason: sentence, passes: false });
});

test("SAVE-12: after a failed sync nothing of its batch shows, and reads and subscriptions go on", async (t) => {
  const { watcher, editors, inTheBatch, login, service } = await afterFailedSync(t, "is lost");
  await fence(watcher, ...editors);
  assert.equal(revOf(await inTheBatch), 2);
  const { status, body } = await health(service.url);
  assert.equal(status, 503);
  assert.equal(body["status"], "failed");
  assert.equal(body["reason"], failureTexts.storage);
  assert.equal(body["rev"] ?? 2, 2);
  const latecomer = await login();
  await latecomer.result("floorplan/plan/subscribe");
  assert.equal(revOf(await latecomer.nextEvent()), 2);
  assert.deepEqual(await latecomer.result("floorplan/plan/get"), { ...numberedPlan(2), rev: 2 });
  assert.deepEqual(await historyRevs(latecomer), [1]);
  assert.equal(revOf(await latecomer.result("floorplan/history/get", { rev: 1 })), 1);
  assert.equal((await latecomer.error("floorplan/history/get", { rev: 3 })).code, "not_found");
  assert.deepEqual(eventRevs(watcher), [0, 1, 2]);
});

test("SAVE-12: a restart after a failed sync whose bytes were lost serves what was durable", async (t) => {
  const { service } = await afterFailedSync(t, "is lost");
  const peer = await startAgain(t, service);
  assert.deepEqual(await peer.result("floorplan/plan/get"), { ...numberedPlan(2), rev: 2 });
  assert.deepEqual(await historyRevs(peer), [1]);
  assert.equal(await peer.save(numberedPlan(9), 2), 3);
});

test("SAVE-12: a restart after a failed sync whose bytes are there serves the batch whole, and saves", async (t) => {
  const { service } = await afterFailedSync(t, "is there");
  const peer = await startAgain(t, service);
  const plan = objectOf(await peer.result("floorplan/plan/get"));
  assert.deepEqual(plan, { ...numberedPlan(4), rev: 4 });
  assert.deepEqual(await historyRevs(peer), [3, 2, 1]);
  assert.equal(await peer.save(numberedPlan(9), 4), 5);
});
