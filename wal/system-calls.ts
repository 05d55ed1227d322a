import { dirname } from "node:path";
import { constants, type FileHandle, open, stat } from "node:fs/promises";

/** The sentence of whatever was thrown. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Whether an error carries one of these codes, such as the system's `ENOENT`. */
export const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && "code" in error && codes.some((code) => code === error.code);

/** Whether no more room is to be had: the disk is full, or what a quota or the limit of a file's length (setrlimit(2)) leaves of it. */
export const isFull = (error: unknown): boolean => hasCode(error, "ENOSPC", "EDQUOT", "EFBIG");

/** Whether the process or the machine can open no more files for the moment. */
export const isOutOfDescriptors = (error: unknown): boolean => hasCode(error, "EMFILE", "ENFILE");

/** Whether a file system has no second names for a file, as FAT, exFAT and many shares (link(2)). */
export const hasNoLinks = (error: unknown): boolean =>
  hasCode(error, "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS");

/** Whether something is used up that others may give back: room on the disk, or file descriptors. */
export const isPassing = (error: unknown): boolean => isFull(error) || isOutOfDescriptors(error);

/**
 * Waits for a step after whose failure nobody knows what is on the disk, above all a sync: whatever the system calls
 * that failure, it never passes.
 */
export const neverPassing = async (step: Promise<void>): Promise<void> => {
  try {
    await step;
  } catch (error) {
    throw new Error(messageOf(error), { cause: error });
  }
};

/** What was asked of the disk, or undefined where there is no such file or folder; rejects with any other error. */
export const ifThere = async <A>(asked: Promise<A>): Promise<A | undefined> => {
  try {
    return await asked;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
};

/** What making folders asks of a disk. Both calls reject with the system's error, `code` included. */
export interface FolderMaker {
  /** Whether a folder is there. */
  readonly isFolder: (path: string) => Promise<boolean>;
  /** Makes one folder, whose parent is there. */
  readonly makeOne: (folder: string) => Promise<void>;
  /** Returns once the folder's creations are on stable storage. */
  readonly syncFolder: (folder: string) => Promise<void>;
}

/**
 * Makes a folder and its parents, each durable in its own parent.
 *
 * A folder that is there may have been made by a process that died before it could sync it, so its parent is synced
 * then, too. One parent is enough: nothing is ever made in a folder before that one is durable, so of what such a
 * process left only the last folder can be unsynced. Rejects with the system's error.
 */
export const makeFolder = async (disk: FolderMaker, folder: string): Promise<void> => {
  const parent = dirname(folder);
  if (parent !== folder && !(await disk.isFolder(folder))) {
    await makeFolder(disk, parent);
    try {
      await disk.makeOne(folder);
    } catch (error) {
      // Another process has made it meanwhile, and may not have synced it yet.
      if (!hasCode(error, "EEXIST") || !(await disk.isFolder(folder))) throw error;
    }
    return await disk.syncFolder(parent);
  }
  try {
    await disk.syncFolder(parent);
  } catch (error) {
    // Whoever may not even open the folder above has made nothing in it.
    if (!hasCode(error, "EACCES", "EPERM")) throw error;
  }
};

const root = 0;

/**
 * Where root makes a file in a folder of somebody else's, gives it to that one, who could not read it otherwise: such as
 * a service that runs as a user of its own, beside whom an administrator uses the command line. `made` is new, so that
 * nobody has put a link to another file in its place. Where the file system or the machine does not allow it, nothing changes.
 */
export const giveToOwner = async (made: FileHandle, path: string): Promise<void> => {
  if (process.getuid?.() !== root) return;
  try {
    const { uid, gid } = await stat(dirname(path));
    if (uid !== root) await made.chown(uid, gid);
  } catch {
    // Whoever made it goes on with it, and closes it, in any case.
  }
};

/** The same for a folder that was made at a path. */
export const giveFolderToOwner = async (path: string): Promise<void> => {
  if (process.getuid?.() !== root) return;
  const folder = await open(
    path,
    constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW,
  );
  try {
    await giveToOwner(folder, path);
  } finally {
    await folder.close();
  }
};
