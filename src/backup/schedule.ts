import { realpath } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import type { Logger } from "pino";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { ifThere, messageOf } from "../../wal/index.ts";
import { type Boundary, boundaryIn } from "../server/runtime/boundary.ts";
import type { Config } from "../server/config.ts";
import type { ImageStore } from "../images/image-store.ts";
import { type BackupOutcome, type BackupSettings, isDue } from "./scheduled-backup.ts";
import { coalescing } from "../server/runtime/coalescing.ts";
import { startBackup } from "./start-backup-process.ts";

/** Clocks jump and machines sleep, so the time is checked this often. */
const longestWaitMs = 60_000;

/** A failed backup is retried after at most this time. */
const againMs = 300_000;

/** For strangers: the reason may name paths, and is in the log. */
const wordsOfFailure = "the last backup failed; see the service's log";

/** The state of the scheduled backups, for `/healthz`. */
type BackupReport =
  /** None made and none failed yet; there may be nothing to back up. */
  | { readonly status: "waiting" }
  /** `last`: when the newest backup was started. */
  | { readonly status: "ok"; readonly last: string }
  | {
      readonly status: "failed";
      readonly reason: typeof wordsOfFailure;
      readonly at: string;
      readonly last?: string;
    };

/** What scheduled backups are made with. */
interface BackupScheduleParts {
  readonly settings: BackupSettings;
  /** Makes a backup if one is due; the signal ends it early. */
  readonly make: (settings: BackupSettings, signal: AbortSignal) => Promise<BackupOutcome>;
  readonly now: () => Date;
  readonly log: Logger;
}

/** What the schedule needs to know of the running service. */
export interface ScheduledHome {
  readonly plan: { readonly revision: number };
  readonly images: Pick<ImageStore, "canHaveNumbered" | "numbered">;
  /** See `BackupSettings`. */
  readonly store?: string | undefined;
}

/**
 * Whether the home has neither plan nor image. A backup would then be useless, and would delay the first save. The disk
 * is asked only if there can be numbered images.
 */
const isEmpty = async ({ plan, images }: ScheduledHome): Promise<boolean> =>
  plan.revision === 0 && !(images.canHaveNumbered && (await images.numbered()).length > 0);

/** Failures of one kind differ only in their numbers, such as a time. */
const kindOf = (reason: string): string => reason.replaceAll(/\d+/g, "0");

/**
 * Makes backups while the service runs, each once the newest in the folder is old enough. The process that makes one
 * checks that, so a restart neither forgets nor repeats one, and other nodes' backups count. Failures are retried soon.
 */
export class BackupSchedule {
  readonly #parts: BackupScheduleParts;
  readonly #boundary: Boundary;
  readonly #ending = new AbortController();
  /** The kinds of failure logged since the last success. */
  readonly #told = new Set<string>();
  #toldAhead = "";
  #isEmpty = async (): Promise<boolean> => true;
  #settings: BackupSettings;
  #timer: NodeJS.Timeout | undefined;
  #working: Promise<void> | undefined;
  #requested: Promise<unknown> | undefined;
  #newest: Date | undefined;
  #failedAt: Date | undefined;
  #failures = 0;

  constructor(parts: BackupScheduleParts) {
    this.#parts = parts;
    this.#settings = parts.settings;
    this.#boundary = boundaryIn(parts.log);
  }

  /** When the newest known backup was started; undefined if none is known. */
  get lastSuccess(): Date | undefined {
    return this.#newest;
  }

  /** Failed attempts since the start. */
  get failures(): number {
    return this.#failures;
  }

  readonly report = (): BackupReport => {
    const last = this.#newest?.toISOString();
    if (this.#failedAt !== undefined) {
      const at = this.#failedAt.toISOString();
      return { status: "failed", reason: wordsOfFailure, at, ...(last && { last }) };
    }
    return last === undefined ? { status: "waiting" } : { status: "ok", last };
  };

  /** Starts the schedule: a backup that is due is made at once. */
  start(home: ScheduledHome): void {
    this.follow(home);
    this.#wait(0);
  }

  /** Knows the home from now on, whose backups somebody else asks for: `makeNow`, `makeDue`. */
  follow(home: ScheduledHome): void {
    this.#isEmpty = () => isEmpty(home);
    this.#settings = { ...this.#settings, store: home.store };
  }

  /** Makes a backup if one is due; the signal ends it early. */
  async makeDue(signal: AbortSignal): Promise<void> {
    const either = AbortSignal.any([signal, this.#ending.signal]);
    await (this.#working = this.#look(either).then(() => undefined));
  }

  /** Makes a backup at once, whether one is due or not. */
  readonly makeNow = coalescing(() => (this.#requested = this.#makeNow()));

  /** Stops a backup in progress, and makes no more. */
  async stop(): Promise<void> {
    this.#ending.abort();
    clearTimeout(this.#timer);
    await Promise.all([this.#working, this.#requested]);
  }

  #wait(ms: number): void {
    if (this.#ending.signal.aborted) return;
    const goOn = this.#boundary(
      "the backup schedule failed unexpectedly",
      () => (this.#working = this.#goOn()),
      () => this.#wait(againMs),
    );
    this.#timer = setTimeout(goOn, ms).unref();
  }

  async #goOn(): Promise<void> {
    this.#wait(await this.#look());
  }

  /**
   * Makes a backup if one is due, as far as this process knows; resolves with the milliseconds until the next check.
   */
  async #look(signal = this.#ending.signal): Promise<number> {
    const { make, now } = this.#parts;
    const settings = this.#settings;
    const isEarly =
      this.#failedAt === undefined && !isDue(this.#newest, settings.backupEvery, now());
    if (isEarly) return this.#untilDue();
    try {
      if (await this.#isEmpty()) return this.#soon();
      const outcome = await make(settings, signal);
      // Who ended it knows why it failed.
      return signal.aborted && outcome.kind === "failed" ? 0 : this.#ended(outcome);
    } catch (error) {
      return this.#failed(messageOf(error));
    }
  }

  async #makeNow(): Promise<BackupOutcome | "empty"> {
    const { make } = this.#parts;
    if (await this.#isEmpty()) return "empty";
    await this.#working;
    const outcome = await make({ ...this.#settings, backupEvery: 0 }, this.#ending.signal);
    this.#ended(outcome);
    return outcome;
  }

  #soon(): number {
    return Math.min(longestWaitMs, this.#parts.settings.backupEvery);
  }

  #untilDue(): number {
    const { now, settings } = this.#parts;
    const age = this.#newest === undefined ? 0 : now().getTime() - this.#newest.getTime();
    return Math.max(0, Math.min(longestWaitMs, settings.backupEvery - age));
  }

  #ended(outcome: BackupOutcome): number {
    const { log } = this.#parts;
    if (this.#ending.signal.aborted) return 0;
    switch (outcome.kind) {
      case "failed":
        return this.#failed(outcome.reason);
      case "busy":
        return this.#soon();
      case "not-due":
        this.#newest = new Date(outcome.newest);
        this.#worked();
        return this.#untilDue();
      case "made": {
        const { at, file, bytes, rev, removed, ahead, notRemoved } = outcome;
        this.#newest = new Date(at);
        this.#worked();
        log.info({ file, bytes, rev, removed }, "a backup was made and read back");
        if (notRemoved !== undefined)
          log.warn({ reason: notRemoved }, "an old backup could not be removed");
        if (ahead.length > 0 && ahead.join() !== this.#toldAhead)
          log.warn({ ahead }, "backups are dated in the future; they are kept");
        this.#toldAhead = ahead.join();
        return this.#untilDue();
      }
    }
  }

  #worked(): void {
    if (this.#failedAt !== undefined) this.#parts.log.info("backups can be made again");
    this.#failedAt = undefined;
    this.#told.clear();
  }

  #failed(reason: string): number {
    const { log, now, settings } = this.#parts;
    this.#failures += 1;
    this.#failedAt = now();
    const kind = kindOf(reason);
    if (!this.#told.has(kind))
      log.warn(
        { reason },
        "no backup could be made; it will be tried again, and the old ones stay",
      );
    this.#told.add(kind);
    return Math.min(againMs, settings.backupEvery);
  }
}

/** Resolves links, also if the end of the path does not exist. */
const realOf = async (path: string): Promise<string> => {
  const real = await ifThere(realpath(path));
  if (real !== undefined || dirname(path) === path) return real ?? path;
  return join(await realOf(dirname(path)), basename(path));
};

/** Whether a path is in a folder, or is the folder. */
const liesIn = (path: string, folder: string): boolean => {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith("../");
};

/** Whether backups may be in the settings' folder for them, if they name one. Left: that they would be lost with the data. */
export const checkBackupFolder = async ({
  backupTo,
  data: given,
}: Pick<Config, "backupTo" | "data">): Promise<Either<string, void>> => {
  if (backupTo === "") return right(undefined);
  const [to, data] = [resolve(backupTo), resolve(given)];
  // A path that cannot be read now is reported with the first backup.
  const [realTo, realData] = await Promise.all([to, data].map(realOf)).catch(() => [to, data]);
  return liesIn(realTo ?? to, realData ?? data)
    ? left(
        `--backup-to: ${backupTo} lies in the data folder, ${given}, and would be lost with it: name another folder`,
      )
    : right(undefined);
};

/**
 * The service's scheduled backups; undefined if the settings name no folder. Left: why the folder is unsuitable. A
 * folder that cannot be written is reported when a backup fails, and stops nothing.
 */
export const setUpBackupSchedule = async (
  config: Config,
  log: Logger,
): Promise<Either<string, BackupSchedule | undefined>> => {
  const suits = await checkBackupFolder(config);
  if (isLeft(suits)) return suits;
  if (config.backupTo === "") return right(undefined);
  const settings = { ...config, backupTo: resolve(config.backupTo) };
  return right(new BackupSchedule({ settings, make: startBackup, now: () => new Date(), log }));
};
