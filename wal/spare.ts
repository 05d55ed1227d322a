import { makeFile, type FileHandle, readWhole, writeZeros } from "./file-system.ts";
import type { OpenLog } from "./log-options.ts";
import { allZero } from "./segment-reader.ts";
import { messageOf } from "./system-calls.ts";

/** The next segment until it gets its name. */
export const spareName = "spare.tmp";

const longStepBytes = 1024 * 1024;

/**
 * A new segment's length, which is no multiple of 8. Records and seals end at multiples of 8, so a file of this length
 * was never cut behind its seal.
 */
export const newSegmentLength = (segmentBytes: number): number =>
  segmentBytes - (segmentBytes % 8) + 4;

/**
 * Makes a file of zeros that will become the next segment, so that later appends do not change the file's length and
 * their syncs wait only for their own bytes. Writes steps of `stepBytes()` bytes, each synced before the next, so that a
 * concurrent sync of the log waits for one step at most. On an error, removes the file and rejects with the system's
 * error.
 */
export const makeSpare = (
  { fs, folder, limits }: OpenLog,
  stepBytes: () => number = () => Infinity,
): Promise<FileHandle> =>
  makeFile(fs, `${folder}/${spareName}`, async (file) => {
    const length = newSegmentLength(limits.segmentBytes);
    for (let at = 0; at < length;) {
      const step = stepBytes();
      // The last step includes the four bytes after the last multiple of 8.
      const end = at + step + 4 < length ? at + step : length;
      await writeZeros(file, at, end);
      await file.datasync();
      at = end;
    }
  });

/** Whether a file has nothing but zeros. */
const isBlank = async (file: FileHandle, length: number): Promise<boolean> => {
  const space = Buffer.allocUnsafe(longStepBytes);
  for (let at = 0; at < length; at += longStepBytes) {
    const step = await readWhole(file, at, Math.min(longStepBytes, length - at), space);
    if (!allZero(step)) return false;
  }
  return true;
};

/**
 * The spare that an earlier process left behind; undefined if it is not whole, or not of a new segment's length. Rejects
 * if it cannot be closed.
 */
const findSpare = async ({ fs, folder, limits }: OpenLog): Promise<FileHandle | undefined> => {
  const file = await fs.open(`${folder}/${spareName}`, "write").catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    const length = newSegmentLength(limits.segmentBytes);
    if ((await file.size()) === length && (await isBlank(file, length))) {
      await file.datasync();
      return file;
    }
  } catch {
    // Another one is made in its place.
  }
  await file.close();
  return undefined;
};

/**
 * The next segment, prepared in the background. Its zeros are written in steps of 1 MiB, or of a quarter of a segment if
 * that is less: an append waits for one step at most. A step is longer, twice the bytes appended since the previous one,
 * if appends come faster, so that the spare is finished before the segment is half full.
 */
export class SpareSegment {
  readonly #options: OpenLog;
  #making: Promise<FileHandle> | undefined;
  /** Bytes whose step has not begun. */
  #left = 0;
  /** Bytes appended since the last step began. */
  #appended = 0;

  constructor(options: OpenLog) {
    this.#options = options;
  }

  /** Whether more than a step is left, so that `take` would wait for long. */
  get isFarFromMade(): boolean {
    return this.#left > longStepBytes;
  }

  /**
   * Starts to make the spare, or to check the one that an earlier process left; nothing if the log keeps none. A failure
   * becomes an event.
   */
  prepare(isThere = false): void {
    const { report, limits, keepsSpare = true } = this.#options;
    if (!keepsSpare) return;
    this.#left = newSegmentLength(limits.segmentBytes);
    this.#appended = 0;
    this.#making = isThere ? this.#findOrMake() : this.#make();
    this.#making.catch((error: unknown) => {
      this.#left = 0;
      report({ kind: "spare-failed", reason: messageOf(error) });
    });
  }

  appended(bytes: number): void {
    this.#appended += bytes;
  }

  /** Waits for the spare and hands it over; undefined if it failed or was not begun. */
  async take(): Promise<FileHandle | undefined> {
    const made = await this.#making?.catch(() => undefined);
    this.#making = undefined;
    return made;
  }

  #make(): Promise<FileHandle> {
    return makeSpare(this.#options, () => this.#nextStep());
  }

  async #findOrMake(): Promise<FileHandle> {
    const found = await findSpare(this.#options);
    if (found === undefined) return this.#make();
    this.#left = 0;
    return found;
  }

  #nextStep(): number {
    const least = Math.min(longStepBytes, Math.ceil(this.#options.limits.segmentBytes / 4));
    const step = Math.max(least, 2 * this.#appended);
    this.#appended = 0;
    this.#left -= step;
    return step;
  }
}
