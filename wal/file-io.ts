import type { FileHandle, FileSystem } from "./file-system.ts";
import { ifThere, messageOf } from "./system-calls.ts";

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
 * Reads a file from its start, at most `length` bytes of it, into `space` if that has room.
 * Rejects with an error that names the file.
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
 * Makes a new file in place of whatever is there, and fills it. Rejects with
 * what `fill` or the system throws; the file is closed and gone then.
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
 * Makes a file hold exactly what `write` writes into an empty one, durable when
 * it returns: temporary file, sync, rename, sync of the folder. Whoever reads it
 * meanwhile, or after a crash at any of these steps, finds the old file or the
 * new one whole. Rejects with what `write` or the system throws, and leaves no
 * temporary file behind then.
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
