import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { backupName, backupOfName, isDue, listBackups } from "../../src/backup/scheduled-backup.ts";
import { temporaryFolder } from "../support/service.ts";

const noon = new Date("2026-11-23T12:00:00.250Z");

test("BACKUP-2: a backup is called by its domain and its time in UTC, and is found by that", () => {
  const name = backupName("floorplan", noon);
  assert.equal(name, "floorplan-2026-11-23T12-00-00Z.tar.gz");
  assert.equal(backupOfName("floorplan", name)?.at.toISOString(), "2026-11-23T12:00:00.000Z");
  for (const other of [
    "attic-2026-11-23T12-00-00Z.tar.gz",
    "floorplan-2026-11-23T12-00-00Z.tar",
    "floorplan-2026-11-23T12-00-00Z.tar.gz.partial",
    "floorplan-2026-02-30T12-00-00Z.tar.gz",
    "floorplan-2026-11-23T24-00-00Z.tar.gz",
    "floorplan-2026-11-23T12-00-00.tar.gz",
    "my floorplan-2026-11-23T12-00-00Z.tar.gz",
    "floorplan-2026-11-23T12-00-00Z.tar.gz\n",
    "floorplan.tar.gz",
  ])
    assert.equal(backupOfName("floorplan", other), undefined, other);
});

test("BACKUP-1: one is due when the newest is old enough, also where the clock jumped back", () => {
  const ago = (ms: number): Date => new Date(noon.getTime() - ms);
  assert(isDue(undefined, 1000, noon));
  assert(isDue(ago(1000), 1000, noon));
  assert(!isDue(ago(999), 1000, noon));
  assert(isDue(ago(-1), 1000, noon), "made at a time that is still to come");
});

test("BACKUP-3: what is listed is apart: backups and those of a time to come", async (t) => {
  const folder = await temporaryFolder(t);
  const names = [
    "floorplan-2026-11-21T12-00-00Z.tar.gz",
    "floorplan-2026-11-23T12-00-00Z.tar.gz",
    "floorplan-2026-11-22T12-00-00Z.tar.gz",
    "floorplan-2099-01-01T00-00-00Z.tar.gz",
    ".floorplan-0123456789abcdef.partial",
    "floorplan-2026-11-20T12-00-00Z.tar.gz.unverified",
    "home.tar.gz",
  ];
  for (const name of names) await writeFile(join(folder, name), "");
  const { backups, ahead } = await listBackups(folder, "floorplan", noon);
  assert.deepEqual(
    backups.map(({ name }) => name),
    [names[1], names[2], names[0]],
  );
  assert.deepEqual(
    ahead.map(({ name }) => name),
    [names[3]],
  );
  const none = await listBackups(join(folder, "missing"), "floorplan", noon);
  assert.deepEqual(none, { backups: [], ahead: [] });
});
