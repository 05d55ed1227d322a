import assert from "node:assert/strict";
import { readdir, readFile, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test, type TestContext } from "node:test";
import { crc32 } from "node:zlib";
import { range } from "../service/revisions.ts";
import { bounded } from "../support/timeouts.ts";
import { runProgram } from "../support/program.ts";
import { bytesBelow } from "./folders.ts";
import {
  damageRevision,
  flipBit,
  placesOf,
  servedRevs,
  smallSegments,
  tearRevision,
  withLog,
} from "./logs.ts";

const repair = (t: TestContext, data: string, ...options: readonly string[]) =>
  runProgram(t, ["log", "repair", "--to-last-good", ...options, "--data", data]);

/** Names of the log's segments, oldest first. */
const segmentsOf = async (data: string): Promise<readonly string[]> =>
  (await readdir(join(data, "log"))).filter((name) => name.endsWith(".seg")).toSorted();

test(
  "REPAIR-1, REPAIR-2: where the newest segment is gone, a repair says that nobody can tell what was in it, whatever else is wrong",
  bounded,
  async (t) => {
    const folder = await withLog(t, 15, smallSegments);
    const newest = join(folder.data, "log", (await segmentsOf(folder.data)).at(-1) ?? "");
    const left = (await placesOf(folder.data)).filter(({ path }) => path !== newest);
    const last = left.at(-1)?.rev ?? 0;
    assert(last > 3 && last < 15);
    await damageRevision(folder.data, 2);
    await unlink(newest);
    const { code, out } = await repair(t, folder.data, "--yes");
    assert.equal(code, 0, out);
    assert.match(out, /is missing: .* is sealed, so a newer segment was there\n/);
    const unknown = `every revision after ${last}: their number is unknown`;
    assert(out.includes(`lost:\n  revision 2\n  ${unknown}\n`), out);
    assert.equal(out.match(/bad record/g)?.length, 1, `each fault is told once: ${out}`);
    assert.deepEqual(
      await servedRevs(t, folder),
      range(1, last)
        .filter((rev) => rev !== 2)
        .toReversed(),
    );
  },
);

test(
  "LOG-32, REPAIR-1, REPAIR-2: where the newest record is damaged the start is refused, and a repair keeps all but that, and says that nobody can tell what followed",
  bounded,
  async (t) => {
    const folder = await withLog(t, 9);
    await damageRevision(folder.data, 9);
    const serve = ["serve", "--port", "0", "--data", folder.data];
    const refused = await runProgram(t, serve);
    assert.equal(refused.code, 1);
    assert.match(refused.err, /\.seg, offset \d+: bad record, which was written whole once/);
    const { code, out } = await repair(t, folder.data, "--yes");
    assert.equal(code, 0, out);
    assert.equal(out.match(/bad record/g)?.length, 1, out);
    assert(out.includes("lost:\n  every revision after 8: their number is unknown"), out);
    assert.deepEqual(await servedRevs(t, folder), range(1, 8).toReversed());
  },
);

test(
  "LOG-32: where the newest record was torn, and an older one is damaged, nothing is said to be lost at the end",
  bounded,
  async (t) => {
    const folder = await withLog(t, 9);
    await tearRevision(folder.data, 9);
    const places = await placesOf(folder.data);
    await damageRevision(folder.data, 2);
    assert.equal(places.at(-1)?.rev, 8);
    const { code, out } = await repair(t, folder.data, "--yes");
    assert.equal(code, 0, out);
    assert.match(out, /lost:\n {2}revision 2\nThe current log/);
    assert.deepEqual(await servedRevs(t, folder), [8, 7, 6, 5, 4, 3, 1]);
  },
);

test(
  "REPAIR-1: where every segment is gone or without a header, a repair says that nobody can tell what was in them",
  bounded,
  async (t) => {
    const { data } = await withLog(t, 9);
    const [only = ""] = await segmentsOf(data);
    await flipBit(join(data, "log", only), 20);
    const bare = await repair(t, data);
    assert.match(bare.out, /nothing: no sound revision was found/);
    assert.match(bare.out, /lost:\n {2}every revision after 0: their number is unknown/);

    const folder = await withLog(t, 120, { segmentBytes: 1024, snapshotBytes: 1200 });
    for (const name of await segmentsOf(folder.data)) await unlink(join(folder.data, "log", name));
    const { code, out } = await repair(t, folder.data, "--yes");
    assert.equal(code, 0, out);
    const [kept = 0] = await servedRevs(t, folder);
    assert(kept > 21, "the snapshot's plans are kept");
    assert(out.includes(`lost:\n  every revision after ${kept}: their number is unknown`), out);
  },
);

test(
  "REPAIR-1: a newest segment that is there and holds nothing yet is no end that is gone",
  bounded,
  async (t) => {
    const { data } = await withLog(t, 6, { segmentBytes: 65_536, snapshotBytes: 1200 });
    const newest = join(data, "log", (await segmentsOf(data)).at(-1) ?? "");
    const places = await placesOf(data);
    assert(places.every(({ path }) => path !== newest));
    await damageRevision(data, places[0]?.rev ?? 0);
    const { out } = await repair(t, data);
    assert.match(out, /lost:\n {2}no known revision\n/);
  },
);

test("REPAIR-4: a log of a newer format is not repaired", bounded, async (t) => {
  const { data } = await withLog(t, 15, smallSegments);
  const newest = join(data, "log", (await segmentsOf(data)).at(-1) ?? "");
  const bytes = await readFile(newest);
  bytes.writeUInt32LE(3, 8);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, 60)), 60);
  await writeFile(newest, bytes);
  await flipBit(join(data, "log", "00000000000000000001.seg"), 120);
  const before = await bytesBelow(join(data, "log"));
  const { code, out, err } = await repair(t, data, "--yes");
  assert.equal(code, 1, out);
  assert.match(
    err,
    /has format version 3, .*: a repair would lose what only the newer program can read/,
  );
  assert.deepEqual(await bytesBelow(join(data, "log")), before);
});
