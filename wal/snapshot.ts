import {
  checksumSeed,
  encodeFileHeader,
  type FileHeader,
  fileHeaderBytes,
  fileHeaderChecksum,
  fileName,
} from "./file-header.ts";
import type { FileSystem } from "./file-system.ts";
import { encodeRecord, type Payload } from "./record.ts";
import { removeIfThere, writeWhole } from "./whole-io.ts";

/** Synced in steps of this many bytes: a sync of the log beside it then never waits for a whole snapshot. */
const syncStepBytes = 4 * 1024 * 1024;

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
