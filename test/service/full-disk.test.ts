import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { failureTexts } from "../../src/plan/plan-holder.ts";
import { bounded } from "../support/timeouts.ts";
import { Peer } from "../support/peer.ts";
import { numberedPlan } from "../support/plans.ts";
import { startTestService } from "../support/service.ts";
import { fence } from "./event-fence.ts";
import { eventRevs, health, historyRevs, revOf } from "./revisions.ts";
import { SegmentDisk } from "./segment-disk.ts";

const save = "floorplan/plan/save";

/** A service with revision 1 whose disk is full since, and that has refused two saves. */
const onFullDisk = async (t: TestContext) => {
  const disk = new SegmentDisk();
  const service = await startTestService(t, { fs: disk.fs });
  const login = (token = service.admin): Promise<Peer> => Peer.login(t, service.port, token);
  const [editor, watcher] = [await login(), await login(service.viewer)];
  await watcher.result("floorplan/plan/subscribe");
  await editor.save(numberedPlan(1));
  disk.fillUp();
  for (const number of [2, 3]) {
    const { code, message } = await editor.error(save, { plan: numberedPlan(number) });
    assert.equal(code, "not_loaded");
    assert.match(message, /no room to save it now, try again: ENOSPC/);
  }
  /** How often the service has logged that there is no room, and that there is some again. */
  const told = (): readonly number[] =>
    ["out-of-room", "room-again"].map(
      (kind) => service.log.filter((line) => line["kind"] === kind).length,
    );
  return { disk, service, login, editor, watcher, told };
};

test(
  "SAVE-15, OPS-1: while the disk is full saves are not_loaded, /healthz says so, and reads and subscriptions go on; with room the next save is made",
  bounded,
  async (t) => {
    const { disk, service, login, editor, watcher, told } = await onFullDisk(t);
    const full = await health(service.url);
    assert.equal(full.status, 503);
    const reason = failureTexts["no-room"];
    assert.deepEqual(full.body, { status: "failed", rev: 1, reason });
    const latecomer = await login(service.viewer);
    await latecomer.result("floorplan/plan/subscribe");
    assert.equal(revOf(await latecomer.nextEvent()), 1);
    assert.deepEqual(await editor.result("floorplan/plan/get"), { ...numberedPlan(1), rev: 1 });
    assert.deepEqual(told(), [1, 0], "told once");

    disk.makeRoom();
    assert.equal(await editor.save(numberedPlan(4), 1), 2);
    assert.deepEqual(await health(service.url), { status: 200, body: { status: "ready", rev: 2 } });
    await fence(watcher);
    assert.deepEqual(eventRevs(watcher), [0, 1, 2]);
    assert.deepEqual(told(), [1, 1]);

    await service.stop();
    const again = await startTestService(t, { again: service });
    const reader = await Peer.login(t, again.port, again.admin);
    assert.deepEqual(await reader.result("floorplan/plan/get"), { ...numberedPlan(4), rev: 2 });
    assert.deepEqual(await historyRevs(reader), [1]);
  },
);

test(
  "SAVE-15, LOG-29: when there is room again the service is ready by itself, also if nobody saves",
  bounded,
  async (t) => {
    const { disk, service, editor, told } = await onFullDisk(t);
    disk.makeRoom();
    while ((await health(service.url)).status !== 200) await sleep(20);
    assert.deepEqual(told(), [1, 1]);
    assert.equal(await editor.save(numberedPlan(4), 1), 2);
    assert.deepEqual(told(), [1, 1]);
  },
);

test(
  "SAVE-12, SAVE-15: a sync that fails while the disk is full ends saving, and room does not bring it back",
  bounded,
  async (t) => {
    const { disk, service, editor, told } = await onFullDisk(t);
    disk.failNextSync("is there");
    disk.makeRoom();
    for (const number of [4, 5]) {
      const { code, message } = await editor.error(save, { plan: numberedPlan(number) });
      assert.equal(code, "not_loaded");
      assert.match(message, /^the storage failed, and plans cannot be saved until a restart: EIO/);
    }
    const { status, body } = await health(service.url);
    assert.equal(status, 503);
    assert.equal(body["reason"], failureTexts.storage);
    assert.deepEqual(told(), [1, 0]);
  },
);

test(
  "SAVE-12, LOG-42: a log that fails for good when what the full disk took is cut off says so at once, also if nobody saves",
  bounded,
  async (t) => {
    const disk = new SegmentDisk();
    const service = await startTestService(t, { fs: disk.fs });
    const editor = await Peer.login(t, service.port, service.admin);
    await editor.save(numberedPlan(1));
    disk.fillUp({ copiesOnWrite: true });
    await editor.error(save, { plan: numberedPlan(2) });
    assert.equal((await health(service.url)).body["reason"], failureTexts["no-room"]);
    disk.failNextSync("is there");
    disk.makeRoom();
    while ((await health(service.url)).body["reason"] !== failureTexts.storage) await sleep(20);
    const { message } = await editor.error(save, { plan: numberedPlan(3) });
    assert.match(message, /^the storage failed, and plans cannot be saved until a restart: EIO/);
    const told = service.log.filter(({ msg }) => msg === "the log accepts no more saves");
    assert.deepEqual(
      told.map(({ reason }) => reason),
      [message],
      "the log says it once",
    );
  },
);
