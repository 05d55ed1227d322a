import { rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Either, isLeft, isRight, left, right } from "fp-ts/lib/Either.js";
import { ifThere, messageOf, nodeFileSystem, takeLock } from "../../wal/index.ts";
import type { Config } from "../config.ts";
import { makeBackup } from "../rescue/backup.ts";
import type { Home } from "../rescue/home.ts";
import { type Manifest, usersName } from "../rescue/manifest.ts";
import { openHome } from "../rescue/open-home.ts";
import { verifyBackup } from "../rescue/verify-backup.ts";
import { copyName, isDue, listCopies, unverified } from "./copy-name.ts";
import type { CopyOutcome } from "./copy-outcome.ts";

/** What a copy is made with. */
export interface CopyWork {
  readonly settings: Config;
  readonly now: Date;
  /** Told of the path of what is being made before it is there; the same with `.partial` is begun first. */
  readonly onBegin: (path: string) => void;
}

const makeVerified = async (
  home: Pick<Home, "snapshot">,
  path: string,
): Promise<Either<string, Manifest>> => {
  const made = await makeBackup(home, path);
  if (isLeft(made)) return made;
  const verified = await verifyBackup(path);
  return isLeft(verified) ? left(`what was written reads back otherwise: ${verified.left}`) : made;
};

/** Whether there was nothing yet but users: a copy of that is no help to anybody, and would keep the first plan waiting. */
const isEmpty = ({ rev, files }: Manifest): boolean =>
  rev === 0 && files.every(({ name }) => name === usersName);

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

/** Makes the copy, in a folder that is this process's alone for as long. */
const makeInto = async (
  folder: string,
  { settings, now, onBegin }: CopyWork,
): Promise<CopyOutcome> => {
  const { domain, backupEvery, backupKeep } = settings;
  const { copies, unfinished } = await listCopies(folder, domain, now);
  // Nobody works on them any more: who does holds the lock.
  for (const name of unfinished) await rm(join(folder, name), { force: true });
  const newest = copies[0]?.at;
  if (newest !== undefined && !isDue(newest, backupEvery, now))
    return { kind: "not-due", newest: newest.toISOString() };
  const name = copyName(domain, now);
  const file = join(folder, name);
  const home = await openHome(settings);
  if (isLeft(home)) return { kind: "failed", reason: home.left };
  try {
    const path = `${file}${unverified}`;
    onBegin(path);
    const made = await makeVerified(home.right, path);
    if (isLeft(made)) {
      await rm(path, { force: true });
      return { kind: "failed", reason: made.left };
    }
    if (isEmpty(made.right)) {
      await rm(path, { force: true });
      return { kind: "empty" };
    }
    await rename(path, file);
    await nodeFileSystem.syncFolder(folder);
    const { size } = await stat(file);
    const after = await listCopies(folder, domain, now);
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
  } finally {
    home.right.close();
  }
};

/**
 * Makes a copy of a home in the folder of its copies where one is due, reads it back, and then removes the oldest of those
 * that are too many: only files with the name of a copy, and none where the new one has failed. A home with neither plan
 * nor image has none. A copy has its name when
 * all of it was read back. Only one process does this in a folder at a time.
 */
export const makeCopy = async (work: CopyWork): Promise<CopyOutcome> => {
  const { backupTo: folder, domain } = work.settings;
  try {
    await nodeFileSystem.makeFolder(folder);
    const lock = await takeLock(join(folder, `.${domain}.lock`));
    if (isLeft(lock)) return { kind: "busy" };
    try {
      // A clock that was put back comes by a second for the second time.
      const isTaken = await ifThere(stat(join(folder, copyName(domain, work.now))));
      return isTaken === undefined ? await makeInto(folder, work) : { kind: "busy" };
    } finally {
      await lock.right.release();
    }
  } catch (error) {
    return { kind: "failed", reason: messageOf(error) };
  }
};
