import { join } from "node:path";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import {
  type FileSystem,
  ifThere,
  logIdsOf,
  readFile,
  replaceFile,
  writeWhole,
} from "../../wal/index.ts";
import { logFolder, markName, markPath } from "./log-folder.ts";

/** What a data folder has of a log: nothing yet, one that has no mark, or the one that is marked. */
export type FoundLog = "none" | "unmarked" | "marked";

/** Whether somebody has uploaded images, which nobody can before there is a log. */
const hasImages = async (fs: FileSystem, data: string): Promise<boolean> => {
  const www = join(data, "www");
  const domains = ((await ifThere(fs.list(www))) ?? []).filter((name) => /^[a-z]\w*$/.test(name));
  for (const domain of domains) {
    const names = (await ifThere(fs.list(join(www, domain)))) ?? [];
    if (names.some((name) => name.startsWith("bg_"))) return true;
  }
  return false;
};

/**
 * Looks whether a data folder has the log that its mark names: the file beside
 * the log with that log's id, 32 hexadecimal digits and a line feed. A log that
 * is gone with its folder leaves nothing in it that could tell. Reads headers
 * alone, so that the log may still be damaged. The left says why nobody may use
 * the folder, and what to do. Rejects with the system's error where the disk fails.
 */
export const findLog = async (fs: FileSystem, data: string): Promise<Either<string, FoundLog>> => {
  const path = markPath(data);
  const folder = logFolder(data);
  const mark = (await ifThere(readFile(fs, path)))?.toString("latin1");
  const ids = await logIdsOf(fs, folder);
  if (mark === undefined && ids.length > 0) return right("unmarked");
  if (mark === undefined)
    return (await hasImages(fs, data))
      ? left(
          `${folder} holds no log, and there are images in ${data}/www: put the log back, or restore a backup into an empty folder; to begin anew, without the plan and its history, move the images away`,
        )
      : right("none");
  if (!/^[0-9a-f]{32}\n$/.test(mark))
    return left(
      `${path} is damaged: it holds no id of a log; if the log is in its place, remove this file, and the next start writes it anew`,
    );
  if (ids.length === 0)
    return left(
      `${folder} holds no log, and ${path} says that there was one: put it back, or restore a backup into an empty folder; to begin anew, without the plan, its history and its images, remove that file and www`,
    );
  // Where a header cannot be understood, whoever reads the whole log says which and why.
  if (ids.includes(mark.trim()) || ids.includes(undefined)) return right("marked");
  return left(
    `${folder} holds another log than the one that ${path} names: put the right one back; if this one is meant, remove that file`,
  );
};

/** Marks a data folder with the id of the log in it; durable when it returns. Rejects with the system's error. */
export const writeMark = async (fs: FileSystem, data: string): Promise<void> => {
  const [id] = await logIdsOf(fs, logFolder(data));
  if (id === undefined) throw new Error(`there is no log in ${logFolder(data)}`);
  const line = Buffer.from(`${id}\n`);
  await replaceFile(fs, data, markName, (file) => writeWhole(file, [line], 0));
};
