import type { FileSystem } from "./file-system.ts";

/**
 * Why a log is not opened. No byte of the log was changed when one of these is returned.
 *
 * - `damaged`: bytes that were once synced no longer check out.
 * - `missing`: a segment or snapshot that the rest depends on is not there.
 * - `misplaced`: a sound file under the name of another one.
 * - `foreign`: a file of another log.
 * - `future-format`: written by a newer program.
 * - `full`: the disk has no room for the fresh segment of this start.
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

/** A refusal, with its file and, if there is one, the offset in bytes. */
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
  /** An append was refused, as later ones may be, until `room-again` or `failed`. */
  | { readonly kind: "out-of-room"; readonly reason: string }
  | { readonly kind: "room-again" }
  /** The log has failed for good beside any call; every later call reports it. */
  | { readonly kind: "failed"; readonly reason: string };

/** Sizes in bytes. */
export interface LogLimits {
  /** A new segment's length; a longer batch still goes into one segment. */
  readonly segmentBytes: number;
  /** A snapshot is due after about this many bytes of records, or four times the last snapshot's length if that is more (LOG-5, LOG-39). */
  readonly snapshotBytes: number;
}

/** The log to open, and how. */
export interface OpenLog {
  readonly fs: FileSystem;
  readonly folder: string;
  readonly limits: LogLimits;
  readonly report: (event: LogEvent) => void;
  /** Called with each batch's sync time in milliseconds; must not throw. */
  readonly synced?: (ms: number) => void;
}
