import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import {
  type FileSystem,
  ifThere,
  type Lock,
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

/** The name of a data folder's mark. */
const markName = ".log-id";

/** Where a data folder's log is. */
export const logFolder = (data: string): string => join(data, "log");

/** Where the mark of that log is: see log-mark.ts. */
export const markPath = (data: string): string => join(data, markName);

/** Where a repair builds the log that will take its place. */
export const newLogFolder = (data: string): string => join(data, "log.new");

/** Where a restore or an import makes a home within its folder; as long as it is there, that is not over. */
export const restoringFolder = (data: string): string => join(data, ".restoring");

/** Whether a restore or an import into the folder was interrupted: nothing in it may be used then. */
export const isRestoring = (data: string): Promise<boolean> => exists(restoringFolder(data));

/** Whether there is anything at a path. */
const exists = async (path: string): Promise<boolean> => (await ifThere(stat(path))) !== undefined;

/**
 * Finishes a repair that was interrupted between its two renames: the damaged log was put aside, and the new one, which
 * was complete by then, is not in its place yet. Without this, the next start would take the folder for a new one.
 * Where the log is still in its place, the new one may be half of one: it is removed, so that it can never be taken for
 * a complete one later.
 */
export const finishInterruptedRepair = async (fs: FileSystem, data: string): Promise<void> => {
  if (!(await exists(newLogFolder(data)))) return;
  if (await exists(logFolder(data)))
    return await rm(newLogFolder(data), { recursive: true, force: true });
  await fs.rename(newLogFolder(data), logFolder(data));
  await fs.syncFolder(data);
};

/**
 * Puts the log aside under another name and the new one in its place; returns that name. The mark of the old log goes
 * first, so that an interruption leaves a log without a mark, which the next start marks, and no mark without its log.
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
  // The new log's name must be durable before the old one gives up its own, and the mark's end as well.
  await fs.syncFolder(data);
  await fs.rename(logFolder(data), aside);
  await fs.rename(newLogFolder(data), logFolder(data));
  await fs.syncFolder(data);
  return aside;
};

/** The name of the file in a data folder whose lock its only user holds. */
export const lockName = "lock";

/**
 * Takes a data folder for this process alone, and makes it where it is not there. The left says why it cannot be used:
 * another process has it, a restore or an import into it was interrupted, or what the system said.
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

/** Where a node of a cluster keeps in its data folder what it can fetch again. */
export const nodeFolder = (data: string): string => join(data, "node");

/** Whether a data folder can be that of a node; the left: it holds a home, which nobody would see in the cluster. */
export const checkNodeFolder = async (data: string): Promise<Either<string, void>> => {
  const holdsHome =
    (await exists(logFolder(data))) || (await exists(markPath(data))) || usersFile(data).isThere;
  if (!holdsHome) return right(undefined);
  return left(
    `${data} holds a home of its own, which is not in the cluster: move it in with floorplan import --data ${shellWord(data)} --cluster …, or give this node another folder with --data`,
  );
};

/** Whether a data folder can hold a home; the left: it is that of a node, whose home is in a cluster. */
export const checkHomeFolder = async (data: string): Promise<Either<string, void>> => {
  if (!(await exists(nodeFolder(data)))) return right(undefined);
  return left(
    `${data} is the folder of a node, whose home is in a cluster: name the cluster with --cluster, or take another folder with --data`,
  );
};

/** What a data folder has of a log: nothing yet, one that has no mark, or the one that is marked. */
export type FoundLog = "none" | "unmarked" | "marked";

/** Whether somebody has uploaded images, which nobody can before there is a log. */
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
 * Looks whether a data folder has the log that its mark names: the file beside the log with that log's id, 32
 * hexadecimal digits and a line feed. A log that is gone with its folder leaves nothing in it that could tell. Reads
 * headers alone, so that the log may still be damaged. The left says why nobody may use the folder, and what to do.
 * Rejects with the system's error where the disk fails.
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
          `${folder} holds no log, and there are images in ${data}/www: put the log back, or restore a backup into an empty folder; to begin anew, without the plan and its history, move the images away`,
        )
      : right("none");
  if (!/^[0-9a-f]{32}\n$/.test(mark))
    return left(
      `${path} is damaged: it holds no id of a log; if the log is in its place, remove this file, and the next start writes it anew`,
    );
  if (ids.length === 0)
    return left(
      `${folder} holds no log, and ${path} says that there was one: put it back, or restore a backup into an empty folder; to begin anew, without the plan, its history and its images, remove that file and www`,
    );
  // Where a header cannot be understood, whoever reads the whole log says which and why.
  if (ids.includes(mark.trim()) || ids.includes(undefined)) return right("marked");
  return left(
    `${folder} holds another log than the one that ${path} names: put the right one back; if this one is meant, remove that file`,
  );
};

/** Marks a data folder with the id of the log in it; durable when it returns. Rejects with the system's error. */
export const writeMark = async (fs: FileSystem, data: string): Promise<void> => {
  const [id] = await logIdsOf(fs, logFolder(data));
  if (id === undefined) throw new Error(`there is no log in ${logFolder(data)}`);
  const line = Buffer.from(`${id}\n`);
  await replaceFile(fs, data, markName, (file) => writeWhole(file, [line], 0));
};
