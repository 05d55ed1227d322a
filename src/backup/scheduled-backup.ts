import { readdir } from "node:fs/promises";
import * as t from "io-ts";
import { ifThere } from "../../wal/index.ts";

/** A copy, as its name tells of it. */
interface ScheduledBackup {
  readonly name: string;
  /** When it was begun, to the second. */
  readonly at: Date;
}

/** What lies in a folder of copies of one home; everything else there is nobody's to touch. */
interface BackupListing {
  /** The copies, the newest first. */
  readonly backups: readonly ScheduledBackup[];
  /** Copies that are named after a time which is still to come: the clock was wrong then, or is now. */
  readonly ahead: readonly ScheduledBackup[];
}

/** A name for a copy that is begun now: `floorplan-2026-11-23T12-00-00Z.tar.gz`. */
export const backupName = (domain: string, now: Date): string =>
  `${domain}-${now.toISOString().slice(0, 19).replaceAll(":", "-")}Z.tar.gz`;

const timeIn =
  /^(?<domain>[a-z][a-z0-9_]*)-(?<day>\d{4}-\d\d-\d\d)T(?<h>\d\d)-(?<m>\d\d)-(?<s>\d\d)Z\.tar\.gz$/;

/** The copy of that name; undefined where it is none of that home. */
export const backupOfName = (domain: string, name: string): ScheduledBackup | undefined => {
  const { day, h, m, s } = timeIn.exec(name)?.groups ?? {};
  const at = new Date(`${day}T${h}:${m}:${s}Z`);
  // Names come and go by this: what reads back as another name, such as one of February 30, is none.
  return !Number.isNaN(at.getTime()) && backupName(domain, at) === name ? { name, at } : undefined;
};

/** Looks at a folder of copies, which need not be there. Rejects with the system's error. */
export const listBackups = async (
  folder: string,
  domain: string,
  now: Date,
): Promise<BackupListing> => {
  const names = (await ifThere(readdir(folder))) ?? [];
  const all = names
    .flatMap((name) => backupOfName(domain, name) ?? [])
    .toSorted((one, other) => other.at.getTime() - one.at.getTime());
  return {
    backups: all.filter(({ at }) => at <= now),
    ahead: all.filter(({ at }) => at > now),
  };
};

/** Whether a copy is due: there is none, or the newest is as old as the time between two. */
export const isDue = (newest: Date | undefined, everyMs: number, now: Date): boolean =>
  newest === undefined || newest > now || now.getTime() - newest.getTime() >= everyMs;

/** How it ended that a process was to make a copy. */
export const outcomeCodec = t.union([
  t.intersection([
    t.type({
      kind: t.literal("made"),
      /** When it was begun. */
      at: t.string,
      file: t.string,
      bytes: t.number,
      /** The newest revision in it. */
      rev: t.number,
      /** How many older copies were removed. */
      removed: t.number,
      /** Copies that are named after a time which is still to come: they are neither counted nor removed. */
      ahead: t.readonlyArray(t.string),
    }),
    /** Why those that are too many could not be removed. */
    t.partial({ notRemoved: t.string }),
  ]),
  /** Somebody else made one, such as another node: of then. */
  t.type({ kind: t.literal("not-due"), newest: t.string }),
  /** Somebody else is making one. */
  t.type({ kind: t.literal("busy") }),
  t.type({ kind: t.literal("failed"), reason: t.string }),
]);

export type BackupOutcome = t.TypeOf<typeof outcomeCodec>;
