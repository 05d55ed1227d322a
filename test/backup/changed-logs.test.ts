import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import { nodeFileSystem, openLog } from "../../wal/index.ts";
import { sampledCases } from "../campaign/scale.ts";
import { Changer } from "../plan/changes/changer.ts";
import { range } from "../service/revisions.ts";
import { ChangedLog, longPlan, oneSegment, recordsIn } from "../storage/folder/changed-log.ts";
import { type DataFolder, dataFolder } from "../support/data-folder.ts";
import { seededRandom } from "../support/random.ts";
import { runInProcess } from "../support/run-command.ts";
import { newUser, startTestService, temporaryFolder } from "../support/service.ts";
import { bounded } from "../support/timeouts.ts";
import { flipBit } from "./logs.ts";

const noted = (text: string): string => `[{"op":"add","path":"/note","value":"${text}"}]`;
const listed = (text: string): string => `[{"op":"add","path":"/devices/0","value":"${text}"}]`;

/** A data folder whose log is a whole plan, the changes, another whole plan and two changes of that. */
const withChanges = async (t: TestContext, changes: readonly string[]) => {
  const folder = await dataFolder(t);
  const log = await ChangedLog.open({ folder: join(folder.data, "log") });
  await log.save(longPlan(',"note":"first"'));
  for (const change of changes) await log.change(change);
  await log.save(longPlan().replaceAll("number", "count"));
  await log.change(noted("of the second plan"));
  await log.change(listed("of the second plan, too"));
  await log.close();
  return { ...folder, texts: log.texts, newest: log.rev };
};

/** Damages two bytes of a revision's record: of one byte, it could be told what it was (LOG-46). */
const spoil = async (data: string, rev: number): Promise<void> => {
  const record = (await recordsIn(join(data, "log"))).find((one) => one.rev === rev);
  assert(record !== undefined);
  for (const at of [60, 65]) await flipBit(join(data, "log", record.file), record.offset + at);
};

/** All revisions that a service on the folder has, newest first; each with its text. */
const servedTexts = async (
  t: TestContext,
  folder: DataFolder,
  texts: ReadonlyMap<number, string>,
) => {
  const service = await startTestService(t, { again: folder });
  const by = await Changer.login(t, service);
  const details = await by.peer.result("floorplan/history/details");
  assert(Array.isArray(details));
  const revs = details.map(({ rev }: { rev: number }) => rev);
  for (const rev of revs) {
    const reply = await by.ask("history/get", `,"rev":${rev}`);
    assert.equal(reply.get("result"), texts.get(rev), `revision ${rev}`);
  }
  const [newest = 0] = revs;
  await by.changed(newest, listed("after the repair"));
  await service.stop();
  return revs;
};

const verify = (data: string) => runInProcess(["log", "verify", "--data", data]);
const mend = (data: string) =>
  runInProcess(["log", "repair", "--to-last-good", "--yes", "--data", data]);

/** What a repair says to be lost. */
const lostIn = (out: string): string => /lost:\n((?: {2}.*\n)*)/.exec(out)?.[1]?.trim() ?? "";

test(
  "LOG-43: log show lists every revision of a log of changes, log verify reads them, and a backup of it is restored",
  bounded,
  async (t) => {
    const { data, texts, newest } = await withChanges(t, [listed("a"), noted("b")]);
    assert.equal((await verify(data)).code, 0);
    const shown = await runInProcess(["log", "show", "--data", data]);
    assert.equal(shown.code, 0, shown.err);
    const lines = shown.out.trim().split("\n");
    for (const rev of range(1, newest)) assert(lines.some((line) => line.includes(`${rev}`)));
    const records = await recordsIn(join(data, "log"));
    assert.equal(records.filter(({ isChange }) => isChange).length, 4);
    for (const { file, offset } of records)
      assert(lines.some((line) => line.includes(file) && line.includes(String(offset))));
    const archive = join(await temporaryFolder(t), "backup.tar.gz");
    assert.equal((await runInProcess(["backup", archive, "--data", data])).code, 0);
    assert.equal((await runInProcess(["backup", "verify", archive])).code, 0);
    const restored = join(await temporaryFolder(t), "data");
    const made = await runInProcess(["restore", archive, "--data", restored]);
    assert.equal(made.code, 0, made.err);
    const admin = await newUser(restored, "restorer", true);
    const revs = await servedTexts(t, { data: restored, admin, viewer: "" }, texts);
    assert.deepEqual(revs, range(1, newest).toReversed());
  },
);

test(
  "LOG-43: log verify fails at changes that do not make the plan of their checksum, with file and offset",
  bounded,
  async (t) => {
    const { data, newest } = await withChanges(t, [listed("a")]);
    const folder = join(data, "log");
    const last = (await recordsIn(folder)).at(-1);
    const payload = last?.payload.toString() ?? "";
    const wrong = payload
      .replace(`"rev":${newest}`, `"rev":${newest + 1}`)
      .replace(`"from":${newest - 1}`, `"from":${newest}`);
    assert.notEqual(wrong, payload);
    const visitor = { onSnapshot: () => undefined, onRecord: () => undefined };
    const options = { fs: nodeFileSystem, folder, limits: oneSegment, report: () => undefined };
    const opened = await openLog(options, visitor)();
    assert(isRight(opened));
    assert(isRight(await opened.right.append([[Buffer.from(wrong)]])()));
    await opened.right.close();
    const offset = (await recordsIn(folder)).at(-1)?.offset;
    const { code, out, err } = await verify(data);
    assert.equal(code, 1);
    assert.match(`${out}${err}`, new RegExp(`\\.seg, offset ${offset}: .*checksum`));
    const mended = await mend(data);
    assert.equal(mended.code, 0, mended.err);
    assert.match(mended.out, new RegExp(`offset ${offset}: `));
    assert.equal(lostIn(mended.out), `revision ${newest + 1}`);
    assert.equal((await verify(data)).code, 0);
  },
);

test(
  "LOG-45: where a record of changes is damaged, the revisions behind it are lost up to the next whole plan, and a repair says so and keeps all others",
  bounded,
  async (t) => {
    const changes = ["a", "b", "c", "d"].map(listed);
    const folder = await withChanges(t, changes);
    await spoil(folder.data, 3);
    assert.equal((await verify(folder.data)).code, 1);
    const { code, out } = await mend(folder.data);
    assert.equal(code, 0, out);
    assert.equal(lostIn(out), "revision 3, 4, 5");
    assert.deepEqual(await servedTexts(t, folder, folder.texts), [8, 7, 6, 2, 1]);
  },
);

test(
  "LOG-45: a revision behind the damage is kept where its changes make its plan of what is left",
  bounded,
  async (t) => {
    const changes = ["a", "b", "c", "d"].map(noted);
    const folder = await withChanges(t, changes);
    await spoil(folder.data, 3);
    const { code, out } = await mend(folder.data);
    assert.equal(code, 0, out);
    assert.equal(lostIn(out), "revision 3");
    assert.deepEqual(await servedTexts(t, folder, folder.texts), [8, 7, 6, 5, 4, 2, 1]);
  },
);

test(
  "LOG-45: what is lost at the end, behind the last whole plan, is said as well",
  bounded,
  async (t) => {
    const folder = await withChanges(t, [listed("a")]);
    const newest = folder.newest;
    const log = await ChangedLog.open({ folder: join(folder.data, "log") });
    for (const each of ["x", "y"]) await log.change(listed(each));
    await log.close();
    for (const [rev, text] of log.texts) folder.texts.set(rev, text);
    await spoil(folder.data, newest - 1);
    const { code, out } = await mend(folder.data);
    assert.equal(code, 0, out);
    assert.match(lostIn(out), /4/);
    const kept = await servedTexts(t, folder, folder.texts);
    const [, ...lost] = range(newest - 2, newest + 2);
    assert.deepEqual(kept, range(1, newest - 2).toReversed(), `lost are ${lost.join()}: ${out}`);
    for (const rev of lost) assert(lostIn(out).includes(String(rev)), `${rev} in ${lostIn(out)}`);
  },
);

test(
  "LOG-45: where the first whole plan is damaged, the changes of it are lost with it",
  bounded,
  async (t) => {
    const folder = await withChanges(t, [listed("a"), noted("b")]);
    await spoil(folder.data, 1);
    const { code, out } = await mend(folder.data);
    assert.equal(code, 0, out);
    assert.equal(lostIn(out), "revision 1, 2, 3");
    assert.deepEqual(await servedTexts(t, folder, folder.texts), [6, 5, 4]);
  },
);

test(
  "LOG-45: whichever record of changes is damaged, and at whatever byte, a repair keeps no plan that was not stored",
  bounded,
  async (t) => {
    const folder = await withChanges(t, [listed("a"), noted("b"), listed("c")]);
    const path = join(folder.data, "log", "00000000000000000001.seg");
    const whole = await readFile(path);
    const records = await recordsIn(join(folder.data, "log"));
    for (const { rev, offset, payload } of sampledCases(seededRandom(t), records, 3)) {
      if (rev === folder.newest) continue;
      const copy = await dataFolder(t);
      const log = await ChangedLog.open({ folder: join(copy.data, "log") });
      await log.close();
      const own = join(copy.data, "log", "00000000000000000001.seg");
      await writeFile(own, whole);
      for (const at of [rev * 7919, rev * 7919 + 5])
        await flipBit(own, offset + 40 + (at % payload.length));
      const { code, out } = await mend(copy.data);
      assert.equal(code, 0, out);
      const kept = await servedTexts(t, copy, folder.texts);
      assert(!kept.includes(rev), `${rev}: ${kept.join()}`);
      // The second whole plan is what those behind it are made of.
      if (rev < folder.newest - 2) assert(kept.includes(folder.newest), kept.join());
    }
  },
);
