import assert from "node:assert/strict";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { requestedBackups } from "../../src/homes/requested-backups.ts";
import { startTestHomes } from "../support/homes.ts";
import { temporaryFolder } from "../support/service.ts";
import { ofBackups } from "../support/timeouts.ts";

const made = {
  kind: "made",
  at: "2026-01-01T00:00:00.000Z",
  file: "/backups/one/a.tar.gz",
  bytes: 1,
  rev: 1,
  removed: 0,
  ahead: [],
} as const;

/** A backup that is made until it is let go. */
const heldBackup = () => {
  let letGo = (): void => undefined;
  const gone = new Promise<void>((resolve) => (letGo = resolve));
  const make = async () => {
    await gone;
    return made;
  };
  return { make, letGo };
};

test("HOMES-136: as many backups are made for users at a time as the limit says, and one of a home", async () => {
  const backupOf = requestedBackups({ homesBackups: 2 });
  const [first, second] = [heldBackup(), heldBackup()];
  const [one, two, three] = [
    backupOf(first.make),
    backupOf(second.make),
    backupOf(async () => made),
  ];
  const running = one();
  assert.deepEqual(await one(), { kind: "busy" });
  const others = two();
  const reason = "as many backups are being made as homes-backups, 2, allows: try again";
  assert.deepEqual(await three(), { kind: "failed", reason });
  first.letGo();
  assert.deepEqual(await running, made);
  assert.deepEqual(await three(), made);
  second.letGo();
  assert.deepEqual(await others, made);
});

test("HOMES-136: a backup that throws leaves its place", async () => {
  const backupOf = requestedBackups({ homesBackups: 1 });
  const failing = backupOf(() => Promise.reject(new Error("a bug")));
  await assert.rejects(failing(), /a bug/);
  await assert.rejects(failing(), /a bug/);
  assert.deepEqual(await backupOf(async () => made)(), made);
});

test(
  "HOMES-136: a user of a home gets a backup, and learns no path of the machine if it fails",
  ofBackups,
  async (t) => {
    const backupTo = await temporaryFolder(t);
    const { home, log } = await startTestHomes(t, { config: { backupTo } });
    const one = home("one");
    const desk = await one.login(one.admin);
    await desk.save({ rooms: [] });
    const { file } = Object(await desk.result("floorplan/backup/make"));
    assert.match(file, /^floorplan-[^/]+\.tar\.gz$/);
    // What is no folder takes no backup.
    await rm(join(backupTo, "one"), { recursive: true });
    await writeFile(join(backupTo, "one"), "");
    const { code, message } = await desk.error("floorplan/backup/make");
    assert.equal(code, "not_changed");
    assert.equal(message, "the backup failed; its provider finds the reason in the service's log");
    const line = log.find(({ msg }) => msg.startsWith("no backup could be made"));
    assert(String(line?.["reason"]).includes(backupTo), "the log has the reason");
    await rm(join(backupTo, "one"));
    await mkdir(join(backupTo, "one"));
    await desk.result("floorplan/backup/make");
  },
);
