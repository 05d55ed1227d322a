import type { FileSystem } from "./file-system.ts";

/**
 * Why a log is not opened. A refusal changes no byte of the log.
 *
 * - `damaged`: bytes that were once synced no longer check out.
 * - `missing`: a segment or snapshot that the rest depends on is gone.
 * - `misplaced`: a sound file has another file's name.
 * - `foreign`: a file belongs to another log.
 * - `future-format`: a newer program wrote the log.
 * - `full`: the disk has no room for the segment that a start writes.
 * - `unavailable`: the disk refused a read or a write.
 */
export type RefusalKind =
  | "damaged"
  | "missing"
  | "misplaced"
  | "foreign"
  | "future-format"
  | "full"
  | "unavailable";

/** A refusal, with its file and, if known, the offset in bytes. */
export interface LogRefused {
  readonly kind: RefusalKind;
  readonly file: string;
  readonly offset: number | undefined;
  /** A readable sentence: file, offset, what is wrong. */
  readonly message: string;
}

export const refusal = (
  kind: RefusalKind,
  file: string,
  offset: number | undefined,
  what: string,
): LogRefused => ({
  kind,
  file,
  offset,
  message: offset === undefined ? `${file} ${what}` : `${file}, offset ${offset}: ${what}`,
});

/** Events of a log, for its owner's own log. */
export type LogEvent =
  | {
      readonly kind: "torn-tail";
      readonly file: string;
      readonly offset: number;
      readonly lastIndex: number;
      readonly kept: string;
    }
  | { readonly kind: "snapshot-unreadable"; readonly refused: LogRefused }
  | { readonly kind: "snapshot-written"; readonly file: string; readonly bytes: number }
  | { readonly kind: "snapshot-failed"; readonly reason: string }
  | { readonly kind: "segment-deleted"; readonly file: string }
  | { readonly kind: "spare-failed"; readonly reason: string }
  /** The log was closed without its mark: the next start copies the newest segment, as after a crash. */
  | { readonly kind: "mark-failed"; readonly reason: string }
  /** An append was refused for lack of room. Later ones may be refused too, until `room-again` or `failed`. */
  | { readonly kind: "out-of-room"; readonly reason: string }
  | { readonly kind: "room-again" }
  /** A background step failed; the log has failed for good, and every later call reports it. */
  | { readonly kind: "failed"; readonly reason: string };

/** Sizes in bytes. */
export interface LogLimits {
  /** A new segment's length. A longer batch still goes into one segment. */
  readonly segmentBytes: number;
  /** A snapshot is due after about this many bytes of records, or after four times the last snapshot's length if that is more (LOG-5, LOG-39). */
  readonly snapshotBytes: number;
}

/** The log to open, and how. */
export interface OpenLog {
  readonly fs: FileSystem;
  readonly folder: string;
  readonly limits: LogLimits;
  readonly report: (event: LogEvent) => void;
  /**
   * Whether the next segment is created in advance, which takes as much of the disk as a segment: the default. Without
   * it, the batch that begins a segment waits for that.
   */
  readonly keepsSpare?: boolean;
  /** Called with each batch's sync time in milliseconds; must not throw. */
  readonly synced?: (ms: number) => void;
}
