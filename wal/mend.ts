import { crc32 } from "node:zlib";
import { decodeHeader, decodeRecord, type FoundRecord, recordHeaderBytes } from "./record.ts";

/** In a longer record another damage could look like that of one byte. */
const maxMendedBytes = 64 * 1024;

/** Where a record's checksum is, which it does not cover. */
const [checksumStart, checksumEnd] = [36, 40];

/** What one byte that differs makes of the checksum when nothing follows it, by the bits in which it differs. */
const effects: readonly number[] = Array.from(
  { length: 256 },
  (_, bits) =>
    // CRC-32 is linear: the difference of two texts' checksums depends on where they differ alone.
    (crc32(Buffer.of(bits)) ^ crc32(Buffer.of(0))) >>> 0,
);

const bitsOf = new Map(effects.map((effect, bits) => [effect, bits]));

/** The bits by the highest byte of their effect, which is different for each. */
const byHighest = new Map(effects.map((effect, bits) => [effect >>> 24, bits]));

/** The difference that, with one more byte behind it, becomes this one. */
const before = (difference: number): number => {
  const bits = byHighest.get(difference >>> 24) ?? 0;
  return (((difference ^ (effects[bits] ?? 0)) << 8) | bits) >>> 0;
};

/** Whether a record's checksum itself has one wrong byte. */
const isOneByte = (difference: number): boolean =>
  [0, 8, 16, 24].some((shift) => (difference & ~(0xff << shift)) === 0);

/**
 * The record that was at the start of `bytes`, and reached up to their end, before one of its bytes changed; undefined if
 * no single byte explains its checksum. That is no proof: the caller has to check what the record holds.
 */
const mendedIn = (bytes: Buffer, seed: number): FoundRecord | undefined => {
  if (bytes.length < recordHeaderBytes || bytes.length > maxMendedBytes) return undefined;
  const covered = Buffer.concat([bytes.subarray(0, checksumStart), bytes.subarray(checksumEnd)]);
  const stored = bytes.readUInt32LE(checksumStart);
  const mended = Buffer.from(bytes);
  let difference = (crc32(covered, seed) ^ stored) >>> 0;
  if (isOneByte(difference)) mended.writeUInt32LE((stored ^ difference) >>> 0, checksumStart);
  else {
    let at = covered.length - 1;
    for (; at >= 0 && !bitsOf.has(difference); at -= 1) difference = before(difference);
    if (at < 0) return undefined;
    const place = at < checksumStart ? at : at + checksumEnd - checksumStart;
    mended[place] = (mended[place] ?? 0) ^ (bitsOf.get(difference) ?? 0);
  }
  const record = decodeRecord(mended, 0, seed);
  return record?.stride === bytes.length ? record : undefined;
};

/**
 * The record that was between two sound ones, or between the last sound one and the end of a file, before one of its
 * bytes changed; undefined if that is not what happened to it.
 */
export const mendedRecord = (
  bytes: Buffer,
  start: number,
  next: number | undefined,
  seed: number,
): FoundRecord | undefined => {
  if (next !== undefined) return mendedIn(bytes.subarray(start, next), seed);
  if (start + recordHeaderBytes > bytes.length) return undefined;
  const stride = decodeHeader(bytes, start)?.stride;
  return stride === undefined ? undefined : mendedIn(bytes.subarray(start, start + stride), seed);
};
