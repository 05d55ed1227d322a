import { dirname } from "node:path";
import { constants, type FileHandle, open, stat } from "node:fs/promises";

/** The message of a thrown value. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** Whether an error has one of these codes, such as `ENOENT`. */
export const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && "code" in error && codes.some((code) => code === error.code);

/** Whether space ran out: of the disk, a quota, or the limit of a file's length (setrlimit(2)). */
export const isFull = (error: unknown): boolean => hasCode(error, "ENOSPC", "EDQUOT", "EFBIG");

/** Whether the process or the machine is out of file descriptors. */
export const isOutOfDescriptors = (error: unknown): boolean => hasCode(error, "EMFILE", "ENFILE");

/** Whether the file system has no hard links, like FAT, exFAT and many network shares (link(2)). */
export const hasNoLinks = (error: unknown): boolean =>
  hasCode(error, "EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS");

/** Whether the error may pass by itself: space or descriptors ran out. */
export const isTransient = (error: unknown): boolean => isFull(error) || isOutOfDescriptors(error);

/** Waits for a step, such as a sync, whose failure leaves the disk's content unknown. Its errors never count as passing. */
export const asPermanentFailure = async (step: Promise<void>): Promise<void> => {
  try {
    await step;
  } catch (error) {
    throw new Error(messageOf(error), { cause: error });
  }
};

/** The result, or undefined if the file or folder does not exist; rejects with any other error. */
export const ifThere = async <A>(asked: Promise<A>): Promise<A | undefined> => {
  try {
    return await asked;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
};

/** The calls that `makeFolder` needs. They reject with the system's error, `code` included. */
export interface FolderMaker {
  readonly isFolder: (path: string) => Promise<boolean>;
  /** Creates one folder, whose parent exists. */
  readonly makeOne: (folder: string) => Promise<void>;
  /** Returns once the folder's creations are on stable storage. */
  readonly syncFolder: (folder: string) => Promise<void>;
}

/**
 * Creates a folder and its parents, each durable in its own parent.
 *
 * An existing folder may have been created by a process that died before syncing the parent, so the parent is synced
 * too. One parent is enough: nothing is created in a folder before the folder itself is durable, so that process left at
 * most the last folder unsynced. Rejects with the system's error.
 */
export const makeFolder = async (disk: FolderMaker, folder: string): Promise<void> => {
  const parent = dirname(folder);
  if (parent !== folder && !(await disk.isFolder(folder))) {
    await makeFolder(disk, parent);
    try {
      await disk.makeOne(folder);
    } catch (error) {
      // Another process created it meanwhile, and may not have synced it yet.
      if (!hasCode(error, "EEXIST") || !(await disk.isFolder(folder))) throw error;
    }
    return await disk.syncFolder(parent);
  }
  try {
    await disk.syncFolder(parent);
  } catch (error) {
    // No process could have created anything in a parent that it may not open.
    if (!hasCode(error, "EACCES", "EPERM")) throw error;
  }
};

const root = 0;

/**
 * Gives a new file that root created in another user's folder to that user, who could not read it otherwise: an
 * administrator may use the command line as root beside a service with its own user. `made` is new, so nobody has put a
 * link in its place. Does nothing if the file system or the machine does not allow it.
 */
export const giveToOwner = async (made: FileHandle, path: string): Promise<void> => {
  if (process.getuid?.() !== root) return;
  try {
    const { uid, gid } = await stat(dirname(path));
    if (uid !== root) await made.chown(uid, gid);
  } catch {
    // The file works without the change, and the caller closes it.
  }
};

/** `giveToOwner` for a new folder at `path`. */
export const chownFolderToOwner = async (path: string): Promise<void> => {
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
