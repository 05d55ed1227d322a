import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { nodeFileSystem } from "../../wal/index.ts";
import { usersFile } from "../host/users/user-directory.ts";
import { makeDataFolder } from "./new-home.ts";
import { readBackup } from "./read-backup.ts";
import { ensureUser, type RestoreResult } from "../rescue/restored.ts";
import { unpackBackup } from "../rescue/unpack-backup.ts";

/** Makes all of it in `unpacking`, durable. The left says why that cannot be. */
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
 * Restores a backup into a data folder that is empty or not there. First all of
 * the backup is verified, then it is unpacked as `makeDataFolder` says. The tokens
 * of the backup are valid again only with `withTokens`: one that was revoked since
 * would be, too. The left says why nothing was restored.
 */
export const restoreBackup = (
  file: string,
  data: string,
  withTokens: boolean,
): Promise<Either<string, RestoreResult>> => {
  const failed = (problem: string): string => `${file} cannot be restored: ${problem}`;
  const make = async (folder: string): Promise<Either<string, RestoreResult>> => {
    const verified = await readBackup(file);
    if (isLeft(verified)) return left(`${file} is no whole backup: ${verified.left}`);
    const restored = await unpack(file, folder, withTokens);
    return isLeft(restored) ? left(failed(restored.left)) : restored;
  };
  return makeDataFolder(data, { make, failed });
};
