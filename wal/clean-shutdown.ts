import { cleanShutdownName as name, fileName, formatVersion } from "./log-files.ts";
import {
  type FileSystem,
  readFile,
  removeIfThere,
  replaceFile,
  writeWhole,
} from "./file-system.ts";

/** Where a log ends: its id, the first index of its newest segment, and the last record there. */
export interface LogEnd {
  readonly logId: Buffer;
  readonly first: number;
  /** Bytes from the segment's start to the end of the last record. */
  readonly offset: number;
  /** Index and checksum of the last record. */
  readonly index: number;
  readonly chain: number;
}

/** Longer than any mark. */
const mostBytes = 256;

const lineOf = ({ logId, first, offset, index, chain }: LogEnd): Buffer => {
  const segment = fileName({ kind: "segment", index: first });
  // A newer program copies the segment, and so gives it its own version.
  const words = [formatVersion, logId.toString("hex"), segment, offset, index, chain];
  return Buffer.from(`${words.join(" ")}\n`);
};

/**
 * Marks a log as closed with every record up to `end` synced; durable when it returns. Rejects with the system's error.
 */
export const markCleanShutdown = (fs: FileSystem, folder: string, end: LogEnd): Promise<void> =>
  replaceFile(fs, folder, name, (file) => writeWhole(file, [lineOf(end)], 0));

/**
 * Whether the mark is of a log that ends at `end`: another version of the program may have gone on since. A mark that
 * cannot be read counts as none.
 */
export const isMarkOf = async (fs: FileSystem, folder: string, end: LogEnd): Promise<boolean> => {
  const mark = await readFile(fs, `${folder}/${name}`, mostBytes).catch(() => undefined);
  return mark?.equals(lineOf(end)) === true;
};

/**
 * Removes the mark, durably once the folder is synced next: nothing may be appended before. Rejects with the system's
 * error.
 */
export const removeMark = (fs: FileSystem, folder: string): Promise<void> =>
  removeIfThere(fs, `${folder}/${name}`);
