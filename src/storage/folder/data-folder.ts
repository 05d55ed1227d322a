import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import {
  type FileSystem,
  ifThere,
  type Lock,
  type LockHeld,
  logIdsOf,
  messageOf,
  nodeFileSystem,
  readFile,
  readHolder,
  removeIfThere,
  replaceFile,
  takeLock,
  writeWhole,
} from "../../../wal/index.ts";
import { usersFile } from "../../auth/user-directory.ts";
import { shellWord } from "../../server/paths.ts";
import { homesRootOf, lockName } from "./homes-root.ts";

const markName = ".log-id";

/** A data folder's log. */
export const logFolder = (data: string): string => join(data, "log");

/** The mark of that log: see `findLog`. */
export const markPath = (data: string): string => join(data, markName);

/** Where a repair builds the new log. */
export const newLogFolder = (data: string): string => join(data, "log.new");

/** Where a restore or import builds a home within its folder; it exists until that is finished. */
export const restoringFolder = (data: string): string => join(data, ".restoring");

/** Whether a restore or import was interrupted: the folder must not be used then. */
export const isRestoring = (data: string): Promise<boolean> => exists(restoringFolder(data));

const exists = async (path: string): Promise<boolean> => (await ifThere(stat(path))) !== undefined;

/**
 * Finishes a repair that was interrupted between its two renames: the damaged log was moved aside, and the new one,
 * complete by then, is not in place yet. Otherwise the next start would take the folder for a new one. If the log is in
 * place, the new one may be incomplete: it is removed, so that it is never taken for complete.
 */
export const finishInterruptedRepair = async (fs: FileSystem, data: string): Promise<void> => {
  if (!(await exists(newLogFolder(data)))) return;
  if (await exists(logFolder(data)))
    return await rm(newLogFolder(data), { recursive: true, force: true });
  await fs.rename(newLogFolder(data), logFolder(data));
  await fs.syncFolder(data);
};

/**
 * Moves the log aside and the new one into its place; returns the old one's new path. The old log's mark goes first, so
 * that an interruption leaves a log without a mark, which the next start marks, rather than a mark without its log.
 * Rejects with the system's error.
 */
export const replaceLogFolder = async (
  fs: FileSystem,
  data: string,
  now: Date,
): Promise<string> => {
  const stamp = now.toISOString().replaceAll(/[-:]|\.\d+/g, "");
  const name = join(data, `log.before-repair-${stamp}`);
  let aside = name;
  for (let count = 2; await exists(aside); count += 1) aside = `${name}-${count}`;
  await removeIfThere(fs, markPath(data));
  // The new log's name and the mark's removal must be durable before the old log gives up its name.
  await fs.syncFolder(data);
  await fs.rename(logFolder(data), aside);
  await fs.rename(newLogFolder(data), logFolder(data));
  await fs.syncFolder(data);
  return aside;
};

/** The left: a restore or import was interrupted, so that the folder cannot be used. */
export const checkRestored = async (data: string): Promise<Either<string, void>> =>
  (await isRestoring(data))
    ? left(
        `a restore or an import into ${data} was interrupted: empty the folder, and run it again`,
      )
    : right(undefined);

/** The left: why a lock cannot be taken. */
const inUse = async (held: LockHeld, root: string | undefined): Promise<Either<string, never>> => {
  const pid = await readHolder(held);
  const holder = pid === undefined ? "another process" : `process ${pid}`;
  const { path } = held;
  if (root === undefined)
    return left(`the data folder is in use: ${holder} holds the lock ${path}`);
  return left(
    `the data folder is in use: ${holder} holds the lock ${path}, which is that of all homes in ${root}`,
  );
};

/**
 * Locks a data folder for this process, and creates it if it is missing. One of many homes has the lock of all of them.
 * Left: why it cannot be used: another process has it, a restore or import was interrupted, or the system's error.
 */
export const lockDataFolder = async (data: string): Promise<Either<string, Lock>> => {
  try {
    const root = await homesRootOf(data);
    if (root === undefined) await nodeFileSystem.makeFolder(data);
    const lock = await takeLock(join(root ?? data, lockName));
    if (isLeft(lock)) return await inUse(lock.left, root);
    const { release } = lock.right;
    try {
      // Under the lock: to the service that has it, the folder would be a new home.
      if (root !== undefined) await nodeFileSystem.makeFolder(data);
      // A restore holds the lock throughout.
      const restored = await checkRestored(data);
      if (!isLeft(restored)) return lock;
      await release();
      return restored;
    } catch (error) {
      await release();
      throw error;
    }
  } catch (error) {
    return left(`the data folder cannot be used: ${messageOf(error)}`);
  }
};

/** A cluster node's folder for data that it can fetch again. */
export const nodeFolder = (data: string): string => join(data, "node");

/** Whether a data folder can be a node's. The left: it holds a home, which would be invisible in the cluster. */
export const checkNodeFolder = async (data: string): Promise<Either<string, void>> => {
  const holdsHome =
    (await exists(logFolder(data))) || (await exists(markPath(data))) || usersFile(data).isThere;
  if (!holdsHome) return right(undefined);
  return left(
    `${data} holds a home of its own, which is not in the cluster: move it in with floorplan import --data ${shellWord(data)} --cluster …, or give this node another folder with --data`,
  );
};

/** The folder of a process with many homes in which the folder of each is. */
export const homesFolder = (data: string): string => join(data, "homes");

/** Whether a data folder can hold a home; the left: it is a node's, whose home is in a cluster, or has many homes. */
export const checkHomeFolder = async (data: string): Promise<Either<string, void>> => {
  if (await exists(homesFolder(data)))
    return left(
      `${data} is the folder of many homes: serve them with --homes, or name another folder with --data`,
    );
  if (!(await exists(nodeFolder(data)))) return right(undefined);
  return left(
    `${data} is the folder of a node, whose home is in a cluster: name the cluster with --cluster, or another folder with --data`,
  );
};

/** The log in a data folder: none, one without a mark, or the marked one. */
export type FoundLog = "none" | "unmarked" | "marked";

/** Whether there are uploaded images, which need a log. */
const hasImages = async (fs: FileSystem, data: string): Promise<boolean> => {
  const www = join(data, "www");
  const domains = ((await ifThere(fs.list(www))) ?? []).filter((name) => /^[a-z]\w*$/.test(name));
  for (const domain of domains) {
    const names = (await ifThere(fs.list(join(www, domain)))) ?? [];
    if (names.some((name) => name.startsWith("bg_"))) return true;
  }
  return false;
};

/**
 * Checks that a data folder has the log that its mark names. The mark is a file beside the log with the log's id, 32
 * hexadecimal digits and a line feed: without it, a missing log would go unnoticed. Reads headers only, so the log may
 * be damaged. Left: why the folder must not be used, and what to do. Rejects with the system's error.
 */
export const findLog = async (fs: FileSystem, data: string): Promise<Either<string, FoundLog>> => {
  const path = markPath(data);
  const folder = logFolder(data);
  const mark = (await ifThere(readFile(fs, path)))?.toString("latin1");
  const ids = await logIdsOf(fs, folder);
  if (mark === undefined && ids.length > 0) return right("unmarked");
  if (mark === undefined)
    return (await hasImages(fs, data))
      ? left(
          `${folder} holds no log, and there are images in ${data}/www: put the log back, or restore a backup into an empty folder; to start over, without the plan and its history, move the images away`,
        )
      : right("none");
  if (!/^[0-9a-f]{32}\n$/.test(mark))
    return left(
      `${path} is damaged: it does not hold a log's id; if the log is in its place, remove this file, and the next start writes it again`,
    );
  if (ids.length === 0)
    return left(
      `${folder} holds no log, and ${path} says that there was one: put it back, or restore a backup into an empty folder; to start over, without the plan, its history and its images, remove that file and www`,
    );
  // Reading the whole log will name an unreadable header.
  if (ids.includes(mark.trim()) || ids.includes(undefined)) return right("marked");
  return left(
    `${folder} holds a different log from the one that ${path} names: put the right one back or, if this is the right one, remove that file`,
  );
};

/** Marks a data folder with its log's id; durable when it returns. Rejects with the system's error. */
export const writeMark = async (fs: FileSystem, data: string): Promise<void> => {
  const [id] = await logIdsOf(fs, logFolder(data));
  if (id === undefined) throw new Error(`there is no log in ${logFolder(data)}`);
  const line = Buffer.from(`${id}\n`);
  await replaceFile(fs, data, markName, (file) => writeWhole(file, [line], 0));
};
