import { isLeft } from "fp-ts/lib/Either.js";
import { decodeFileHeader, fileHeaderBytes } from "./file-header.ts";
import type { FileSystem } from "./file-system.ts";
import { listLog } from "./survey.ts";
import { readFile } from "./whole-io.ts";

const listIfThere = async (fs: FileSystem, folder: string) => {
  try {
    return await listLog(fs, folder);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
    return { segments: [], snapshots: [] };
  }
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
  const { segments, snapshots } = await listIfThere(fs, folder);
  const idIn = (kind: "segment" | "snapshot") => async (file: string) => {
    const bytes = await readFile(fs, `${folder}/${file}`, fileHeaderBytes);
    const header = decodeFileHeader(kind, file, bytes);
    return isLeft(header) ? undefined : header.right.logId.toString("hex");
  };
  return Promise.all([...segments.map(idIn("segment")), ...snapshots.map(idIn("snapshot"))]);
};
