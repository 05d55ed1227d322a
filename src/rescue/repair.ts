import { rm } from "node:fs/promises";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { type FileSystem, messageOf, salvageLog, surveyLog } from "../../wal/index.ts";
import { StateReader } from "../plan/read-log.ts";
import { type PlanState, revisionOf } from "../plan/state.ts";
import { writeLog } from "../plan/write-log.ts";
import { logFolder, newLogFolder, replaceLogFolder, settleLogFolder } from "./log-folder.ts";

/** What a repair would do. */
export interface RepairPlan {
  /** What is wrong, a sentence for each file. Empty: nothing, and there is nothing to repair. */
  readonly faults: readonly string[];
  /** Revisions that are gone. */
  readonly lost: readonly number[];
  /** What is left: it becomes the new log. */
  readonly state: PlanState;
}

/** Finds out what can be kept of a log; changes nothing. The left is why nothing can be told. */
export const planRepair = async (
  fs: FileSystem,
  data: string,
): Promise<Either<string, RepairPlan>> => {
  await settleLogFolder(fs, data);
  let reader = new StateReader();
  try {
    const surveyed = await surveyLog(fs, logFolder(data), reader);
    if (!isLeft(surveyed)) return right({ faults: [], lost: [], state: reader.state });
    reader = new StateReader();
    const salvaged = await salvageLog(fs, logFolder(data), reader);
    if (reader.problem !== undefined) return left(reader.problem);
    // A log that came from a backup starts anew: its records' indexes are not the revisions.
    const shift = revisionOf(reader.state) - salvaged.newest;
    const faults = [surveyed.left, ...salvaged.faults].map((fault) => fault.message);
    return right({
      faults: [...new Set(faults)],
      lost: salvaged.missing.map((index) => index + shift),
      state: reader.state,
    });
  } catch (error) {
    return left(`${logFolder(data)} cannot be read: ${messageOf(error)}`);
  }
};

/**
 * Makes a new log of what can be kept, and puts the old one aside, whole.
 * The right is where the old one is now; the left why the repair was not made, and then nothing was changed.
 */
export const repair = async (
  fs: FileSystem,
  data: string,
  { state }: RepairPlan,
): Promise<Either<string, string>> => {
  try {
    await rm(newLogFolder(data), { recursive: true, force: true });
    const written = await writeLog(fs, newLogFolder(data), state);
    if (isLeft(written)) return written;
    return right(await replaceLogFolder(fs, data, new Date()));
  } catch (error) {
    return left(`the log could not be replaced: ${messageOf(error)}`);
  }
};
