import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { decodeFileHeader, type FileHeader, fileHeaderBytes, fileName } from "./file-header.ts";
import type { FileSystem } from "./file-system.ts";
import { type LogRefused, messageOf, refusal } from "./refusal.ts";
import { scanSegment } from "./scan.ts";
import { type ReadSnapshot, readSnapshot } from "./read-snapshot.ts";
import {
  checkJoint,
  checkSeal,
  judgeEnd,
  segmentName,
  type SurveyedSegment,
} from "./succession.ts";
import { readFile } from "./whole-io.ts";

/** The files of a log's folder, by what their names say. */
export interface Listing {
  readonly segments: readonly string[];
  readonly snapshots: readonly string[];
  /** Left over from a crash; never part of the log. */
  readonly temporary: readonly string[];
}

/** A record's payload, and the file and offset where the record starts. */
export type OnLogRecord = (payload: Buffer, file: string, offset: number) => void;

/** What is received while a log is read; buffers are only valid during the call. */
export interface Visitor {
  /** Called once, before any record, where the log has a usable snapshot: its entries, in the order they were given. */
  readonly onSnapshot: (entries: readonly Buffer[]) => void;
  /** Called for each record after the snapshot, in order. */
  readonly onRecord: OnLogRecord;
  /** Called for each record that is still there but that the snapshot stands for, in order. */
  readonly onCovered: OnLogRecord;
}

/** A whole log that was read and found sound. */
export interface Survey {
  readonly listing: Listing;
  readonly segments: readonly SurveyedSegment[];
  /** The snapshot that the state was built from. */
  readonly base: ReadSnapshot | undefined;
  /** Snapshots that could not be read, newest first, and why. */
  readonly unreadable: readonly LogRefused[];
  /** The last segment with records; only its tail may be torn. */
  readonly newest: SurveyedSegment;
  /** Bytes of records after the base. */
  readonly bytesAfterBase: number;
  /** The memory that the segments were read into, free to be used again. */
  readonly space: Buffer;
}

/** Names in the folder, sorted into what they are; other names are left alone. */
export const listLog = async (fs: FileSystem, folder: string): Promise<Listing> => {
  const names = await fs.list(folder);
  return {
    segments: names.filter((name) => /^\d{20}\.seg$/.test(name)),
    snapshots: names.filter((name) => /^\d{20}\.snap$/.test(name)),
    temporary: names.filter((name) => name.endsWith(".tmp")),
  };
};

const readHeaders = async (
  fs: FileSystem,
  folder: string,
  files: readonly string[],
): Promise<Either<LogRefused, readonly FileHeader[]>> => {
  const headers: FileHeader[] = [];
  for (const file of files) {
    const bytes = await readFile(fs, `${folder}/${file}`, fileHeaderBytes);
    const header = decodeFileHeader("segment", file, bytes);
    if (isLeft(header)) return header;
    const first = headers[0] ?? header.right;
    if (!header.right.logId.equals(first.logId))
      return left(refusal("foreign", file, 16, `belongs to another log than ${files[0]}`));
    headers.push(header.right);
  }
  return right(headers);
};

interface Base {
  readonly base: ReadSnapshot | undefined;
  readonly unreadable: readonly LogRefused[];
}

/** The newest snapshot that can be read and that the segments carry on from. */
const findBase = async (
  fs: FileSystem,
  folder: string,
  snapshots: readonly string[],
  first: FileHeader,
  firstFile: string,
): Promise<Either<LogRefused, Base>> => {
  const unreadable: LogRefused[] = [];
  for (const file of snapshots.toReversed()) {
    const read = await readSnapshot(fs, folder, file).catch((error: unknown) =>
      left(refusal("unavailable", file, undefined, `cannot be read: ${messageOf(error)}`)),
    );
    if (isLeft(read)) {
      if (read.left.kind !== "damaged" && read.left.kind !== "unavailable") return read;
      unreadable.push(read.left);
      continue;
    }
    if (!read.right.header.logId.equals(first.logId))
      return left(refusal("foreign", file, 16, `belongs to another log than ${firstFile}`));
    if (read.right.header.index < first.index - 1) break;
    return right({ base: read.right, unreadable });
  }
  if (first.index === 1) return right({ base: undefined, unreadable });
  if (snapshots.length === 0)
    return left(
      refusal(
        "missing",
        segmentName(1),
        undefined,
        `is missing: the log starts at record ${first.index} in ${firstFile}, and there is no snapshot`,
      ),
    );
  const why = unreadable.map((refused) => `; ${refused.message}`).join("");
  return left(
    refusal(
      "missing",
      fileName({ kind: "snapshot", index: first.index - 1 }),
      undefined,
      `or a newer snapshot is missing: the log starts at record ${first.index} in ${firstFile}${why}`,
    ),
  );
};

/** Whether the segments hold the record that the snapshot ends with, whose checksum there is `chain`. */
const checkBase = (
  snapshot: FileHeader,
  chain: number | undefined,
  newest: SurveyedSegment,
): LogRefused | undefined => {
  if (chain === snapshot.chain) return undefined;
  const { index } = snapshot;
  const file = fileName(snapshot);
  return newest.index < index
    ? refusal(
        "missing",
        newest.file,
        newest.offset,
        `records up to ${index}, which ${file} stands for, are missing`,
      )
    : refusal("damaged", file, 40, `does not fit record ${index} of the segments`);
};

/**
 * Reads a whole log and checks every byte of it, without changing anything:
 * the base snapshot first, then each segment in order. Undefined: the folder
 * holds no log yet. Rejects with the system's error where the disk fails.
 */
export const surveyLog = async (
  fs: FileSystem,
  folder: string,
  visitor: Visitor,
): Promise<Either<LogRefused, Survey | undefined>> => {
  const listing = await listLog(fs, folder);
  const [firstFile] = listing.segments;
  if (firstFile === undefined) {
    const [snapshot] = listing.snapshots;
    if (snapshot === undefined) return right(undefined);
    return left(refusal("missing", snapshot, undefined, "is there, but every segment is missing"));
  }
  const headers = await readHeaders(fs, folder, listing.segments);
  if (isLeft(headers)) return headers;
  const [first] = headers.right;
  if (first === undefined) throw new Error("every segment has a header");
  const oldest = listing.snapshots[0];
  if (oldest !== undefined && first.index > Number.parseInt(oldest, 10) + 1)
    return left(
      refusal(
        "missing",
        segmentName(Number.parseInt(oldest, 10) + 1),
        undefined,
        `is missing: ${oldest} is there, and the first segment is ${firstFile}`,
      ),
    );
  const based = await findBase(fs, folder, listing.snapshots, first, firstFile);
  if (isLeft(based)) return based;
  const { base, unreadable } = based.right;
  const baseIndex = base?.header.index ?? 0;
  if (base !== undefined) visitor.onSnapshot(base.entries);

  const segments: SurveyedSegment[] = [];
  let bytesAfterBase = 0;
  // One segment after another is read into the same memory: fresh memory costs more than the reading.
  let space: Buffer = Buffer.alloc(0);
  let baseChain: number | undefined = first.index === baseIndex + 1 ? first.chain : undefined;
  for (const [position, header] of headers.right.entries()) {
    const file = listing.segments[position] ?? "";
    const before = segments.at(-1);
    const misfit = before && checkJoint(before, header, file);
    if (misfit !== undefined) return left(misfit);
    const bytes = await readFile(fs, `${folder}/${file}`, Infinity, space);
    if (bytes.length > space.length) space = bytes;
    const scanned = scanSegment(header, bytes, (offset, record) => {
      if (record.index === baseIndex) baseChain = record.checksum;
      if (record.index <= baseIndex) return visitor.onCovered(record.payload, file, offset);
      bytesAfterBase += record.stride;
      visitor.onRecord(record.payload, file, offset);
    });
    const segment = { ...scanned, file, header };
    const fault = before && checkSeal(before, segment, position === headers.right.length - 1);
    if (fault !== undefined) return left(fault);
    segments.push(segment);
  }
  const newest = judgeEnd(segments);
  if (isLeft(newest)) return newest;
  const odd = base && checkBase(base.header, baseChain, newest.right);
  if (odd !== undefined) return left(odd);
  return right({
    listing,
    segments,
    base,
    unreadable,
    newest: newest.right,
    bytesAfterBase,
    space,
  });
};
