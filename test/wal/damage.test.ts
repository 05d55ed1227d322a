import assert from "node:assert/strict";
import { basename } from "node:path";
import test from "node:test";
import { crc32 } from "node:zlib";
import { append, folder, reopen } from "../support/log-runs.ts";
import {
  flipped,
  placesOf,
  plainLimits,
  plainLog,
  refusalOf,
  withFile,
} from "../support/sample-logs.ts";
import { MemoryDisk } from "../support/memory-disk.ts";
import { scaled } from "../campaign/scale.ts";
import { type Random, seededRandom } from "../support/random.ts";

/** How far the next byte is that is tried: each in the campaign, every sixth or so within `npm test`. */
const stride = (random: Random): number => scaled(1 + random.below(11), 1);

/** A bit of every byte from `from` to `to` is turned: each time the start is refused, and told where the bad record lies. Returns how many were tried. */
const assertEveryByteCounts = async (
  disk: MemoryDisk,
  path: string,
  [from, to]: readonly [number, number],
  random: Random,
): Promise<number> => {
  const bytes = disk.bytesOf(path);
  const records = (await placesOf(disk)).get(path) ?? [];
  const afterRecords = records.at(-1)?.end ?? 64;
  let count = 0;
  for (let at = from; at < to; at += stride(random)) {
    count += 1;
    const bit = random.below(8);
    const when = `bit ${bit} of byte ${at} of ${path}`;
    const { file, offset, message } = await refusalOf(
      withFile(disk, path, flipped(bytes, at, bit)),
      when,
    );
    assert.equal(file, basename(path), when);
    assert(message.startsWith(`${file}, offset ${offset}: `), `${when}: ${message}`);
    const found = records.find(({ start, end }) => start <= at && at < end)?.start;
    if (found !== undefined) assert.equal(offset, found, `${when}: ${message}`);
    else if (at < 64) assert(offset === 0 || offset === 8, `${when}: ${message}`);
    else
      assert(offset !== undefined && offset >= afterRecords && offset <= at, `${when}: ${message}`);
  }
  return count;
};

test("LOG-8: a bit turned at any byte of a sealed segment refuses the start with file and offset, and changes nothing", async (t) => {
  const random = seededRandom(t);
  const { disk, segments, newest } = await plainLog();
  let count = 0;
  for (const path of segments.filter((segment) => segment !== newest))
    count += await assertEveryByteCounts(disk, path, [0, disk.bytesOf(path).length], random);
  t.diagnostic(`${count} bytes turned`);
});

test("LOG-8, LOG-10: a bit turned at any byte of the newest segment before its last record refuses the start", async (t) => {
  const random = seededRandom(t);
  const { disk, newest, last, lastBatch } = await plainLog();
  assert(last > lastBatch, "the last record is not alone in its batch");
  const records = (await placesOf(disk)).get(newest) ?? [];
  const end = records.at(-1)?.start;
  assert(end !== undefined && end > 1000);
  const count = await assertEveryByteCounts(disk, newest, [0, end], random);
  t.diagnostic(`${count} bytes turned`);
});

test("LOG-8: the seal counts as well while the next segment is still empty", async (t) => {
  const random = seededRandom(t);
  const disk = new MemoryDisk();
  const { log } = await reopen(disk.mount(), plainLimits);
  assert(await append(log, 1, 5));
  // A snapshot begins a new segment, and the service ends before the next save.
  await log.startSnapshot([])();
  await log.close();
  const first = `${folder}/00000000000000000001.seg`;
  const without = new MemoryDisk([...disk.files].filter(([path]) => path.endsWith(".seg")));
  await assertEveryByteCounts(without, first, [0, without.bytesOf(first).length], random);
});

test("LOG-8: a sealed segment that was not cut to its length yet must hold zeros behind its seal", async (t) => {
  const random = seededRandom(t);
  const { disk, segments } = await plainLog();
  const [path] = segments;
  assert(path !== undefined);
  const sealed = disk.bytesOf(path);
  const uncut = withFile(disk, path, Buffer.concat([sealed], sealed.length + 24));
  await reopen(new MemoryDisk(uncut.files).mount(), plainLimits);
  await assertEveryByteCounts(uncut, path, [sealed.length, sealed.length + 24], random);
});

test("LOG-8: a sealed segment that is cut at any byte refuses the start with its name", async (t) => {
  const random = seededRandom(t);
  const { disk, segments } = await plainLog();
  let cuts = 0;
  for (const path of segments.slice(0, -1)) {
    const bytes = disk.bytesOf(path);
    for (let length = 0; length < bytes.length; length += stride(random)) {
      cuts += 1;
      const when = `${path} cut to ${length}`;
      const refused = await refusalOf(withFile(disk, path, bytes.subarray(0, length)), when);
      assert.equal(refused.file, basename(path), `${when}: ${refused.message}`);
      assert.equal(refused.kind, "damaged", `${when}: ${refused.message}`);
    }
  }
  t.diagnostic(`${cuts} cuts`);
});

test("LOG-1: a record that is sound but not the next one, by its index or by the checksum before, is damage", async () => {
  const { disk, newest } = await plainLog();
  const written = disk.bytesOf(newest);
  const logId = written.subarray(16, 32);
  const records = (await placesOf(disk)).get(newest) ?? [];
  // Offset 8 holds the index, 28 the checksum of the record before.
  for (const field of [8, 28])
    for (const { start, end } of records) {
      const bytes = Buffer.from(written);
      bytes.writeUInt32LE((bytes.readUInt32LE(start + field) ^ 1) >>> 0, start + field);
      const ofHeader = crc32(bytes.subarray(start, start + 36), crc32(logId));
      bytes.writeUInt32LE(crc32(bytes.subarray(start + 40, end), ofHeader), start + 36);
      const when = `field ${field} of the record at ${start}`;
      const { kind, file, offset } = await refusalOf(withFile(disk, newest, bytes), when);
      assert.deepEqual(
        { kind, file, offset },
        { kind: "damaged", file: basename(newest), offset: start },
        when,
      );
    }
});
