import { link, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { hasNoLinks, nodeFileSystem } from "../../wal/index.ts";
import { noHardLinks } from "../images/image-store.ts";
import { writeLog } from "../storage/folder/embedded-log.ts";
import { logFolder, writeMark } from "../storage/folder/data-folder.ts";
import { type Manifest, usersName } from "./manifest.ts";
import { checkBackup, readPlans, skipFile } from "./read-backup.ts";
import { usersFile } from "../auth/user-directory.ts";
import { ensureUser, makeDataFolder, type RestoreResult } from "./new-home.ts";

/**
 * Unpacks a backup into an empty folder, and verifies it meanwhile. When it returns everything below the folder is
 * durable, except the names in the folder itself. Holds one plan in memory at a time. The users are left out without
 * `withUsers`. Left: what is wrong with the backup; rejects with the system's error.
 */
const unpackBackup = async (
  file: string,
  into: string,
  withUsers: boolean,
): Promise<Either<string, Manifest>> => {
  const folders = new Set<string>();
  const pathOf = async (name: string): Promise<string> => {
    const path = join(into, name);
    const folder = dirname(path);
    if (!folders.has(folder)) await nodeFileSystem.makeFolder(folder);
    folders.add(folder);
    return path;
  };
  const unpacked = await writeLog(nodeFileSystem, logFolder(into), (append) =>
    readPlans(file, append, async (name, content) => {
      if (name === usersName && !withUsers) return skipFile(name, content);
      const options = { flag: "wx", mode: 0o600, flush: true };
      return right(await writeFile(await pathOf(name), content, options));
    }),
  );
  if (isLeft(unpacked)) return unpacked;
  for (const { name, of } of unpacked.right.links) {
    try {
      await link(join(into, of), await pathOf(name));
    } catch (error) {
      if (!hasNoLinks(error)) throw error;
      return left(noHardLinks);
    }
  }
  for (const folder of folders) await nodeFileSystem.syncFolder(folder);
  await writeMark(nodeFileSystem, into);
  return unpacked;
};

const unpack = async (
  file: string,
  unpacking: string,
  withTokens: boolean,
): Promise<Either<string, RestoreResult>> => {
  await nodeFileSystem.makeFolder(unpacking);
  const manifest = await unpackBackup(file, unpacking, withTokens);
  if (isLeft(manifest)) return manifest;
  const users = await ensureUser(usersFile(unpacking));
  if (isLeft(users)) return users;
  await nodeFileSystem.syncFolder(unpacking);
  return right({ manifest: manifest.right, others: 0, ...users.right });
};

/**
 * Restores a backup into a data folder that is empty or missing. The backup is verified first, then unpacked as
 * `makeDataFolder` does. Its tokens become valid again only with `withTokens`: tokens revoked since would too. Left:
 * why nothing was restored.
 */
export const restoreBackup = (
  file: string,
  data: string,
  withTokens: boolean,
): Promise<Either<string, RestoreResult>> => {
  const failed = (problem: string): string => `${file} cannot be restored: ${problem}`;
  const make = async (folder: string): Promise<Either<string, RestoreResult>> => {
    const checked = await checkBackup(file);
    if (isLeft(checked)) return checked;
    const restored = await unpack(file, folder, withTokens);
    return isLeft(restored) ? left(failed(restored.left)) : restored;
  };
  return makeDataFolder(data, { make, failed });
};
