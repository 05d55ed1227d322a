import {
  checksumSeed,
  encodeFileHeader,
  type FileHeader,
  fileHeaderBytes,
  fileName,
} from "./log-files.ts";
import {
  withoutFirstBytes,
  type FileHandle,
  removeIfThere,
  firstBytes,
  writeWhole,
} from "./file-system.ts";
import type { OpenLog } from "./log-options.ts";
import { encodeRecord, type Payload, payloadLength, recordStride, sectorBytes } from "./record.ts";
import type { ScannedSegment } from "./segment-reader.ts";
import { spareName } from "./spare.ts";
import { isTransient, asPermanentFailure } from "./system-calls.ts";

const afterSeal = Buffer.alloc(8);

/** Where the next record goes: after `index`, whose checksum is `chain`. */
export interface Position {
  readonly index: number;
  readonly chain: number;
}

/**
 * The segment being written. One call at a time, except for `takeBack`. A call that rejects with a passing error (see
 * `isTransient`) can be repeated; any other error leaves the segment unusable.
 */
export class Segment {
  readonly header: FileHeader;
  readonly #file: FileHandle;
  readonly #seed: number;
  readonly #synced: OpenLog["synced"];
  #position: Position;
  #offset: number;
  /** Whether a rest of a refused batch may follow the last record. */
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
   * Turns a spare into the segment that starts with record `index`, after a record with the checksum `chain`; durable,
   * name included, when it returns. `records` are the encoded records up to `at`. If it rejects, the spare is gone.
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
      await asPermanentFailure(fs.syncFolder(folder));
    } catch (error) {
      await spare.close().catch(() => undefined);
      await removeIfThere(fs, `${folder}/${spareName}`).catch(() => undefined);
      throw error;
    }
    return new Segment(spare, header, at, fileHeaderBytes + records.length, synced);
  }

  /** Opens a segment again whose records were all synced. Rejects with the system's error. */
  static async resume(
    { fs, folder, synced }: OpenLog,
    { file: name, header, index, chain, offset }: ScannedSegment,
  ): Promise<Segment> {
    const file = await fs.open(`${folder}/${name}`, "write");
    return new Segment(file, header, { index, chain }, offset, synced);
  }

  /** Syncs the segment, as it may be in a copy of the folder that nobody has synced. */
  sync(): Promise<void> {
    return asPermanentFailure(this.#file.datasync());
  }

  get position(): Position {
    return this.#position;
  }

  /** The end of the last record, in bytes. */
  get length(): number {
    return this.#offset;
  }

  get isEmpty(): boolean {
    return this.#position.index < this.header.index;
  }

  /**
   * Appends the payloads as one batch with one sync. They are durable when it returns. If it rejects with a passing
   * error, none of their records is readable, now or later.
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
      if (isTransient(error)) await this.#refused();
      throw error;
    }
    const began = performance.now();
    await asPermanentFailure(this.#file.datasync());
    this.#synced?.(performance.now() - began);
    this.#position = { index, chain };
    this.#offset = offset;
  }

  /**
   * Writes a batch so that none of its records is readable before all are written: a full disk may take a part of it,
   * and then refuse to cut that off. A single record is not sound without its end. Of several records, the beginning of
   * the first is written last, as far as it lies in one sector, since disks write sectors whole or not at all.
   */
  async #write(pieces: readonly Uint8Array[], [first, second]: readonly Payload[]): Promise<void> {
    const toSector = sectorBytes - (this.#offset % sectorBytes);
    const beginning =
      first === undefined || second === undefined
        ? Infinity
        : Math.min(toSector, recordStride(payloadLength(first)));
    await writeWhole(this.#file, withoutFirstBytes(pieces, beginning), this.#offset + beginning);
    await writeWhole(this.#file, firstBytes(pieces, beginning), this.#offset);
  }

  /** Removes the rest of a refused batch, later if there is no room for that either. */
  async #refused(): Promise<void> {
    this.#hasRest = true;
    try {
      await this.takeBack();
    } catch (error) {
      if (!isTransient(error)) throw error;
    }
  }

  /**
   * Cuts off the rest of a refused batch after the last record: no other record may follow it, and the next start should
   * not warn of it. Copy-on-write file systems such as btrfs need room for the cut, and may refuse it like the batch. May
   * be called at any time.
   */
  async takeBack(): Promise<void> {
    if (!this.#hasRest) return;
    this.#cutting ??= this.#cut();
    await this.#cutting;
  }

  async #cut(): Promise<void> {
    try {
      await this.#file.truncate(this.#offset);
      await asPermanentFailure(this.#file.datasync());
      this.#hasRest = false;
      this.#cutting = undefined;
    } catch (error) {
      // After any other failure the disk's content is unknown; later callers get the same error.
      if (isTransient(error)) this.#cutting = undefined;
      throw error;
    }
  }

  /**
   * Seals the segment, which must have no rest of a refused batch: nothing more is appended to it, and readers know that
   * another segment follows. The zeros behind the seal are written first: they keep the file longer than its final
   * length until the seal is durable, even if the seal is written only in part. Each step can be repeated. If the cut
   * then fails for good, nothing is lost, but the caller must fail as after a write.
   */
  async seal(): Promise<void> {
    const { index, chain } = this.#position;
    const link = { index, batchStart: index + 1, kind: "seal", previous: chain } as const;
    const { pieces } = encodeRecord(link, [], this.#seed);
    const end = this.#offset + recordStride(0);
    await writeWhole(this.#file, [afterSeal], end);
    await writeWhole(this.#file, pieces, this.#offset);
    await asPermanentFailure(this.#file.datasync());
    await this.#file.truncate(end);
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}
