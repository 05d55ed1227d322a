import { isLeft } from "fp-ts/lib/Either.js";
import * as t from "io-ts";

/** The part of a diagnostic report that tells the limits of the process, as getrlimit(2) has them; "unlimited" is a text. */
const reportCodec = t.type({
  userLimits: t.type({ open_files: t.type({ soft: t.union([t.number, t.string]) }) }),
});

/** How many files and sockets the system lets this process have open; Infinity where it sets no limit or tells none. */
export const openFilesLimit = (): number => {
  const report = reportCodec.decode(process.report.getReport());
  if (isLeft(report)) return Infinity;
  const limit = Number(report.right.userLimits.open_files.soft);
  return Number.isNaN(limit) ? Infinity : limit;
};
