import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Logger } from "pino";
import {
  type FileSystem,
  type LogEvent,
  logSize,
  messageOf,
  openLog,
  type OpenLog,
} from "../../../wal/index.ts";
import { type DiskLogOpener, openEmbeddedLog } from "./embedded-log.ts";
import { revisionOf, storageFailed } from "../../plan/state.ts";
import { shellWord } from "../../server/paths.ts";
import {
  checkHomeFolder,
  findLog,
  finishInterruptedRepair,
  type FoundLog,
  lockDataFolder,
  logFolder,
  markPath,
  writeMark,
} from "./data-folder.ts";
import { readState } from "./read-state.ts";
import type { Config } from "../../server/settings.ts";
import { openFolderImages } from "./folder-images.ts";
import { type ImageDisk, noHardLinks } from "../../images/image-store.ts";
import type { LogOpener, PlanStatusListener } from "../../plan/plan-holder.ts";
import { sessionsFile } from "../../auth/session-store.ts";
import { bansFile } from "../../auth/bans.ts";
import { lastUsesFile } from "../../auth/last-uses.ts";
import { pastLoginsFile } from "../../auth/past-logins.ts";
import { usersFile } from "../../auth/user-directory.ts";
import type { LogTimings } from "../../plan/plan-log.ts";
import type { OpenedStorage } from "../storage.ts";

/** The log of a data folder, and how it is opened. */
export interface DataLog extends Omit<OpenLog, "folder"> {
  readonly data: string;
  /** The file of the users, which is there with every log that holds a revision. */
  readonly users: { readonly place: string; readonly isThere: boolean };
}

/** Finishes a repair, and looks whether the folder has what belongs to it. The left says what is missing. */
const ready = async ({ fs, data, users }: DataLog): Promise<Either<string, FoundLog>> => {
  await finishInterruptedRepair(fs, data);
  const found = await findLog(fs, data);
  if (isLeft(found) || found.right === "none" || users.isThere) return found;
  const state = await readState(fs, data);
  if (isLeft(state)) return state;
  const rev = revisionOf(state.right);
  // The first start makes the first token last: it may have ended before that, and saved nothing.
  if (rev === 0) return found;
  return left(
    `${users.place} is missing, and the log holds revision ${rev}: put it back, or make a new one with a first token: floorplan token create NAME --admin --control --data ${shellWord(data)}`,
  );
};

/**
 * Opens the log of a data folder, which this process has to itself, and marks
 * the folder with it where it has no mark yet. Refused, with nothing changed: a
 * folder whose log is gone or is another one than its mark names, and one that
 * has lost its users.
 */
const openDataLog =
  (options: DataLog): DiskLogOpener =>
  (visitor) =>
  async () => {
    const { fs, data } = options;
    const folder = logFolder(data);
    let found: Either<string, FoundLog>;
    try {
      found = await ready(options);
    } catch (error) {
      return left({ message: `${folder} cannot be readied: ${messageOf(error)}` });
    }
    if (isLeft(found)) return left({ message: found.left });
    const opened = await openLog({ ...options, folder }, visitor)();
    if (isLeft(opened) || found.right === "marked") return opened;
    try {
      await writeMark(fs, data);
      return right(opened.right);
    } catch (error) {
      await opened.right.close();
      return left({ message: `${markPath(data)} cannot be written: ${messageOf(error)}` });
    }
  };

type TornTail = Extract<LogEvent, { readonly kind: "torn-tail" }>;

/** Writes down what the log tells; the torn tail of a start waits until the revision before it is known. */
const reportTo =
  (log: Logger, trouble: PlanStatusListener, timings: LogTimings, torn: TornTail[]) =>
  (event: LogEvent): void => {
    switch (event.kind) {
      case "torn-tail":
        return void torn.push(event);
      case "snapshot-unreadable":
        return log.warn(
          { problem: event.refused.message },
          "a snapshot is unreadable; an older one is used",
        );
      case "snapshot-failed":
      case "spare-failed":
        return log.error(event, "the log could not tidy up; saves go on");
      case "out-of-room":
        trouble.away("no-room", `no plan can be saved for now: ${event.reason}`);
        return log.error(event, "the log has no room: saves are refused until there is some");
      case "room-again":
        trouble.back();
        return log.warn(event, "the log has room again: plans can be saved");
      case "failed": {
        const reason = storageFailed(event.reason);
        trouble.failed("storage", reason);
        return log.error({ reason }, "the log takes no more saves");
      }
      case "snapshot-written":
        timings.snapshotWritten();
        return log.debug(event, "the log tidied up");
      case "segment-deleted":
        return log.debug(event, "the log tidied up");
    }
  };

/** The disks under a data folder, and who hears of what the log does. */
export interface Disks {
  /** Under the log. */
  readonly fs: FileSystem;
  readonly imageDisk: ImageDisk;
  readonly timings: LogTimings;
}

/** Takes the data folder for this process alone. The left says why that cannot be. */
export const openFolderStorage = async (
  config: Config,
  log: Logger,
  { fs, imageDisk, timings }: Disks,
): Promise<OpenedStorage> => {
  const { data, domain } = config;
  const lock = await lockDataFolder(data);
  if (isLeft(lock)) return lock;
  const folder = await checkHomeFolder(data);
  const images = isLeft(folder) ? folder : await openFolderImages(imageDisk, data, domain);
  if (isLeft(images)) {
    await lock.right.release();
    return images;
  }
  const users = usersFile(data);
  if (!(await images.right.hasLinks())) log.warn({ reason: noHardLinks }, "no image can be stored");
  const openPlanLog =
    (trouble: PlanStatusListener): LogOpener =>
    async () => {
      const torn: TornTail[] = [];
      const report = reportTo(log, trouble, timings, torn);
      const { synced } = timings;
      const openDisk = openDataLog({ fs, data, limits: config, report, synced, users });
      const opened = await openEmbeddedLog(openDisk, config.commitDelayMs)();
      const lastRevision = isLeft(opened) ? undefined : revisionOf(opened.right.state);
      for (const tail of torn)
        log.warn(
          { ...tail, lastRevision },
          "the log ended in a torn batch; its bytes are kept beside it",
        );
      return opened;
    };
  return right({
    place: { data },
    users,
    bans: bansFile(data),
    pastLogins: pastLoginsFile(data),
    lastUses: lastUsesFile(data),
    sessions: sessionsFile(data),
    images: images.right,
    openLog: openPlanLog,
    logSize: () => logSize(fs, logFolder(data)),
    shared: undefined,
    close: () => lock.right.release(),
  });
};
