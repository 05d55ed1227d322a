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

/** A refusal, with the file it is about and, where there is one, the offset in bytes. */
export interface LogRefused {
  readonly kind: RefusalKind;
  readonly file: string;
  readonly offset: number | undefined;
  /** One sentence for a person: file, offset, what is wrong. */
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

/** What a log tells its owner beside its answers; the owner writes it down. */
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
  /** An append was refused, and so may be those to come, until `room-again` or `failed`. */
  | { readonly kind: "out-of-room"; readonly reason: string }
  | { readonly kind: "room-again" }
  /** Beside any call the log has failed for good, as every later call says. */
  | { readonly kind: "failed"; readonly reason: string };

/** Sizes in bytes. */
export interface LogLimits {
  /** Length that a segment is made with; a batch that is longer still goes into one segment. */
  readonly segmentBytes: number;
  /** A snapshot is due after about this many bytes of records, or after four times the last snapshot's length if that is more (LOG-5, LOG-39). */
  readonly snapshotBytes: number;
}

/** Which log is opened, and how; all that writes it is given this. */
export interface OpenLog {
  readonly fs: FileSystem;
  readonly folder: string;
  readonly limits: LogLimits;
  readonly report: (event: LogEvent) => void;
  /** Hears of each sync of a batch, in milliseconds; must not throw. */
  readonly synced?: (ms: number) => void;
}
