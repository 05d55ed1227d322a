import assert from "node:assert/strict";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import { logRepair, logShow, logVerify } from "../../../src/cli/log.ts";
import { makeBackup } from "../../../src/backup/make-backup.ts";
import { folderHome } from "../../../src/backup/folder-home.ts";
import { restoreBackup } from "../../../src/backup/restore.ts";
import { startBeside } from "../../home-assistant/service-beside.ts";
import { damageRevision, withLog } from "../../backup/logs.ts";
import { objectOf, range, revOf } from "../../service/revisions.ts";
import { startDouble } from "../../support/double-home-assistant.ts";
import { Peer } from "../../support/peer.ts";
import { numberedPlan, samplePlan } from "../../support/plans.ts";
import { newUser, startTestService, temporaryFolder } from "../../support/service.ts";
import { runOnData } from "../../support/run-command.ts";

const details = "floorplan/history/details";

/** The names of those who saved each stored revision, newest first, as in `3 anna`; a dash where nobody is named. */
const savers = async (peer: Peer): Promise<string[]> => {
  const entries = await peer.result(details);
  assert(Array.isArray(entries));
  return entries.map((entry) => {
    const { by = { name: "-" } } = objectOf(entry);
    return `${revOf(entry)} ${String(objectOf(by)["name"])}`;
  });
};

/** A service with two people who may save. */
const two = async (t: TestContext, config = {}) => {
  const service = await startTestService(t, { config });
  const [anna, ben] = [
    await newUser(service.data, "anna", true),
    await newUser(service.data, "ben", true),
  ];
  const people = await Promise.all([anna, ben].map((token) => Peer.login(t, service.port, token)));
  const [one, other] = people;
  assert(one !== undefined && other !== undefined);
  return { service, one, other };
};

/** Who saved, in turns of three. */
const turns = (first: number, last: number): string[] =>
  range(first, last)
    .map((rev) => `${rev} ${rev % 3 === 0 ? "ben" : "anna"}`)
    .toReversed();

test("PRESENCE-1: history/details tells of each stored plan who saved it and when, the current one first, and history/list stays as it is", async (t) => {
  const { one, other } = await two(t);
  assert.deepEqual(await one.result(details), []);
  await one.save(numberedPlan(1));
  await other.save(numberedPlan(2));
  const { id, name } = objectOf(await one.result("auth/current_user"));
  const entries = await one.result(details);
  assert(Array.isArray(entries));
  assert.deepEqual(await savers(one), ["2 ben", "1 anna"]);
  const [listed] = [await one.result("floorplan/history/list")].flat();
  assert.deepEqual(entries[1], { ...objectOf(listed), by: { id, name } });
  assert.deepEqual(Object.keys(objectOf(listed)), ["rev", "saved_at", "rooms", "items"]);
  assert.deepEqual(await one.result("floorplan/plan/get"), { rev: 2, ...numberedPlan(2) });
});

test("PRESENCE-1: viewers are not told who saved", async (t) => {
  const { service } = await two(t);
  const viewer = await Peer.login(t, service.port, service.viewer);
  assert.equal((await viewer.error(details)).code, "unauthorized");
});

test("PRESENCE-1: a user of Home Assistant is named as there", async (t) => {
  const home = await startDouble(t);
  const service = await startBeside(t, home);
  const owner = await Peer.login(t, service.port, home.owner.accessToken);
  await owner.save(numberedPlan(1));
  assert.deepEqual(await savers(owner), [`1 ${home.owner.name}`]);
});

for (const [what, snapshotBytes] of [
  ["the log's records", 16 * 1024 * 1024],
  ["a snapshot and the records after it", 128 * 1024],
] as const)
  test(`PRESENCE-2: who saved is there after a restart out of ${what}, as long as the plan is`, async (t) => {
    const config = { snapshotBytes, segmentBytes: 64 * 1024 };
    const { service, one, other } = await two(t, config);
    for (const rev of range(1, 45))
      await (rev % 3 === 0 ? other : one).save(samplePlan("flat", rev));
    assert.deepEqual(await savers(one), turns(25, 45));
    await service.stop();
    const wroteSnapshot = service.log.some(({ kind }) => kind === "snapshot-written");
    assert.equal(wroteSnapshot, snapshotBytes === 128 * 1024);
    const again = await startTestService(t, { config, again: service });
    const peer = await Peer.login(t, again.port, again.admin);
    assert.deepEqual(await savers(peer), turns(25, 45));
    await again.stop();
    const verified = await runOnData(service.data, logVerify);
    assert.equal(verified.code, 0, verified.err);
    const shown = await runOnData(service.data, logShow);
    assert.equal(shown.code, 0, shown.err);
    assert.match(shown.out.at(-1) ?? "", / rev 45 {2}20\d\d-/);
  });

test("PRESENCE-2: who saved is in a backup, and there again after a restore", async (t) => {
  const { service, one, other } = await two(t);
  for (const rev of range(1, 6)) await (rev % 3 === 0 ? other : one).save(numberedPlan(rev));
  const folder = await temporaryFolder(t);
  const [file, data] = [join(folder, "home.tar.gz"), join(folder, "restored")];
  assert(isRight(await makeBackup(folderHome(service.data), file)));
  assert(isRight(await restoreBackup(file, data, true)));
  const again = await startTestService(t, { again: { ...service, data } });
  const peer = await Peer.login(t, again.port, again.admin);
  assert.deepEqual(await savers(peer), turns(1, 6));
});

test("PRESENCE-2: who saved is there after a repair, of every revision that it keeps", async (t) => {
  const { service, one, other } = await two(t);
  for (const rev of range(1, 6)) await (rev % 3 === 0 ? other : one).save(numberedPlan(rev));
  await service.stop();
  await damageRevision(service.data, 2);
  const repaired = await runOnData(service.data, logRepair, [], ["to-last-good", "yes"]);
  assert.equal(repaired.code, 0, repaired.err);
  const again = await startTestService(t, { again: service });
  const peer = await Peer.login(t, again.port, again.admin);
  const kept = turns(1, 6).filter((each) => !each.startsWith("2 "));
  assert.deepEqual(await savers(peer), kept);
});

test("PRESENCE-3: of a revision from before there were authors nobody is named, and what is saved on top of it has one", async (t) => {
  const folder = await withLog(t, 3);
  const service = await startTestService(t, { again: folder });
  const peer = await Peer.login(t, service.port, service.admin);
  assert.deepEqual(await savers(peer), ["3 -", "2 -", "1 -"]);
  const [newest] = [await peer.result(details)].flat();
  assert.deepEqual(Object.keys(objectOf(newest)), ["rev", "saved_at", "rooms", "items"]);
  await peer.save(numberedPlan(4));
  const { name } = objectOf(await peer.result("auth/current_user"));
  assert.deepEqual(await savers(peer), [`4 ${String(name)}`, "3 -", "2 -", "1 -"]);
});
