import { type Either, isLeft, left, right, sequenceArray } from "fp-ts/lib/Either.js";
import { type FileHeader, fileName, type LogFiles, listLog, readHeaders } from "./log-files.ts";
import { type FileSystem, readFile } from "./file-system.ts";
import { recordStride } from "./record.ts";
import { type LogRefused, refusal } from "./log-options.ts";
import { type ReadSnapshot, readSnapshot } from "./snapshot.ts";
import { ifThere } from "./system-calls.ts";
import { type ScannedSegment, scanSegment } from "./segment-reader.ts";

/** A record's payload, its file and offset, and its index. */
export type OnLogRecord = (payload: Buffer, file: string, offset: number, index: number) => void;

/** Receives a log's content; buffers are valid during the call only. */
export interface LogVisitor {
  /** Called once, before any record, if there is a usable snapshot: its entries in order, and the index of the last record that it covers. */
  readonly onSnapshot: (entries: readonly Buffer[], index: number) => void;
  /** Called for each record after the snapshot, in order. In a damaged log, the indexes of lost records are skipped. */
  readonly onRecord: OnLogRecord;
  /** Called for each record of a sound log that the snapshot covers and that still exists, in order. */
  readonly onCovered?: OnLogRecord;
  /**
   * Called for a bad record of a damaged log, in its place, as it was if one of its bytes changed: what it holds must
   * prove that. Its index counts as lost unless the visitor takes it, and returns true.
   */
  readonly onMended?: (...record: Parameters<OnLogRecord>) => boolean;
}

/** A log that was read whole and found sound. */
export interface SoundLog {
  readonly listing: LogFiles;
  readonly segments: readonly ScannedSegment[];
  /** The snapshot that the replay started from. */
  readonly base: ReadSnapshot | undefined;
  /** Unreadable snapshots, newest first, and why. */
  readonly unreadable: readonly LogRefused[];
  /** The last segment with records; only its tail may be torn. It is sealed if a writing process has begun the next one meanwhile. */
  readonly newest: ScannedSegment;
  /** Bytes of records after the base. */
  readonly bytesAfterBase: number;
  /** The buffer that the segments were read into, for reuse. */
  readonly space: Buffer;
}

const segmentName = (index: number): string => fileName({ kind: "segment", index });

/** Why a file does not belong to the log whose first segment has the header `first`. */
const checkLogId = (header: FileHeader, first: FileHeader): LogRefused | undefined =>
  header.logId.equals(first.logId)
    ? undefined
    : refusal("foreign", fileName(header), 16, `belongs to another log than ${fileName(first)}`);

/** The newest readable snapshot that the segments continue. */
const findBase = async (
  fs: FileSystem,
  folder: string,
  snapshots: readonly string[],
  first: FileHeader,
): Promise<Either<LogRefused, Pick<SoundLog, "base" | "unreadable">>> => {
  const unreadable: LogRefused[] = [];
  for (const file of snapshots.toReversed()) {
    const read = await readSnapshot(fs, folder, file);
    if (isLeft(read)) {
      if (read.left.kind !== "damaged" && read.left.kind !== "unavailable") return read;
      unreadable.push(read.left);
      continue;
    }
    const foreign = checkLogId(read.right.header, first);
    if (foreign !== undefined) return left(foreign);
    if (read.right.header.index < first.index - 1) break;
    return right({ base: read.right, unreadable });
  }
  if (first.index === 1) return right({ base: undefined, unreadable });
  const { index } = first;
  if (snapshots.length === 0)
    return left(
      refusal(
        "missing",
        segmentName(1),
        undefined,
        `is missing: the log starts at record ${index} in ${fileName(first)}, and there is no snapshot`,
      ),
    );
  const why = unreadable.map((refused) => `; ${refused.message}`).join("");
  return left(
    refusal(
      "missing",
      fileName({ kind: "snapshot", index: index - 1 }),
      undefined,
      `or a newer snapshot is missing: the log starts at record ${index} in ${fileName(first)}${why}`,
    ),
  );
};

const badRecord = ({ file, offset }: ScannedSegment): LogRefused =>
  refusal("damaged", file, offset, "bad record, which was written whole once");

const cutOff = ({ file, offset }: ScannedSegment): LogRefused =>
  refusal("damaged", file, offset, "the segment is cut off, and a later one follows");

/** The refusal if a sealed segment is the last one. */
export const newerIsMissing = ({ file, index }: Pick<ScannedSegment, "file" | "index">) =>
  refusal(
    "missing",
    segmentName(index + 1),
    undefined,
    `is missing: ${file} is sealed, so a newer segment was there`,
  );

/** Why a segment does not continue `before`; checked before its records are handed over. */
const checkJoint = (before: ScannedSegment, header: FileHeader): LogRefused | undefined => {
  if (before.end === "damaged") return badRecord(before);
  if (header.index !== before.index + 1)
    return before.end === "sealed"
      ? refusal(
          "missing",
          segmentName(before.index + 1),
          undefined,
          `is missing: ${before.file} ends with record ${before.index}, and ${fileName(header)} follows`,
        )
      : cutOff(before);
  return header.chain === before.chain
    ? undefined
    : refusal("damaged", fileName(header), 40, `does not continue the chain of ${before.file}`);
};

/** `before` may lack its seal only while `next`, the last one, is empty. */
const checkSeal = (
  before: ScannedSegment,
  next: ScannedSegment,
  isLast: boolean,
): LogRefused | undefined => {
  // A seal is cut to size only after its sync: a file of exactly that length once had a sound one.
  const sealWasWhole = before.length === before.offset + recordStride(0);
  const rotationUnfinished =
    isLast && next.index < next.header.index && next.end === "clean" && !sealWasWhole;
  return before.end === "sealed" || rotationUnfinished ? undefined : cutOff(before);
};

/** Whether a segment that was sealed during the read is followed by one that was not listed. Rejects with the system's error. */
const isCarriedOn = async (
  fs: FileSystem,
  folder: string,
  last: ScannedSegment,
): Promise<boolean> => {
  const headers = await ifThere(readHeaders(fs, folder, "segment", [segmentName(last.index + 1)]));
  const [next] = headers ?? [];
  if (next === undefined || isLeft(next)) return false;
  return checkLogId(next.right, last.header) === undefined && next.right.chain === last.chain;
};

/** Whether the segments hold the snapshot's last record, whose checksum there is `chain`. */
const checkBase = (
  snapshot: FileHeader,
  chain: number | undefined,
  newest: ScannedSegment,
): LogRefused | undefined => {
  if (chain === snapshot.chain) return undefined;
  const { index } = snapshot;
  const file = fileName(snapshot);
  return newest.index < index
    ? refusal(
        "missing",
        newest.file,
        newest.offset,
        `records up to ${index}, which ${file} covers, are missing`,
      )
    : refusal("damaged", file, 40, `does not fit record ${index} of the segments`);
};

/**
 * Reads a log that must be sound, and changes nothing: checks every byte, and refuses the log at the first fault. Passes
 * the base snapshot, then the records in order. Ignores files begun during the read. Undefined if the folder holds no
 * log yet. Rejects with the system's error.
 */
export const readSoundLog = async (
  fs: FileSystem,
  folder: string,
  visitor: LogVisitor,
): Promise<Either<LogRefused, SoundLog | undefined>> => {
  const listing = await listLog(fs, folder);
  const headers = sequenceArray(await readHeaders(fs, folder, "segment", listing.segments));
  if (isLeft(headers)) return headers;
  const [first] = headers.right;
  const [oldest] = listing.snapshots;
  if (first === undefined)
    return oldest === undefined
      ? right(undefined)
      : left(refusal("missing", oldest, undefined, "exists, but every segment is missing"));
  for (const header of headers.right) {
    const foreign = checkLogId(header, first);
    if (foreign !== undefined) return left(foreign);
  }
  const next = oldest === undefined ? first.index : Number.parseInt(oldest, 10) + 1;
  if (first.index > next)
    return left(
      refusal(
        "missing",
        segmentName(next),
        undefined,
        `is missing: ${oldest} exists, but the first segment is ${fileName(first)}`,
      ),
    );
  const based = await findBase(fs, folder, listing.snapshots, first);
  if (isLeft(based)) return based;
  const { base, unreadable } = based.right;
  const baseIndex = base?.header.index ?? 0;
  if (base !== undefined) visitor.onSnapshot(base.entries, baseIndex);

  const segments: ScannedSegment[] = [];
  let bytesAfterBase = 0;
  // All segments share one buffer: allocating takes longer than reading.
  let space: Buffer = Buffer.alloc(0);
  let baseChain: number | undefined = first.index === baseIndex + 1 ? first.chain : undefined;
  for (const header of headers.right) {
    const file = fileName(header);
    const before = segments.at(-1);
    const misfit = before && checkJoint(before, header);
    if (misfit !== undefined) return left(misfit);
    const bytes = await readFile(fs, `${folder}/${file}`, Infinity, space);
    if (bytes.length > space.length) space = bytes;
    const segment = scanSegment(header, bytes, ({ index, payload, checksum, stride }, offset) => {
      if (index === baseIndex) baseChain = checksum;
      if (index <= baseIndex) return visitor.onCovered?.(payload, file, offset, index);
      bytesAfterBase += stride;
      visitor.onRecord(payload, file, offset, index);
    });
    const isLast = header === headers.right.at(-1);
    const fault = before && checkSeal(before, segment, isLast);
    if (fault !== undefined) return left(fault);
    segments.push(segment);
  }
  const [last, before] = [segments.at(-1), segments.at(-2)];
  if (last === undefined) throw new Error("a log has at least one segment");
  if (last.end === "damaged") return left(badRecord(last));
  if (last.end === "sealed" && !(await isCarriedOn(fs, folder, last)))
    return left(newerIsMissing(last));
  const newest = before !== undefined && before.end !== "sealed" ? before : last;
  const odd = base && checkBase(base.header, baseChain, newest);
  if (odd !== undefined) return left(odd);
  return right({ listing, segments, base, unreadable, newest, bytesAfterBase, space });
};
