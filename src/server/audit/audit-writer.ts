import { constants, lstatSync } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { giveToOwner, hasCode, messageOf, nodeFileSystem } from "../../../wal/index.ts";
import {
  auditFolder,
  auditName,
  auditNumbers,
  type AuditSeries,
  encodeLine,
  maxLineBytes,
} from "./audit-lines.ts";
import type { Boundary, Guarded } from "../runtime/boundary.ts";
import { coalescing } from "../runtime/coalescing.ts";

/** How much of the audit log is kept. */
interface AuditLimits {
  /** Bytes of one file. */
  readonly auditBytes: number;
  /** Files of each series. */
  readonly auditFiles: number;
}

/** A file holds some 20,000 lines: weeks of a home. */
export const auditLimits = { auditBytes: 4 * 1024 * 1024 };

interface Current {
  readonly number: number;
  readonly file: FileHandle;
}

const lineFeed = Buffer.from("\n");

/** Whether a file ends within a line, as after a kill or on a full disk. */
const endsTorn = async (file: FileHandle, size: number): Promise<boolean> => {
  if (size === 0) return false;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return !buffer.equals(lineFeed);
};

/** Which folder is at a path; undefined if there is none. */
const inodeOf = (folder: string): bigint | undefined =>
  lstatSync(folder, { bigint: true, throwIfNoEntry: false })?.ino;

/** A new file; undefined if the path exists. */
const made = async (path: string): Promise<FileHandle | undefined> => {
  try {
    return await open(path, "ax+", 0o600);
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
    return undefined;
  }
};

/**
 * The files that a series's lines are appended to, by any number of processes. Each process checks the length of its
 * file and moves to the next number when it is full, so all agree without coordination. The process that creates a file
 * removes the oldest.
 */
export class AuditFile {
  readonly #folder: string;
  /** The data folder as it was. */
  readonly #inode: bigint | undefined;
  readonly #series: AuditSeries;
  readonly #limits: AuditLimits;
  #current: Current | undefined;
  #isTorn = true;

  constructor(folder: string, series: AuditSeries, limits: AuditLimits) {
    this.#folder = folder;
    this.#inode = inodeOf(dirname(folder));
    this.#series = series;
    this.#limits = limits;
  }

  /** Appends whole lines in one write; returns how many bytes were written, fewer on a full disk. Rejects with the system's error. */
  async append(lines: Buffer): Promise<number> {
    const file = await this.#fileFor(lines.length);
    // Later tears by this process are known; the first look is for those of other processes.
    if (this.#isTorn) this.#isTorn = await endsTorn(file, (await file.stat()).size);
    const bytes = this.#isTorn ? Buffer.concat([lineFeed, lines]) : lines;
    const ahead = bytes.length - lines.length;
    const { bytesWritten } = await file.write(bytes);
    this.#isTorn = bytesWritten < bytes.length;
    return Math.max(0, bytesWritten - ahead);
  }

  async close(): Promise<void> {
    const { file } = this.#current ?? {};
    this.#current = undefined;
    await file?.close();
  }

  async #fileFor(bytes: number): Promise<FileHandle> {
    let current = this.#current ?? (await this.#newest());
    for (;;) {
      const { size } = await current.file.stat();
      if (size === 0 || size + bytes <= this.#limits.auditBytes) return current.file;
      const next = await this.#open(current.number + 1);
      await current.file.close();
      current = next;
    }
  }

  async #newest(): Promise<Current> {
    // Lines about one home would come to another's, or make an empty one.
    if (this.#inode !== undefined && inodeOf(dirname(this.#folder)) !== this.#inode)
      throw new Error(`${dirname(this.#folder)} was moved away`);
    await nodeFileSystem.makeFolder(this.#folder);
    return this.#open((await auditNumbers(this.#folder, this.#series)).at(-1) ?? 1);
  }

  async #open(number: number): Promise<Current> {
    const path = join(this.#folder, auditName(this.#series, number));
    const file =
      (await this.#begin(number, path)) ??
      (await open(path, constants.O_RDWR | constants.O_APPEND | constants.O_NOFOLLOW));
    this.#isTorn = true;
    return (this.#current = { number, file });
  }

  /** Creates the next file; undefined if another process did. */
  async #begin(number: number, path: string): Promise<FileHandle | undefined> {
    const file = await made(path);
    if (file === undefined) return undefined;
    try {
      await giveToOwner(file, path);
      // Lines are never synced, but the file's name is, like every name in a data folder.
      await nodeFileSystem.syncFolder(this.#folder);
      await this.#removeOld(number);
      return file;
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  async #removeOld(newest: number): Promise<void> {
    for (const number of await auditNumbers(this.#folder, this.#series))
      if (number <= newest - this.#limits.auditFiles)
        await rm(join(this.#folder, auditName(this.#series, number)), { force: true });
  }
}

/** The most lines that wait for the disk, so that a hanging disk costs no more memory. */
const maxWaiting = 4096;

/** How long lines are gathered into one write: a write per save would slow the save down by a sixth. */
const gatherMs = 100;

/** Milliseconds until a failed write is retried. */
const againMs = 1000;

/** Where an audit log is, and who learns of lost lines. */
export interface AuditParts {
  readonly data: string;
  readonly limits: AuditLimits;
  readonly now: () => Date;
  readonly boundary: Boundary;
  /** Called with the reason each time lines are lost. */
  readonly onLost: (reason: string) => void;
}

/** Removes as many lines as fit into one write that the system does not split. */
const takeBatch = (lines: Buffer[]): readonly Buffer[] => {
  let bytes = 0;
  const end = lines.findIndex((line) => (bytes += line.length) > maxLineBytes);
  return lines.splice(0, end === -1 ? lines.length : Math.max(1, end));
};

/**
 * Writes a series's lines soon after they come, in the background. Lines that cannot be written are counted, and a line
 * reports their number once there is room again.
 */
export class SeriesWriter {
  readonly #parts: AuditParts;
  readonly #file: AuditFile;
  #waiting: Buffer[] = [];
  #lost = 0;
  /** Writes all waiting lines; resolves when they are written, or cannot be. */
  readonly #write = coalescing(() => this.#writeWaiting());
  readonly #writeSoon: Guarded;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;
  /** Ends the wait for further lines. */
  #hasten: () => void = () => undefined;

  constructor(series: AuditSeries, parts: AuditParts) {
    this.#parts = parts;
    this.#file = new AuditFile(auditFolder(parts.data), series, parts.limits);
    this.#writeSoon = parts.boundary("lines of the audit log could not be written", this.#write);
  }

  /** Writes the waiting lines, and closes the file. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#hasten();
    await this.#write();
    clearTimeout(this.#timer);
    await this.#file.close().catch(() => undefined);
  }

  /** Queues a line. */
  add(line: Buffer): void {
    if (this.#isClosed) return;
    if (this.#waiting.length < maxWaiting) this.#waiting.push(line);
    else this.#lose(1, `more than ${maxWaiting} lines wait for the disk`);
    this.#writeSoon();
  }

  #lose(count: number, reason: string): void {
    this.#lost += count;
    this.#parts.onLost(reason);
  }

  async #writeWaiting(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#waiting.length === 0 && this.#lost === 0) return;
    await this.#gathered();
    while (this.#waiting.length > 0 || this.#lost > 0) {
      const told = this.#lost;
      if (told > 0) this.#waiting.unshift(encodeLine(this.#parts.now(), "lost", { lost: told }));
      const batch = takeBatch(this.#waiting);
      const failure = await this.#append(batch, told);
      if (failure === undefined) continue;
      this.#timer = setTimeout(this.#writeSoon, againMs).unref();
      return;
    }
  }

  #gathered(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    return new Promise((resolve) => {
      this.#timer = setTimeout(resolve, gatherMs).unref();
      this.#hasten = resolve;
    });
  }

  /** Writes lines, the first of which reports `told` lost ones. Counts every line that was not written as lost. */
  async #append(batch: readonly Buffer[], told: number): Promise<string | undefined> {
    let [written, reason] = [0, "the disk took only a part"];
    const bytes = Buffer.concat(batch);
    try {
      written = await this.#file.append(bytes);
    } catch (error) {
      reason = messageOf(error);
    }
    let end = 0;
    const whole = batch.filter((line) => (end += line.length) <= written).length;
    if (told > 0 && whole > 0) this.#lost -= told;
    const notWritten = batch.length - Math.max(whole, told > 0 ? 1 : 0);
    if (notWritten > 0) this.#lose(notWritten, reason);
    return whole < batch.length ? reason : undefined;
  }
}
