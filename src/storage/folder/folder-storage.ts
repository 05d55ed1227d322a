import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Logger } from "pino";
import {
  type FileSystem,
  type LogEvent,
  type LogLimits,
  logSize,
  messageOf,
  type OpenLog,
} from "../../../wal/index.ts";
import { type EmbeddedLogLimits, openEmbeddedLog } from "./embedded-log.ts";
import { revisionOf, storageFailed } from "../../plan/state.ts";
import { shellWord } from "../../server/paths.ts";
import {
  checkHomeFolder,
  checkRestored,
  findLog,
  finishInterruptedRepair,
  type FoundLog,
  lockDataFolder,
  logFolder,
  markPath,
  writeMark,
} from "./data-folder.ts";
import { readState } from "./read-state.ts";
import type { ServiceConfig } from "../../server/limits.ts";
import { hasHardLinks, openFolderImages } from "./folder-images.ts";
import { type ImageDisk, noHardLinks } from "../../images/image-store.ts";
import { sessionsKind } from "../../auth/session-store.ts";
import { bansKind } from "../../auth/bans.ts";
import { lastUsesKind } from "../../auth/last-uses.ts";
import { pastLoginsKind } from "../../auth/past-logins.ts";
import { usersKind } from "../../auth/user-directory.ts";
import type { LogTimings, OpenedLog, PlanStatusListener } from "../../plan/plan-log.ts";
import type { OpenedStorage } from "../storage.ts";
import type { DocumentKind } from "../stored-document.ts";
import { folderHomeId } from "../home-id.ts";
import { registryIdsKind } from "../registry-ids.ts";
import { folderIdentity } from "./homes-root.ts";
import { JsonFile, type JsonFileUse } from "./json-file.ts";

interface DataLog extends Omit<OpenLog, "folder"> {
  readonly data: string;
  /** The users' file, which accompanies every log with a revision. */
  readonly users: { readonly place: string; readonly isThere: boolean };
}

/** Finishes a repair, and checks that the folder is complete. Left: what is missing. */
const ready = async ({ fs, data, users }: DataLog): Promise<Either<string, FoundLog>> => {
  await finishInterruptedRepair(fs, data);
  const found = await findLog(fs, data);
  if (isLeft(found) || found.right === "none" || users.isThere) return found;
  const state = await readState(fs, data);
  if (isLeft(state)) return state;
  const rev = revisionOf(state.right);
  // The first start creates the first token last: it may have ended before that, with nothing saved.
  if (rev === 0) return found;
  return left(
    `${users.place} is missing, and the log holds revision ${rev}: put it back, or make a new one with a first token: floorplan token create NAME --admin --control --positions --data ${shellWord(data)}`,
  );
};

/**
 * Opens the log of a data folder that this process has locked, and marks the folder if it has no mark yet. Refuses,
 * without a change, a folder whose log is missing or is not the marked one, and one that has lost its users.
 */
const openDataLog = async (
  options: DataLog,
  limits: EmbeddedLogLimits,
): Promise<Either<string, OpenedLog>> => {
  const { fs, data } = options;
  const folder = logFolder(data);
  let found: Either<string, FoundLog>;
  try {
    found = await ready(options);
  } catch (error) {
    return left(`${folder} cannot be prepared: ${messageOf(error)}`);
  }
  if (isLeft(found)) return found;
  const opened = await openEmbeddedLog({ ...options, folder }, limits);
  if (isLeft(opened) || found.right === "marked") return opened;
  try {
    await writeMark(fs, data);
    return opened;
  } catch (error) {
    await opened.right.log.close();
    return left(`${markPath(data)} cannot be written: ${messageOf(error)}`);
  }
};

type TornTail = Extract<LogEvent, { readonly kind: "torn-tail" }>;

/** Logs the log's events; the torn tail of a start waits until the revision before it is known. */
const reportTo =
  (log: Logger, status: PlanStatusListener, timings: LogTimings, torn: TornTail[]) =>
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
        return log.error(event, "the log could not be cleaned up; saves continue");
      case "mark-failed":
        return log.error(event, "the log was not closed cleanly; the next start takes longer");
      case "out-of-room":
        status.away("no-room", `plans cannot be saved for now: ${event.reason}`);
        return log.error(event, "the log has no room: saves are refused until there is some");
      case "room-again":
        status.back();
        return log.warn(event, "the log has room again: plans can be saved");
      case "failed": {
        const reason = storageFailed(event.reason);
        status.failed("storage", reason);
        return log.error({ reason }, "the log accepts no more saves");
      }
      case "snapshot-written":
        timings.snapshotWritten();
        return log.debug(event, "the log was cleaned up");
      case "segment-deleted":
        return log.debug(event, "the log was cleaned up");
    }
  };

/** The disks of a data folder, and what measures the log. */
export interface Disks {
  readonly fs: FileSystem;
  readonly imageDisk: ImageDisk;
  readonly timings: LogTimings;
}

/** How a data folder is used. */
interface FolderUse {
  readonly logLimits: LogLimits;
  /** See `OpenLog`. */
  readonly keepsSpare: boolean;
  /** See `JsonFile`; undefined for its defaults. */
  readonly documents?: JsonFileUse;
  readonly close: () => Promise<void>;
}

/** Opens a data folder that this process has locked. Left: why it cannot be used. */
const openLocked = async (
  config: ServiceConfig,
  log: Logger,
  { fs, imageDisk, timings }: Disks,
  { logLimits: limits, keepsSpare, documents, close }: FolderUse,
): Promise<OpenedStorage> => {
  const { data, domain } = config;
  const folder = await checkHomeFolder(data);
  if (isLeft(folder)) return folder;
  const images = await openFolderImages(imageDisk, data, domain);
  if (isLeft(images)) return images;
  const document = <A>(kind: DocumentKind<A>): JsonFile<A> => new JsonFile(data, kind, documents);
  const users = document(usersKind);
  const openLog = async (status: PlanStatusListener): Promise<Either<string, OpenedLog>> => {
    const torn: TornTail[] = [];
    const report = reportTo(log, status, timings, torn);
    const { synced } = timings;
    const dataLog = { fs, data, limits, keepsSpare, report, synced, users };
    const opened = await openDataLog(dataLog, config);
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
    bans: document(bansKind),
    pastLogins: document(pastLoginsKind),
    lastUses: document(lastUsesKind),
    sessions: document(sessionsKind),
    registryIds: document(registryIdsKind),
    images: images.right,
    openLog,
    homeId: () => folderHomeId(data),
    logSize: () => logSize(fs, logFolder(data)),
    shared: undefined,
    close,
  });
};

/** Warns if the file system of a data folder, which exists, can hold no tracing images. */
export const warnWithoutLinks = async (
  disk: ImageDisk,
  data: string,
  log: Logger,
): Promise<void> => {
  if (!(await hasHardLinks(disk, data)))
    log.warn({ reason: noHardLinks }, "images cannot be stored");
};

/** Locks the data folder. Left: why it cannot be used. */
export const openFolderStorage = async (
  config: ServiceConfig,
  log: Logger,
  disks: Disks,
): Promise<OpenedStorage> => {
  const { data } = config;
  const lock = await lockDataFolder(data);
  if (isLeft(lock)) return lock;
  const { release } = lock.right;
  const opened = await openLocked(config, log, disks, {
    logLimits: config,
    keepsSpare: true,
    close: release,
  });
  if (isLeft(opened)) await release();
  else await warnWithoutLinks(disks.imageDisk, opened.right.images.incoming, log);
  return opened;
};

/** Tells later whether a folder is still the same, and not another home's that took its place. */
const stays = (data: string): (() => Either<string, void>) => {
  const before = folderIdentity(data);
  return () =>
    folderIdentity(data) === before
      ? right(undefined)
      : left(`${data} was moved away while the home was open`);
};

/**
 * Opens the data folder of one of many homes, in a folder that this process has locked: `lockDataFolder`. Left: why it
 * cannot be used.
 */
export const openHomeStorage = async (
  config: ServiceConfig,
  log: Logger,
  disks: Disks,
): Promise<OpenedStorage> => {
  const restored = await checkRestored(config.data);
  if (isLeft(restored)) return restored;
  return openLocked(config, log, disks, {
    logLimits: {
      segmentBytes: config.homeSegmentBytes,
      snapshotBytes: config.homeSnapshotBytes,
    },
    keepsSpare: false,
    documents: { pollMs: config.homePollMs, checkFolder: stays(config.data) },
    close: async () => {},
  });
};
