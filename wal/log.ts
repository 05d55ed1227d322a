import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { TaskEither } from "fp-ts/lib/TaskEither.js";
import { markCleanShutdown } from "./clean-shutdown.ts";
import type { FileSystem } from "./file-system.ts";
import { type LogRefused, type OpenLog, refusal } from "./log-options.ts";
import type { LogVisitor } from "./read-sound.ts";
import { isText, type Payload, payloadLength, recordStride } from "./record.ts";
import { Retention } from "./retention.ts";
import { Segment } from "./segment.ts";
import { Shortage } from "./shortage.ts";
import { makeSpare, newSegmentLength, SpareSegment } from "./spare.ts";
import { begin, type RecoveredLog, recoverLog } from "./recovery.ts";
import { ifThere, isTransient, messageOf } from "./system-calls.ts";

/** Why nothing was written. */
export interface LogFailed {
  readonly reason: string;
  /**
   * True: space or descriptors ran out; the log is unchanged, and the same call may succeed later. False: a write or
   * sync failed, now or before; the disk's content is unknown, and the log writes nothing until it is opened again.
   */
  readonly passing: boolean;
}

/** A log that is open for appending. Calls of `append` and `startSnapshot` must not overlap. */
export interface Log {
  /**
   * Appends the payloads in order, all or none. A right: they are on stable storage. A left with `passing`: they are
   * not stored and never will be, even if the process is killed next; the caller may retry, and an event reports when
   * there is room again. Any other left: it is unknown whether they are stored, and every later call fails. Rejects
   * with a `TypeError`, with the log unchanged, if a payload has a zero byte.
   */
  readonly append: (payloads: readonly Payload[]) => TaskEither<LogFailed, void>;
  /** Whether enough was appended since the last snapshot to make a new one worthwhile. */
  readonly isSnapshotDue: () => boolean;
  /** Whether a snapshot is being written or read back, or what it replaces deleted: no other may be started meanwhile. */
  readonly isSnapshotUnderWay: () => boolean;
  /**
   * Starts a snapshot of the state after the last append; a later replay starts with `entries`. Resolves when the next
   * append may come. The snapshot is written in the background, and an event reports its outcome, also after a left
   * with `passing`. The next snapshot is due as if this one had been made. Entries are texts, like the payloads of
   * `append`.
   */
  readonly startSnapshot: (entries: readonly Payload[]) => TaskEither<LogFailed, void>;
  /**
   * Waits for background work, removes the rest of refused batches if possible, marks that everything is synced if it
   * is, and closes the files.
   */
  readonly close: () => Promise<void>;
}

const refuseOthersThanTexts = (payloads: readonly Payload[]): void => {
  if (!payloads.every(isText))
    throw new TypeError("a payload has a zero byte, and the log takes texts only");
};

class SegmentedLog implements Log {
  readonly #options: OpenLog;
  readonly #retention: Retention;
  readonly #shortage: Shortage;
  readonly #spare: SpareSegment;
  readonly #closeFolder: () => Promise<void>;
  #segment: Segment;
  /** The previous segment until it has its seal. Nothing is appended before that. */
  #unsealed: Segment | undefined;
  #failed: LogFailed | undefined;
  /** Whether nothing was written since the clean shutdown before, of which the mark still stands. */
  #isMarked: boolean;
  #bytesSinceSnapshot: number;
  #lastBatchBytes = 0;

  constructor(options: OpenLog, started: RecoveredLog, closeFolder: () => Promise<void>) {
    this.#options = options;
    this.#closeFolder = closeFolder;
    this.#segment = started.segment;
    this.#isMarked = started.isMarked;
    this.#bytesSinceSnapshot = started.sound?.bytesAfterBase ?? 0;
    this.#retention = new Retention(options, started);
    this.#shortage = new Shortage(options, () => this.#takenBack());
    this.#spare = new SpareSegment(options);
    this.#spare.prepare(started.hasSpare);
  }

  async #rotate(): Promise<void> {
    const full = this.#segment;
    await full.takeBack();
    const prepared = await this.#spare.take();
    await this.#shortage.idle();
    const spare = prepared ?? (await makeSpare(this.#options));
    const { index, chain } = full.position;
    const next = { logId: full.header.logId, index: index + 1, chain };
    this.#segment = await Segment.begin(this.#options, spare, next);
    this.#unsealed = full;
    await this.#sealFull();
  }

  async #sealFull(): Promise<void> {
    const full = this.#unsealed;
    if (full === undefined) return;
    await full.seal();
    this.#unsealed = undefined;
    this.#retention.sealed(full.header.index);
    await full.close();
    this.#spare.prepare();
  }

  async #begin(): Promise<void> {
    if (!this.#isMarked) return;
    await begin(this.#options, this.#segment);
    this.#isMarked = false;
  }

  async #guarded(work: () => Promise<void>): Promise<Either<LogFailed, void>> {
    if (this.#failed !== undefined) return left(this.#failed);
    try {
      await this.#begin();
      await this.#sealFull();
      return right(await work());
    } catch (error) {
      const reason = messageOf(error);
      if (isTransient(error))
        return left({
          reason: `there is no room to save it now, try again: ${reason}`,
          passing: true,
        });
      return left(this.#fail(reason));
    }
  }

  #fail(reason: string): LogFailed {
    this.#shortage.stop();
    this.#failed = { reason, passing: false };
    return this.#failed;
  }

  /** Removes the rest of a refused batch, outside of any append; returns whether nothing is left. */
  async #takenBack(): Promise<boolean> {
    try {
      await this.#segment.takeBack();
      return true;
    } catch (error) {
      // If this has failed an append, the append has reported it.
      if (!isTransient(error) && this.#failed === undefined) {
        const { reason } = this.#fail(messageOf(error));
        this.#options.report({ kind: "failed", reason });
      }
      return false;
    }
  }

  append(payloads: readonly Payload[]): TaskEither<LogFailed, void> {
    return async () => {
      refuseOthersThanTexts(payloads);
      const { segmentBytes } = this.#options.limits;
      let bytes = 0;
      for (const payload of payloads) bytes += recordStride(payloadLength(payload));
      const appended = await this.#guarded(async () => {
        const full = this.#segment.length + bytes > segmentBytes;
        if (full && !this.#segment.isEmpty) await this.#rotate();
        await this.#segment.append(payloads);
        this.#bytesSinceSnapshot += bytes;
        this.#lastBatchBytes = bytes;
        this.#spare.appended(bytes);
      });
      if (!isLeft(appended)) this.#shortage.end();
      else if (appended.left.passing)
        this.#shortage.begin(appended.left.reason, Math.max(newSegmentLength(segmentBytes), bytes));
      return appended;
    };
  }

  isSnapshotDue(): boolean {
    if (this.#retention.isBusy || this.#failed !== undefined) return false;
    const { segmentBytes, snapshotBytes } = this.#options.limits;
    const due = Math.max(snapshotBytes, 4 * this.#retention.snapshotLength);
    // Both a full segment and a snapshot begin a new segment. If one save would cause both, one segment is enough.
    const isFull = this.#segment.length + this.#lastBatchBytes > segmentBytes;
    const early = isFull ? this.#lastBatchBytes : 0;
    // Without the delay, the next save would wait for the spare. Saves that use up every
    // spare cannot postpone the snapshot for ever.
    const delay = this.#spare.isFarFromMade ? segmentBytes : 0;
    return this.#bytesSinceSnapshot + early >= due + delay;
  }

  isSnapshotUnderWay(): boolean {
    return this.#retention.isBusy;
  }

  startSnapshot(entries: readonly Payload[]): TaskEither<LogFailed, void> {
    return async () => {
      refuseOthersThanTexts(entries);
      this.#bytesSinceSnapshot = 0;
      const started = await this.#guarded(async () => {
        if (!this.#segment.isEmpty) await this.#rotate();
        this.#retention.startSnapshot(this.#segment.position, entries);
      });
      if (isLeft(started) && started.left.passing)
        this.#options.report({ kind: "snapshot-failed", reason: started.left.reason });
      return started;
    };
  }

  async #markClean(): Promise<void> {
    if (this.#isMarked) return;
    const { fs, folder, report } = this.#options;
    const { header, length: offset, position } = this.#segment;
    try {
      const at = { logId: header.logId, first: header.index, offset, ...position };
      await markCleanShutdown(fs, folder, at);
    } catch (error) {
      report({ kind: "mark-failed", reason: messageOf(error) });
    }
  }

  async close(): Promise<void> {
    this.#shortage.stop();
    await this.#shortage.idle();
    const isWhole = this.#failed === undefined && (await this.#takenBack());
    await this.#retention.idle();
    const spare = await this.#spare.take();
    await spare?.close();
    if (isWhole && this.#unsealed === undefined) await this.#markClean();
    await this.#unsealed?.close();
    await this.#segment.close();
    await this.#closeFolder();
  }
}

/**
 * The same disk with one folder, made if it is missing, kept open until `close`, so that syncing the folder needs no descriptor: a process that
 * has run out of them can still begin a segment. Rejects with the system's error.
 */
const holdFolder = async (
  fs: FileSystem,
  folder: string,
): Promise<{ readonly fs: FileSystem; readonly close: () => Promise<void> }> => {
  if ((await ifThere(fs.list(folder))) === undefined) await fs.makeFolder(folder);
  const { sync, close } = await fs.openFolder(folder);
  const syncFolder = (path: string) => (path === folder ? sync() : fs.syncFolder(path));
  return { fs: { ...fs, syncFolder }, close };
};

/**
 * Opens the log in a folder, or creates it: reads all of it, passes the newest snapshot and the records after it to
 * `visitor`, and prepares appending. A left is a refusal, with nothing on disk changed.
 */
export const openLog =
  (options: OpenLog, visitor: LogVisitor): TaskEither<LogRefused, Log> =>
  async () => {
    const { folder } = options;
    try {
      const { fs, close } = await holdFolder(options.fs, folder);
      const held = { ...options, fs };
      try {
        const started = await recoverLog(held, visitor);
        if (!isLeft(started)) return right(new SegmentedLog(held, started.right, close));
        await close();
        return started;
      } catch (error) {
        await close().catch(() => undefined);
        throw error;
      }
    } catch (error) {
      return left(
        refusal("unavailable", folder, undefined, `cannot be read or written: ${messageOf(error)}`),
      );
    }
  };
