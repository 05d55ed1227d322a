import { randomBytes } from "node:crypto";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { fileHeaderBytes } from "./file-header.ts";
import type { FileSystem } from "./file-system.ts";
import type { LogEvent } from "./log-event.ts";
import { isFull } from "./passing.ts";
import { type LogRefused, messageOf, refusal } from "./refusal.ts";
import { scanSegment } from "./scan.ts";
import { makeSpare, newSegmentLength, Segment } from "./segment.ts";
import type { SurveyedSegment } from "./succession.ts";
import { type Survey, surveyLog, type Visitor } from "./survey.ts";
import { keepTorn } from "./torn.ts";
import { readFile, removeIfThere, replaceFile } from "./whole-io.ts";

/** A log that is ready to be appended to. */
export interface Recovered {
  readonly logId: Buffer;
  readonly segment: Segment;
  /** Files of the sealed segments and the index each starts with, oldest first. */
  readonly sealed: readonly { readonly file: string; readonly first: number }[];
  /** Indexes of the snapshots that can serve as a base, oldest first. */
  readonly snapshots: readonly number[];
  /** Names of snapshots that cannot serve as one. */
  readonly unreadableSnapshots: readonly string[];
  readonly bytesAfterBase: number;
  readonly snapshotBytes: number;
}

const firstStart = async (
  fs: FileSystem,
  folder: string,
  segmentBytes: number,
): Promise<Recovered> => {
  const logId = randomBytes(16);
  const spare = await makeSpare(fs, folder, segmentBytes);
  const segment = await Segment.begin(fs, folder, spare, logId, { index: 0, chain: 0 });
  return {
    logId,
    segment,
    sealed: [],
    snapshots: [],
    unreadableSnapshots: [],
    bytesAfterBase: 0,
    snapshotBytes: 0,
  };
};

/**
 * Reads a segment once more, to copy it. What was read and never synced may be
 * gone by now: then the state that was built from it is not this log's, and
 * this rejects.
 */
const readAgain = async (
  fs: FileSystem,
  folder: string,
  surveyed: SurveyedSegment,
  space: Buffer,
): Promise<Buffer> => {
  const bytes = await readFile(fs, `${folder}/${surveyed.file}`, Infinity, space);
  const { end, offset, chain } = scanSegment(surveyed.header, bytes, () => undefined);
  if (end !== surveyed.end || offset !== surveyed.offset || chain !== surveyed.chain)
    throw new Error(`${surveyed.file} reads differently the second time`);
  return bytes;
};

/**
 * The segment before an empty newest one: its seal may have been written and
 * never synced, and the next segment takes records only after it is durable.
 */
const unsyncedSeal = ({ newest, segments }: Survey): SurveyedSegment | undefined =>
  newest.index < newest.header.index ? segments[segments.indexOf(newest) - 1] : undefined;

/**
 * Copies the newest segment's records to a fresh file that takes its place.
 * After a failed sync, what the last process read back may never have reached
 * the disk; what is copied and synced here has. A torn tail stays behind, in a
 * file beside it, and no byte is ever cut from a file in place.
 */
const renewNewest = async (
  fs: FileSystem,
  folder: string,
  { newest, space }: Survey,
  segmentBytes: number,
  report: (event: LogEvent) => void,
): Promise<Segment> => {
  const bytes = await readAgain(fs, folder, newest, space);
  if (newest.end === "torn") {
    const { file, offset, index } = newest;
    const kept = await keepTorn(fs, folder, file, offset, bytes.subarray(offset));
    report({ kind: "torn-tail", file, offset, lastIndex: index, kept });
  }
  const spare = await makeSpare(fs, folder, segmentBytes);
  const { logId, index, chain } = newest.header;
  const start = { index: index - 1, chain };
  const records = bytes.subarray(fileHeaderBytes, newest.offset);
  return Segment.begin(fs, folder, spare, logId, start, records, newest);
};

/** Makes what was read durable, and opens the newest segment for appending. Rejects with the system's error. */
const ready = async (
  fs: FileSystem,
  folder: string,
  segmentBytes: number,
  survey: Survey,
  report: (event: LogEvent) => void,
): Promise<Recovered> => {
  for (const refused of survey.unreadable) report({ kind: "snapshot-unreadable", refused });
  const { newest } = survey;
  const place = survey.segments.indexOf(newest);
  const before = unsyncedSeal(survey);
  if (before !== undefined)
    await replaceFile(fs, folder, before.file, [await readAgain(fs, folder, before, survey.space)]);
  const segment = await renewNewest(fs, folder, survey, segmentBytes, report);
  try {
    for (const { file } of survey.segments.slice(place + 1)) await fs.remove(`${folder}/${file}`);
    await fs.syncFolder(folder);
  } catch (error) {
    await segment.close().catch(() => undefined);
    throw error;
  }
  const unreadableSnapshots = survey.unreadable.map((refused) => refused.file);
  return {
    logId: newest.header.logId,
    segment,
    sealed: survey.segments
      .slice(0, place)
      .map(({ file, header }) => ({ file, first: header.index })),
    snapshots: survey.listing.snapshots
      .filter((file) => !unreadableSnapshots.includes(file))
      .map((file) => Number.parseInt(file, 10)),
    unreadableSnapshots,
    bytesAfterBase: survey.bytesAfterBase,
    snapshotBytes: survey.base?.length ?? 0,
  };
};

/** Bytes that a start writes at most before it serves anything. */
const startBytes = (survey: Survey | undefined, segmentBytes: number): number => {
  const fresh = newSegmentLength(segmentBytes);
  if (survey === undefined) return fresh;
  const { end, offset, length } = survey.newest;
  const torn = end === "torn" ? length - offset : 0;
  return Math.max(fresh, offset) + torn + (unsyncedSeal(survey)?.length ?? 0);
};

/**
 * Reads the log into `visitor` and makes it ready for appending, or refuses
 * with no byte of it changed. Rejects with the system's error where the disk fails.
 */
export const recoverLog = async (
  fs: FileSystem,
  folder: string,
  segmentBytes: number,
  visitor: Visitor,
  report: (event: LogEvent) => void,
): Promise<Either<LogRefused, Recovered>> => {
  const surveyed = await surveyLog(fs, folder, visitor);
  if (isLeft(surveyed)) return surveyed;
  const survey = surveyed.right;
  for (const file of survey?.listing.temporary ?? []) await removeIfThere(fs, `${folder}/${file}`);
  try {
    return right(
      survey === undefined
        ? await firstStart(fs, folder, segmentBytes)
        : await ready(fs, folder, segmentBytes, survey, report),
    );
  } catch (error) {
    if (!isFull(error)) throw error;
    const bytes = startBytes(survey, segmentBytes);
    return left(
      refusal(
        "full",
        folder,
        undefined,
        `has no room for a start, which needs up to ${bytes} bytes free: ${messageOf(error)}`,
      ),
    );
  }
};
