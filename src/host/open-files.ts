import { readFileSync } from "node:fs";
import { isLeft } from "fp-ts/lib/Either.js";
import * as t from "io-ts";

/** The part of a diagnostic report that tells the limits of the process, as getrlimit(2) has them; "unlimited" is a text. */
const reportCodec = t.type({
  userLimits: t.type({ open_files: t.type({ soft: t.union([t.number, t.string]) }) }),
});

/** The limit as Linux tells it (proc_pid_limits(5)), else as a report does, which takes far longer. */
const softLimit = (): string | number | undefined => {
  try {
    return /^Max open files +(\S+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
  } catch {
    const report = reportCodec.decode(process.report.getReport());
    return isLeft(report) ? undefined : report.right.userLimits.open_files.soft;
  }
};

/** How many files and sockets the system lets this process have open; Infinity where it sets no limit or tells none. */
export const openFilesLimit = (): number => {
  const limit = Number(softLimit());
  return Number.isNaN(limit) ? Infinity : limit;
};
