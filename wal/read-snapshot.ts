import { crc32 } from "node:zlib";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import {
  checksumSeed,
  decodeFileHeader,
  type FileHeader,
  fileHeaderBytes,
  fileHeaderChecksum,
} from "./file-header.ts";
import type { FileHandle, FileSystem } from "./file-system.ts";
import { checksumOfHeader, decodeHeader, type RecordHeader, recordHeaderBytes } from "./record.ts";
import { type LogRefused, refusal } from "./refusal.ts";
import { reading, readWhole } from "./whole-io.ts";

/** Read and summed up in steps of this many bytes, each of which takes less than a millisecond. */
const stepBytes = 1024 * 1024;

/** A snapshot of which every byte was checked; its length is in bytes. */
export interface CheckedSnapshot {
  readonly header: FileHeader;
  readonly length: number;
}

/** A snapshot that was read whole. */
export interface ReadSnapshot extends CheckedSnapshot {
  readonly entries: readonly Buffer[];
}

interface Source {
  readonly file: FileHandle;
  readonly length: number;
  readonly seed: number;
  /** Where each step of what is only checked is read to; without it a record is read to memory of its own. */
  readonly space: Buffer | undefined;
}

/** Reads the record at `offset`; undefined where it does not check out. Its payload is there only where it is kept. */
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
  keep: Buffer[] | undefined,
): Promise<Either<LogRefused, CheckedSnapshot>> =>
  reading(fs, `${folder}/${name}`, async (file) => {
    const length = await file.size();
    const headerBytes = await readWhole(file, 0, Math.min(length, fileHeaderBytes));
    const decoded = decodeFileHeader("snapshot", name, headerBytes);
    if (isLeft(decoded)) return decoded;
    const header = decoded.right;
    const seed = checksumSeed(header.logId);
    const space = keep === undefined ? Buffer.allocUnsafe(Math.min(stepBytes, length)) : undefined;
    let entries = 0;
    let offset = fileHeaderBytes;
    let previous = fileHeaderChecksum(headerBytes);
    for (;;) {
      const record = await readRecord({ file, length, seed, space }, offset);
      if (record === undefined || record.header.previous !== previous)
        return left(refusal("damaged", name, offset, "bad record in a snapshot"));
      offset += record.header.stride;
      if (record.header.kind === "seal") break;
      entries += 1;
      keep?.push(record.payload);
      previous = record.header.checksum;
    }
    if (entries !== header.entries || offset !== length)
      return left(refusal("damaged", name, offset, "the snapshot does not end where it should"));
    return right({ header, length });
  });

/** Checks every byte of a snapshot, and holds no more than a step of it. Rejects with the system's error. */
export const checkSnapshot = (
  fs: FileSystem,
  folder: string,
  file: string,
): Promise<Either<LogRefused, CheckedSnapshot>> => walk(fs, folder, file, undefined);

/** Reads a whole snapshot and checks every byte of it. Rejects with the system's error. */
export const readSnapshot = async (
  fs: FileSystem,
  folder: string,
  file: string,
): Promise<Either<LogRefused, ReadSnapshot>> => {
  const entries: Buffer[] = [];
  const read = await walk(fs, folder, file, entries);
  return isLeft(read) ? read : right({ ...read.right, entries });
};
