import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { promisify } from "node:util";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { pino } from "pino";
import { takeLock } from "../../wal/index.ts";
import { defaultConfig } from "../../src/server/config.ts";
import { makeBackup } from "../../src/backup/make-backup.ts";
import { folderHome } from "../../src/backup/folder-home.ts";
import { restoreBackup } from "../../src/backup/restore.ts";
import { startService } from "../../src/server/server.ts";
import { range } from "../service/revisions.ts";
import { bounded, until } from "../support/timeouts.ts";
import { newUser, temporaryFolder } from "../support/service.ts";
import { servedRevs, withLog } from "./logs.ts";

/** A restore of four revisions that goes on as far as a test lets it: its backup is a pipe, which it reads twice. */
const heldRestore = async (t: TestContext, data: string) => {
  const folder = await withLog(t, 4);
  const file = join(await temporaryFolder(t), "backup.tar.gz");
  assert(isRight(await makeBackup(folderHome(folder.data), file)));
  const bytes = await readFile(file);
  const pipe = join(await temporaryFolder(t), "pipe");
  await promisify(execFile)("mkfifo", [pipe]);
  const restored = restoreBackup(pipe, data, true);
  await until(() => existsSync(join(data, "lock")));
  return { folder, file, restored, goOn: () => writeFile(pipe, bytes) };
};

const whyNoStart = async (data: string): Promise<string> => {
  const log = pino({ level: "silent" });
  const started = await startService(defaultConfig({ port: 0, data }), { log });
  if (isRight(started)) await started.right.stop();
  assert(isLeft(started), "no service starts");
  return started.left;
};

for (const [where, below] of [
  ["that is empty", []],
  ["that is not there", ["home", "data"]],
] as const)
  test(
    `REPAIR-9: while a restore into a folder ${where} goes on, no service starts there and no other restore begins`,
    bounded,
    async (t) => {
      const data = join(await temporaryFolder(t), ...below);
      const { folder, file, restored, goOn } = await heldRestore(t, data);
      const inUse = `the data folder is in use: process ${process.pid} holds the lock ${join(data, "lock")}`;
      for (const step of ["verified", "unpacked"]) {
        assert.equal(await whyNoStart(data), inUse, step);
        const second = await restoreBackup(file, data, true);
        assert(isLeft(second) && second.left === inUse, step);
        await goOn();
        if (step === "verified") await until(() => existsSync(join(data, ".restoring")));
      }
      assert(isRight(await restored));
      assert.deepEqual(await servedRevs(t, { ...folder, data }), range(1, 4).toReversed());
    },
  );

test(
  "REPAIR-9: a restore into a folder that a process holds is refused, and tells its id",
  bounded,
  async (t) => {
    const { data } = await withLog(t, 1);
    const file = join(await temporaryFolder(t), "backup.tar.gz");
    assert(isRight(await makeBackup(folderHome(data), file)));
    const target = await temporaryFolder(t);
    const lock = await takeLock(join(target, "lock"));
    assert(isRight(lock));
    const refused = await restoreBackup(file, target, false);
    await lock.right.release();
    assert(isLeft(refused));
    assert.match(refused.left, new RegExp(`in use: process ${process.pid} holds the lock`));
    assert(isRight(await restoreBackup(file, target, false)), "the lock alone is no content");
  },
);

test(
  "REPAIR-9: a token that is made in the folder while a restore goes on is not overwritten",
  bounded,
  async (t) => {
    const data = await temporaryFolder(t);
    const { restored, goOn } = await heldRestore(t, data);
    await goOn();
    // It has read the pipe to its end, and opens it once more.
    await until(() => existsSync(join(data, ".restoring")));
    await newUser(data, "me", true);
    const users = await readFile(join(data, "users.json"), "utf8");
    await goOn();
    const refused = await restored;
    assert(isLeft(refused));
    assert.match(refused.left, /something was put into \S+ meanwhile$/);
    assert.equal(await readFile(join(data, "users.json"), "utf8"), users);
    assert.deepEqual(await readdir(data), ["users.json", "users.json.lock"]);
  },
);

test(
  "REPAIR-6, REPAIR-9: a restore that is refused leaves no folder that it has made, nor its lock",
  bounded,
  async (t) => {
    const folder = await temporaryFolder(t);
    const file = join(folder, "backup.tar.gz");
    await writeFile(file, "no backup");
    assert(isLeft(await restoreBackup(file, join(folder, "a", "b", "data"), false)));
    const empty = await temporaryFolder(t);
    assert(isLeft(await restoreBackup(file, empty, false)));
    assert.deepEqual([await readdir(folder), await readdir(empty)], [["backup.tar.gz"], []]);
  },
);
