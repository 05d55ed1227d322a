import { rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { type FileSystem, ifThere, removeIfThere } from "../../wal/index.ts";

/** The name of a data folder's mark. */
export const markName = ".log-id";

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
export const exists = async (path: string): Promise<boolean> =>
  (await ifThere(stat(path))) !== undefined;

/**
 * Finishes a repair that was interrupted between its two renames: the damaged
 * log was put aside, and the new one, which was complete by then, is not in its
 * place yet. Without this, the next start would take the folder for a new one.
 * Where the log is still in its place, the new one may be half of one: it is
 * removed, so that it can never be taken for a complete one later.
 */
export const finishInterruptedRepair = async (fs: FileSystem, data: string): Promise<void> => {
  if (!(await exists(newLogFolder(data)))) return;
  if (await exists(logFolder(data)))
    return await rm(newLogFolder(data), { recursive: true, force: true });
  await fs.rename(newLogFolder(data), logFolder(data));
  await fs.syncFolder(data);
};

/**
 * Puts the log aside under another name and the new one in its place; returns
 * that name. The mark of the old log goes first, so that an interruption leaves
 * a log without a mark, which the next start marks, and no mark without its log.
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
