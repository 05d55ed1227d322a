import assert from "node:assert/strict";
import { cp, mkdir, readdir, readFile, rename, rm, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { logIdsOf, nodeFileSystem } from "../../../wal/index.ts";
import { backup, restore } from "../../../src/cli/backup.ts";
import { logRepair, logShow, logVerify } from "../../../src/cli/log.ts";
import { makeBackup } from "../../../src/backup/make-backup.ts";
import { folderHome } from "../../../src/backup/folder-home.ts";
import { upload } from "../../images/image-requests.ts";
import { pngOf } from "../../images/pictures.ts";
import { scaled } from "../../campaign/scale.ts";
import { bounded } from "../../support/timeouts.ts";
import { type DataFolder, dataFolder } from "../../support/data-folder.ts";
import { diskWith } from "../../support/disk.ts";
import { Peer } from "../../support/peer.ts";
import { numberedPlan } from "../../support/plans.ts";
import { seededRandom } from "../../support/random.ts";
import { startTestService, temporaryFolder } from "../../support/service.ts";
import { runOnData } from "../../support/run-command.ts";
import { bytesBelow } from "../../backup/folders.ts";
import { flipBit, servedRevs, withLog } from "../../backup/logs.ts";

const markOf = (data: string): Promise<string> => readFile(join(data, ".log-id"), "latin1");

const idOf = async (data: string): Promise<string | undefined> =>
  (await logIdsOf(nodeFileSystem, join(data, "log")))[0];

/** Starts a service on a folder, which is refused; the images' keeper would remove at once what no plan shows. */
const refusalOf = async (t: TestContext, again: DataFolder): Promise<string> => {
  const config = { imageUnusedMs: 0 };
  const started = await startTestService(t, { again, untilLoaded: false, config });
  const loaded = await started.service.loaded;
  await started.stop();
  assert(isLeft(loaded), "it is refused");
  return loaded.left;
};

const withoutLocks = async (data: string): Promise<ReadonlyMap<string, string>> =>
  new Map([...(await bytesBelow(data))].filter(([name]) => !name.endsWith("lock")));

test(
  "LOG-35: a data folder is marked with its log's id by the first start, and by the next one where it has no mark",
  bounded,
  async (t) => {
    const folder = await dataFolder(t);
    const { stop } = await startTestService(t, { again: folder });
    await stop();
    const mark = await markOf(folder.data);
    assert.match(mark, /^[0-9a-f]{32}\n$/);
    assert.equal(mark, `${await idOf(folder.data)}\n`);
    // As before there were marks.
    await unlink(join(folder.data, ".log-id"));
    await servedRevs(t, folder);
    assert.equal(await markOf(folder.data), mark);
  },
);

test(
  "LOG-35, LOG-15: a first start that fails at any call on the disk is followed by one that succeeds and marks the folder",
  bounded,
  async (t) => {
    let failed = 0;
    const step = scaled(3, 1);
    for (let at = seededRandom(t).below(step), isOver = false; !isOver; at += step) {
      assert(at < 100, "a first start has an end");
      const folder = await dataFolder(t);
      let calls = 0;
      const fs = diskWith(async ({ name }) => {
        calls += 1;
        // Of what goes on beside once it is over, nobody hears.
        if (calls > at && name !== "close") throw new Error("ended");
      });
      const config = { segmentBytes: 4096 };
      const first = await startTestService(t, { again: folder, fs, untilLoaded: false, config });
      isOver = isRight(await first.service.loaded);
      await first.stop();
      if (!isOver) failed += 1;
      const { stop } = await startTestService(t, { again: folder, config });
      await stop();
      assert.equal(await markOf(folder.data), `${await idOf(folder.data)}\n`, `call ${at}`);
    }
    assert(failed > 10 / step, `${failed} first starts failed`);
  },
);

/** A folder with two revisions, an image that only the first one shows, a newer one of that floor, and a backup of it all. */
const lived = async (t: TestContext) => {
  const service = await startTestService(t);
  const peer = await Peer.login(t, service.port, service.admin);
  const url = await upload(service, "0", pngOf(300, 1), "a.png");
  await peer.save({ rooms: [{ id: "r" }], backgrounds: { 0: { url } } });
  await upload(service, "0", pngOf(400, 2), "b.png");
  await peer.save(numberedPlan(2));
  await service.stop();
  const file = join(await temporaryFolder(t), "home.tar.gz");
  assert(isRight(await makeBackup(folderHome(service.data), file)));
  return { folder: service, file };
};

const losses: readonly {
  readonly what: string;
  readonly lose: (t: TestContext, log: string) => Promise<unknown>;
  readonly says: RegExp;
}[] = [
  {
    what: "is gone with its folder",
    lose: (_t, log) => rm(log, { recursive: true }),
    says: /\/log holds no log, and \S+\/\.log-id says that there was one: put it back, or restore a backup/,
  },
  {
    what: "is gone from its folder",
    lose: async (_t, log) => {
      await rm(log, { recursive: true });
      await mkdir(log);
    },
    says: /\/log holds no log, and/,
  },
  {
    what: "lacks its only segment",
    lose: async (_t, log) => {
      for (const name of await readdir(log)) await unlink(join(log, name));
      await writeFile(join(log, "00000000000000000001.seg.300.torn"), "somebody's");
    },
    says: /\/log holds no log, and/,
  },
  {
    what: "is gone with its mark, and there are images",
    lose: async (_t, log) => {
      await rm(log, { recursive: true });
      await unlink(join(log, "..", ".log-id"));
    },
    says: /\/log holds no log, and there are images in \S+\/www: put the log back, or restore a backup/,
  },
  {
    what: "is another folder's",
    lose: async (t, log) => {
      const other = await withLog(t, 9);
      await rm(log, { recursive: true });
      await cp(join(other.data, "log"), log, { recursive: true });
    },
    says: /\/log holds a different log from the one that \S+\/\.log-id names: put the right one back/,
  },
];

for (const { what, lose, says } of losses)
  test(
    `LOG-36: where the log ${what}, nothing starts, no image goes, no backup is made, and every tool says why`,
    bounded,
    async (t) => {
      const { folder, file } = await lived(t);
      const { data } = folder;
      const [log, aside] = [join(data, "log"), join(data, "aside")];
      await cp(log, aside, { recursive: true });
      await lose(t, log);
      const [before, good] = [await withoutLocks(data), await readFile(file)];
      const reason = await refusalOf(t, folder);
      assert.match(reason, says);
      for (const run of [
        runOnData(data, logVerify),
        runOnData(data, logShow),
        runOnData(data, logRepair, [], ["to-last-good", "yes"]),
        runOnData(data, backup, [file]),
      ])
        assert.deepEqual(await run, { code: 1, out: [], err: `floorplan: ${reason}` });
      assert.deepEqual(await withoutLocks(data), before, "nothing is changed");
      assert.deepEqual(await readFile(file), good, "the last good backup is there");
      // The way that the sentence names.
      await rm(log, { recursive: true, force: true });
      await rename(aside, log);
      const { stop } = await startTestService(t, { again: folder });
      await stop();
    },
  );

test(
  "LOG-36: whoever wants to begin anew without the log removes mark and images, as the refusal says",
  bounded,
  async (t) => {
    const { folder } = await lived(t);
    await rm(join(folder.data, "log"), { recursive: true });
    assert.match(await refusalOf(t, folder), /to start over, .*, remove that file and www$/);
    await unlink(join(folder.data, ".log-id"));
    await rm(join(folder.data, "www"), { recursive: true });
    assert.deepEqual(await servedRevs(t, folder), [0]);
  },
);

test(
  "LOG-36: a mark that cannot be understood is refused, and written anew once it is removed",
  bounded,
  async (t) => {
    const folder = await withLog(t, 3);
    for (const content of ["", "0123\n", "g".repeat(32)]) {
      await writeFile(join(folder.data, ".log-id"), content);
      assert.match(await refusalOf(t, folder), /log-id is damaged: it does not hold a log's id/);
      assert.equal(await markOf(folder.data), content);
    }
    await unlink(join(folder.data, ".log-id"));
    assert.deepEqual(await servedRevs(t, folder), [3, 2, 1]);
    assert.equal(await markOf(folder.data), `${await idOf(folder.data)}\n`);
  },
);

test(
  "LOG-36: damage of a log that is there is told as damage, also where no header tells whose it is",
  bounded,
  async (t) => {
    const folder = await withLog(t, 3);
    await servedRevs(t, folder);
    const [segment = ""] = await readdir(join(folder.data, "log"));
    await flipBit(join(folder.data, "log", segment), 20);
    assert.match(await refusalOf(t, folder), /offset 0: has a damaged header/);
  },
);

test(
  "REPAIR-8: after a repair the folder is marked with the new log, and after a restore with the restored one",
  bounded,
  async (t) => {
    const { folder, file } = await lived(t);
    const { data } = folder;
    const before = await markOf(data);
    const segment = (await readdir(join(data, "log"))).find((name) => name.endsWith(".seg")) ?? "";
    await flipBit(join(data, "log", segment), 150);
    const repaired = await runOnData(data, logRepair, [], ["to-last-good", "yes"]);
    assert.equal(repaired.code, 0, repaired.err);
    assert.notEqual(await markOf(data), before);
    assert.equal(await markOf(data), `${await idOf(data)}\n`);
    const restored = join(await temporaryFolder(t), "restored");
    assert.equal((await runOnData(restored, restore, [file])).code, 0);
    assert.equal(await markOf(restored), `${await idOf(restored)}\n`);
    assert.notEqual(await markOf(restored), before, "it is a log of its own");
  },
);
