import assert from "node:assert/strict";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { isRight, right } from "fp-ts/lib/Either.js";
import { StoredPlan } from "../../../src/plan/stored-plan.ts";
import { writeLog } from "../../../src/storage/folder/embedded-log.ts";
import { makeBackup } from "../../../src/backup/make-backup.ts";
import { folderHome } from "../../../src/backup/folder-home.ts";
import { planRepair, makeRepair } from "../../../src/backup/repair.ts";
import { restoreBackup } from "../../../src/backup/restore.ts";
import { PlanTimeline } from "../../../src/web/home-assistant/replay/past.ts";
import { nodeFileSystem } from "../../../wal/index.ts";
import { damageRevision } from "../../backup/logs.ts";
import { objectOf, range } from "../../service/revisions.ts";
import { dataFolder, type DataFolder } from "../../support/data-folder.ts";
import { Peer } from "../../support/peer.ts";
import { numberedPlan } from "../../support/plans.ts";
import { startTestService, temporaryFolder } from "../../support/service.ts";

const hourMs = 3_600_000;

/** When each stored revision was saved, as a service says, in milliseconds since 1970. */
const timesOf = async (peer: Peer): Promise<ReadonlyMap<number, number>> => {
  const times = await peer.result("floorplan/history/times");
  assert(Array.isArray(times));
  return new Map(
    times.map(objectOf).map(({ rev, saved_at }) => [Number(rev), Date.parse(String(saved_at))]),
  );
};

const assertGrow = (times: ReadonlyMap<number, number>): void => {
  const all = [...times.values()];
  assert(
    all.every((time, at) => time > (all[at - 1] ?? Number.NEGATIVE_INFINITY)),
    `they grow: ${all.map((time) => new Date(time).toISOString()).join()}`,
  );
};

/** Saves on a folder, and looks at the times before and after. */
const savedOn = async (
  t: TestContext,
  folder: DataFolder,
  number: number,
): Promise<ReadonlyMap<number, number>> => {
  const { port, stop } = await startTestService(t, { again: folder });
  const peer = await Peer.login(t, port, folder.admin);
  const before = await timesOf(peer);
  assert.equal(await peer.save(numberedPlan(number)), number);
  const times = await timesOf(peer);
  for (const [rev, time] of before) assert.equal(times.get(rev), time, "no time changes");
  assertGrow(times);
  await stop();
  return times;
};

test("HIST-8: the times of revisions grow while the clock is put back, also over a restart, a repair and a restore", async (t) => {
  const noon = Date.now() - 24 * hourMs;
  let now = noon;
  t.mock.method(Date, "now", () => now);
  const folder = await dataFolder(t);
  await savedOn(t, folder, 1);
  now = noon - hourMs;
  const second = await savedOn(t, folder, 2);
  assert.deepEqual([...second.values()], [noon, noon + 1]);
  now = noon - 2 * hourMs;
  await savedOn(t, folder, 3);

  await damageRevision(folder.data, 2);
  const plan = await planRepair(nodeFileSystem, folder.data);
  assert(isRight(plan) && plan.right.faults.length > 0);
  assert(isRight(await makeRepair(nodeFileSystem, folder.data, plan.right)));
  now = noon - 3 * hourMs;
  const repaired = await savedOn(t, folder, 4);
  assert.deepEqual(
    [...repaired],
    [
      [1, noon],
      [3, noon + 2],
      [4, noon + 3],
    ],
  );

  const file = join(await temporaryFolder(t), "home.tar.gz");
  assert(isRight(await makeBackup(folderHome(folder.data), file)));
  const data = join(await temporaryFolder(t), "restored");
  assert(isRight(await restoreBackup(file, data, true)));
  now = noon - 4 * hourMs;
  assert.equal((await savedOn(t, { ...folder, data }, 5)).get(5), noon + 4);
  now = noon + hourMs;
  assert.equal((await savedOn(t, { ...folder, data }, 6)).get(6), now, "the clock is right again");
});

test("HIST-8: saves of one batch have times of their own", async (t) => {
  t.mock.method(Date, "now", () => 1_700_000_000_000);
  const { port, admin } = await startTestService(t);
  const peers = await Promise.all(range(1, 4).map(() => Peer.login(t, port, admin)));
  await Promise.all(peers.map((peer, at) => peer.save(numberedPlan(at))));
  const [peer] = peers;
  assert(peer !== undefined);
  assert.deepEqual(
    [...(await timesOf(peer)).values()],
    range(0, 3).map((ms) => 1_700_000_000_000 + ms),
  );
});

test("HIST-9, REPLAY-2: of a log whose times run backwards each revision is found when one looks back, and the next one comes behind them", async (t) => {
  const folder = await dataFolder(t);
  const noon = Date.parse("2025-11-23T12:00:00.000Z");
  const hours = [0, 1, -3, -2, 2, 3];
  const written = await writeLog(nodeFileSystem, join(folder.data, "log"), async (append) => {
    for (const [at, hour] of hours.entries()) {
      const rev = at + 1;
      const saved_at = new Date(noon + hour * hourMs).toISOString();
      const json = [Buffer.from(JSON.stringify({ rev, ...numberedPlan(rev) }))];
      const summary = { rev, saved_at, rooms: 1, items: 0 };
      assert(isRight(await append(StoredPlan.read(summary, undefined, json))));
    }
    return right(undefined);
  });
  assert(isRight(written));
  const { port, admin } = await startTestService(t, { again: folder });
  const peer = await Peer.login(t, port, admin);
  const times = await timesOf(peer);
  assertGrow(times);
  assert.deepEqual([...times.keys()], range(1, hours.length));
  for (const name of ["list", "details"]) {
    const list = await peer.result(`floorplan/history/${name}`);
    assert(Array.isArray(list));
    for (const { rev, saved_at } of list.map(objectOf))
      assert.equal(Date.parse(String(saved_at)), times.get(Number(rev)));
  }
  const past = new PlanTimeline({
    times: async () =>
      right([...times].map(([rev, ms]) => ({ rev, savedAt: new Date(ms).toISOString() }))),
    revision: async (rev) => right({ rev }),
  });
  for (const [rev, ms] of times) {
    const found = await past.at(ms);
    assert(isRight(found));
    assert.equal(found.right.plan?.["rev"] ?? hours.length, rev);
  }
  const afternoon = await past.at(noon + 1.5 * hourMs);
  assert(isRight(afternoon) && afternoon.right.plan?.["rev"] === 4, "the last of those before it");

  t.mock.method(Date, "now", () => noon);
  assert.equal(await peer.save(numberedPlan(7)), 7);
  assertGrow(await timesOf(peer));
});
