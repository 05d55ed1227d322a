import { dirname } from "node:path";
import { hasCode } from "./system-calls.ts";

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
 * A folder that is there may have been made by a process that died before it
 * could sync it, so its parent is synced then, too. One parent is enough:
 * nothing is ever made in a folder before that one is durable, so of what such
 * a process left only the last folder can be unsynced. Rejects with the
 * system's error.
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
