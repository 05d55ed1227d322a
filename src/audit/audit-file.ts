import { constants } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { giveToOwner, hasCode, nodeFileSystem } from "../../wal/index.ts";
import { auditName, auditNumbers, type AuditSeries } from "./audit-files.ts";

/** How much of it is kept. */
export interface AuditLimits {
  /** Length of one file, in bytes. */
  readonly auditBytes: number;
  /** How many files of each series. */
  readonly auditFiles: number;
}

interface Current {
  readonly number: number;
  readonly file: FileHandle;
}

const lineFeed = Buffer.from("\n");

/** Whether a file ends amid a line, as a process that was killed or a full disk leave it. */
const endsTorn = async (file: FileHandle, size: number): Promise<boolean> => {
  if (size === 0) return false;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return !buffer.equals(lineFeed);
};

/** A new file; undefined where there is one. */
const made = async (path: string): Promise<FileHandle | undefined> => {
  try {
    return await open(path, "ax+", 0o600);
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
    return undefined;
  }
};

/**
 * The files that the lines of a series are appended to, by any number of processes: each looks at the length of the file it has, and
 * goes on to the next number where that is full, so all agree without a word. Whoever begins a file removes the oldest.
 */
export class AuditFile {
  readonly #folder: string;
  readonly #series: AuditSeries;
  readonly #limits: AuditLimits;
  #current: Current | undefined;
  #isTorn = true;

  constructor(folder: string, series: AuditSeries, limits: AuditLimits) {
    this.#folder = folder;
    this.#series = series;
    this.#limits = limits;
  }

  /** Appends whole lines in one write, and returns how many bytes of them are there: fewer on a full disk. Rejects with the system's error. */
  async append(lines: Buffer): Promise<number> {
    const file = await this.#fileFor(lines.length);
    // How this process left it is known here; how others did before is looked at once.
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

  /** Makes a file that is not there; undefined where somebody else did. */
  async #begin(number: number, path: string): Promise<FileHandle | undefined> {
    const file = await made(path);
    if (file === undefined) return undefined;
    try {
      await giveToOwner(file, path);
      // Its lines are synced by nobody; its name is, as that of everything in a data folder.
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
