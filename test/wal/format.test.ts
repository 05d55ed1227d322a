import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import { openLog } from "../../wal/index.ts";
import { folder, payloadOf, run } from "../support/log-runs.ts";
import { plainLimits, plainLog } from "../support/sample-logs.ts";
import { MemoryDisk } from "../support/memory-disk.ts";

/** CRC-32 from its definition, so that this reader shares nothing with the log's own. */
const crcOf = (...parts: readonly Uint8Array[]): number => {
  let crc = 0xffffffff;
  for (const part of parts)
    for (const byte of part) {
      crc ^= byte;
      for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
    }
  return (crc ^ 0xffffffff) >>> 0;
};

interface ReadRecord {
  readonly index: number;
  readonly batch: number;
  readonly kind: number;
  readonly checksum: number;
  readonly payload: Buffer;
}

/** Reads a file as wal/FORMAT.md says, and fails at the first byte that is other than it says. */
const readByTheBook = (path: string, bytes: Buffer) => {
  const isSegment = path.endsWith(".seg");
  assert.equal(bytes.toString("latin1", 0, 8), isSegment ? "FPSEGMNT" : "FPSNAPSH");
  assert.equal(bytes.readUInt32LE(8), 2, "the version");
  assert.equal(bytes.readUInt32LE(12), 0);
  const logId = bytes.subarray(16, 32);
  const first = Number(bytes.readBigUInt64LE(32));
  assert.equal(path, `${folder}/${String(first).padStart(20, "0")}.${isSegment ? "seg" : "snap"}`);
  const chain = bytes.readUInt32LE(40);
  const entries = bytes.readUInt32LE(44);
  assert.equal(bytes.readUInt32LE(56), 0);
  const headerChecksum = bytes.readUInt32LE(60);
  assert.equal(headerChecksum, crcOf(bytes.subarray(0, 60)), "the header's checksum");

  const records: ReadRecord[] = [];
  let previous = isSegment ? chain : headerChecksum;
  let at = 64;
  while (at < bytes.length && bytes.readUInt32LE(at) !== 0) {
    assert.equal(bytes.toString("latin1", at, at + 4), "FPRC");
    const length = bytes.readUInt32LE(at + 4);
    const end = at + 40 + Math.ceil(length / 8) * 8;
    assert.equal(bytes.readUInt32LE(at + 28), previous, "the checksum of the record before");
    assert.equal(bytes.readUInt32LE(at + 32), 0);
    previous = bytes.readUInt32LE(at + 36);
    const checksum = crcOf(logId, bytes.subarray(at, at + 36), bytes.subarray(at + 40, end));
    assert.equal(previous, checksum, "the record's checksum");
    assert(bytes.subarray(at + 40 + length, end).every((byte) => byte === 0));
    records.push({
      index: Number(bytes.readBigUInt64LE(at + 8)),
      batch: Number(bytes.readBigUInt64LE(at + 16)),
      kind: bytes.readUInt32LE(at + 24),
      checksum,
      payload: bytes.subarray(at + 40, at + 40 + length),
    });
    at = end;
  }
  assert(
    bytes.subarray(at).every((byte) => byte === 0),
    "nothing but zeros comes behind the records",
  );
  return { first, chain, entries, records, rest: bytes.length - at };
};

/** The segment that wal/FORMAT.md shows. */
const shownSegment = async (): Promise<Buffer> => {
  const text = await readFile(new URL("../../wal/FORMAT.md", import.meta.url), "utf8");
  const lines = text.match(/^[0-9a-f]{3} {2}([0-9a-f]{2} ?| ){1,18}/gm);
  assert(lines !== null);
  return Buffer.from(lines.map((line) => line.slice(3).replaceAll(" ", "")).join(""), "hex");
};

test("LOG-1: segments are the chain of records that wal/FORMAT.md describes", async () => {
  const { disk, segments, last, lastBatch } = await plainLog();
  let next = 1;
  let chain = 0;
  for (const path of segments) {
    const segment = readByTheBook(path, disk.bytesOf(path));
    assert.equal(segment.first, next);
    assert.equal(segment.chain, chain, "it carries on the chain of the segment before");
    const seal = path === segments.at(-1) ? undefined : segment.records.at(-1);
    const data = segment.records.filter((record) => record !== seal);
    for (const record of data) {
      const { index, batch, kind, payload } = record;
      assert.deepEqual({ index, kind }, { index: next, kind: 1 });
      assert(batch <= index && batch >= segment.first);
      assert(payload.equals(payloadOf(index)));
      if (index >= lastBatch) assert.equal(batch, lastBatch);
      next += 1;
      ({ checksum: chain } = record);
    }
    if (seal === undefined) continue;
    const { index, batch, kind, payload } = seal;
    assert.deepEqual({ index, batch, kind }, { index: next - 1, batch: next, kind: 2 });
    assert.equal(payload.length, 0);
    assert.equal(segment.rest, 0, "the file ends behind its seal");
  }
  assert.equal(next, last + 1);
});

test("LOG-1, LOG-5: snapshots are what wal/FORMAT.md describes", async () => {
  const disk = new MemoryDisk();
  await run(disk.mount());
  const snapshots = [...disk.files.keys()].filter((path) => path.endsWith(".snap"));
  assert.equal(snapshots.length, 2);
  for (const path of snapshots) {
    const { first, entries, records, rest } = readByTheBook(path, disk.bytesOf(path));
    assert.equal(entries, 1);
    assert.equal(rest, 0);
    assert.deepEqual(
      records.map(({ index, batch, kind, payload }) => [index, batch, kind, payload]),
      [
        [1, 1, 3, payloadOf(first)],
        [1, 1, 2, Buffer.alloc(0)],
      ],
    );
  }
});

test("LOG-1: the segment that wal/FORMAT.md shows is one", async () => {
  const bytes = await shownSegment();
  const path = `${folder}/00000000000000000001.seg`;
  const { records } = readByTheBook(path, bytes);
  assert.deepEqual(
    records.map(({ index, batch, kind }) => [index, batch, kind]),
    [
      [1, 1, 1],
      [2, 2, 1],
      [3, 2, 1],
      [3, 4, 2],
    ],
  );
  // Without its seal it is a newest segment, which the log reads.
  const disk = new MemoryDisk([[path, bytes.subarray(0, -40)]]);
  const found: string[] = [];
  const visitor = {
    onSnapshot: () => undefined,
    onCovered: () => undefined,
    onRecord: (payload: Buffer) => void found.push(payload.toString()),
  };
  const options = { fs: disk.mount(), folder, limits: plainLimits, report: () => undefined };
  const opened = await openLog(options, visitor)();
  assert(isRight(opened));
  await opened.right.close();
  assert.equal(found.length, 3);
  assert.match(found[1] ?? "", /^\{"rev":2,.*\}\n\{"rev":2,.*Küche.*\}$/);
});
