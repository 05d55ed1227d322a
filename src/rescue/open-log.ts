import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { messageOf, openLog, type OpenLog } from "../../wal/index.ts";
import type { DiskLogOpener } from "../storage/folder/embedded-log.ts";
import { revisionOf } from "../plan/state.ts";
import { shellWord } from "../shell-word.ts";
import { logFolder, markPath, finishInterruptedRepair } from "./log-folder.ts";
import { findLog, type FoundLog, writeMark } from "./log-mark.ts";
import { readState } from "../storage/folder/read-state.ts";

/** The log of a data folder, and how it is opened. */
export interface DataLog extends Omit<OpenLog, "folder"> {
  readonly data: string;
  /** The file of the users, which is there with every log that holds a revision. */
  readonly users: { readonly place: string; readonly isThere: boolean };
}

/** Finishes a repair, and looks whether the folder has what belongs to it. The left says what is missing. */
const ready = async ({ fs, data, users }: DataLog): Promise<Either<string, FoundLog>> => {
  await finishInterruptedRepair(fs, data);
  const found = await findLog(fs, data);
  if (isLeft(found) || found.right === "none" || users.isThere) return found;
  const state = await readState(fs, data);
  if (isLeft(state)) return state;
  const rev = revisionOf(state.right);
  // The first start makes the first token last: it may have ended before that, and saved nothing.
  if (rev === 0) return found;
  return left(
    `${users.place} is missing, and the log holds revision ${rev}: put it back, or make a new one with a first token: floorplan token create NAME --admin --control --data ${shellWord(data)}`,
  );
};

/**
 * Opens the log of a data folder, which this process has to itself, and marks
 * the folder with it where it has no mark yet. Refused, with nothing changed: a
 * folder whose log is gone or is another one than its mark names, and one that
 * has lost its users.
 */
export const openDataLog =
  (options: DataLog): DiskLogOpener =>
  (visitor) =>
  async () => {
    const { fs, data } = options;
    const folder = logFolder(data);
    let found: Either<string, FoundLog>;
    try {
      found = await ready(options);
    } catch (error) {
      return left({ message: `${folder} cannot be readied: ${messageOf(error)}` });
    }
    if (isLeft(found)) return left({ message: found.left });
    const opened = await openLog({ ...options, folder }, visitor)();
    if (isLeft(opened) || found.right === "marked") return opened;
    try {
      await writeMark(fs, data);
      return right(opened.right);
    } catch (error) {
      await opened.right.close();
      return left({ message: `${markPath(data)} cannot be written: ${messageOf(error)}` });
    }
  };
