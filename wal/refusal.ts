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
