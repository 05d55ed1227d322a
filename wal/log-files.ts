import { type Either, isLeft } from "fp-ts/lib/Either.js";
import { decodeFileHeader, type FileHeader, fileHeaderBytes } from "./file-header.ts";
import type { FileSystem } from "./file-system.ts";
import type { LogRefused } from "./refusal.ts";
import { ifThere } from "./system-calls.ts";
import { readFile } from "./file-io.ts";

/** The files of a log's folder, by what their names say; those of one kind are in order. */
export interface Listing {
  readonly segments: readonly string[];
  readonly snapshots: readonly string[];
  /** Left over from a crash; never part of the log. */
  readonly temporary: readonly string[];
}

const sorted = (names: readonly string[]): Listing => ({
  segments: names.filter((name) => /^\d{20}\.seg$/.test(name)),
  snapshots: names.filter((name) => /^\d{20}\.snap$/.test(name)),
  temporary: names.filter((name) => name.endsWith(".tmp")),
});

/** Names in the folder, sorted into what they are; other names are left alone. */
export const listLog = async (fs: FileSystem, folder: string): Promise<Listing> =>
  sorted(await fs.list(folder));

/** Reads the header of each file, or why it cannot be understood. Rejects with the system's error. */
export const readHeaders = async (
  fs: FileSystem,
  folder: string,
  kind: FileHeader["kind"],
  files: readonly string[],
): Promise<readonly Either<LogRefused, FileHeader>[]> => {
  const headers: Either<LogRefused, FileHeader>[] = [];
  for (const file of files) {
    const bytes = await readFile(fs, `${folder}/${file}`, fileHeaderBytes);
    headers.push(decodeFileHeader(kind, file, bytes));
  }
  return headers;
};

/**
 * The id of the log that each segment and snapshot in a folder belongs to, in
 * hexadecimal; undefined for one whose header cannot be understood. Empty:
 * there is no log, or no folder. Only the headers are read. Rejects with the
 * system's error where the disk fails.
 */
export const logIdsOf = async (
  fs: FileSystem,
  folder: string,
): Promise<readonly (string | undefined)[]> => {
  const { segments, snapshots } = sorted((await ifThere(fs.list(folder))) ?? []);
  const headers = [
    ...(await readHeaders(fs, folder, "segment", segments)),
    ...(await readHeaders(fs, folder, "snapshot", snapshots)),
  ];
  return headers.map((header) => (isLeft(header) ? undefined : header.right.logId.toString("hex")));
};

/** What a log takes of a disk. */
export interface LogSize {
  readonly segments: number;
  readonly snapshots: number;
  /** Of all its files; a segment has its whole length from the beginning. */
  readonly bytes: number;
}

/** Looks how large the log in a folder is. A file that is removed meanwhile counts no more. Rejects with the system's error. */
export const logSize = async (fs: FileSystem, folder: string): Promise<LogSize> => {
  const { segments, snapshots } = sorted((await ifThere(fs.list(folder))) ?? []);
  let bytes = 0;
  for (const name of [...segments, ...snapshots]) {
    const file = await ifThere(fs.open(`${folder}/${name}`, "read"));
    if (file === undefined) continue;
    try {
      bytes += await file.size();
    } finally {
      await file.close();
    }
  }
  return { segments: segments.length, snapshots: snapshots.length, bytes };
};
