import { type Either, isLeft, left, map, right } from "fp-ts/lib/Either.js";
import {
  checkSnapshot,
  type FileSystem,
  type OnLogRecord,
  readSoundLog,
  type SoundLog,
} from "../../wal/index.ts";
import { decodeSummary, type Head } from "../plan/stored-plan.ts";
import type { Inspection, KeptRevision } from "../backup/home.ts";
import { withLogOf, readUntilStable } from "../storage/folder/read-state.ts";

/** A number and what is counted. */
export const counted = (count: number, what: string): string =>
  `${count} ${what}${count === 1 ? "" : "s"}`;

/** Reads the log as a start does, and every snapshot as well, also those that a start would not need. */
const readOnce = (
  fs: FileSystem,
  data: string,
  onRecord: OnLogRecord,
): Promise<Either<string, SoundLog>> =>
  withLogOf(fs, data, async (folder) => {
    const visitor = { onSnapshot: () => undefined, onRecord, onCovered: onRecord };
    const log = await readSoundLog(fs, folder, visitor);
    if (isLeft(log)) return left(log.left.message);
    if (log.right === undefined) return left("there is no log in this data folder");
    for (const file of log.right.listing.snapshots) {
      const checked = await checkSnapshot(fs, folder, file);
      if (isLeft(checked)) return left(checked.left.message);
    }
    return right(log.right);
  });

const foundIn = (payload: Buffer, segment: string, offset: number): Either<string, KeptRevision> =>
  map(({ summary: { rev, saved_at }, by }: Head): KeptRevision => {
    return { place: { segment, offset }, rev, saved_at, bytes: payload.length, by };
  })(decodeSummary(payload));

const tell = (log: SoundLog, records: number): Pick<Inspection, "notes" | "result"> => {
  const { segments, base, unreadable, newest } = log;
  const notes = unreadable.map((refused) => `unreadable snapshot: ${refused.message}`);
  if (newest.end === "torn")
    notes.push(
      `torn tail: ${newest.file}, offset ${newest.offset}: a batch that never was whole follows record ${newest.index}`,
    );
  const snapshot = base === undefined ? "no snapshot" : `snapshot of record ${base.header.index}`;
  const sound = unreadable.length === 0 ? "all sound" : "all sound but for the snapshots above";
  const read = `${counted(records, "record")} in ${counted(segments.length, "segment")}`;
  return { notes, result: right(`${read}, ${snapshot}, ${sound}`) };
};

/** Reads the whole log of a data folder, also while the service saves. */
export const inspectLog = async (fs: FileSystem, data: string): Promise<Inspection> => {
  let revisions: KeptRevision[] = [];
  const log = await readUntilStable(async () => {
    revisions = [];
    let odd: string | undefined;
    const read = await readOnce(fs, data, (payload, file, offset) => {
      const record = foundIn(payload, file, offset);
      if (isLeft(record)) odd ??= `${file}, offset ${offset}: ${record.left}`;
      else revisions.push(record.right);
    });
    return odd === undefined ? read : left(odd);
  });
  if (isLeft(log)) return { revisions, notes: [], result: log };
  return { revisions, ...tell(log.right, revisions.length) };
};
