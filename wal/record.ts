import { crc32 } from "node:zlib";

/** What a record is for. A seal ends a segment; entries make up a snapshot. */
type RecordKind = "data" | "seal" | "entry";

/** A kind's place is its number in a record; there is no kind 0. */
const kinds: readonly (RecordKind | undefined)[] = [undefined, "data", "seal", "entry"];

/**
 * A text, such as one in UTF-8, of which no byte is zero; in pieces, so that shared bytes need not be copied together.
 * By that a batch that a crash tore is told from one that was damaged later: see FORMAT.md, *The end of a segment*.
 */
export type Payload = readonly Uint8Array[];

/** Whether bytes can be a payload. */
export const isText = (payload: Payload): boolean => payload.every((piece) => !piece.includes(0));

/** What a disk writes whole or not at all; larger sectors are multiples of it. */
export const sectorBytes = 512;

export const recordHeaderBytes = 40;
const magic = Buffer.from("FPRC", "latin1");
const alignment = 8;
const padding = Buffer.alloc(alignment);

/** A record's place in the chain: what a reader must know to accept it as the next one. */
export interface Link {
  /** 1 for the first record of a log, then one more each. */
  readonly index: number;
  /** Index of the first record that was written, and synced, together with this one. */
  readonly batchStart: number;
  readonly kind: RecordKind;
  /** Checksum of the record before, or the one in the file's header for the first. */
  readonly previous: number;
}

/** Bytes of payload, over all of its pieces. */
export const payloadLength = (payload: Payload): number => {
  let length = 0;
  for (const piece of payload) length += piece.byteLength;
  return length;
};

const padded = (length: number): number => Math.ceil(length / alignment) * alignment;

/** Bytes that a record takes in a file. */
export const recordStride = (payloadBytes: number): number =>
  recordHeaderBytes + padded(payloadBytes);

/**
 * The pieces to write for one record, and its checksum, which the next record carries. `seed` ties the record to its
 * log: a record of another log never checks out here.
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

/** What a record's header says of it; whether that is so, its checksum tells. */
export interface RecordHeader extends Link {
  readonly checksum: number;
  /** Bytes of payload. */
  readonly length: number;
  /** Bytes from this record's start to the next one's. */
  readonly stride: number;
}

/** The header at `offset`, which must lie within `bytes` whole, or undefined where no record starts. */
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

/** The checksum of a record's header, before that of the rest. */
export const checksumOfHeader = (bytes: Buffer, offset: number, seed: number): number =>
  crc32(bytes.subarray(offset, offset + 36), seed);

/** A record as found in a file; its payload lies in the buffer that it was read into. */
export interface FoundRecord extends RecordHeader {
  readonly payload: Buffer;
}

/** The record that starts at `offset` and checks out by itself, or undefined. Its place in the chain is the caller's to judge. */
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

/** A sound record, and where it lies. */
export interface PlacedRecord {
  readonly offset: number;
  readonly record: FoundRecord;
}

/** At most that many times a buffer's length is summed up in a search; what was ever written takes about one. */
const effort = 64;

/**
 * Looks through bytes, front to back, for records that check out by themselves. Records start at multiples of 8, and
 * JSON text holds no zero bytes, so that the cheap tests in front of the checksum leave next to nothing to sum in vain.
 * Only bytes that somebody made up can claim to be a record as long as all the rest at every other place: such a search
 * is given up, and not gone on with for hours.
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

  /** Whether there may be more than was found. */
  get isGivenUp(): boolean {
    return this.#left < 0;
  }

  /** The next sound record from an offset on, or undefined. */
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
