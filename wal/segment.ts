import {
  checksumSeed,
  encodeFileHeader,
  type FileHeader,
  fileHeaderBytes,
  fileName,
} from "./log-files.ts";
import {
  dropFront,
  type FileHandle,
  makeFile,
  removeIfThere,
  takeFront,
  writeWhole,
  writeZeros,
} from "./file-system.ts";
import type { OpenLog } from "./log-options.ts";
import { encodeRecord, type Payload, payloadLength, recordStride, sectorBytes } from "./record.ts";
import { isPassing, messageOf, neverPassing } from "./system-calls.ts";

const spareName = "spare.tmp";
const afterSeal = Buffer.alloc(8);

/** Where the next record goes: after `index`, whose checksum is `chain`. */
export interface Position {
  readonly index: number;
  readonly chain: number;
}

/** Length of a new segment. Records and seals end at multiples of 8: no file of this length was ever cut behind its seal. */
export const newSegmentLength = (segmentBytes: number): number =>
  segmentBytes - (segmentBytes % 8) + 4;

/**
 * Makes a file of zeros that will become the next segment, so that a save later changes no file length and its sync has
 * only its own bytes to wait for. Each step of as many bytes as `stepBytes` says, asked before every one, is synced
 * before the next one is written: a sync of the log beside it then never waits for all of them. Rejects with the
 * system's error, and leaves no part of the file behind then.
 */
export const makeSpare = (
  { fs, folder, limits }: OpenLog,
  stepBytes: () => number = () => Infinity,
): Promise<FileHandle> =>
  makeFile(fs, `${folder}/${spareName}`, async (file) => {
    const length = newSegmentLength(limits.segmentBytes);
    for (let at = 0; at < length;) {
      const step = stepBytes();
      // The four bytes beyond the last multiple of 8 are no step of their own.
      const end = at + step + 4 < length ? at + step : length;
      await writeZeros(file, at, end);
      await file.datasync();
      at = end;
    }
  });

/**
 * The segment that is being written. One call at a time, but for `takeBack`. A call that rejects with an error that
 * passes (see `isPassing`) can be made again; any other one leaves the segment unusable.
 */
export class Segment {
  readonly header: FileHeader;
  readonly #file: FileHandle;
  readonly #seed: number;
  readonly #synced: OpenLog["synced"];
  #position: Position;
  #offset: number;
  /** Whether a part of a batch that was refused may stand behind the last record. */
  #hasRest = false;
  #cutting: Promise<void> | undefined;

  private constructor(
    file: FileHandle,
    header: FileHeader,
    at: Position,
    offset: number,
    synced: OpenLog["synced"],
  ) {
    this.header = header;
    this.#file = file;
    this.#seed = checksumSeed(header.logId);
    this.#position = at;
    this.#offset = offset;
    this.#synced = synced;
  }

  /**
   * Turns a spare into the segment that starts with record `index`, after one with the checksum `chain`; durable, name
   * included, when it returns. `records` are whole records, byte for byte, that lead to `at`. Where it rejects, the
   * spare is gone.
   */
  static async begin(
    { fs, folder, synced }: OpenLog,
    spare: FileHandle,
    { logId, index, chain }: Pick<FileHeader, "logId" | "index" | "chain">,
    records: Buffer = Buffer.alloc(0),
    at: Position = { index: index - 1, chain },
  ): Promise<Segment> {
    const created = Date.now();
    const header: FileHeader = { kind: "segment", logId, index, chain, entries: 0, created };
    try {
      await writeWhole(spare, [encodeFileHeader(header), records], 0);
      await spare.datasync();
      await fs.rename(`${folder}/${spareName}`, `${folder}/${fileName(header)}`);
      await neverPassing(fs.syncFolder(folder));
    } catch (error) {
      await spare.close().catch(() => undefined);
      await removeIfThere(fs, `${folder}/${spareName}`).catch(() => undefined);
      throw error;
    }
    return new Segment(spare, header, at, fileHeaderBytes + records.length, synced);
  }

  get position(): Position {
    return this.#position;
  }

  /** Bytes up to the end of the last record. */
  get length(): number {
    return this.#offset;
  }

  get isEmpty(): boolean {
    return this.#position.index < this.header.index;
  }

  /**
   * Appends the payloads as one batch, with one sync. They are durable when it returns. Where it rejects with an error
   * that passes, no record of theirs can be read, and none ever will be.
   */
  async append(payloads: readonly Payload[]): Promise<void> {
    const pieces: Uint8Array[] = [];
    let { index, chain } = this.#position;
    const batchStart = index + 1;
    let offset = this.#offset;
    for (const payload of payloads) {
      index += 1;
      const link = { index, batchStart, kind: "data", previous: chain } as const;
      const record = encodeRecord(link, payload, this.#seed);
      chain = record.checksum;
      pieces.push(...record.pieces);
      offset += recordStride(payloadLength(payload));
    }
    await this.takeBack();
    try {
      await this.#write(pieces, payloads);
    } catch (error) {
      if (isPassing(error)) await this.#refused();
      throw error;
    }
    const began = performance.now();
    await neverPassing(this.#file.datasync());
    this.#synced?.(performance.now() - began);
    this.#position = { index, chain };
    this.#offset = offset;
  }

  /**
   * Writes a batch so that none of its records can be read before all of them are written: a disk that is full may take
   * a part, and refuse to have it cut off. Of several records the beginning of the first one comes last, as far as it
   * lies in one sector, which the disk takes whole or not at all; a single one is not sound without its end.
   */
  async #write(pieces: readonly Uint8Array[], [first, second]: readonly Payload[]): Promise<void> {
    const toSector = sectorBytes - (this.#offset % sectorBytes);
    const beginning =
      first === undefined || second === undefined
        ? Infinity
        : Math.min(toSector, recordStride(payloadLength(first)));
    await writeWhole(this.#file, dropFront(pieces, beginning), this.#offset + beginning);
    await writeWhole(this.#file, takeFront(pieces, beginning), this.#offset);
  }

  /** Takes a batch back that there was no room for; where there is none for that either, it is taken back later. */
  async #refused(): Promise<void> {
    this.#hasRest = true;
    try {
      await this.takeBack();
    } catch (error) {
      if (!isPassing(error)) throw error;
    }
  }

  /**
   * Cuts off what a refused batch left behind the last record, where it did: nothing else must share the file with it,
   * and nobody is to be warned of it at the next start. File systems that copy on write, such as btrfs, need room for
   * that, and can refuse it as they refused the batch. May be called at any time.
   */
  async takeBack(): Promise<void> {
    if (!this.#hasRest) return;
    this.#cutting ??= this.#cut();
    await this.#cutting;
  }

  async #cut(): Promise<void> {
    try {
      await this.#file.truncate(this.#offset);
      await neverPassing(this.#file.datasync());
      this.#hasRest = false;
      this.#cutting = undefined;
    } catch (error) {
      // After any other failure nobody knows what is on the disk, and whoever calls later is told the same.
      if (isPassing(error)) this.#cutting = undefined;
      throw error;
    }
  }

  /**
   * Ends the segment, of which nothing is to be taken back: nothing can be appended any more, and a reader knows that
   * another one follows. The zeros behind the seal come first: they keep the file longer than it ends up, until the
   * seal is durable, also where the seal is written in part. Each step can be made again. Where the cut fails for good
   * after that, nothing is lost, but the caller cannot know what the disk will do next, and must fail as after a write.
   */
  async seal(): Promise<void> {
    const { index, chain } = this.#position;
    const link = { index, batchStart: index + 1, kind: "seal", previous: chain } as const;
    const { pieces } = encodeRecord(link, [], this.#seed);
    const end = this.#offset + recordStride(0);
    await writeWhole(this.#file, [afterSeal], end);
    await writeWhole(this.#file, pieces, this.#offset);
    await neverPassing(this.#file.datasync());
    await this.#file.truncate(end);
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

const longStepBytes = 1024 * 1024;

/**
 * The next segment, made beside the appends. Its zeros are written in steps of 1 MiB, or of a fourth of a segment if
 * that is less: a save waits for no more of them. A step is longer where more is saved meanwhile, twice as long as
 * that: so the spare is whole before half of the segment is full.
 */
export class SpareSegment {
  readonly #options: OpenLog;
  #making: Promise<FileHandle> | undefined;
  /** Bytes of it that are neither made nor begun. */
  #left = 0;
  /** Bytes that were appended since the last step began. */
  #appended = 0;

  constructor(options: OpenLog) {
    this.#options = options;
  }

  /** Whether more than a step of it is still to be begun: who takes it would wait for long. */
  get isFarFromMade(): boolean {
    return this.#left > longStepBytes;
  }

  /** Begins to make it; that it fails is reported. */
  prepare(): void {
    const { report } = this.#options;
    this.#left = newSegmentLength(this.#options.limits.segmentBytes);
    this.#appended = 0;
    this.#making = makeSpare(this.#options, () => this.#nextStep());
    this.#making.catch((error: unknown) => {
      this.#left = 0;
      report({ kind: "spare-failed", reason: messageOf(error) });
    });
  }

  /** Takes note of bytes that were appended. */
  appended(bytes: number): void {
    this.#appended += bytes;
  }

  /** Waits until it is made, and hands it over; undefined where it failed, or was not begun. */
  async take(): Promise<FileHandle | undefined> {
    const made = await this.#making?.catch(() => undefined);
    this.#making = undefined;
    return made;
  }

  #nextStep(): number {
    const least = Math.min(longStepBytes, Math.ceil(this.#options.limits.segmentBytes / 4));
    const step = Math.max(least, 2 * this.#appended);
    this.#appended = 0;
    this.#left -= step;
    return step;
  }
}
