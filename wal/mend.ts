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

/** A byte that is wrong, and the bits in which it is. */
interface WrongByte {
  readonly place: number;
  readonly bits: number;
}

/** The one byte of a record that explains its checksum; undefined if none does. */
const wrongByteOf = (bytes: Buffer, seed: number): WrongByte | undefined => {
  const own = crc32(bytes.subarray(checksumEnd), crc32(bytes.subarray(0, checksumStart), seed));
  let difference = (own ^ bytes.readUInt32LE(checksumStart)) >>> 0;
  for (const byte of [0, 1, 2, 3])
    if ((difference & ~(0xff << (8 * byte))) === 0)
      return { place: checksumStart + byte, bits: (difference >>> (8 * byte)) & 0xff };
  const checksumBytes = checksumEnd - checksumStart;
  // Among the bytes that the checksum covers, from the last one.
  let at = bytes.length - checksumBytes - 1;
  for (; at >= 0 && !bitsOf.has(difference); at -= 1) difference = before(difference);
  if (at < 0) return undefined;
  const place = at < checksumStart ? at : at + checksumBytes;
  return { place, bits: bitsOf.get(difference) ?? 0 };
};

/**
 * Mends the record that was at the start of `bytes`, and reached up to their end, before one of its bytes changed;
 * undefined, with nothing changed, if no single byte explains its checksum. That is no proof: the caller has to check what
 * the record holds.
 */
const mendIn = (bytes: Buffer, seed: number): FoundRecord | undefined => {
  if (bytes.length < recordHeaderBytes || bytes.length > maxMendedBytes) return undefined;
  const wrong = wrongByteOf(bytes, seed);
  if (wrong === undefined) return undefined;
  const { place, bits } = wrong;
  const was = bytes[place] ?? 0;
  bytes[place] = was ^ bits;
  const record = decodeRecord(bytes, 0, seed);
  if (record?.stride === bytes.length) return record;
  bytes[place] = was;
  return undefined;
};

/**
 * Mends, within `bytes`, the record that was between two sound ones, or between the last sound one and the end of a file,
 * before one of its bytes changed; undefined if that is not what happened to it.
 */
export const mendedRecord = (
  bytes: Buffer,
  start: number,
  next: number | undefined,
  seed: number,
): FoundRecord | undefined => {
  if (next !== undefined) return mendIn(bytes.subarray(start, next), seed);
  if (start + recordHeaderBytes > bytes.length) return undefined;
  const stride = decodeHeader(bytes, start)?.stride;
  return stride === undefined ? undefined : mendIn(bytes.subarray(start, start + stride), seed);
};
