import { readdir } from "node:fs/promises";
import * as t from "io-ts";
import { ifThere } from "../../wal/index.ts";
import type { Config } from "../server/config.ts";

/** What a backup is made with. */
export interface BackupSettings extends Config {
  /** The name under which the cluster of the settings stores the home, if it is one of many. */
  readonly store?: string | undefined;
}

/** A backup, as its name describes it. */
interface ScheduledBackup {
  readonly name: string;
  /** When it was started, to the second. */
  readonly at: Date;
}

/** The backups of one home in a folder; other files there are never touched. */
interface BackupListing {
  /** Newest first. */
  readonly backups: readonly ScheduledBackup[];
  /** Backups dated in the future: the clock was wrong then, or is now. */
  readonly ahead: readonly ScheduledBackup[];
}

/** The name of a backup started now: `floorplan-2026-11-23T12-00-00Z.tar.gz`. */
export const backupName = (domain: string, now: Date): string =>
  `${domain}-${now.toISOString().slice(0, 19).replaceAll(":", "-")}Z.tar.gz`;

const timeIn =
  /^(?<domain>[a-z][a-z0-9_]*)-(?<day>\d{4}-\d\d-\d\d)T(?<h>\d\d)-(?<m>\d\d)-(?<s>\d\d)Z\.tar\.gz$/;

/** The backup of that name; undefined if it is not one of that home. */
export const backupOfName = (domain: string, name: string): ScheduledBackup | undefined => {
  const { day, h, m, s } = timeIn.exec(name)?.groups ?? {};
  const at = new Date(`${day}T${h}:${m}:${s}Z`);
  // Backups are deleted by this: a date that does not round-trip, such as February 30, is no backup's.
  return !Number.isNaN(at.getTime()) && backupName(domain, at) === name ? { name, at } : undefined;
};

/** Lists a folder, which need not exist. Rejects with the system's error. */
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

/** Whether a backup is due: there is none, or the newest is old enough. */
export const isDue = (newest: Date | undefined, everyMs: number, now: Date): boolean =>
  newest === undefined || newest > now || now.getTime() - newest.getTime() >= everyMs;

/** The outcome of a backup process. */
export const outcomeCodec = t.union([
  t.intersection([
    t.type({
      kind: t.literal("made"),
      /** When it was started. */
      at: t.string,
      file: t.string,
      bytes: t.number,
      rev: t.number,
      removed: t.number,
      /** Backups dated in the future: neither counted nor removed. */
      ahead: t.readonlyArray(t.string),
    }),
    /** Why surplus backups could not be removed. */
    t.partial({ notRemoved: t.string }),
  ]),
  /** Another process, such as another node's, made one at that time. */
  t.type({ kind: t.literal("not-due"), newest: t.string }),
  /** Another process is making one. */
  t.type({ kind: t.literal("busy") }),
  t.type({ kind: t.literal("failed"), reason: t.string }),
]);

export type BackupOutcome = t.TypeOf<typeof outcomeCodec>;
