import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { type FileSystem, messageOf, surveyLog } from "../../wal/index.ts";
import { StateReader } from "../plan/read-log.ts";
import type { PlanState } from "../plan/state.ts";
import { logFolder } from "./log-folder.ts";

/** Plenty: each one fails only while a segment is begun or deleted, and real damage ends them after two. */
const tries = 100;

const readOnce = async (fs: FileSystem, data: string): Promise<Either<string, PlanState>> => {
  const reader = new StateReader();
  try {
    const surveyed = await surveyLog(fs, logFolder(data), reader);
    if (isLeft(surveyed)) return left(surveyed.left.message);
    return reader.problem === undefined ? right(reader.state) : left(reader.problem);
  } catch (error) {
    return left(`${logFolder(data)} cannot be read: ${messageOf(error)}`);
  }
};

/**
 * Reads a data folder's plans without a lock, also while the service saves.
 * A log that changes while it is read can look damaged, or lose a file to
 * compaction: only what is found twice in a row is believed.
 */
export const readState = async (
  fs: FileSystem,
  data: string,
): Promise<Either<string, PlanState>> => {
  let last: string | undefined;
  for (let count = 0; count < tries; count += 1) {
    const state = await readOnce(fs, data);
    if (!isLeft(state) || state.left === last) return state;
    last = state.left;
  }
  return left(last ?? "the log cannot be read");
};
