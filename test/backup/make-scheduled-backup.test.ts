import assert from "node:assert/strict";
import { mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import { takeLock } from "../../wal/index.ts";
import { defaultConfig } from "../../src/server/config.ts";
import { backupName } from "../../src/backup/scheduled-backup.ts";
import { makeScheduledBackup } from "../../src/backup/make-scheduled-backup.ts";
import { restoreBackup } from "../../src/backup/restore.ts";
import { verifyBackup } from "../../src/backup/read-backup.ts";
import { withLog } from "./logs.ts";
import { temporaryFolder } from "../support/service.ts";
import { range } from "../service/revisions.ts";

const day = 24 * 3600 * 1000;
const noon = new Date("2026-11-23T12:00:00Z");
const later = (days: number): Date => new Date(noon.getTime() + days * day);

const nothing = (): undefined => undefined;

/** A home of three revisions, and how a copy of it is made on some day. */
const home = async (t: TestContext, changes: Readonly<Record<string, unknown>> = {}) => {
  const { data } = await withLog(t, 3);
  const folder = join(await temporaryFolder(t), "copies", "of-home");
  const settings = defaultConfig({ data, backupTo: folder, backupKeep: 3, ...changes });
  const copyOn = (days: number) =>
    makeScheduledBackup({ settings, now: later(days), onBegin: nothing });
  const names = async (): Promise<readonly string[]> =>
    (await readdir(folder)).filter((name) => !name.startsWith(".")).toSorted();
  return { data, folder, copyOn, names };
};

const nameOn = (days: number): string => backupName("floorplan", later(days));

test("BACKUP-1, BACKUP-2: the folder is made, and a copy in it that is whole", async (t) => {
  const { folder, copyOn, names } = await home(t);
  const made = await copyOn(0);
  assert(made.kind === "made", JSON.stringify(made));
  assert.deepEqual([made.rev, made.file], [3, join(folder, nameOn(0))]);
  assert.deepEqual(await names(), [nameOn(0)]);
  const verified = await verifyBackup(made.file);
  assert(isRight(verified) && verified.right.rev === 3);
  assert.deepEqual(await copyOn(0.99), { kind: "not-due", newest: noon.toISOString() });
  assert.deepEqual(await names(), [nameOn(0)]);
});

test("BACKUP-3: the newest are kept, and nothing else is touched", async (t) => {
  const { folder, copyOn, names } = await home(t);
  await copyOn(0);
  const others = [
    "floorplan.tar.gz",
    "floorplan-2020-01-01.tar.gz",
    nameOn(400),
    "notes.txt",
  ].concat("attic-2020-01-01T00-00-00Z.tar.gz");
  for (const name of others) await writeFile(join(folder, name), "mine");
  for (const days of range(1, 5)) {
    const made = await copyOn(days);
    assert(made.kind === "made");
    assert.deepEqual([made.removed, made.ahead], [days > 2 ? 1 : 0, [nameOn(400)]]);
  }
  assert.deepEqual(await names(), [...others, nameOn(3), nameOn(4), nameOn(5)].toSorted());
});

test("BACKUP-3: where fewer are to be kept, all that are too many go with the next one", async (t) => {
  const { folder, copyOn, names } = await home(t, { backupKeep: 1 });
  await copyOn(0);
  for (const days of range(1, 6)) await writeFile(join(folder, nameOn(-days)), "old");
  const made = await copyOn(1);
  assert(made.kind === "made" && made.removed === 7);
  assert.deepEqual(await names(), [nameOn(1)]);
});

test("BACKUP-2, BACKUP-3, BACKUP-5: one that does not read back is removed, and no other is", async (t) => {
  const { data, copyOn, names } = await home(t, { backupKeep: 1 });
  await copyOn(0);
  await writeFile(join(data, "users.json"), "{ this is no JSON");
  const failed = await copyOn(1);
  assert(failed.kind === "failed");
  assert.match(failed.reason, /the file reads back differently: users.json is damaged/);
  assert.deepEqual(await names(), [nameOn(0)]);
});

test("BACKUP-8: while another process makes one, none is made", async (t) => {
  const { data, copyOn, names } = await home(t);
  await copyOn(0);
  const lock = await takeLock(join(data, "backup.lock"));
  assert(isRight(lock));
  assert.deepEqual(await copyOn(1), { kind: "busy" });
  await lock.right.release();
  assert.deepEqual(await names(), [nameOn(0)]);
});

test("BACKUP-11: whatever links others have put into the folder, nothing is written to where they lead", async (t) => {
  const { data, folder, copyOn } = await home(t);
  const users = join(data, "users.json");
  const before = await readFile(users, "utf8");
  await mkdir(folder, { recursive: true });
  const ends = ["", ".partial", ".unverified", ".unverified.partial"];
  const links = [".floorplan.lock", ...ends.map((end) => `${nameOn(0)}${end}`)];
  // One that has the copy's own name is a copy that is there.
  for (const name of links.filter((each) => each !== nameOn(0)))
    await symlink(users, join(folder, name));
  assert.equal((await copyOn(0)).kind, "made");
  assert.equal(await readFile(users, "utf8"), before);
  await symlink(users, join(folder, nameOn(1)));
  assert.equal((await copyOn(1)).kind, "not-due");
  assert.equal(await readFile(users, "utf8"), before);
  await rm(join(folder, ".floorplan.home-id"));
  await symlink(users, join(folder, ".floorplan.home-id"));
  assert.equal((await copyOn(2)).kind, "failed");
  assert.equal(await readFile(users, "utf8"), before);
});

test("BACKUP-12: a folder with another home's backups is refused, with both homes and what to do, and none is removed", async (t) => {
  const one = await home(t, { backupKeep: 1 });
  const other = await home(t, { backupKeep: 1, backupTo: one.folder });
  assert.equal((await one.copyOn(0)).kind, "made");
  const idOf = async (data: string): Promise<string> =>
    (await readFile(join(data, ".home-id"), "utf8")).trim();
  for (const days of [0, 1, 2]) {
    const refused = await other.copyOn(days);
    assert(refused.kind === "failed", JSON.stringify(refused));
    const [own, another] = [await idOf(other.data), await idOf(one.data)];
    assert.match(
      refused.reason,
      new RegExp(`backups of another home, ${another}, and this one is ${own}: name another`),
    );
    assert.match(
      refused.reason,
      /--backup-to, or, if that home no longer exists, .* remove \S+home-id$/,
    );
  }
  assert.deepEqual(await one.names(), [nameOn(0)]);
  assert.equal((await one.copyOn(1)).kind, "made", "its own home goes on");
  await rm(join(one.folder, ".floorplan.home-id"));
  const taken = await other.copyOn(2);
  assert(taken.kind === "made" && taken.removed === 1, "a folder without a mark is taken over");
  assert.equal((await one.copyOn(3)).kind, "failed");
});

test("BACKUP-12: homes of other domains may have the same folder, and one that was restored is another home", async (t) => {
  const { data, folder, copyOn, names } = await home(t);
  const made = await copyOn(0);
  assert(made.kind === "made");
  const attic = await home(t, { backupTo: folder, domain: "attic" });
  assert.equal((await attic.copyOn(0)).kind, "made");
  const restored = join(await temporaryFolder(t), "restored");
  assert(isRight(await restoreBackup(made.file, restored, true)));
  const settings = defaultConfig({ data: restored, backupTo: folder });
  const refused = await makeScheduledBackup({ settings, now: later(1), onBegin: nothing });
  assert(refused.kind === "failed");
  assert.match(refused.reason, /for example after its restore into this one/);
  assert.deepEqual(await names(), [backupName("attic", noon), nameOn(0)]);
  await writeFile(join(data, ".home-id"), "a house\n");
  const damaged = await copyOn(1);
  assert(damaged.kind === "failed");
  assert.match(damaged.reason, /\.home-id is damaged: it does not hold a home's id: remove it/);
});

test("BACKUP-8: of several at once, one makes it, and the others wait or see it", async (t) => {
  const { copyOn, names } = await home(t);
  const outcomes = await Promise.all(range(1, 8).map(() => copyOn(0)));
  assert.equal(outcomes.filter(({ kind }) => kind === "made").length, 1);
  assert(
    outcomes.every(({ kind }) => kind !== "failed"),
    JSON.stringify(outcomes),
  );
  assert.deepEqual(await names(), [nameOn(0)]);
});

test("BACKUP-6: a folder that cannot be made, and a home that is not there, are told", async (t) => {
  const { data, folder, copyOn } = await home(t);
  const settings = defaultConfig({ data, backupTo: join(data, "file", "copies") });
  await writeFile(join(data, "file"), "");
  const failed = await makeScheduledBackup({ settings, now: noon, onBegin: nothing });
  assert(failed.kind === "failed");
  assert.match(failed.reason, /ENOTDIR|not a directory|no folder/i);
  const none = defaultConfig({ data: join(folder, "none"), backupTo: folder });
  const outcome = await makeScheduledBackup({ settings: none, now: noon, onBegin: nothing });
  assert(outcome.kind === "failed");
  assert.match(outcome.reason, /ENOENT: no such file/);
  assert.equal((await copyOn(0)).kind, "made");
});
