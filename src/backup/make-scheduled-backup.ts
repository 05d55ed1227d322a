import { join } from "node:path";
import { rm, stat } from "node:fs/promises";
import { type Either, isLeft, isRight, left, right } from "fp-ts/lib/Either.js";
import { hasCode, ifThere, messageOf, nodeFileSystem } from "../../wal/index.ts";
import { readHomeId, writeHomeId } from "../storage/home-id.ts";
import { makeBackup } from "./make-backup.ts";
import type { Home } from "./home.ts";
import { openHome } from "./open-home.ts";
import { verifyBackup } from "./read-backup.ts";
import {
  backupName,
  type BackupOutcome,
  type BackupSettings,
  isDue,
  listBackups,
} from "./scheduled-backup.ts";

/** Marks a folder as holding a home's backups. Undefined if it has been marked meanwhile. */
const mark = async (path: string, id: string): Promise<true | undefined> => {
  try {
    await writeHomeId(path, id);
    return true;
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
    return undefined;
  }
};

interface BackupFolderOwner {
  readonly folder: string;
  readonly domain: string;
  readonly id: string;
}

/** Reads a mark. One that this user may not read is treated as another home's. */
const readMark = async (path: string): ReturnType<typeof readHomeId> => {
  try {
    return await readHomeId(path);
  } catch (error) {
    if (!hasCode(error, "EACCES")) throw error;
    return left(
      `${path} cannot be read by the user that this service runs as, so its folder has the backups of another home: name another folder with --backup-to`,
    );
  }
};

const markOf = ({ folder, domain }: BackupFolderOwner): string =>
  join(folder, `.${domain}.home-id`);

/**
 * Whether the folder is marked as this home's; false if it has no mark. Backups differ in name only by their domain, so
 * each domain has its own mark. Left: that the folder is another home's, and what to do. Rejects with the system's
 * error.
 */
const isClaimed = async (claim: BackupFolderOwner): Promise<Either<string, boolean>> => {
  const path = markOf(claim);
  const found = await readMark(path);
  if (isLeft(found)) return left(`${found.left}; if its backups are of this home, remove ${path}`);
  if (found.right === undefined || found.right === claim.id)
    return right(found.right !== undefined);
  return left(
    `${claim.folder} has the backups of another home, ${found.right}, and this one is ${claim.id}: name another folder with --backup-to, or, if that home no longer exists, for example after its restore into this one, remove ${path}`,
  );
};

/** Marks a folder that has no mark yet. Fails as `isClaimed` does. */
const claimFolder = async (claim: BackupFolderOwner): Promise<Either<string, void>> => {
  for (;;) {
    const claimed = await isClaimed(claim);
    if (isLeft(claimed)) return claimed;
    if (claimed.right || (await mark(markOf(claim), claim.id))) return right(undefined);
  }
};

interface BackupWork {
  readonly settings: BackupSettings;
  readonly now: Date;
  /** Called with the path of the new file before anything is written. */
  readonly onBegin: (path: string) => void;
}

/** Reads the backup back, and claims the folder. */
const checkFor =
  (claim: BackupFolderOwner) =>
  async (path: string): Promise<Either<string, unknown>> => {
    const verified = await verifyBackup(path);
    return isLeft(verified)
      ? left(`the file reads back differently: ${verified.left}`)
      : claimFolder(claim);
  };

/** Removes surplus backups, oldest first. Left: which one cannot be removed. */
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
  const newest = (await listBackups(folder, domain, now)).backups[0]?.at;
  if (newest !== undefined && !isDue(newest, backupEvery, now))
    return { kind: "not-due", newest: newest.toISOString() };
  // After the clock was put back, the same second comes twice.
  if ((await ifThere(stat(file))) !== undefined) return { kind: "busy" };
  const made = await makeBackup(home, file, { begun, check: checkFor(claim) });
  if (isLeft(made)) return { kind: "failed", reason: made.left };
  const { size } = await stat(file);
  const after = await listBackups(folder, domain, now);
  const tooMany = after.backups.slice(backupKeep).map(({ name: each }) => each);
  const removed = await removeOld(folder, tooMany);
  return {
    kind: "made",
    at: now.toISOString(),
    file,
    bytes: size,
    rev: made.right.rev,
    removed: isRight(removed) ? removed.right.length : 0,
    ahead: after.ahead.map(({ name: each }) => each),
    ...(isLeft(removed) ? { notRemoved: removed.left } : {}),
  };
};

/** The same under the lock that keeps other processes from it. */
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
 * Makes a backup if one is due, reads it back, and then removes the oldest surplus ones: only files named like a
 * backup, in a folder marked as this home's, and none if the new one failed. A backup gets its name after it was read
 * back. One process at a time does this for a home.
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
