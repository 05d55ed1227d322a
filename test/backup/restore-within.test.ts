import assert from "node:assert/strict";
import { mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { pino } from "pino";
import { defaultConfig } from "../../src/server/config.ts";
import { makeBackup } from "../../src/backup/make-backup.ts";
import { folderHome } from "../../src/backup/folder-home.ts";
import { restoreBackup } from "../../src/backup/restore.ts";
import { startService } from "../../src/server/server.ts";
import { range } from "../service/revisions.ts";
import { bounded } from "../support/timeouts.ts";
import { temporaryFolder } from "../support/service.ts";
import { servedRevs, withLog } from "./logs.ts";

/** A backup of four revisions, and the tokens of its users. */
const backedUp = async (t: TestContext) => {
  const folder = await withLog(t, 4);
  const file = join(await temporaryFolder(t), "backup.tar.gz");
  assert(isRight(await makeBackup(folderHome(folder.data), file)));
  return { file, folder };
};

test(
  "REPAIR-7: a restore keeps the folder that it is made into, and what a new file system has at its root",
  bounded,
  async (t) => {
    const { file, folder } = await backedUp(t);
    const data = await temporaryFolder(t);
    await mkdir(join(data, "lost+found"));
    const { ino } = await stat(data);
    assert(isRight(await restoreBackup(file, data, true)));
    assert.equal((await stat(data)).ino, ino, "it is the same folder");
    assert.deepEqual((await readdir(data)).toSorted(), [
      ".log-id",
      "lock",
      "log",
      "lost+found",
      "users.json",
    ]);
    assert.deepEqual(await servedRevs(t, { ...folder, data }), range(1, 4).toReversed());
  },
);

test(
  "REPAIR-7: after a restore that was interrupted, no service starts and nothing is restored over it, until the folder is emptied",
  bounded,
  async (t) => {
    const { file } = await backedUp(t);
    const data = await temporaryFolder(t);
    await mkdir(join(data, ".restoring", "log"), { recursive: true });
    const started = await startService(defaultConfig({ port: 0, data }), {
      log: pino({ level: "silent" }),
    });
    assert(isLeft(started));
    assert.match(started.left, /^a restore or an import into .* was interrupted: empty the folder/);
    const again = await restoreBackup(file, data, true);
    assert(isLeft(again));
    assert.equal(again.left, started.left);
    assert.deepEqual(await readdir(data), [".restoring", "lock"]);
  },
);
