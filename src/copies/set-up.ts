import { realpath } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { Logger } from "pino";
import { ifThere } from "../../wal/index.ts";
import type { Config } from "../config.ts";
import { BackupSchedule } from "../backup/schedule.ts";
import { startBackup } from "../backup/start-backup-process.ts";

/** Where a path leads, also where its end is not there yet. */
const realOf = async (path: string): Promise<string> => {
  const real = await ifThere(realpath(path));
  if (real !== undefined || dirname(path) === path) return real ?? path;
  return join(await realOf(dirname(path)), basename(path));
};

/** Whether a path is a folder or lies in it. */
const liesIn = (path: string, folder: string): boolean => {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith("../");
};

/**
 * The copies that a service makes by itself; undefined where the settings name no folder for them. The left says why
 * that folder cannot be meant. One that cannot be written to is told when a copy fails, and stops nothing.
 */
export const setUpBackupSchedule = async (
  config: Config,
  log: Logger,
): Promise<Either<string, BackupSchedule | undefined>> => {
  if (config.backupTo === "") return right(undefined);
  const [to, data] = [resolve(config.backupTo), resolve(config.data)];
  // What cannot be looked at now is told with the first copy.
  const [realTo, realData] = await Promise.all([to, data].map(realOf)).catch(() => [to, data]);
  if (liesIn(realTo ?? to, realData ?? data))
    return left(
      `--backup-to: ${config.backupTo} lies in the data folder, ${config.data}, and would be lost with it: name another folder`,
    );
  const settings = { ...config, backupTo: to };
  return right(new BackupSchedule({ settings, copy: startBackup, now: () => new Date(), log }));
};
