import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Either, isLeft, isRight, left, right } from "fp-ts/lib/Either.js";
import { ifThere, messageOf, nodeFileSystem } from "../../wal/index.ts";
import type { Config } from "../config.ts";
import { makeBackup } from "./make-backup.ts";
import type { Home } from "./home.ts";
import { openHome } from "./open-home.ts";
import { verifyBackup } from "../rescue/verify-backup.ts";
import { backupName, isDue, listBackups } from "./scheduled-backup.ts";
import type { BackupOutcome } from "../copies/copy-outcome.ts";
import { type Claim, claimFolder, isClaimed } from "../copies/folder-mark.ts";

/** What a copy is made with. */
export interface BackupWork {
  readonly settings: Config;
  readonly now: Date;
  /** Told of the path of what is being made before anything is written. */
  readonly onBegin: (path: string) => void;
}

/** Whether what was written reads back, and the folder is this home's by now. */
const checkFor =
  (claim: Claim) =>
  async (path: string): Promise<Either<string, unknown>> => {
    const verified = await verifyBackup(path);
    return isLeft(verified)
      ? left(`what was written reads back otherwise: ${verified.left}`)
      : claimFolder(claim);
  };

/** Removes the copies that are too many, the oldest first. The left says which one cannot be removed. */
const removeOld = async (
  folder: string,
  names: readonly string[],
): Promise<Either<string, readonly string[]>> => {
  try {
    for (const name of names.toReversed()) await rm(join(folder, name), { force: true });
    return right(names);
  } catch (error) {
    return left(messageOf(error));
  }
};

/** Makes the copy of a home, of which nobody else makes one meanwhile. */
const makeAlone = async (
  home: Home,
  { settings, now, onBegin: begun }: BackupWork,
): Promise<BackupOutcome> => {
  const { domain, backupTo: folder, backupEvery, backupKeep } = settings;
  const id = await home.id();
  if (isLeft(id)) return { kind: "failed", reason: id.left };
  const claim = { folder, domain, id: id.right };
  const claimed = await isClaimed(claim);
  if (isLeft(claimed)) return { kind: "failed", reason: claimed.left };
  const name = backupName(domain, now);
  const file = join(folder, name);
  const newest = (await listBackups(folder, domain, now)).copies[0]?.at;
  if (newest !== undefined && !isDue(newest, backupEvery, now))
    return { kind: "not-due", newest: newest.toISOString() };
  // A clock that was put back comes by a second for the second time.
  if ((await ifThere(stat(file))) !== undefined) return { kind: "busy" };
  const made = await makeBackup(home, file, { begun, check: checkFor(claim) });
  if (isLeft(made)) return { kind: "failed", reason: made.left };
  const { size } = await stat(file);
  const after = await listBackups(folder, domain, now);
  const tooMany = after.copies.slice(backupKeep).map((copy) => copy.name);
  const removed = await removeOld(folder, tooMany);
  return {
    kind: "made",
    at: now.toISOString(),
    file,
    bytes: size,
    rev: made.right.rev,
    removed: isRight(removed) ? removed.right.length : 0,
    ahead: after.ahead.map((copy) => copy.name),
    ...(isLeft(removed) ? { notRemoved: removed.left } : {}),
  };
};

/** The same of a home that somebody else may make one of. */
const makeOf = async (home: Home, work: BackupWork): Promise<BackupOutcome> => {
  const lock = await home.lockBackups();
  if (isLeft(lock)) return { kind: "failed", reason: lock.left };
  if (lock.right === undefined) return { kind: "busy" };
  try {
    return await makeAlone(home, work);
  } finally {
    await lock.right.release();
  }
};

/**
 * Makes a copy of a home in the folder of its copies where one is due, reads it back, and then removes the oldest of those
 * that are too many: only files with the name of a copy, in a folder that is this home's, and none where the new one has
 * failed. A copy has its name when all of it was read back. Only one process does this for a home at a time.
 */
export const makeScheduledBackup = async (work: BackupWork): Promise<BackupOutcome> => {
  try {
    await nodeFileSystem.makeFolder(work.settings.backupTo);
    const home = await openHome(work.settings);
    if (isLeft(home)) return { kind: "failed", reason: home.left };
    try {
      return await makeOf(home.right, work);
    } finally {
      home.right.close();
    }
  } catch (error) {
    return { kind: "failed", reason: messageOf(error) };
  }
};
