import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { copyFile, readdir, unlink } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import { takeLock } from "../../wal/index.ts";
import { range } from "../service/revisions.ts";
import { bounded } from "../support/timeouts.ts";
import { runProgram } from "../support/program.ts";
import { temporaryFolder } from "../support/service.ts";
import { bytesBelow } from "./folders.ts";
import { damageRevision, flipBit, placesOf, servedRevs, smallSegments, withLog } from "./logs.ts";

const repair = (t: TestContext, data: string, options: readonly string[], input = "") =>
  runProgram(t, ["log", "repair", ...options, "--data", data], {}, input);

const mend = (t: TestContext, data: string) => repair(t, data, ["--to-last-good", "--yes"]);

const down = (newest: number, ...without: readonly number[]): number[] =>
  range(1, newest)
    .filter((rev) => !without.includes(rev))
    .toReversed();

test(
  "REPAIR-1: a repair is only made when it is asked for and answered with yes",
  bounded,
  async (t) => {
    const { data } = await withLog(t, 9);
    await damageRevision(data, 4);
    const before = await bytesBelow(join(data, "log"));
    const unasked = await repair(t, data, ["--yes"]);
    assert.equal(unasked.code, 2);
    assert.match(unasked.err, /--to-last-good is missing/);
    for (const answer of ["", "\n", "no\n", "yesterday\n"]) {
      const { code, out, err } = await repair(t, data, ["--to-last-good"], answer);
      assert.equal(code, 1, JSON.stringify(answer));
      assert.match(out, /0{19}1\.seg/, "the damaged file is named");
      assert.match(out, /the plan of revision 9, .* and 7 earlier ones/);
      assert.match(out, /would be lost:\n {2}revision 4\n/);
      assert.match(err, /nothing was changed/);
      assert.deepEqual(await bytesBelow(join(data, "log")), before);
      assert(!(await readdir(data)).some((name) => name.startsWith("log.")));
    }
    const { code, out } = await repair(t, data, ["--to-last-good"], "yes\n");
    assert.equal(code, 0);
    assert.match(out, /Repaired: revision 9 is the newest/);
  },
);

test(
  "REPAIR-2, REPAIR-3: a bad byte in a middle record loses that revision only, and the old log is kept whole",
  bounded,
  async (t) => {
    const folder = await withLog(t, 12);
    await damageRevision(folder.data, 6);
    const before = await bytesBelow(join(folder.data, "log"));
    const { code, out } = await mend(t, folder.data);
    assert.equal(code, 0, out);
    const [, aside = ""] = /The old log is in (.+)\n/.exec(out) ?? [];
    assert.deepEqual(await bytesBelow(aside), before);
    assert.deepEqual(await servedRevs(t, folder), down(12, 6));
  },
);

test(
  "REPAIR-2: a segment's damaged header takes none of its revisions along",
  bounded,
  async (t) => {
    const folder = await withLog(t, 15, smallSegments);
    const middle = (await placesOf(folder.data)).find(({ rev }) => rev === 7);
    assert(middle !== undefined);
    await flipBit(middle.path, 33);
    const { code, out } = await mend(t, folder.data);
    assert.equal(code, 0, out);
    assert.match(out, /lost:\n {2}no known revision/);
    assert.deepEqual(await servedRevs(t, folder), down(15));
  },
);

test(
  "REPAIR-1, REPAIR-2: a missing segment loses its revisions, and no others",
  bounded,
  async (t) => {
    const folder = await withLog(t, 15, smallSegments);
    const places = await placesOf(folder.data);
    const middle = places.find(({ rev }) => rev === 7);
    assert(middle !== undefined);
    const gone = places.filter(({ path }) => path === middle.path).map(({ rev }) => rev);
    assert(!gone.includes(1) && !gone.includes(15));
    await unlink(middle.path);
    const { code, out } = await mend(t, folder.data);
    assert.equal(code, 0, out);
    assert(out.includes(`  revision ${gone.join(", ")}\n`), out);
    assert.deepEqual(await servedRevs(t, folder), down(15, ...gone));
  },
);

test(
  "REPAIR-2: without a readable snapshot the revisions of the segments that are left are kept",
  bounded,
  async (t) => {
    const folder = await withLog(t, 120, { segmentBytes: 1024, snapshotBytes: 1200 });
    const log = join(folder.data, "log");
    const kept = (await placesOf(folder.data)).map(({ rev }) => rev);
    assert((kept[0] ?? 0) > 1, "the first segments are gone");
    const snapshots = (await readdir(log)).filter((name) => name.endsWith(".snap"));
    assert(snapshots.length > 0);
    for (const name of snapshots) await flipBit(join(log, name), 200);
    const { code, out } = await mend(t, folder.data);
    assert.equal(code, 0, out);
    for (const name of snapshots) assert(out.includes(name), `${name} is told`);
    assert.deepEqual(await servedRevs(t, folder), kept.slice(-21).toReversed());
  },
);

test(
  "REPAIR-1: a loss in a log that was repaired before is told by its revision, not by its place in the log",
  bounded,
  async (t) => {
    const folder = await withLog(t, 9);
    await damageRevision(folder.data, 4);
    const first = await mend(t, folder.data);
    assert.match(first.out, /lost:\n {2}revision 4\n/);
    assert.deepEqual(await servedRevs(t, folder), down(9, 4));
    await damageRevision(folder.data, 6);
    const second = await mend(t, folder.data);
    assert.match(second.out, /lost:\n {2}revision 6\n/);
    assert.deepEqual(await servedRevs(t, folder), down(9, 4, 6));
  },
);

test(
  "REPAIR-1: without a readable snapshot, what was compacted long ago is not told as lost revision by revision",
  bounded,
  async (t) => {
    const { data } = await withLog(t, 120, { segmentBytes: 1024, snapshotBytes: 1200 });
    const [oldest] = await placesOf(data);
    assert(oldest !== undefined && oldest.rev > 21);
    const log = join(data, "log");
    for (const name of (await readdir(log)).filter((each) => each.endsWith(".snap")))
      await flipBit(join(log, name), 200);
    const { out } = await repair(t, data, ["--to-last-good"]);
    const told = `lost:\n  the history before revision ${oldest.rev}, at most 20 plans\n`;
    assert(out.includes(told), out);
  },
);

test(
  "REPAIR-2: a sound snapshot of another log is a fault, and takes none of this log's revisions along",
  bounded,
  async (t) => {
    const sizes = { segmentBytes: 1024, snapshotBytes: 1200 };
    const folder = await withLog(t, 120, sizes);
    const other = await withLog(t, 190, sizes);
    const snapshots = (await readdir(join(other.data, "log"))).filter((each) =>
      each.endsWith(".snap"),
    );
    const foreign = snapshots.at(-1) ?? "";
    await copyFile(join(other.data, "log", foreign), join(folder.data, "log", foreign));
    const { code, out } = await mend(t, folder.data);
    assert.equal(code, 0, out);
    assert(out.includes(`${foreign}, offset 16: belongs to another log than `), out);
    assert.match(out, /lost:\n {2}no known revision/);
    assert.deepEqual(await servedRevs(t, folder), range(100, 120).toReversed());
  },
);

test(
  "REPAIR-2: a readable snapshot gives the revisions whose segments are damaged",
  bounded,
  async (t) => {
    const folder = await withLog(t, 120, { segmentBytes: 1024, snapshotBytes: 1200 });
    const [oldest] = await placesOf(folder.data);
    assert(oldest !== undefined);
    await flipBit(oldest.path, oldest.offset + 60);
    const { code, out } = await mend(t, folder.data);
    assert.equal(code, 0, out);
    assert.match(out, /lost:\n {2}no known revision/);
    assert.deepEqual(await servedRevs(t, folder), range(100, 120).toReversed());
  },
);

test("REPAIR-4: a sound log is left as it is", bounded, async (t) => {
  const { data } = await withLog(t, 5);
  const before = await bytesBelow(data);
  const { code, out } = await mend(t, data);
  assert.equal(code, 0);
  assert.match(out, /nothing to repair/);
  const after = await bytesBelow(data);
  assert.deepEqual(
    [...after].filter(([name]) => name !== "lock"),
    [...before],
  );
});

test("REPAIR-4: a data folder that is not there is told, and not made", bounded, async (t) => {
  const data = join(await temporaryFolder(t), "typo");
  const { code, err } = await mend(t, data);
  assert.equal(code, 1);
  assert(err.includes(`there is no folder ${data}`), err);
  assert(!existsSync(data));
});

test(
  "REPAIR-4: a repair is refused while a process holds the data folder, and tells its id",
  bounded,
  async (t) => {
    const { data } = await withLog(t, 5);
    await damageRevision(data, 3);
    const lock = await takeLock(join(data, "lock"));
    assert(isRight(lock));
    t.after(() => lock.right.release());
    const before = await bytesBelow(data);
    const { code, err } = await mend(t, data);
    assert.equal(code, 1);
    assert(err.includes(`process ${process.pid} holds`), err);
    assert.deepEqual(await bytesBelow(data), before);
  },
);
