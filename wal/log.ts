import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { TaskEither } from "fp-ts/lib/TaskEither.js";
import type { FileHandle, FileSystem } from "./file-system.ts";
import type { LogEvent } from "./log-event.ts";
import { type Payload, payloadLength, recordStride } from "./record.ts";
import { type LogRefused, messageOf, refusal } from "./refusal.ts";
import { recoverLog, type Recovered } from "./recover.ts";
import { Retention } from "./retention.ts";
import { makeSpare, Segment } from "./segment.ts";
import type { Visitor } from "./survey.ts";

/** Sizes in bytes. */
export interface LogLimits {
  /** Length that a segment is made with; a batch that is longer still goes into one segment. */
  readonly segmentBytes: number;
  /** A snapshot is due after this many bytes of records, or after four times the last snapshot's length if that is more. */
  readonly snapshotBytes: number;
}

/** A write or a sync failed, now or before. Nothing is written to this log again until it is opened anew. */
export interface LogFailed {
  readonly reason: string;
}

/**
 * What the service asks of a log. One call of `append` or `startSnapshot` at
 * a time: the caller waits for the answer before the next one.
 */
export interface Log {
  /**
   * Appends the payloads, all or none, in order. A right means that they are on stable storage.
   * A left means that nobody knows whether they are, and that every later call fails as well.
   */
  readonly append: (payloads: readonly Payload[]) => TaskEither<LogFailed, void>;
  /** Whether enough was appended since the last snapshot for a new one to pay. */
  readonly isSnapshotDue: () => boolean;
  /**
   * Starts a snapshot of the state after the last append: `entries` are what replay hands back.
   * Answers when the next append may come; the writing goes on beside it, and its outcome is reported as an event.
   */
  readonly startSnapshot: (entries: readonly Payload[]) => TaskEither<LogFailed, void>;
  /** Waits for what goes on beside, and closes the files. */
  readonly close: () => Promise<void>;
}

export interface OpenLog {
  readonly fs: FileSystem;
  readonly folder: string;
  readonly limits: LogLimits;
  readonly report: (event: LogEvent) => void;
}

class SegmentedLog implements Log {
  readonly #options: OpenLog;
  readonly #retention: Retention;
  readonly #logId: Buffer;
  #segment: Segment;
  #spare: Promise<FileHandle> | undefined;
  #failed: LogFailed | undefined;
  #bytesSinceSnapshot: number;

  constructor(options: OpenLog, recovered: Recovered) {
    this.#options = options;
    this.#logId = recovered.logId;
    this.#segment = recovered.segment;
    this.#bytesSinceSnapshot = recovered.bytesAfterBase;
    this.#retention = new Retention(options, recovered);
    this.#prepareSpare();
  }

  #prepareSpare(): void {
    const { fs, folder, limits, report } = this.#options;
    const spare = makeSpare(fs, folder, limits.segmentBytes);
    spare.catch((error: unknown) => report({ kind: "spare-failed", reason: messageOf(error) }));
    this.#spare = spare;
  }

  async #takeSpare(): Promise<FileHandle> {
    const { fs, folder, limits } = this.#options;
    const prepared = await this.#spare?.catch(() => undefined);
    this.#spare = undefined;
    return prepared ?? makeSpare(fs, folder, limits.segmentBytes);
  }

  async #rotate(): Promise<void> {
    const { fs, folder } = this.#options;
    const full = this.#segment;
    const spare = await this.#takeSpare();
    this.#segment = await Segment.begin(fs, folder, spare, this.#logId, full.position);
    await full.seal();
    this.#retention.sealed(full.file);
    this.#prepareSpare();
  }

  #guarded(work: () => Promise<void>): TaskEither<LogFailed, void> {
    return async (): Promise<Either<LogFailed, void>> => {
      if (this.#failed !== undefined) return left(this.#failed);
      try {
        return right(await work());
      } catch (error) {
        this.#failed = { reason: messageOf(error) };
        return left(this.#failed);
      }
    };
  }

  append(payloads: readonly Payload[]): TaskEither<LogFailed, void> {
    return this.#guarded(async () => {
      let bytes = 0;
      for (const payload of payloads) bytes += recordStride(payloadLength(payload));
      const full = this.#segment.length + bytes > this.#options.limits.segmentBytes;
      if (full && !this.#segment.isEmpty) await this.#rotate();
      await this.#segment.append(payloads);
      this.#bytesSinceSnapshot += bytes;
    });
  }

  isSnapshotDue(): boolean {
    const { snapshotBytes } = this.#options.limits;
    const due = Math.max(snapshotBytes, 4 * this.#retention.snapshotLength);
    return this.#bytesSinceSnapshot >= due && !this.#retention.isBusy && this.#failed === undefined;
  }

  startSnapshot(entries: readonly Payload[]): TaskEither<LogFailed, void> {
    return this.#guarded(async () => {
      if (!this.#segment.isEmpty) await this.#rotate();
      this.#bytesSinceSnapshot = 0;
      this.#retention.startSnapshot(this.#segment.position, entries);
    });
  }

  async close(): Promise<void> {
    await this.#retention.idle();
    const spare = await this.#spare?.catch(() => undefined);
    await spare?.close();
    await this.#segment.close();
  }
}

/**
 * Opens the log in a folder, making it where there is none: reads all of it,
 * hands the newest snapshot and the records after it to `visitor`, and readies it for appending.
 * A left is a refusal, and nothing on disk was changed then.
 */
export const openLog =
  (options: OpenLog, visitor: Visitor): TaskEither<LogRefused, Log> =>
  async () => {
    const { fs, folder, limits, report } = options;
    try {
      await fs.makeFolder(folder);
      const recovered = await recoverLog(fs, folder, limits.segmentBytes, visitor, report);
      if (isLeft(recovered)) return recovered;
      return right(new SegmentedLog(options, recovered.right));
    } catch (error) {
      return left(
        refusal("unavailable", folder, undefined, `cannot be read or written: ${messageOf(error)}`),
      );
    }
  };
