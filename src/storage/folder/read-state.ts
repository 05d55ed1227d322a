import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { type FileSystem, messageOf, readSoundLog } from "../../../wal/index.ts";
import { StateReader } from "./embedded-log.ts";
import type { PlanState } from "../../plan/state.ts";
import { findLog, logFolder } from "./data-folder.ts";

/** More than enough: an attempt fails only while a segment is begun or deleted, and real damage ends them after two. */
const tries = 100;

/**
 * Calls `read` with the folder of a data folder's log. The left also says that there is none, or that the disk fails.
 */
export const withLogOf = async <A>(
  fs: FileSystem,
  data: string,
  read: (folder: string) => Promise<Either<string, A>>,
): Promise<Either<string, A>> => {
  const folder = logFolder(data);
  try {
    const found = await findLog(fs, data);
    if (isLeft(found)) return found;
    return found.right === "none" ? left(`there is no log in ${data}`) : await read(folder);
  } catch (error) {
    return left(`${folder} cannot be read: ${messageOf(error)}`);
  }
};

/**
 * Reads a log that may change meanwhile: it can look damaged if two batches were written during the read, or lose a
 * file to compaction. A failure counts only if it comes twice in a row.
 */
export const readUntilStable = async <A>(
  read: () => Promise<Either<string, A>>,
): Promise<Either<string, A>> => {
  let last: string | undefined;
  for (let count = 1; ; count += 1) {
    const found = await read();
    if (!isLeft(found) || found.left === last || count === tries) return found;
    last = found.left;
  }
};

/**
 * Reads a data folder's plans without a lock, also while the service saves. Left: why they cannot be read, or that
 * there is no log.
 */
export const readState = (fs: FileSystem, data: string): Promise<Either<string, PlanState>> =>
  readUntilStable(() =>
    withLogOf(fs, data, async (folder) => {
      const reader = new StateReader();
      const log = await readSoundLog(fs, folder, reader);
      if (isLeft(log)) return left(log.left.message);
      return reader.problem === undefined ? right(reader.state) : left(reader.problem);
    }),
  );
