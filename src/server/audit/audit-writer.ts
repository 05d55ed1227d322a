import { messageOf } from "../../../wal/index.ts";
import type { Boundary, Guarded } from "../boundary.ts";
import { coalescing } from "../coalescing.ts";
import { AuditFile, type AuditLimits } from "../../audit/audit-file.ts";
import { auditFolder, type AuditSeries } from "../../audit/audit-files.ts";
import { encodeLine, mostLineBytes } from "./audit-lines.ts";

/** Lines that may wait for the disk; a disk that hangs costs no more memory than these. */
const mostWaiting = 4096;

/** How long lines wait for others to be written with: a write beside each save would cost that a sixth of its time. */
const gatherMs = 100;

/** Time until it is looked again whether there is room. */
const againMs = 1000;

/** Where an audit log is, and who is told of lines that are lost. */
export interface AuditParts {
  readonly data: string;
  readonly limits: AuditLimits;
  readonly now: () => Date;
  readonly boundary: Boundary;
  /** Told why, each time that lines are lost. */
  readonly onLost: (reason: string) => void;
}

/** Takes as many lines off as go into one write that the system takes whole. */
const takeBatch = (lines: Buffer[]): readonly Buffer[] => {
  let bytes = 0;
  const end = lines.findIndex((line) => (bytes += line.length) > mostLineBytes);
  return lines.splice(0, end === -1 ? lines.length : Math.max(1, end));
};

/**
 * Writes the lines of a series: soon after they came and behind everybody's back. What cannot be written is counted, and
 * a line says how much that was as soon as there is room again.
 */
export class SeriesWriter {
  readonly #parts: AuditParts;
  readonly #file: AuditFile;
  #waiting: Buffer[] = [];
  #lost = 0;
  /** Writes all that waits; resolves when that is done, or cannot be. */
  readonly #write = coalescing(() => this.#writeWaiting());
  readonly #writeSoon: Guarded;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;
  /** Ends the wait for other lines. */
  #hasten: () => void = () => undefined;

  constructor(series: AuditSeries, parts: AuditParts) {
    this.#parts = parts;
    this.#file = new AuditFile(auditFolder(parts.data), series, parts.limits);
    this.#writeSoon = parts.boundary("lines of the audit log could not be written", this.#write);
  }

  /** Writes what waits, and closes the file. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#hasten();
    await this.#write();
    clearTimeout(this.#timer);
    await this.#file.close().catch(() => undefined);
  }

  /** One more line. */
  add(line: Buffer): void {
    if (this.#isClosed) return;
    if (this.#waiting.length < mostWaiting) this.#waiting.push(line);
    else this.#lose(1, `more than ${mostWaiting} lines wait for the disk`);
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

  /** Writes some lines, the first of them of `told` that are lost; what of them is not there is lost as well. */
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
