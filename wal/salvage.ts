import { type Either, isLeft, isRight, left } from "fp-ts/lib/Either.js";
import { checksumSeed, decodeFileHeader, type FileHeader, fileHeaderBytes } from "./file-header.ts";
import type { FileSystem } from "./file-system.ts";
import { type FoundRecord, type PlacedRecord, RecordSearch } from "./record.ts";
import { type LogRefused, messageOf, refusal } from "./refusal.ts";
import { scanSegment } from "./scan.ts";
import { type ReadSnapshot, readSnapshot } from "./read-snapshot.ts";
import { newerIsMissing } from "./succession.ts";
import { listLog } from "./survey.ts";
import { readFile } from "./whole-io.ts";

/** What is received while a damaged log is read; buffers are only valid during the call. */
export interface SalvageVisitor {
  /** Called once, first, where a snapshot can be read: its entries, and the index of the last record that it stands for. */
  readonly onSnapshot: (entries: readonly Buffer[], index: number) => void;
  /** Called for each later record that is sound, in order; indexes that are left out are those of lost records. */
  readonly onRecord: (payload: Buffer, file: string, offset: number, index: number) => void;
}

interface Found extends PlacedRecord {
  readonly file: string;
}

/** What was found of a damaged log. */
export interface Salvaged {
  /** Everything that is wrong, file by file. */
  readonly faults: readonly LogRefused[];
  /** Whether records came after the last one that was found, how many nobody can tell. */
  readonly lacksEnd: boolean;
}

/** Every sound record of a segment, whatever stands between them. */
function* soundRecords(file: string, bytes: Buffer, seed: number): Generator<Found> {
  const search = new RecordSearch(bytes, seed);
  let found = search.next(0);
  while (found !== undefined) {
    yield { file, ...found };
    found = search.next(found.offset + found.record.stride);
  }
}

const foreign = (file: string): LogRefused =>
  refusal("foreign", file, 16, "belongs to another log than most segments");

interface SegmentFault {
  readonly refused: LogRefused;
  /** Where a record is bad that was whole once. */
  readonly lostAt?: number;
}

const faultOfSegment = (
  file: string,
  header: Either<LogRefused, FileHeader>,
  bytes: Buffer,
  logId: Buffer,
): SegmentFault | undefined => {
  if (isLeft(header)) return { refused: header.left };
  if (!header.right.logId.equals(logId)) return { refused: foreign(file) };
  const { end, offset } = scanSegment(header.right, bytes, () => undefined);
  if (end === "clean" || end === "sealed") return undefined;
  const isTorn = end === "torn";
  const what = isTorn ? "a batch that never was whole" : "bad record";
  const refused = refusal("damaged", file, offset, what);
  return isTorn ? { refused } : { refused, lostAt: offset };
};

/** Whether a segment follows on `seal` that is there and holds no record yet: then the seal is the end. */
const isEmptyAfter = (
  seal: FoundRecord,
  header: Either<LogRefused, FileHeader> | undefined,
  bytes: Buffer,
): boolean =>
  header !== undefined &&
  isRight(header) &&
  header.right.index === seal.index + 1 &&
  header.right.chain === seal.previous &&
  scanSegment(header.right, bytes, () => undefined).end === "clean";

const readSnapshots = async (
  fs: FileSystem,
  folder: string,
  files: readonly string[],
  logId: Buffer | undefined,
) => {
  const faults: LogRefused[] = [];
  let newest: ReadSnapshot | undefined;
  for (const file of files) {
    const read = await readSnapshot(fs, folder, file).catch((error: unknown) =>
      left(refusal("unavailable", file, undefined, `cannot be read: ${messageOf(error)}`)),
    );
    if (isLeft(read)) faults.push(read.left);
    else if (logId !== undefined && !read.right.header.logId.equals(logId))
      faults.push(foreign(file));
    else newest = read.right;
  }
  return { faults, newest };
};

const readHeader = async (fs: FileSystem, folder: string, file: string) =>
  decodeFileHeader("segment", file, await readFile(fs, `${folder}/${file}`, fileHeaderBytes));

/** The id that most of the readable headers carry; of two that as many carry, the newer one. */
const mostLogId = (headers: readonly Either<LogRefused, FileHeader>[]): Buffer | undefined => {
  const counts = new Map<string, number>();
  let most: Buffer | undefined;
  for (const header of headers) {
    if (isLeft(header)) continue;
    const { logId } = header.right;
    const count = (counts.get(logId.toString("hex")) ?? 0) + 1;
    counts.set(logId.toString("hex"), count);
    if (count >= (counts.get(most?.toString("hex") ?? "") ?? 0)) most = logId;
  }
  return most;
};

/**
 * Reads all that is sound in a damaged log, and changes nothing: the newest
 * readable snapshot, and every later record that checks out by itself, in
 * order. A record in between that is lost takes no other one with it. Which
 * log it is, most of the segments decide, so that a file of another one that
 * lies among them is only a fault. A segment was sealed only when the next one
 * was there: where nothing sound follows a seal, the end of the log is gone, as
 * it is where nothing sound follows a bad record that was whole once.
 * Rejects with the system's error where the disk fails.
 */
export const salvageLog = async (
  fs: FileSystem,
  folder: string,
  visitor: SalvageVisitor,
): Promise<Salvaged> => {
  const { segments, snapshots } = await listLog(fs, folder);
  const headers = await Promise.all(segments.map((file) => readHeader(fs, folder, file)));
  const known = mostLogId(headers);
  const { faults, newest: base } = await readSnapshots(fs, folder, snapshots, known);
  const logId = known ?? base?.header.logId;
  if (base !== undefined) visitor.onSnapshot(base.entries, base.header.index);
  let last = base?.header.index ?? 0;
  let end: Found | undefined;
  let isLost = false;
  let lacksEnd = segments.length === 0 || logId === undefined;
  for (const [position, file] of segments.entries()) {
    const header = headers[position];
    if (header === undefined) throw new Error("every segment has a header");
    if (logId === undefined) {
      if (isLeft(header)) faults.push(header.left);
      continue;
    }
    const bytes = await readFile(fs, `${folder}/${file}`);
    const fault = faultOfSegment(file, header, bytes, logId);
    if (fault !== undefined) faults.push(fault.refused);
    for (const found of soundRecords(file, bytes, checksumSeed(logId))) {
      const { offset, record } = found;
      end = found;
      isLost = false;
      if (record.kind !== "data" || record.index <= last) continue;
      last = record.index;
      visitor.onRecord(record.payload, file, offset, record.index);
    }
    isLost ||= fault?.lostAt !== undefined && !(end?.file === file && end.offset > fault.lostAt);
    const isSealed = end?.record.kind === "seal" && !isEmptyAfter(end.record, header, bytes);
    lacksEnd = isLost || isSealed;
  }
  if (lacksEnd && end?.record.kind === "seal" && end.file === segments.at(-1))
    faults.push(newerIsMissing(end.file, end.record.index));
  return { faults, lacksEnd };
};
