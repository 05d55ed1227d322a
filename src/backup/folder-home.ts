import { lstat, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Either, isLeft, left, map, right } from "fp-ts/lib/Either.js";
import {
  checkSnapshot,
  type FileSystem,
  ifThere,
  type Lock,
  nodeFileSystem,
  type OnLogRecord,
  readSoundLog,
  type SoundLog,
  takeLock,
} from "../../wal/index.ts";
import { decodeSummary, type Head } from "../plan/stored-plan.ts";
import type { Home, Inspection, StoredImage, LocatedRevision, Snapshot } from "./home.ts";
import { StateReader } from "../storage/folder/embedded-log.ts";
import { readState, readUntilStable, withLogOf } from "../storage/folder/read-state.ts";
import { folderHomeId } from "../storage/home-id.ts";
import { bansFile } from "../auth/bans.ts";
import { lastUsesFile } from "../auth/last-uses.ts";
import { usersFile } from "../auth/user-directory.ts";
import { isRestoring } from "../storage/folder/data-folder.ts";
import { belongsInBackup, usersName } from "./manifest.ts";

/** `1 image`, `2 images`. */
export const counted = (count: number, what: string): string =>
  `${count} ${what}${count === 1 ? "" : "s"}`;

/**
 * Reads the log as a start does, and every snapshot too, even those that a start would not need; `onRecord` gets what a
 * snapshot covers, too.
 */
const readOnce = (
  fs: FileSystem,
  data: string,
  reader: StateReader,
  onRecord: OnLogRecord,
): Promise<Either<string, SoundLog>> =>
  withLogOf(fs, data, async (folder) => {
    const log = await readSoundLog(fs, folder, {
      onSnapshot: (entries, index) => reader.onSnapshot(entries, index),
      onRecord: (...record) => {
        onRecord(...record);
        reader.onRecord(...record);
      },
      onCovered: onRecord,
    });
    if (isLeft(log)) return left(log.left.message);
    if (log.right === undefined) return left("there is no log in this data folder");
    for (const file of log.right.listing.snapshots) {
      const checked = await checkSnapshot(fs, folder, file);
      if (isLeft(checked)) return left(checked.left.message);
    }
    return right(log.right);
  });

const foundIn = (
  payload: Buffer,
  segment: string,
  offset: number,
): Either<string, LocatedRevision> =>
  map(({ summary: { rev, saved_at }, by }: Head): LocatedRevision => {
    return { place: { segment, offset }, rev, saved_at, bytes: payload.length, by };
  })(decodeSummary(payload));

const tell = (log: SoundLog, records: number): Pick<Inspection, "notes" | "result"> => {
  const { segments, base, unreadable, newest } = log;
  const notes = unreadable.map((refused) => `unreadable snapshot: ${refused.message}`);
  if (newest.end === "torn")
    notes.push(
      `torn tail: ${newest.file}, offset ${newest.offset}: a batch that was never whole follows record ${newest.index}`,
    );
  const snapshot = base === undefined ? "no snapshot" : `snapshot of record ${base.header.index}`;
  const sound = unreadable.length === 0 ? "all sound" : "all sound but for the snapshots above";
  const read = `${counted(records, "record")} in ${counted(segments.length, "segment")}`;
  return { notes, result: right(`${read}, ${snapshot}, ${sound}`) };
};

/** Reads the whole log of a data folder, also while the service saves. */
export const inspectLog = async (fs: FileSystem, data: string): Promise<Inspection> => {
  let revisions: LocatedRevision[] = [];
  const log = await readUntilStable(async () => {
    revisions = [];
    let odd: string | undefined;
    const reader = new StateReader();
    const read = await readOnce(fs, data, reader, (payload, file, offset) => {
      const record = foundIn(payload, file, offset);
      if (isLeft(record)) odd ??= `${file}, offset ${offset}: ${record.left}`;
      else revisions.push(record.right);
    });
    const problem = odd ?? reader.problem;
    return problem === undefined ? read : left(problem);
  });
  if (isLeft(log)) return { revisions, notes: [], result: log };
  return { revisions, ...tell(log.right, revisions.length) };
};

/** The images of every domain. Other files, such as a file manager's, are skipped. */
async function* imagesOf(data: string): AsyncGenerator<StoredImage, void> {
  const below = (await ifThere(readdir(join(data, "www"), { recursive: true }))) ?? [];
  const names = below.map((name) => `www/${name}`).filter(belongsInBackup);
  for (const name of names.toSorted()) {
    const path = join(data, name);
    const info = await ifThere(lstat(path));
    if (info === undefined || !info.isFile()) continue;
    yield {
      name,
      identity: `${info.dev}-${info.ino}`,
      bytes: info.size,
      read: async () => right(await ifThere(readFile(path))),
    };
  }
}

const snapshotOf = async (data: string, fs: FileSystem): Promise<Either<string, Snapshot>> => {
  if (await isRestoring(data))
    return left(`a restore or an import into ${data} is running, or was interrupted`);
  const users = await ifThere(readFile(join(data, usersName)));
  // The plan before the images: an image that it shows is kept at least as long as the plan.
  const state = await readState(fs, data);
  if (isLeft(state)) return state;
  const folders = await ifThere(readdir(join(data, "www"), { withFileTypes: true }));
  const domains = (folders ?? []).filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return right({ users, state: state.right, domains, images: imagesOf(data) });
};

/** In the data folder, where nobody else may write, rather than beside the backups. */
const lockBackups = async (data: string): Promise<Either<string, Lock | undefined>> => {
  const lock = await takeLock(join(data, "backup.lock"));
  return right(isLeft(lock) ? undefined : lock.right);
};

/** The home in a data folder, which need not exist. The log is read through `fs`. */
export const folderHome = (data: string, fs: FileSystem = nodeFileSystem): Home => ({
  users: usersFile(data),
  bans: bansFile(data),
  lastUses: lastUsesFile(data),
  readState: () => readState(fs, data),
  snapshot: () => snapshotOf(data, fs),
  inspect: () => inspectLog(fs, data),
  lockBackups: () => lockBackups(data),
  id: () => folderHomeId(data),
  close: () => {},
});
