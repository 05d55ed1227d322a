import assert from "node:assert/strict";
import { cp, mkdir, readFile, rename, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { pino } from "pino";
import { nodeFileSystem } from "../../../wal/index.ts";
import { makeBackup } from "../../../src/backup/make-backup.ts";
import { folderHome } from "../../../src/backup/folder-home.ts";
import { defaultConfig } from "../../../src/server/config.ts";
import { startService } from "../../../src/server/server.ts";
import { lockDataFolder } from "../../../src/storage/folder/data-folder.ts";
import { homesRootOf } from "../../../src/storage/folder/homes-root.ts";
import { storageFolder } from "../../model/import/storage-files.ts";
import { bytesBelow } from "../../backup/folders.ts";
import { flipBit, withLog } from "../../backup/logs.ts";
import { runInProcess } from "../../support/run-command.ts";
import { temporaryFolder } from "../../support/service.ts";
import { bounded } from "../../support/timeouts.ts";
import { moved, openHome } from "./homes.ts";

/** A folder of many homes with one, `a`, of four revisions, and its lock as a service has it. */
const lockedRoot = async (t: Parameters<typeof withLog>[0]) => {
  const root = await temporaryFolder(t);
  const lock = await lockDataFolder(root);
  assert(isRight(lock));
  const made = await withLog(t, 4);
  const data = join(root, "homes", "a");
  await mkdir(dirname(data));
  await cp(made.data, data, { recursive: true });
  return { root, data, release: lock.right.release };
};

test(
  "HOMES-24: commands that may run beside a service do so on one of its homes, asleep or awake",
  bounded,
  async (t) => {
    const { data, release } = await lockedRoot(t);
    const backup = join(await temporaryFolder(t), "backup.tar.gz");
    const run = async (words: readonly string[]): Promise<void> => {
      const { code, err } = await runInProcess([...words, "--data", data]);
      assert.equal(code, 0, `${words.join(" ")}: ${err}`);
    };
    for (const words of [
      ["token", "create", "asleep"],
      ["log", "verify"],
    ])
      await run(words);
    const home = await openHome(data);
    await home.save(JSON.stringify({ rooms: [], filler: "x".repeat(20_000), devices: [{ x: 1 }] }));
    await home.change(moved(0));
    for (const words of [
      ["token", "create", "awake"],
      ["token", "list"],
      ["token", "revoke", "asleep"],
      ["ban", "list"],
      ["audit"],
      ["log", "verify"],
      ["log", "show"],
      ["backup", backup],
    ])
      await run(words);
    await home.close();
    await release();
  },
);

test(
  "HOMES-24: a restore, an import, a repair and a service of its own refuse a home whose service runs, whether it is awake or not, and change nothing",
  bounded,
  async (t) => {
    const { root, data, release } = await lockedRoot(t);
    const backup = join(await temporaryFolder(t), "backup.tar.gz");
    assert(isRight(await makeBackup(folderHome(data), backup)));
    const plan = await storageFolder(t);
    await flipBit(join(data, "log", "00000000000000000001.seg"), 200);
    const missing = join(root, "homes", "b");
    const linked = join(await temporaryFolder(t), "link");
    await symlink(data, linked);
    const before = await bytesBelow(root);
    const inUse = `the data folder is in use: process ${process.pid} holds the lock ${join(root, "lock")}, which is that of all homes in ${root}`;
    for (const words of [
      ["restore", backup, "--data", missing],
      ["restore", backup, "--data", data],
      ["import", plan, "--data", missing],
      ["log", "repair", "--to-last-good", "--yes", "--data", data],
      ["log", "repair", "--to-last-good", "--yes", "--data", linked],
    ]) {
      const { code, err } = await runInProcess(words);
      assert.equal(code, 1, words.join(" "));
      assert(err.includes(inUse), `${words.join(" ")}: ${err}`);
    }
    const log = pino({ level: "silent" });
    const started = await startService(defaultConfig({ port: 0, data }), { log });
    if (isRight(started)) await started.right.stop();
    assert(isLeft(started) && started.left === inUse);
    assert.deepEqual(await bytesBelow(root), before);
    await release();
    const repaired = await runInProcess([
      "log",
      "repair",
      "--to-last-good",
      "--yes",
      "--data",
      data,
    ]);
    assert.equal(repaired.code, 0, repaired.err);
    const restored = await runInProcess(["restore", backup, "--data", missing]);
    assert.equal(restored.code, 0, restored.err);
    const home = await openHome(missing);
    assert.equal(home.actor.revision, 4);
    await home.close();
  },
);

test(
  "HOMES-24: a folder named homes is no folder of many homes without a lock of ours beside it, and no other file is taken for one",
  bounded,
  async (t) => {
    const root = await temporaryFolder(t);
    const data = join(root, "homes", "a");
    const lock = join(root, "lock");
    assert.equal(await homesRootOf(data), undefined);
    await writeFile(lock, "locked by me");
    assert.equal(await homesRootOf(data), undefined);
    const own = await lockDataFolder(data);
    assert(isRight(own));
    await own.right.release();
    assert.equal(await readFile(lock, "utf8"), "locked by me");
    await rename(lock, join(root, "other"));
    await mkdir(lock);
    assert.equal(await homesRootOf(data), undefined);
    await rename(lock, join(root, "folder"));
    await writeFile(lock, "123\n");
    assert.equal(await homesRootOf(data), root);
    assert.equal(await homesRootOf(root), undefined);
  },
);

test("HOMES-24: a home into which a restore was interrupted is not opened", bounded, async (t) => {
  const { data, release } = await lockedRoot(t);
  await nodeFileSystem.makeFolder(join(data, ".restoring"));
  await assert.rejects(openHome(data), /a restore or an import into .* was interrupted/);
  await release();
});
