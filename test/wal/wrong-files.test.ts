import assert from "node:assert/strict";
import { basename } from "node:path";
import test from "node:test";
import { crc32 } from "node:zlib";
import { isLeft } from "fp-ts/lib/Either.js";
import { readSoundLog } from "../../wal/index.ts";
import { folder, Replay, reopen, run } from "../support/log-runs.ts";
import { plainLimits, plainLog, refusalOf, withFile, withoutFile } from "../support/sample-logs.ts";
import { MemoryDisk } from "../support/memory-disk.ts";

/** A log with two snapshots and segments around them. */
const logWithSnapshots = async (): Promise<MemoryDisk> => {
  const disk = new MemoryDisk();
  assert((await run(disk.mount())).answers.every(Boolean));
  return disk;
};

const filesOf = (disk: MemoryDisk, ending: ".seg" | ".snap"): readonly string[] =>
  [...disk.files.keys()].filter((path) => path.endsWith(ending));

/** The header with one field written anew, and a checksum that fits. */
const withHeader = (bytes: Buffer, write: (header: Buffer) => void): Buffer => {
  const copy = Buffer.from(bytes);
  write(copy);
  copy.writeUInt32LE(crc32(copy.subarray(0, 60)), 60);
  return copy;
};

test("LOG-12: a missing segment, be it the first, one in the middle or the newest, is refused by name", async () => {
  for (const disk of [(await plainLog()).disk, await logWithSnapshots()]) {
    const segments = filesOf(disk, ".seg");
    assert(segments.length >= 3);
    for (const path of segments) {
      const { kind, message } = await refusalOf(withoutFile(disk, path), `without ${path}`);
      assert.equal(kind, "missing", message);
      assert(message.includes(basename(path)), `${path} is named: ${message}`);
    }
  }
});

test("LOG-12: snapshots without any segment are refused", async () => {
  const disk = await logWithSnapshots();
  const snapshots = new MemoryDisk([...disk.files].filter(([path]) => path.endsWith(".snap")));
  const { kind, file } = await refusalOf(snapshots, "only snapshots");
  assert.equal(kind, "missing");
  assert.match(file, /\.snap$/);
});

test("LOG-12: with every snapshot missing, a log whose first segments were compacted is refused by the name of the first", async () => {
  const disk = await logWithSnapshots();
  const [snapshot, newer] = filesOf(disk, ".snap");
  assert(snapshot !== undefined && newer !== undefined);
  const without = withoutFile(withoutFile(disk, snapshot), newer);
  const { kind, file, message } = await refusalOf(without, "without snapshots");
  assert.deepEqual({ kind, file }, { kind: "missing", file: "00000000000000000001.seg" });
  assert.match(message, /the log starts at record \d+ in \d{20}\.seg, and there is no snapshot$/);
});

test("LOG-12: no record behind a missing segment is handed to a reader", async () => {
  const { disk, segments } = await plainLog();
  const middle = segments[1];
  assert(middle !== undefined);
  const replay = new Replay();
  const read = await readSoundLog(withoutFile(disk, middle).mount(), folder, replay);
  assert(isLeft(read));
  assert(!replay.hasGap, `a record after the gap was handed over; the last is ${replay.last}`);
});

test("LOG-12: a file of another log, a segment or a snapshot, is refused by name", async () => {
  const disk = await logWithSnapshots();
  const other = await logWithSnapshots();
  for (const path of [...filesOf(disk, ".seg"), ...filesOf(disk, ".snap").slice(-1)]) {
    const mixed = withFile(disk, path, other.bytesOf(path));
    const { kind, message } = await refusalOf(mixed, `${path} of another log`);
    assert.equal(kind, "foreign", message);
    assert(message.includes(basename(path)), message);
  }
});

test("LOG-12: files under each other's names are refused by name", async () => {
  const disk = await logWithSnapshots();
  for (const ending of [".seg", ".snap"] as const) {
    const [one, two] = filesOf(disk, ending).slice(-2);
    assert(one !== undefined && two !== undefined);
    const swapped = withFile(withFile(disk, one, disk.bytesOf(two)), two, disk.bytesOf(one));
    const { kind, message } = await refusalOf(swapped, `${one} and ${two} swapped`);
    assert.equal(kind, "misplaced", message);
    assert(message.includes(basename(one)) && message.includes(basename(two)), message);
  }
});

test("LOG-12: a copy of a segment under the name of one that never was is refused by name", async () => {
  const { disk, newest } = await plainLog();
  const path = `${folder}/00000000000000009999.seg`;
  const { kind, message } = await refusalOf(withFile(disk, path, disk.bytesOf(newest)), "a copy");
  assert.equal(kind, "misplaced", message);
  assert(message.includes(basename(path)) && message.includes(basename(newest)), message);
});

test("LOG-12: a segment or snapshot of a newer format is refused by name and version", async () => {
  const disk = await logWithSnapshots();
  for (const path of [...filesOf(disk, ".seg"), ...filesOf(disk, ".snap").slice(-1)]) {
    const bytes = withHeader(disk.bytesOf(path), (header) => header.writeUInt32LE(3, 8));
    const { kind, file, message } = await refusalOf(withFile(disk, path, bytes), path);
    assert.equal(kind, "future-format", message);
    assert.equal(file, basename(path));
    assert.match(message, /version 3\b/);
  }
});

test("LOG-12: a snapshot is no segment, whatever its name", async () => {
  const disk = await logWithSnapshots();
  const [snapshot] = filesOf(disk, ".snap");
  const [segment] = filesOf(disk, ".seg");
  assert(snapshot !== undefined && segment !== undefined);
  const mixed = withFile(disk, segment, disk.bytesOf(snapshot));
  const { kind, file } = await refusalOf(mixed, "a snapshot as a segment");
  assert.deepEqual({ kind, file }, { kind: "damaged", file: basename(segment) });
});

test("LOG-1, LOG-12: a segment that does not continue the chain of the one before is refused by name", async () => {
  const { disk, newest } = await plainLog();
  const bytes = withHeader(disk.bytesOf(newest), (header) =>
    header.writeUInt32LE((header.readUInt32LE(40) ^ 1) >>> 0, 40),
  );
  const { kind, file, message } = await refusalOf(withFile(disk, newest, bytes), "another chain");
  assert.deepEqual({ kind, file }, { kind: "damaged", file: basename(newest) }, message);
});

test("LOG-12: files with other names are left alone", async () => {
  const { disk, last } = await plainLog();
  const path = `${folder}/notes.txt`;
  const more = withFile(disk, path, Buffer.from("mine"));
  const { log, replay } = await reopen(more.mount(), plainLimits);
  await log.close();
  assert.equal(replay.last, last);
  assert.equal(more.bytesOf(path).toString(), "mine");
});
