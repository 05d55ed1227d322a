import assert from "node:assert/strict";
import { cp, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { makeBackup } from "../../src/backup/make-backup.ts";
import { folderHome } from "../../src/backup/folder-home.ts";
import { readState } from "../../src/storage/folder/read-state.ts";
import { restoreBackup } from "../../src/backup/restore.ts";
import { historyRevs, range, revOf } from "../service/revisions.ts";
import { bytesAt, plainPath, upload } from "../images/image-requests.ts";
import { pngOf } from "../images/pictures.ts";
import { bounded } from "../support/timeouts.ts";
import { diskWith } from "../support/disk.ts";
import { eventually } from "../support/polling.ts";
import { Peer } from "../support/peer.ts";
import { numberedPlan } from "../support/plans.ts";
import { runProgram } from "../support/program.ts";
import { startTestService, temporaryFolder, type TestService } from "../support/service.ts";
import { bytesBelow } from "./folders.ts";
import { withLog } from "./logs.ts";

/** Backs a service's folder up and restores that into a new folder. */
const backUp = async (t: TestContext, { data }: TestService) => {
  const folder = await temporaryFolder(t);
  const file = join(folder, "home.tar.gz");
  const made = await runProgram(t, ["backup", file, "--data", data]);
  assert.equal(made.code, 0, made.err);
  assert.deepEqual(await readdir(folder), ["home.tar.gz"], "nothing else is left");
  return { file, restored: join(folder, "restored") };
};

const restore = async (t: TestContext, file: string, data: string): Promise<void> => {
  const { code, err } = await runProgram(t, ["restore", file, "--with-tokens", "--data", data]);
  assert.equal(code, 0, err);
};

test(
  "REPAIR-5, REPAIR-6: a backup that is made while four editors save is whole, and not older than its beginning",
  bounded,
  async (t) => {
    // Small, so that segments are rotated and deleted while they are read.
    const config = { segmentBytes: 8192, snapshotBytes: 65_536 };
    const service = await startTestService(t, { config });
    const editors = await Promise.all(
      range(1, 4).map(() => Peer.login(t, service.port, service.admin)),
    );
    let acknowledged = 0;
    const over = new AbortController();
    const edit = async (peer: Peer): Promise<void> => {
      while (!over.signal.aborted)
        acknowledged = Math.max(acknowledged, await peer.save(numberedPlan(1)));
    };
    for (const editor of editors)
      for (const number of range(1, 8)) await editor.save(numberedPlan(number));
    acknowledged = 32;
    const editing = Promise.all(editors.map(edit));
    const atStart = acknowledged;
    const { file, restored } = await backUp(t, service);
    over.abort();
    await editing;
    assert(acknowledged > atStart, "they went on saving meanwhile");
    await restore(t, file, restored);
    const again = await startTestService(t, { again: { ...service, data: restored } });
    const peer = await Peer.login(t, again.port, again.admin);
    const rev = revOf(await peer.result("floorplan/plan/get"));
    assert(rev >= atStart && rev <= acknowledged, `${atStart} <= ${rev} <= ${acknowledged}`);
    assert.deepEqual(await historyRevs(peer), range(rev - 20, rev - 1).toReversed());
    assert.equal(await peer.save(numberedPlan(2)), rev + 1);
  },
);

const planWith = (url: string): Record<string, unknown> => ({
  rooms: [{ id: "r" }],
  backgrounds: { ground: { url } },
});

test(
  "REPAIR-5, REPAIR-6: images come back under both of their names as one file, and the history's are served",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const peer = await Peer.login(t, service.port, service.admin);
    const [old, newer] = [pngOf(300, 1), pngOf(400, 2)];
    const first = await upload(service, "ground", old, "a.png");
    await peer.save(planWith(first));
    const second = await upload(service, "ground", newer, "b.png");
    await peer.save(planWith(second));
    const history = await peer.result("floorplan/history/get", { rev: 1 });
    const { file, restored } = await backUp(t, service);
    await restore(t, file, restored);
    assert.deepEqual(
      await bytesBelow(join(restored, "www")),
      await bytesBelow(join(service.data, "www")),
    );
    assert.deepEqual(
      await readFile(join(restored, "users.json")),
      await readFile(join(service.data, "users.json")),
    );
    const images = join(restored, "www", "floorplan");
    const plain = plainPath(second).replace(/.*\//, "");
    const { ino } = await stat(join(images, plain));
    const names = await readdir(images);
    const inodes = await Promise.all(
      names.map(async (name) => (await stat(join(images, name))).ino),
    );
    assert.equal(inodes.filter((inode) => inode === ino).length, 2, names.join());
    const again = await startTestService(t, { again: { ...service, data: restored } });
    const reader = await Peer.login(t, again.port, again.admin);
    assert.deepEqual(await reader.result("floorplan/history/get", { rev: 1 }), history);
    assert.deepEqual(await bytesAt(again, first), old);
    assert.deepEqual(await bytesAt(again, second), newer);
  },
);

test(
  "REPAIR-5: an image that only the oldest plan of the history shows, and that is removed while a backup is made, makes it begin anew",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const peer = await Peer.login(t, service.port, service.admin);
    const shown = await upload(service, "ground", pngOf(300, 1), "a.png");
    await peer.save(planWith(shown));
    await upload(service, "ground", pngOf(400, 2), "b.png");
    for (const number of range(2, 21)) await peer.save(numberedPlan(number));
    await service.stop();
    const before = join(await temporaryFolder(t), "before");
    await cp(service.data, before, { recursive: true });
    const again = await startTestService(t, { again: service });
    const other = await Peer.login(t, again.port, again.admin);
    await other.save(numberedPlan(22));
    const kept = (await bytesBelow(join(before, "www"))).size;
    await eventually(async () => {
      const gone = kept - (await bytesBelow(join(service.data, "www"))).size;
      return gone === 1 ? { seen: true } : { not: `${gone} images are gone` };
    }, 20_000);
    await again.stop();

    let calls = 0;
    const counting = diskWith(async () => void (calls += 1));
    assert(isRight(await readState(counting, before)));
    const all = calls;
    calls = 0;
    // The last call that reads the log closes its last file: then the service goes on.
    const fs = diskWith(async () => {
      calls += 1;
      if (calls !== all) return;
      for (const part of ["log", "www"]) {
        await rm(join(before, part), { recursive: true });
        await cp(join(service.data, part), join(before, part), { recursive: true });
      }
    });
    const file = join(await temporaryFolder(t), "home.tar.gz");
    const made = await makeBackup(folderHome(before, fs), file);
    assert(isRight(made));
    assert(calls > all, "the log was read again");
    assert.equal(made.right.rev, 22);
  },
);

test(
  "REPAIR-5: a plan that shows an image that never was is backed up as it is",
  bounded,
  async (t) => {
    const service = await startTestService(t);
    const peer = await Peer.login(t, service.port, service.admin);
    await peer.save(planWith("/local/floorplan/bg_ground.png?v=1"));
    const { file, restored } = await backUp(t, service);
    await restore(t, file, restored);
  },
);

test(
  "REPAIR-5, REPAIR-6: what somebody else put among the images, and links, are no part of a backup, which can be restored",
  bounded,
  async (t) => {
    const { data } = await withLog(t, 2);
    const images = join(data, "www", "floorplan");
    await mkdir(join(images, "old"), { recursive: true });
    await writeFile(join(images, "bg_0.png"), "image");
    for (const name of [".DS_Store", "my flat.png", "old/bg_0.png", "../notes.txt"])
      await writeFile(join(images, name), "of somebody");
    await symlink(join(data, "users.json"), join(images, "bg_1.png"));
    const file = join(await temporaryFolder(t), "home.tar.gz");
    assert(isRight(await makeBackup(folderHome(data), file)));
    const restored = join(await temporaryFolder(t), "restored");
    const made = await restoreBackup(file, restored, false);
    assert(isRight(made), JSON.stringify(made));
    const found = await bytesBelow(join(restored, "www"));
    assert.deepEqual([...found], [["floorplan/bg_0.png", "image"]]);
  },
);

test("REPAIR-5: images that cannot be read make no backup without them", bounded, async (t) => {
  const { data } = await withLog(t, 2);
  await writeFile(join(data, "www"), "no folder");
  const folder = await temporaryFolder(t);
  const made = await makeBackup(folderHome(data), join(folder, "home.tar.gz"));
  assert(isLeft(made));
  assert.match(made.left, /could not be written: ENOTDIR/);
  assert.deepEqual(await readdir(folder), []);
});

test("REPAIR-5: a backup that cannot be made leaves no file", bounded, async (t) => {
  const folder = await temporaryFolder(t);
  const file = join(folder, "home.tar.gz");
  const { code, err } = await runProgram(t, ["backup", file, "--data", join(folder, "none")]);
  assert.equal(code, 1);
  assert.match(err, /there is no log in /);
  assert.deepEqual(await readdir(folder), []);
});
