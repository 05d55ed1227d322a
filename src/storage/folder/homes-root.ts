import { lstatSync } from "node:fs";
import { lstat, readFile, realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import { ifThere } from "../../../wal/index.ts";

/** The lock file of a data folder's only user. */
export const lockName = "lock";

/** The folder of the homes of a data folder with many of them. */
export const homesName = "homes";

/** What distinguishes a folder from any other, whatever its path is; undefined if there is none at the path. */
export const folderIdentity = (path: string): string | undefined => {
  const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return found?.isDirectory() === true ? `${found.dev}:${found.ino}` : undefined;
};

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

/**
 * Makes sure that a data folder is not one of many homes and missing: whatever made it would make a home. Left: that it
 * is. Rejects with the system's error.
 */
export const checkNotMissing = async (data: string): Promise<Either<string, void>> => {
  if (folderIdentity(data) !== undefined) return right(undefined);
  const root = await homesRootOf(data);
  if (root === undefined) return right(undefined);
  return left(`there is no home ${basename(data)} in ${join(root, homesName)}`);
};
