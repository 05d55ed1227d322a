import { randomBytes } from "node:crypto";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { isMarkOf, removeMark } from "./clean-shutdown.ts";
import { fileHeaderBytes } from "./log-files.ts";
import { type LogRefused, type OpenLog, refusal } from "./log-options.ts";
import { type LogVisitor, readSoundLog, type SoundLog } from "./read-sound.ts";
import { Segment } from "./segment.ts";
import { makeSpare, newSegmentLength, spareName } from "./spare.ts";
import { asPermanentFailure, isFull, isOutOfDescriptors, messageOf } from "./system-calls.ts";
import { type ScannedSegment, scanSegment } from "./segment-reader.ts";
import { readFile, removeIfThere, replaceFile, writeWhole } from "./file-system.ts";

/** A log ready for appending. */
export interface RecoveredLog {
  readonly segment: Segment;
  /** The log as it was read; undefined if it is new. */
  readonly sound: SoundLog | undefined;
  /** Whether the process before has left a spare segment that this one uses. */
  readonly hasSpare: boolean;
  /**
   * Whether the mark of a clean shutdown still stands, and nothing was synced: `begin` comes before anything is written.
   */
  readonly isMarked: boolean;
}

/**
 * Reads a segment a second time, to copy it. Bytes that were read but never synced may have changed: the replayed state
 * would not be this log's, so this rejects.
 */
const readAgain = async (
  { fs, folder }: OpenLog,
  walked: ScannedSegment,
  space: Buffer,
): Promise<Buffer> => {
  const bytes = await readFile(fs, `${folder}/${walked.file}`, Infinity, space);
  const { end, offset, chain } = scanSegment(walked.header, bytes);
  if (end !== walked.end || offset !== walked.offset || chain !== walked.chain)
    throw new Error(`${walked.file} reads differently the second time`);
  return bytes;
};

/** The segment before an empty newest one. Its seal may not be synced yet; the next segment takes records only once it is. */
const unsyncedSeal = ({ newest, segments }: SoundLog): ScannedSegment | undefined =>
  newest.index < newest.header.index ? segments[segments.indexOf(newest) - 1] : undefined;

/**
 * Stores the bytes that are cut off a segment at `offset` in a file beside it, durable when it returns; returns the
 * file's name. A segment can tear at the same offset more than once: earlier files stay, and a number tells them apart.
 * Repeated starts store the same bytes once.
 */
const keepTorn = async (
  { fs, folder }: OpenLog,
  { file, offset }: ScannedSegment,
  bytes: Buffer,
): Promise<string> => {
  const names = new Set(await fs.list(folder));
  for (let count = 1; ; count += 1) {
    const name = `${file}.${offset}${count === 1 ? "" : `.${count}`}.torn`;
    if (!names.has(name)) {
      await replaceFile(fs, folder, name, (kept) => writeWhole(kept, [bytes], 0));
      return name;
    }
    // A file that cannot be read counts as different, and stays.
    const kept = await readFile(fs, `${folder}/${name}`).catch(() => undefined);
    if (kept?.equals(bytes) !== true) continue;
    await fs.syncFolder(folder);
    return name;
  }
};

/**
 * Copies the newest segment's records to a new file that takes its place. After a failed sync, bytes that were read
 * back may never have reached the disk; bytes copied and synced here have. A torn tail is kept in a file beside it, and
 * no byte is cut in place.
 */
const renewNewest = async (options: OpenLog, { newest, space }: SoundLog): Promise<Segment> => {
  const { file, header, end, offset, index, chain } = newest;
  const bytes = await readAgain(options, newest, space);
  if (end === "torn") {
    const kept = await keepTorn(options, newest, bytes.subarray(offset));
    options.report({ kind: "torn-tail", file, offset, lastIndex: index, kept });
  }
  const spare = await makeSpare(options);
  const records = bytes.subarray(fileHeaderBytes, offset);
  return Segment.begin(options, spare, header, records, { index, chain });
};

const firstSegment = async (options: OpenLog): Promise<Segment> =>
  Segment.begin(options, await makeSpare(options), { logId: randomBytes(16), index: 1, chain: 0 });

/**
 * Whether the log was closed with everything synced that was read now, and its newest segment takes no other batch or has
 * a new one's length: a shorter one would grow with each batch.
 */
const canGoOn = async (
  { fs, folder, limits }: OpenLog,
  { listing, newest: { header, length, end, offset, index, chain } }: SoundLog,
): Promise<boolean> => {
  if (!listing.isMarked) return false;
  const at = { logId: header.logId, first: header.index, offset, index, chain };
  const isMarked = await isMarkOf(fs, folder, at);
  const keepsItsLength =
    offset > limits.segmentBytes || length === newSegmentLength(limits.segmentBytes);
  return isMarked && end === "clean" && keepsItsLength;
};

/** Makes the newest records durable, and opens their segment for appending. Rejects with the system's error. */
const renewed = async (options: OpenLog, sound: SoundLog): Promise<Segment> => {
  const { fs, folder } = options;
  const before = unsyncedSeal(sound);
  if (before !== undefined) {
    const bytes = await readAgain(options, before, sound.space);
    await replaceFile(fs, folder, before.file, (copy) => writeWhole(copy, [bytes], 0));
  }
  return renewNewest(options, sound);
};

/** Opens a copy of the newest segment for appending, and removes what is behind it. Rejects with the system's error. */
const readyCopy = async (options: OpenLog, sound: SoundLog): Promise<Segment> => {
  const { fs, folder } = options;
  if (sound.listing.isMarked) await removeMark(fs, folder);
  const segment = await renewed(options, sound);
  try {
    const place = sound.segments.indexOf(sound.newest);
    for (const { file } of sound.segments.slice(place + 1)) await fs.remove(`${folder}/${file}`);
    await fs.syncFolder(folder);
    return segment;
  } catch (error) {
    await segment.close().catch(() => undefined);
    throw error;
  }
};

/**
 * Ends the time in which the log was closed: removes the mark, first, so that the next start does not believe it if a
 * sync fails, and syncs what was read, which may be in a copy that nobody has synced. Durable when it returns. Can be
 * repeated after a passing error (see `isTransient`).
 */
export const begin = async ({ fs, folder }: OpenLog, segment: Segment): Promise<void> => {
  await removeMark(fs, folder);
  await asPermanentFailure(fs.syncFolder(folder));
  await segment.sync();
  try {
    await fs.makeFolder(folder);
  } catch (error) {
    throw isOutOfDescriptors(error) ? error : new Error(messageOf(error), { cause: error });
  }
};

/** The most bytes that a start writes before it serves. */
const startBytes = (sound: SoundLog | undefined, segmentBytes: number): number => {
  const fresh = newSegmentLength(segmentBytes);
  if (sound === undefined) return fresh;
  const { end, offset, length } = sound.newest;
  const torn = end === "torn" ? length - offset : 0;
  return Math.max(fresh, offset) + torn + (unsyncedSeal(sound)?.length ?? 0);
};

/**
 * Reads the log, which must be sound, into `visitor` and prepares appending. A left is a refusal, with no byte of the
 * log changed. Rejects with the system's error.
 */
export const recoverLog = async (
  options: OpenLog,
  visitor: LogVisitor,
): Promise<Either<LogRefused, RecoveredLog>> => {
  const { fs, folder, limits, report, keepsSpare = true } = options;
  const read = await readSoundLog(fs, folder, visitor);
  if (isLeft(read)) return read;
  const sound = read.right;
  try {
    const goesOn = sound !== undefined && (await canGoOn(options, sound));
    // It may have been made by a process that died before that was durable.
    if (!goesOn) await fs.makeFolder(folder);
    const temporary = sound?.listing.temporary ?? [];
    const hasSpare = goesOn && keepsSpare && temporary.includes(spareName);
    for (const file of temporary)
      if (!hasSpare || file !== spareName) await removeIfThere(fs, `${folder}/${file}`);
    for (const refused of sound?.unreadable ?? []) report({ kind: "snapshot-unreadable", refused });
    const segment = await (sound === undefined
      ? firstSegment(options)
      : goesOn
        ? Segment.resume(options, sound.newest)
        : readyCopy(options, sound));
    return right({ segment, sound, hasSpare, isMarked: goesOn });
  } catch (error) {
    if (!isFull(error)) throw error;
    const bytes = startBytes(sound, limits.segmentBytes);
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
