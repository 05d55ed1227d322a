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
import { giveFolderToOwner, giveToOwner, ifThere, makeFolder, messageOf } from "./system-calls.ts";

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
 * All that the log asks of a disk, and nothing else reaches it: whoever implements this can count, delay, fail, cut or
 * record every step. A call that fails rejects with the system's error, `code` included.
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

/** The first bytes of the buffers. */
export const takeFront = (buffers: readonly Uint8Array[], bytes: number): Uint8Array[] => {
  const front: Uint8Array[] = [];
  let left = bytes;
  for (const buffer of buffers) {
    if (left <= 0) break;
    front.push(buffer.subarray(0, left));
    left -= buffer.byteLength;
  }
  return front;
};

/** The bytes behind those. */
export const dropFront = (buffers: readonly Uint8Array[], bytes: number): Uint8Array[] => {
  const rest: Uint8Array[] = [];
  let skip = bytes;
  for (const buffer of buffers) {
    if (skip < buffer.byteLength) rest.push(skip === 0 ? buffer : buffer.subarray(skip));
    skip = Math.max(0, skip - buffer.byteLength);
  }
  return rest;
};

/** Writes all of the buffers at `position`, going on after a short write. Rejects with the system's error. */
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
    rest = dropFront(rest, written);
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

/** Reads `length` bytes from `position`; the result is shorter where the file ends before, and lies in `space` if that has room. */
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
    // What the system says of a failed read names no file.
    throw new Error(`${path}: ${messageOf(error)}`, { cause: error });
  } finally {
    await file.close();
  }
};

/**
 * Reads a file from its start, at most `length` bytes of it, into `space` if that has room. Rejects with an error that
 * names the file.
 */
export const readFile = async (
  fs: FileSystem,
  path: string,
  length = Infinity,
  space?: Buffer,
): Promise<Buffer> =>
  reading(fs, path, async (file) => readWhole(file, 0, Math.min(length, await file.size()), space));

/** Removes a file; one that is already gone is no error. */
export const removeIfThere = (fs: FileSystem, path: string): Promise<void> =>
  ifThere(fs.remove(path));

/**
 * Makes a new file in place of whatever is there, and fills it. Rejects with what `fill` or the system throws; the file
 * is closed and gone then.
 */
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
 * Makes a file hold exactly what `write` writes into an empty one, durable when it returns: temporary file, sync,
 * rename, sync of the folder. Whoever reads it meanwhile, or after a crash at any of these steps, finds the old file or
 * the new one whole. Rejects with what `write` or the system throws, and leaves no temporary file behind then.
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
