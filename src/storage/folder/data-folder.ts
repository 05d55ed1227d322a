import { join } from "node:path";
import { type Either, isLeft, left } from "fp-ts/lib/Either.js";
import { type Lock, messageOf, nodeFileSystem, readHolder, takeLock } from "../../../wal/index.ts";
import { isRestoring } from "../../rescue/log-folder.ts";

/** The name of the file in a data folder whose lock its only user holds. */
export const lockName = "lock";

/**
 * Takes a data folder for this process alone, and makes it where it is not
 * there. The left says why it cannot be used: another process has it, a restore
 * or an import into it was interrupted, or what the system said.
 */
export const lockDataFolder = async (data: string): Promise<Either<string, Lock>> => {
  const path = join(data, lockName);
  try {
    await nodeFileSystem.makeFolder(data);
    const lock = await takeLock(path);
    if (isLeft(lock)) {
      const pid = await readHolder(lock.left);
      const holder = pid === undefined ? "another process" : `process ${pid}`;
      return left(`the data folder is in use: ${holder} holds the lock ${path}`);
    }
    // Asked under the lock, which a restore holds as long as it goes on.
    if (!(await isRestoring(data))) return lock;
    await lock.right.release();
    return left(
      `a restore or an import into ${data} was interrupted: empty the folder, and do it again`,
    );
  } catch (error) {
    return left(`the data folder cannot be used: ${messageOf(error)}`);
  }
};
