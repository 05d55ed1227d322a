import { readdir, rename, rm, rmdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { ifThere, messageOf, nodeFileSystem } from "../../wal/index.ts";
import { usersFile } from "../host/users/user-directory.ts";
import { lockDataFolder, lockName } from "./data-folder.ts";
import { restoringFolder } from "./log-folder.ts";
import { readBackup } from "./read-backup.ts";
import { type Restored, settleUsers } from "./restored.ts";
import { unpackBackup } from "./unpack-backup.ts";

/** A new file system has this folder at its root. */
const ofFileSystem = "lost+found";

/** What lies in a folder beside what a restore allows for. */
const contentOf = async (folder: string): Promise<readonly string[]> =>
  (await readdir(folder)).filter((name) => name !== ofFileSystem && name !== lockName);

/** Makes all of it in `unpacking`, durable. The left says why that cannot be. */
const unpack = async (
  file: string,
  unpacking: string,
  withTokens: boolean,
): Promise<Either<string, Restored>> => {
  await nodeFileSystem.makeFolder(unpacking);
  const manifest = await unpackBackup(file, unpacking, withTokens);
  if (isLeft(manifest)) return manifest;
  const users = await settleUsers(usersFile(unpacking));
  if (isLeft(users)) return users;
  await nodeFileSystem.syncFolder(unpacking);
  return right({ manifest: manifest.right, others: 0, ...users.right });
};

/** Takes what was unpacked out into the data folder. As long as `unpacking` is there, whose name is durable, no service starts. */
const moveUp = async (unpacking: string, data: string): Promise<void> => {
  for (const name of await readdir(unpacking))
    await rename(join(unpacking, name), join(data, name));
  await nodeFileSystem.syncFolder(data);
  await rmdir(unpacking);
  await nodeFileSystem.syncFolder(data);
};

/** Restores into a folder that is locked. */
const restoreInto = async (
  file: string,
  data: string,
  withTokens: boolean,
): Promise<Either<string, Restored>> => {
  if ((await contentOf(data)).length > 0) return left(`${data} is not empty`);
  const verified = await readBackup(file);
  if (isLeft(verified)) return left(`${file} is no whole backup: ${verified.left}`);
  const unpacking = restoringFolder(data);
  const restored = await unpack(file, unpacking, withTokens).catch((error: unknown) =>
    left(messageOf(error)),
  );
  // The lock keeps services away, and other restores, but nobody who makes a token.
  const isAlone = (await contentOf(data)).length === 1;
  if (!isLeft(restored) && isAlone) {
    await moveUp(unpacking, data);
    return restored;
  }
  await rm(unpacking, { recursive: true, force: true });
  const problem = isLeft(restored) ? restored.left : `something was put into ${data} meanwhile`;
  return left(`${file} cannot be restored: ${problem}`);
};

/** A folder and those above it that are not there, the deepest first. */
const missingFolders = async (folder: string): Promise<readonly string[]> =>
  (await ifThere(stat(folder))) === undefined
    ? [folder, ...(await missingFolders(dirname(folder)))]
    : [];

/**
 * Restores a backup into a data folder that is empty or not there; one that is
 * there may be a mount point and keeps its owner and rights. The folder is
 * locked as long as that takes. First all of the backup is verified, then it is
 * unpacked within the folder, and only when all is whole and synced it gets its
 * place. The tokens of the backup are valid again only with `withTokens`: one
 * that was revoked since would be, too. The left says why nothing was restored.
 */
export const restoreBackup = async (
  file: string,
  data: string,
  withTokens: boolean,
): Promise<Either<string, Restored>> => {
  try {
    const made = await missingFolders(data);
    const hadLock = made.length === 0 && (await readdir(data)).includes(lockName);
    const lock = await lockDataFolder(data);
    if (isLeft(lock)) return lock;
    try {
      const restored = await restoreInto(file, data, withTokens);
      if (isLeft(restored) && !hadLock) await rm(join(data, lockName), { force: true });
      // What others have put there meanwhile stays, and the folder with it.
      if (isLeft(restored)) for (const folder of made) await rmdir(folder).catch(() => undefined);
      return restored;
    } finally {
      await lock.right.release();
    }
  } catch (error) {
    return left(`${file} cannot be restored: ${messageOf(error)}`);
  }
};
