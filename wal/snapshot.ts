import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import {
  checksumSeed,
  decodeFileHeader,
  encodeFileHeader,
  type FileHeader,
  fileHeaderBytes,
  fileName,
} from "./file-header.ts";
import type { FileSystem } from "./file-system.ts";
import { decodeRecord, encodeRecord, type Payload } from "./record.ts";
import { type LogRefused, refusal } from "./refusal.ts";
import { readFile, removeIfThere, writeWhole } from "./whole-io.ts";

/** Synced in steps of this many bytes: a sync of the log beside it then never waits for a whole snapshot. */
const syncStepBytes = 4 * 1024 * 1024;

const checksumOf = (headerBytes: Buffer): number => headerBytes.readUInt32LE(fileHeaderBytes - 4);

function* snapshotRecords(header: FileHeader, headerBytes: Buffer, entries: readonly Payload[]) {
  const seed = checksumSeed(header.logId);
  let previous = checksumOf(headerBytes);
  for (const [position, entry] of entries.entries()) {
    const link = { index: position + 1, batchStart: 1, kind: "entry", previous } as const;
    const { pieces, checksum } = encodeRecord(link, entry, seed);
    previous = checksum;
    yield pieces;
  }
  const seal = { index: entries.length, batchStart: 1, kind: "seal", previous } as const;
  yield encodeRecord(seal, [], seed).pieces;
}

/**
 * Writes a snapshot: temporary file, sync, rename, sync of the folder.
 * Returns its length in bytes; rejects with the system's error.
 */
export const writeSnapshot = async (
  fs: FileSystem,
  folder: string,
  header: FileHeader,
  entries: readonly Payload[],
): Promise<number> => {
  const path = `${folder}/${fileName(header)}`;
  const temporary = `${path}.tmp`;
  await removeIfThere(fs, temporary);
  const file = await fs.open(temporary, "create");
  let offset = fileHeaderBytes;
  try {
    const headerBytes = encodeFileHeader(header);
    await writeWhole(file, [headerBytes], 0);
    let unsynced = 0;
    for (const pieces of snapshotRecords(header, headerBytes, entries)) {
      await writeWhole(file, pieces, offset);
      const written = pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
      offset += written;
      unsynced += written;
      if (unsynced < syncStepBytes) continue;
      await file.datasync();
      unsynced = 0;
    }
    await file.datasync();
    await file.close();
    await fs.rename(temporary, path);
  } catch (error) {
    await file.close().catch(() => undefined);
    await removeIfThere(fs, temporary).catch(() => undefined);
    throw error;
  }
  await fs.syncFolder(folder);
  return offset;
};

/** A snapshot that was read back whole. */
export interface ReadSnapshot {
  readonly header: FileHeader;
  readonly entries: readonly Buffer[];
  readonly length: number;
}

/** Reads a whole snapshot and checks every byte of it. */
export const readSnapshot = async (
  fs: FileSystem,
  folder: string,
  file: string,
): Promise<Either<LogRefused, ReadSnapshot>> => {
  const bytes = await readFile(fs, `${folder}/${file}`);
  const decoded = decodeFileHeader("snapshot", file, bytes);
  if (isLeft(decoded)) return decoded;
  const header = decoded.right;
  const seed = checksumSeed(header.logId);
  const entries: Buffer[] = [];
  let offset = fileHeaderBytes;
  let previous = checksumOf(bytes);
  for (;;) {
    const record = decodeRecord(bytes, offset, seed);
    if (record === undefined || record.previous !== previous)
      return left(refusal("damaged", file, offset, "bad record in a snapshot"));
    offset += record.stride;
    if (record.kind === "seal") break;
    entries.push(record.payload);
    previous = record.checksum;
  }
  if (entries.length !== header.entries || offset !== bytes.length)
    return left(refusal("damaged", file, offset, "the snapshot does not end where it should"));
  return right({ header, entries, length: bytes.length });
};
