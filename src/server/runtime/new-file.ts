import { randomBytes } from "node:crypto";
import { constants, type FileHandle, link, open, readdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import { hasNoLinks, ifThere, lockFile, nodeFileSystem } from "../../../wal/index.ts";

const { O_RDONLY, O_RDWR, O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK } = constants;

/** Opens a file for reading that lies where others may put what they like: follows no link, and waits for no pipe. */
export const openUntrusted = (path: string): Promise<FileHandle> =>
  open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);

/** The name of a file as long as it is written: nobody can have put anything in its place. */
const partialName = (): string => `.floorplan-${randomBytes(8).toString("hex")}.partial`;

const isPartial = (name: string): boolean => /^\.floorplan-[0-9a-f]{16}\.partial$/.test(name);

/** Takes note that somebody writes the file. False where it was taken for abandoned before that. */
const claim = async (file: FileHandle, path: string): Promise<boolean> => {
  try {
    return (await lockFile(file, path)) === "locked";
  } catch {
    // Where there are no locks, nobody takes a file for abandoned.
    return true;
  }
};

/** Makes a new file in a folder that this process alone knows and may write. */
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

/** Removes a file that this user's processes began, and that none of them writes any more. */
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

/** Removes what processes that were killed have left in a folder. What cannot be judged stays. */
const removeLeftovers = async (folder: string): Promise<void> => {
  for (const name of ((await ifThere(readdir(folder))) ?? []).filter(isPartial))
    await removeAbandoned(join(folder, name)).catch(() => undefined);
};

/** Gives a file a name that nothing has. Where there are no hard links, an empty file has that name for a moment. */
const nameAnew = async (from: string, path: string): Promise<void> => {
  try {
    await link(from, path);
  } catch (error) {
    if (!hasNoLinks(error)) throw error;
    await (await open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)).close();
    await rename(from, path);
  }
};

/** A file that is being written, by appending to it. */
export interface Writing {
  readonly file: FileHandle;
  /** Where it lies meanwhile. */
  readonly path: string;
}

/** What a new file is made with. */
interface NewFile<E, A> {
  /** Who may read and write it; without that its owner alone. What the process's mask forbids is left out. */
  readonly mode?: number;
  /** False: what is at the path stays, and this rejects with `EEXIST`. */
  readonly replaces?: boolean;
  /** Writes all of it, and leaves it open. The left says why it is not wanted. */
  readonly fill: (writing: Writing) => Promise<Either<E, A>>;
}

/**
 * Puts a new file at a path, whole and durable, or nothing: also in a folder that others may write to, who can neither
 * have it written elsewhere, by a link, nor read it by a file of their own. What is there is replaced, be it a link. Of earlier
 * ones that were interrupted in that folder nothing stays. Rejects with the system's error.
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
    // Where it was made, it has another name already.
    await rm(writing.path, { force: true });
  }
};
