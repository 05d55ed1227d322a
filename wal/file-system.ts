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
import { chownFolderToOwner, giveToOwner, ifThere, makeFolder, messageOf } from "./system-calls.ts";

/** An open file. Positions and lengths are in bytes. */
export interface FileHandle {
  /** Writes consecutive buffers at `position`; may write less, and returns how much. */
  readonly write: (buffers: readonly Uint8Array[], position: number) => Promise<number>;
  /** Reads from `position`; may read less, and returns how much (0 at the end). */
  readonly read: (into: Uint8Array, position: number) => Promise<number>;
  /** Returns once the data, and a changed length, is on stable storage. */
  readonly datasync: () => Promise<void>;
  readonly truncate: (length: number) => Promise<void>;
  readonly size: () => Promise<number>;
  readonly close: () => Promise<void>;
}

/** An open folder. */
export interface FolderHandle {
  /** Returns once the folder's creations, renames and removals are on stable storage. */
  readonly sync: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/**
 * Everything that the log asks of a disk: an implementation can count, delay, fail, cut or record every step. A failed
 * call rejects with the system's error, `code` included.
 */
export interface FileSystem {
  /** `read`: must exist. `write`: must exist. `create`: must not exist. */
  readonly open: (path: string, mode: "read" | "write" | "create") => Promise<FileHandle>;
  /** Names in a folder, sorted. */
  readonly list: (folder: string) => Promise<readonly string[]>;
  readonly rename: (from: string, to: string) => Promise<void>;
  readonly remove: (path: string) => Promise<void>;
  /** Creates the folder and its missing parents; each is then durable in its own parent, even if it existed. */
  readonly makeFolder: (folder: string) => Promise<void>;
  readonly openFolder: (folder: string) => Promise<FolderHandle>;
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
  await chownFolderToOwner(folder);
};

const openFile: FileSystem["open"] = async (path, mode) => {
  const handle = await open(path, flags[mode], 0o600);
  if (mode === "create") await giveToOwner(handle, path);
  return wrap(handle);
};

/** This machine's disk, through node:fs. Files are readable by their owner only; files that root creates belong to the folder's owner. */
export const nodeFileSystem: FileSystem = {
  open: openFile,
  list: async (folder) => (await readdir(folder)).toSorted(),
  rename,
  remove: unlink,
  makeFolder: (folder) => makeFolder({ isFolder, makeOne, syncFolder }, resolve(folder)),
  openFolder,
  syncFolder,
};

/** The first bytes of the buffers. */
export const firstBytes = (buffers: readonly Uint8Array[], bytes: number): Uint8Array[] => {
  const front: Uint8Array[] = [];
  let left = bytes;
  for (const buffer of buffers) {
    if (left <= 0) break;
    front.push(buffer.subarray(0, left));
    left -= buffer.byteLength;
  }
  return front;
};

/** The buffers without their first `bytes` bytes. */
export const withoutFirstBytes = (buffers: readonly Uint8Array[], bytes: number): Uint8Array[] => {
  const rest: Uint8Array[] = [];
  let skip = bytes;
  for (const buffer of buffers) {
    if (skip < buffer.byteLength) rest.push(skip === 0 ? buffer : buffer.subarray(skip));
    skip = Math.max(0, skip - buffer.byteLength);
  }
  return rest;
};

/** Writes all buffers at `position`, also across short writes. Rejects with the system's error. */
export const writeWhole = async (
  file: FileHandle,
  buffers: readonly Uint8Array[],
  position: number,
): Promise<void> => {
  let rest = buffers;
  let at = position;
  while (rest.length > 0) {
    const written = await file.write(rest, at);
    if (written <= 0) throw new Error(`the disk took no bytes at offset ${at}`);
    at += written;
    rest = withoutFirstBytes(rest, written);
  }
};

const zeroBlock = Buffer.alloc(1024 * 1024);

/** Fills a file with zeros from `from` up to `to`. Rejects with the system's error. */
export const writeZeros = async (file: FileHandle, from: number, to: number): Promise<void> => {
  const blocks: Buffer[] = [];
  for (let at = from; at < to; at += zeroBlock.length)
    blocks.push(zeroBlock.subarray(0, Math.min(zeroBlock.length, to - at)));
  await writeWhole(file, blocks, from);
};

/** Reads `length` bytes from `position`, or less at the file's end, into `space` if it is large enough. */
export const readWhole = async (
  file: FileHandle,
  position: number,
  length: number,
  space: Buffer = Buffer.alloc(0),
): Promise<Buffer> => {
  const into = length <= space.length ? space.subarray(0, length) : Buffer.allocUnsafe(length);
  let got = 0;
  while (got < length) {
    const read = await file.read(into.subarray(got), position + got);
    if (read === 0) break;
    got += read;
  }
  return into.subarray(0, got);
};

/** Opens a file for `read`, and closes it. Rejects with an error that names the file. */
export const reading = async <A>(
  fs: FileSystem,
  path: string,
  read: (file: FileHandle) => Promise<A>,
): Promise<A> => {
  const file = await fs.open(path, "read");
  try {
    return await read(file);
  } catch (error) {
    // The system's read errors do not name the file.
    throw new Error(`${path}: ${messageOf(error)}`, { cause: error });
  } finally {
    await file.close();
  }
};

/** Reads at most `length` bytes from a file's start, into `space` if it is large enough. Rejects with an error that names the file. */
export const readFile = async (
  fs: FileSystem,
  path: string,
  length = Infinity,
  space?: Buffer,
): Promise<Buffer> =>
  reading(fs, path, async (file) => readWhole(file, 0, Math.min(length, await file.size()), space));

/** Removes a file, if there is one. */
export const removeIfThere = (fs: FileSystem, path: string): Promise<void> =>
  ifThere(fs.remove(path));

/** Creates a file, replacing any other, and fills it. On an error of `fill` or the system, closes and removes the file, and rejects. */
export const makeFile = async (
  fs: FileSystem,
  path: string,
  fill: (file: FileHandle) => Promise<void>,
): Promise<FileHandle> => {
  await removeIfThere(fs, path);
  const file = await fs.open(path, "create");
  try {
    await fill(file);
    return file;
  } catch (error) {
    await file.close().catch(() => undefined);
    await removeIfThere(fs, path).catch(() => undefined);
    throw error;
  }
};

/**
 * Replaces a file's content atomically, durable when it returns: temporary file, sync, rename, sync of the folder.
 * Readers, and a start after a crash at any step, find either the old or the new file whole. On an error of `write` or
 * the system, removes the temporary file and rejects.
 */
export const replaceFile = async (
  fs: FileSystem,
  folder: string,
  name: string,
  write: (file: FileHandle) => Promise<void>,
): Promise<void> => {
  const temporary = `${folder}/${name}.tmp`;
  await makeFile(fs, temporary, async (file) => {
    await write(file);
    await file.datasync();
    await file.close();
    await fs.rename(temporary, `${folder}/${name}`);
  });
  await fs.syncFolder(folder);
};
