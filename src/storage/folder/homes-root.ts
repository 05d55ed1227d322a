import { lstat, readFile, realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { ifThere } from "../../../wal/index.ts";

/** The lock file of a data folder's only user. */
export const lockName = "lock";

/** The folder of the homes of a data folder with many of them. */
export const homesName = "homes";

/** Where a folder really is, whether it exists or not. */
const realPath = async (folder: string): Promise<string> => {
  const real = await ifThere(realpath(folder));
  if (real !== undefined) return real;
  const parent = dirname(folder);
  return parent === folder ? folder : join(await realPath(parent), basename(folder));
};

/** Whether a file is a lock's: with the id of a process in it, or none. Others' locks are left alone. */
const isLockFile = async (path: string): Promise<boolean> => {
  if ((await ifThere(lstat(path)))?.isFile() !== true) return false;
  return /^\d*\n?$/.test((await ifThere(readFile(path, "latin1"))) ?? "");
};

/**
 * The data folder with many homes in which a home's folder is, or will be; undefined if it is in none. One lock there is
 * that of all its homes, whether a service has them open or not. Rejects with the system's error.
 */
export const homesRootOf = async (data: string): Promise<string | undefined> => {
  const homes = dirname(await realPath(resolve(data)));
  if (basename(homes) !== homesName) return undefined;
  const root = dirname(homes);
  return (await isLockFile(join(root, lockName))) ? root : undefined;
};
