import { crc32 } from "node:zlib";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import {
  checksumSeed,
  decodeFileHeader,
  encodeFileHeader,
  type FileHeader,
  fileHeaderBytes,
  fileHeaderChecksum,
  fileName,
} from "./log-files.ts";
import {
  type FileHandle,
  type FileSystem,
  reading,
  readWhole,
  replaceFile,
  writeWhole,
} from "./file-system.ts";
import {
  checksumOfHeader,
  decodeHeader,
  encodeRecord,
  type Payload,
  payloadLength,
  type RecordHeader,
  recordHeaderBytes,
} from "./record.ts";
import { type LogRefused, refusal } from "./log-options.ts";
import { messageOf } from "./system-calls.ts";

/** Bytes between two syncs, so that a concurrent sync of the log never waits for a whole snapshot. */
const syncStepBytes = 1024 * 1024;

function* snapshotRecords(header: FileHeader, headerBytes: Buffer, entries: readonly Payload[]) {
  const seed = checksumSeed(header.logId);
  let previous = fileHeaderChecksum(headerBytes);
  for (const [position, entry] of entries.entries()) {
    const link = { index: position + 1, batchStart: 1, kind: "entry", previous } as const;
    const { pieces, checksum } = encodeRecord(link, entry, seed);
    previous = checksum;
    yield pieces;
  }
  const seal = { index: entries.length, batchStart: 1, kind: "seal", previous } as const;
  yield encodeRecord(seal, [], seed).pieces;
}

/** Writes a snapshot, durable under its name when it returns; returns its length in bytes. Rejects with the system's error. */
export const writeSnapshot = async (
  fs: FileSystem,
  folder: string,
  header: FileHeader,
  entries: readonly Payload[],
): Promise<number> => {
  let offset = fileHeaderBytes;
  await replaceFile(fs, folder, fileName(header), async (file) => {
    const headerBytes = encodeFileHeader(header);
    await writeWhole(file, [headerBytes], 0);
    let unsynced = 0;
    for (const pieces of snapshotRecords(header, headerBytes, entries)) {
      await writeWhole(file, pieces, offset);
      const written = payloadLength(pieces);
      offset += written;
      unsynced += written;
      if (unsynced < syncStepBytes) continue;
      await file.datasync();
      unsynced = 0;
    }
  });
  return offset;
};

/** Bytes read and checksummed in a step, which takes less than a millisecond. */
const stepBytes = 1024 * 1024;

/** A snapshot that was read whole; its length is in bytes. */
export interface ReadSnapshot {
  readonly header: FileHeader;
  readonly length: number;
  readonly entries: readonly Buffer[];
}

interface Source {
  readonly file: FileHandle;
  readonly length: number;
  readonly seed: number;
  /** A buffer for records that are only checked; without it each record gets its own memory. */
  readonly space: Buffer | undefined;
}

/** The record at `offset`; undefined if it does not check out. Its payload is valid only without a shared buffer. */
const readRecord = async (
  { file, length, seed, space }: Source,
  offset: number,
): Promise<{ readonly header: RecordHeader; readonly payload: Buffer } | undefined> => {
  const head = await readWhole(file, offset, recordHeaderBytes);
  const header = head.length < recordHeaderBytes ? undefined : decodeHeader(head, 0);
  if (header === undefined || offset + header.stride > length) return undefined;
  const rest = header.stride - recordHeaderBytes;
  const kept = Buffer.allocUnsafe(space === undefined ? rest : 0);
  let checksum = checksumOfHeader(head, 0, seed);
  for (let at = 0; at < rest; at += stepBytes) {
    const bytes = Math.min(stepBytes, rest - at);
    const into = space ?? kept.subarray(at, at + bytes);
    const part = await readWhole(file, offset + recordHeaderBytes + at, bytes, into);
    if (part.length < bytes) return undefined;
    checksum = crc32(part, checksum);
  }
  if (checksum !== header.checksum) return undefined;
  return { header, payload: kept.subarray(0, header.length) };
};

const walk = (
  fs: FileSystem,
  folder: string,
  name: string,
  isKept: boolean,
): Promise<Either<LogRefused, ReadSnapshot>> =>
  reading(fs, `${folder}/${name}`, async (file) => {
    const length = await file.size();
    const headerBytes = await readWhole(file, 0, Math.min(length, fileHeaderBytes));
    const decoded = decodeFileHeader("snapshot", name, headerBytes);
    if (isLeft(decoded)) return decoded;
    const header = decoded.right;
    const seed = checksumSeed(header.logId);
    const space = isKept ? undefined : Buffer.allocUnsafe(Math.min(stepBytes, length));
    const entries: Buffer[] = [];
    let count = 0;
    let offset = fileHeaderBytes;
    let previous = fileHeaderChecksum(headerBytes);
    for (;;) {
      const record = await readRecord({ file, length, seed, space }, offset);
      if (record === undefined || record.header.previous !== previous)
        return left(refusal("damaged", name, offset, "bad record in a snapshot"));
      offset += record.header.stride;
      if (record.header.kind === "seal") break;
      count += 1;
      if (isKept) entries.push(record.payload);
      previous = record.header.checksum;
    }
    if (count !== header.entries || offset !== length)
      return left(refusal("damaged", name, offset, "the snapshot does not end where it should"));
    return right({ header, length, entries });
  }).catch((error: unknown) =>
    left(refusal("unavailable", name, undefined, `cannot be read: ${messageOf(error)}`)),
  );

/** Checks every byte of a snapshot in bounded memory. Also refuses a snapshot that the disk cannot read. */
export const checkSnapshot = (
  fs: FileSystem,
  folder: string,
  file: string,
): Promise<Either<LogRefused, unknown>> => walk(fs, folder, file, false);

/** Reads a whole snapshot and checks every byte. Also refuses a snapshot that the disk cannot read. */
export const readSnapshot = (
  fs: FileSystem,
  folder: string,
  file: string,
): Promise<Either<LogRefused, ReadSnapshot>> => walk(fs, folder, file, true);
