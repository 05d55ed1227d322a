import {
  constants,
  type FileHandle as NodeHandle,
  mkdir,
  open,
  readdir,
  rename,
  stat,
  unlink,
} from "node:fs/promises";
import { resolve } from "node:path";
import { giveFolderToOwner, giveToOwner, ifThere, makeFolder } from "./system-calls.ts";

/** An open file. Positions and lengths are bytes. */
export interface FileHandle {
  /** Writes the buffers one after another at `position`; may write less, and returns how much. */
  readonly write: (buffers: readonly Uint8Array[], position: number) => Promise<number>;
  /** Fills `into` from `position`; may read less, and returns how much (0 at the end). */
  readonly read: (into: Uint8Array, position: number) => Promise<number>;
  /** Returns once the data, and the length where it changed, is on stable storage. */
  readonly datasync: () => Promise<void>;
  readonly truncate: (length: number) => Promise<void>;
  readonly size: () => Promise<number>;
  readonly close: () => Promise<void>;
}

/** A folder that stays open. */
export interface FolderHandle {
  /** Returns once the folder's creations, renames and removals are on stable storage. */
  readonly sync: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * All that the log asks of a disk, and nothing else reaches it: whoever
 * implements this can count, delay, fail, cut or record every step.
 * A call that fails rejects with the system's error, `code` included.
 */
export interface FileSystem {
  /** `read`: must exist. `write`: must exist. `create`: must not exist. */
  readonly open: (path: string, mode: "read" | "write" | "create") => Promise<FileHandle>;
  /** Names in a folder, sorted. */
  readonly list: (folder: string) => Promise<readonly string[]>;
  readonly rename: (from: string, to: string) => Promise<void>;
  readonly remove: (path: string) => Promise<void>;
  /** Makes the folder and its parents where they are not there; each is durable in its own parent then, also one that was there. */
  readonly makeFolder: (folder: string) => Promise<void>;
  readonly openFolder: (folder: string) => Promise<FolderHandle>;
  /** Opens the folder, syncs it and closes it. */
  readonly syncFolder: (folder: string) => Promise<void>;
}

const flags = {
  read: constants.O_RDONLY,
  write: constants.O_RDWR,
  create: constants.O_RDWR | constants.O_CREAT | constants.O_EXCL,
} as const;

const wrap = (handle: NodeHandle): FileHandle => ({
  write: async (buffers, position) => (await handle.writev(buffers, position)).bytesWritten,
  read: async (into, position) => (await handle.read(into, 0, into.byteLength, position)).bytesRead,
  datasync: () => handle.datasync(),
  truncate: (length) => handle.truncate(length),
  size: async () => (await handle.stat()).size,
  close: () => handle.close(),
});

const openFolder = async (folder: string): Promise<FolderHandle> => {
  const handle = await open(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  return { sync: () => handle.sync(), close: () => handle.close() };
};

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await openFolder(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const isFolder = async (path: string): Promise<boolean> =>
  (await ifThere(stat(path)))?.isDirectory() === true;

const makeOne = async (folder: string): Promise<void> => {
  await mkdir(folder, { mode: 0o700 });
  await giveFolderToOwner(folder);
};

const openFile: FileSystem["open"] = async (path, mode) => {
  const handle = await open(path, flags[mode], 0o600);
  if (mode === "create") await giveToOwner(handle, path);
  return wrap(handle);
};

/** The disk of this machine, through node:fs. Files are readable by their owner alone, who is that of the folder where root makes them. */
export const nodeFileSystem: FileSystem = {
  open: openFile,
  list: async (folder) => (await readdir(folder)).toSorted(),
  rename,
  remove: unlink,
  makeFolder: (folder) => makeFolder({ isFolder, makeOne, syncFolder }, resolve(folder)),
  openFolder,
  syncFolder,
};
