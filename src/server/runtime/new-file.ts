import { randomBytes } from "node:crypto";
import { constants, type FileHandle, link, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import { hasNoLinks, ifThere, lockFile, nodeFileSystem } from "../../../wal/index.ts";

const { O_RDONLY, O_RDWR, O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK } = constants;

/** Opens a file for reading in a folder that others may write to: follows no link, and does not block on a pipe. */
export const openUntrusted = (path: string): Promise<FileHandle> =>
  open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);

/** A name for a file while it is written. Nobody can guess it and put something in its place. */
const partialName = (): string => `.floorplan-${randomBytes(8).toString("hex")}.partial`;

const isPartial = (name: string): boolean => /^\.floorplan-[0-9a-f]{16}\.partial$/.test(name);

/** Marks a file as being written. False if it was taken for abandoned before that. */
const claim = async (file: FileHandle, path: string): Promise<boolean> => {
  try {
    return (await lockFile(file, path)) === "locked";
  } catch {
    // Without locks, no process takes a file for abandoned.
    return true;
  }
};

/** Creates a file under a partial name in a folder, for this process alone. */
const openPartial = async (
  folder: string,
  mode: number,
): Promise<{ readonly path: string; readonly file: FileHandle }> => {
  for (;;) {
    const path = join(folder, partialName());
    const file = await open(path, O_RDWR | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW, mode);
    if (await claim(file, path)) return { path, file };
    await file.close();
  }
};

/** Removes a partial file of this user that no process is writing any more. */
const removeAbandoned = async (path: string): Promise<void> => {
  const file = await open(path, O_RDWR | O_NOFOLLOW | O_NONBLOCK);
  try {
    const { uid } = await file.stat();
    const isOwn = uid === process.geteuid?.();
    if (isOwn && (await lockFile(file, path)) === "locked") await rm(path, { force: true });
  } finally {
    await file.close();
  }
};

/** Removes the partial files of killed processes from a folder. Keeps any whose state is unclear. */
const removeLeftovers = async (folder: string): Promise<void> => {
  for (const name of ((await ifThere(readdir(folder))) ?? []).filter(isPartial))
    await removeAbandoned(join(folder, name)).catch(() => undefined);
};

/** Gives a file a new name. Without hard links, an empty file has that name for a moment. */
const nameAnew = async (from: string, path: string): Promise<void> => {
  try {
    await link(from, path);
  } catch (error) {
    if (!hasNoLinks(error)) throw error;
    await (await open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)).close();
    await rename(from, path);
  }
};

/** A file being written, by appending. */
export interface Writing {
  readonly file: FileHandle;
  /** Its path until it is finished. */
  readonly path: string;
}

/** How to make a new file. */
interface NewFile<E, A> {
  /** Permissions, subject to the umask; the owner's alone by default. */
  readonly mode?: number;
  /** False: rejects with `EEXIST` if the path exists. */
  readonly replaces?: boolean;
  /** Writes the content, and leaves the file open. Left: why the file is not wanted. */
  readonly fill: (writing: Writing) => Promise<Either<E, A>>;
}

/**
 * Puts a new file at a path, whole and durable, or nothing. Safe in a folder that others may write to: they can neither
 * redirect the write with a link nor read it through a file of their own. Replaces what is there, even a link. Removes
 * the leftovers of interrupted writes in that folder. Rejects with the system's error.
 */
export const putNewFile = async <E, A>(
  path: string,
  { mode = 0o600, replaces = true, fill }: NewFile<E, A>,
): Promise<Either<E, A>> => {
  const folder = dirname(path);
  await removeLeftovers(folder);
  const writing = await openPartial(folder, mode);
  try {
    const filled = await fill(writing);
    if (isLeft(filled)) return filled;
    await writing.file.sync();
    await (replaces ? rename : nameAnew)(writing.path, path);
    await nodeFileSystem.syncFolder(folder);
    return filled;
  } finally {
    await writing.file.close();
    // After success it has its new name already.
    await rm(writing.path, { force: true });
  }
};
