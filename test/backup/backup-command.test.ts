import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import { test } from "node:test";
import { ofBackups } from "../support/timeouts.ts";
import { Peer } from "../support/peer.ts";
import { startTestService, temporaryFolder } from "../support/service.ts";

test(
  "BACKUP-14: an administrator asks for a backup, and gets it beside the scheduled ones",
  ofBackups,
  async (t) => {
    const backupTo = await temporaryFolder(t);
    const { port, admin, viewer } = await startTestService(t, { config: { backupTo } });
    const peer = await Peer.login(t, port, admin);
    const empty = await peer.error("floorplan/backup/make");
    assert.deepEqual(empty, {
      code: "not_changed",
      message: "there is neither a plan nor an image yet",
    });
    await peer.save({ rooms: [] });
    const made = Object(await peer.result("floorplan/backup/make"));
    assert.equal(made.rev, 1);
    assert.match(made.file, /^floorplan-.*Z\.tar\.gz$/);
    assert((await readdir(backupTo)).includes(made.file));
    const guest = await Peer.login(t, port, viewer);
    assert.equal((await guest.error("floorplan/backup/make")).code, "unauthorized");
  },
);

test(
  "BACKUP-14: without a folder, and where none can be made, the answer says why",
  ofBackups,
  async (t) => {
    const without = await startTestService(t);
    const { message } = await (
      await Peer.login(t, without.port, without.admin)
    ).error("floorplan/backup/make");
    assert.match(message, /--backup-to/);
    const broken = await startTestService(t, { config: { backupTo: "/dev/null/backups" } });
    const peer = await Peer.login(t, broken.port, broken.admin);
    await peer.save({ rooms: [] });
    assert.match((await peer.error("floorplan/backup/make")).message, /\/dev\/null/);
  },
);
