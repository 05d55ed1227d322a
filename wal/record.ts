import { crc32 } from "node:zlib";

/** A record's purpose. A seal ends a segment; entries make up a snapshot. */
type RecordKind = "data" | "seal" | "entry";

/** Indexed by the number in a record; there is no kind 0. */
const kinds: readonly (RecordKind | undefined)[] = [undefined, "data", "seal", "entry"];

/**
 * A text, such as UTF-8, without zero bytes; in pieces, so that shared bytes need no copy. Since no payload has zero
 * bytes, readers can tell a batch torn by a crash from later damage: see FORMAT.md, *The end of a segment*.
 */
export type Payload = readonly Uint8Array[];

export const isText = (payload: Payload): boolean => payload.every((piece) => !piece.includes(0));

/** The unit that a disk writes whole or not at all; larger sectors are multiples. */
export const sectorBytes = 512;

export const recordHeaderBytes = 40;
const magic = Buffer.from("FPRC", "latin1");
const alignment = 8;
const padding = Buffer.alloc(alignment);

/** A record's place in the chain: what a reader needs to accept it as the next one. */
export interface Link {
  /** 1 for the first record of a log, then counting up. */
  readonly index: number;
  /** Index of the first record of its batch. */
  readonly batchStart: number;
  readonly kind: RecordKind;
  /** Checksum of the previous record; for the first, the one in the file's header. */
  readonly previous: number;
}

export const payloadLength = (payload: Payload): number => {
  let length = 0;
  for (const piece of payload) length += piece.byteLength;
  return length;
};

const padded = (length: number): number => Math.ceil(length / alignment) * alignment;

/** Bytes of a record in a file. */
export const recordStride = (payloadBytes: number): number =>
  recordHeaderBytes + padded(payloadBytes);

/**
 * The pieces to write for a record, and its checksum, which the next record carries. `seed` ties the record to its log:
 * a record of another log never checks out.
 */
export const encodeRecord = (
  link: Link,
  payload: Payload,
  seed: number,
): { readonly pieces: readonly Uint8Array[]; readonly checksum: number } => {
  const length = payloadLength(payload);
  const header = Buffer.alloc(recordHeaderBytes);
  magic.copy(header, 0);
  header.writeUInt32LE(length, 4);
  header.writeBigUInt64LE(BigInt(link.index), 8);
  header.writeBigUInt64LE(BigInt(link.batchStart), 16);
  header.writeUInt32LE(kinds.indexOf(link.kind), 24);
  header.writeUInt32LE(link.previous, 28);
  const tail = padding.subarray(0, padded(length) - length);
  let checksum = crc32(header.subarray(0, 36), seed);
  for (const piece of payload) checksum = crc32(piece, checksum);
  checksum = crc32(tail, checksum);
  header.writeUInt32LE(checksum, 36);
  const pieces = [header, ...payload];
  if (tail.byteLength > 0) pieces.push(tail);
  return { pieces, checksum };
};

/** A record's header. Its checksum is not checked yet. */
export interface RecordHeader extends Link {
  readonly checksum: number;
  /** Bytes of payload. */
  readonly length: number;
  /** Bytes from this record's start to the next. */
  readonly stride: number;
}

/** The header at `offset`, which must lie within `bytes`; undefined if no record starts there. */
export const decodeHeader = (bytes: Buffer, offset: number): RecordHeader | undefined => {
  if (bytes.compare(magic, 0, 4, offset, offset + 4) !== 0) return undefined;
  const kind = kinds[bytes.readUInt32LE(offset + 24)];
  if (kind === undefined) return undefined;
  const length = bytes.readUInt32LE(offset + 4);
  return {
    index: Number(bytes.readBigUInt64LE(offset + 8)),
    batchStart: Number(bytes.readBigUInt64LE(offset + 16)),
    kind,
    previous: bytes.readUInt32LE(offset + 28),
    checksum: bytes.readUInt32LE(offset + 36),
    length,
    stride: recordStride(length),
  };
};

/** The checksum of a record's header, with which that of the payload continues. */
export const checksumOfHeader = (bytes: Buffer, offset: number, seed: number): number =>
  crc32(bytes.subarray(offset, offset + 36), seed);

/** A record in a file; its payload is in the buffer that it was read into. */
export interface FoundRecord extends RecordHeader {
  readonly payload: Buffer;
}

/** The record at `offset` if it checks out by itself; otherwise undefined. The caller checks its place in the chain. */
export const decodeRecord = (
  bytes: Buffer,
  offset: number,
  seed: number,
): FoundRecord | undefined => {
  if (offset + recordHeaderBytes > bytes.length) return undefined;
  const header = decodeHeader(bytes, offset);
  if (header === undefined || offset + header.stride > bytes.length) return undefined;
  const start = offset + recordHeaderBytes;
  const rest = bytes.subarray(start, offset + header.stride);
  if (crc32(rest, checksumOfHeader(bytes, offset, seed)) !== header.checksum) return undefined;
  return { ...header, payload: bytes.subarray(start, start + header.length) };
};

export interface PlacedRecord {
  readonly offset: number;
  readonly record: FoundRecord;
}

/** A search may checksum this many times a buffer's length. Real logs need about one. */
const effort = 64;

/**
 * Searches bytes, front to back, for records that check out by themselves. Records start at multiples of 8, and texts
 * hold no zero bytes, so cheap tests rule out almost every other offset before its checksum is computed. Only forged
 * bytes can claim a long record at every offset: such a search stops early instead of taking hours.
 */
export class RecordSearch {
  readonly #bytes: Buffer;
  readonly #seed: number;
  #left: number;

  constructor(bytes: Buffer, seed: number) {
    this.#bytes = bytes;
    this.#seed = seed;
    this.#left = effort * bytes.length;
  }

  /** Whether the search stopped early, so that there may be more records. */
  get isGivenUp(): boolean {
    return this.#left < 0;
  }

  /** The next sound record at or after an offset; undefined if there is none. */
  next(from: number): PlacedRecord | undefined {
    const bytes = this.#bytes;
    for (let at = bytes.indexOf(magic, from); at !== -1; at = bytes.indexOf(magic, at + 1)) {
      if (at % alignment !== 0 || at + recordHeaderBytes > bytes.length) continue;
      if (bytes.readUInt32LE(at + 32) !== 0) continue;
      const record = decodeRecord(bytes, at, this.#seed);
      if (record !== undefined) return { offset: at, record };
      const stride = recordStride(bytes.readUInt32LE(at + 4));
      if (at + stride <= bytes.length) this.#left -= stride;
      if (this.isGivenUp) return undefined;
    }
    return undefined;
  }
}
