import { isLeft, left } from "fp-ts/lib/Either.js";
import { checksumSeed, decodeFileHeader, fileHeaderBytes } from "./file-header.ts";
import type { FileSystem } from "./file-system.ts";
import { findRecord, type FoundRecord } from "./record.ts";
import { type LogRefused, messageOf, refusal } from "./refusal.ts";
import { scanSegment } from "./scan.ts";
import { type ReadSnapshot, readSnapshot } from "./snapshot.ts";
import { listLog, type Visitor } from "./survey.ts";
import { readFile } from "./whole-io.ts";

/** What could be read of a log that is not sound. */
export interface Salvaged {
  /** Everything that is wrong with it, file by file. */
  readonly faults: readonly LogRefused[];
  /** Indexes of records that are gone: neither in a segment nor covered by the snapshot. */
  readonly missing: readonly number[];
  /** Index of the newest record, or of the last one that the snapshot stands for; 0 where nothing could be read. */
  readonly newest: number;
}

interface Found {
  readonly file: string;
  readonly offset: number;
  readonly record: FoundRecord;
}

const listedGaps = 1000;

/** Every sound data record of a segment, whatever stands between them. */
function* soundRecords(file: string, bytes: Buffer, seed: number): Generator<Found> {
  let found = findRecord(bytes, 0, seed);
  while (found !== undefined) {
    const { offset, record } = found;
    if (record.kind === "data") yield { file, offset, record };
    found = findRecord(bytes, offset + record.stride, seed);
  }
}

const faultsOfSegment = (file: string, bytes: Buffer): readonly LogRefused[] => {
  const header = decodeFileHeader("segment", file, bytes.subarray(0, fileHeaderBytes));
  if (isLeft(header)) return [header.left];
  const scanned = scanSegment(header.right, bytes, () => undefined);
  if (scanned.end === "clean" || scanned.end === "sealed") return [];
  const what = scanned.end === "torn" ? "a batch that never was whole" : "bad record";
  return [refusal("damaged", file, scanned.offset, what)];
};

const readSnapshots = async (fs: FileSystem, folder: string, files: readonly string[]) => {
  const faults: LogRefused[] = [];
  let newest: ReadSnapshot | undefined;
  for (const file of files) {
    const read = await readSnapshot(fs, folder, file).catch((error: unknown) =>
      left(refusal("unavailable", file, undefined, `cannot be read: ${messageOf(error)}`)),
    );
    if (isLeft(read)) faults.push(read.left);
    else newest = read.right;
  }
  return { faults, newest };
};

const firstLogId = async (
  fs: FileSystem,
  folder: string,
  files: readonly string[],
): Promise<Buffer | undefined> => {
  for (const file of files) {
    const header = decodeFileHeader("segment", file, await readFile(fs, `${folder}/${file}`));
    if (!isLeft(header)) return header.right.logId;
  }
  return undefined;
};

/**
 * Reads all that is sound in a damaged log, and changes nothing: the newest
 * readable snapshot, and every later record that checks out by itself, in
 * order. A record in between that is lost takes no other one with it. Rejects
 * with the system's error where the disk fails.
 */
export const salvageLog = async (
  fs: FileSystem,
  folder: string,
  visitor: Pick<Visitor, "onSnapshot" | "onRecord">,
): Promise<Salvaged> => {
  const { segments, snapshots } = await listLog(fs, folder);
  const { faults, newest: base } = await readSnapshots(fs, folder, snapshots);
  const logId = base?.header.logId ?? (await firstLogId(fs, folder, segments));
  const start = base?.header.index ?? 0;
  if (base !== undefined) visitor.onSnapshot(base.entries);
  const missing: number[] = [];
  let last = start;
  for (const file of segments) {
    const bytes = await readFile(fs, `${folder}/${file}`);
    faults.push(...faultsOfSegment(file, bytes));
    if (logId === undefined) continue;
    for (const { offset, record } of soundRecords(file, bytes, checksumSeed(logId))) {
      if (record.index <= last) continue;
      for (let gap = last + 1; gap < record.index && missing.length < listedGaps; gap += 1)
        missing.push(gap);
      last = record.index;
      visitor.onRecord(record.payload, file, offset);
    }
  }
  return { faults, missing, newest: last };
};
