import { type Either, isLeft, isRight } from "fp-ts/lib/Either.js";
import { mendedRecord } from "./mend.ts";
import {
  checksumSeed,
  fileHeaderBytes,
  type FileHeader,
  listLog,
  readHeaders,
} from "./log-files.ts";
import { type FileSystem, readFile } from "./file-system.ts";
import { type LogVisitor, newerIsMissing } from "./read-sound.ts";
import { type FoundRecord, type PlacedRecord, RecordSearch } from "./record.ts";
import { type LogRefused, refusal } from "./log-options.ts";
import { type ReadSnapshot, readSnapshot } from "./snapshot.ts";
import { type ScannedSegment, scanSegment } from "./segment-reader.ts";

/** The result of reading a damaged log. */
export interface DamagedLog {
  /** Everything wrong, file by file. */
  readonly faults: readonly LogRefused[];
  /** Whether an unknown number of records is lost after the last one found. */
  readonly lacksEnd: boolean;
}

/** A record of a damaged segment: sound, or one that was before one of its bytes changed. */
interface Remains extends PlacedRecord {
  readonly isMended: boolean;
}

/** Every sound record of a segment, whatever lies between them, and those between that lack one byte. */
function* remainsOf(bytes: Buffer, seed: number): Generator<Remains> {
  const search = new RecordSearch(bytes, seed);
  let offset = fileHeaderBytes;
  for (;;) {
    const found = search.next(offset);
    if (found?.offset !== offset) {
      const record = mendedRecord(bytes, offset, found?.offset, seed);
      if (record !== undefined) yield { offset, record, isMended: true };
    }
    if (found === undefined) return;
    yield { ...found, isMended: false };
    offset = found.offset + found.record.stride;
  }
}

const foreign = (file: string): LogRefused =>
  refusal("foreign", file, 16, "belongs to another log than most segments");

const faultOf = ({ file, end, offset }: ScannedSegment): LogRefused | undefined => {
  if (end === "clean" || end === "sealed") return undefined;
  const what = end === "torn" ? "a batch that was never whole" : "bad record";
  return refusal("damaged", file, offset, what);
};

/** Whether a segment without records follows `seal`: the log then ends with the seal. */
const isEmptyAfter = (seal: FoundRecord, { header, index, end }: ScannedSegment): boolean =>
  header.index === seal.index + 1 &&
  header.chain === seal.previous &&
  index === seal.index &&
  end === "clean";

const readSnapshots = async (
  fs: FileSystem,
  folder: string,
  files: readonly string[],
  logId: Buffer | undefined,
) => {
  const faults: LogRefused[] = [];
  let base: ReadSnapshot | undefined;
  for (const file of files) {
    const read = await readSnapshot(fs, folder, file);
    if (isLeft(read)) faults.push(read.left);
    else if (logId !== undefined && !read.right.header.logId.equals(logId))
      faults.push(foreign(file));
    else base = read.right;
  }
  return { faults, base };
};

/** The id in most of the readable headers; in a tie, the newest header's. */
const maxLogId = (headers: readonly Either<LogRefused, FileHeader>[]): Buffer | undefined => {
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
 * Reads a log that may be damaged, and changes nothing. Passes the newest readable snapshot, and every later record
 * that checks out by itself, in order: a lost record takes no other one with it. The id of most segments decides which
 * log it is, so that a file of another log is only a fault. A segment is sealed only after the next one exists. So the
 * end of the log is lost if nothing sound follows a seal, or a bad record that was once whole. Rejects with the
 * system's error.
 */
export const readDamagedLog = async (
  fs: FileSystem,
  folder: string,
  visitor: LogVisitor,
): Promise<DamagedLog> => {
  const { segments, snapshots } = await listLog(fs, folder);
  const headers = await readHeaders(fs, folder, "segment", segments);
  const known = maxLogId(headers);
  const { faults, base } = await readSnapshots(fs, folder, snapshots, known);
  const logId = known ?? base?.header.logId;
  if (logId === undefined) {
    faults.push(...headers.flatMap((header) => (isLeft(header) ? [header.left] : [])));
    return { faults, lacksEnd: true };
  }
  if (base !== undefined) visitor.onSnapshot(base.entries, base.header.index);
  let last = base?.header.index ?? 0;
  let end: (Remains & { readonly file: string }) | undefined;
  let isLost = false;
  let lacksEnd = segments.length === 0;
  for (const [position, file] of segments.entries()) {
    const header = headers[position];
    if (header === undefined) throw new Error("every segment has a header");
    const bytes = await readFile(fs, `${folder}/${file}`);
    const isOurs = isRight(header) && header.right.logId.equals(logId);
    const walked = isOurs ? scanSegment(header.right, bytes) : undefined;
    const fault = isLeft(header) ? header.left : walked ? faultOf(walked) : foreign(file);
    if (fault !== undefined) faults.push(fault);
    for (const found of remainsOf(bytes, checksumSeed(logId))) {
      const { offset, record, isMended } = found;
      const isNext = record.kind === "data" && record.index > last;
      const where = [record.payload, file, offset, record.index] as const;
      // A bad record that the visitor does not take is lost.
      if (isMended && !(isNext && visitor.onMended?.(...where) === true)) continue;
      end = { file, ...found };
      isLost = false;
      if (!isNext) continue;
      last = record.index;
      if (!isMended) visitor.onRecord(...where);
    }
    const least = (walked?.offset ?? 0) + (end?.isMended === true ? 0 : 1);
    isLost ||= walked?.end === "damaged" && !(end?.file === file && end.offset >= least);
    const isSealed = end?.record.kind === "seal" && !(walked && isEmptyAfter(end.record, walked));
    lacksEnd = isLost || isSealed;
  }
  if (lacksEnd && end?.record.kind === "seal" && end.file === segments.at(-1))
    faults.push(newerIsMissing({ file: end.file, index: end.record.index }));
  return { faults, lacksEnd };
};
