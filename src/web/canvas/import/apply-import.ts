import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { GivenFile, Imported } from "../../../model/import/import-result.ts";
import { usualLimits } from "../../../model/import/refusal.ts";
import { readFiles } from "../../../model/import/read-files.ts";
import type { ImportTexts } from "../../i18n/import-speaker.ts";

/** Whatever is larger is not even read: the refusal is that of the reader. */
const unread = (files: readonly File[]): boolean =>
  files.reduce((sum, { size }) => sum + size, 0) > usualLimits.importBytes;

/** Reads files that somebody gave; the left says in words why they are refused. */
export const readImportFiles = async (
  files: readonly File[],
  { importing, importDialog }: ImportTexts,
): Promise<Either<string, Imported>> => {
  if (unread(files)) {
    const detail = {
      place: "",
      limit: "import-bytes",
      most: usualLimits.importBytes,
      expected: "",
    };
    return left(importing.refusals.limit(files[0]?.name ?? "", detail));
  }
  const given: GivenFile[] = [];
  for (const file of files) {
    try {
      given.push({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
    } catch {
      return left(importDialog.unreadable(file.name));
    }
  }
  const reading = await readFiles(given, usualLimits);
  if (!isLeft(reading)) return right(reading.right);
  const { why, file, detail } = reading.left;
  return left(importing.refusals[why](file, detail));
};
