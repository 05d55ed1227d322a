import { crc32 } from "node:zlib";
import { decodeHeader, recordHeaderBytes, recordStride } from "./record.ts";

const zeros = Buffer.alloc(65_536);

export const allZero = (bytes: Buffer): boolean => {
  for (let at = 0; at < bytes.length; at += zeros.length) {
    const part = bytes.subarray(at, at + zeros.length);
    if (!part.equals(zeros.subarray(0, part.length))) return false;
  }
  return true;
};

/** What a disk writes whole or not at all; larger sectors are multiples of it. */
const sectorBytes = 512;

/**
 * Whether some sector between two places was never written. A segment is zeros until then, and
 * every eight bytes of a record hold one that is not, as long as its payload is a text.
 */
export const lacksSector = (bytes: Buffer, from: number, to: number): boolean => {
  for (let at = from; at < to;) {
    const next = Math.min((Math.floor(at / sectorBytes) + 1) * sectorBytes, to);
    if (allZero(bytes.subarray(at, next))) return true;
    at = next;
  }
  return false;
};

/** Behind the last byte that is not zero. */
const endOf = (bytes: Buffer): number => {
  let end = bytes.length;
  while (end >= zeros.length && allZero(bytes.subarray(end - zeros.length, end)))
    end -= zeros.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  return end;
};

/** Whether the record would be sound if its header said that its payload ends with the last byte that is not zero. */
const isSoundToTheEnd = (bytes: Buffer, offset: number, seed: number): boolean => {
  const start = offset + recordHeaderBytes;
  const length = endOf(bytes) - start;
  const end = offset + recordStride(length);
  if (length < 0 || end > bytes.length) return false;
  const header = Buffer.from(bytes.subarray(offset, offset + 36));
  header.writeUInt32LE(length, 4);
  const checksum = crc32(bytes.subarray(start, end), crc32(header, seed));
  return checksum === bytes.readUInt32LE(offset + 36);
};

/**
 * The length of the payload, as the header at `offset` tells it, if that reads in all but its
 * checksum as one that comes after record `index` with the checksum `chain`: the next data
 * record's, or a seal's. Undefined where it does not.
 */
const believedLength = (
  bytes: Buffer,
  offset: number,
  index: number,
  chain: number,
): number | undefined => {
  const header = decodeHeader(bytes, offset);
  if (header?.previous !== chain || bytes.readUInt32LE(offset + 32) !== 0) return undefined;
  const { kind, batchStart, length } = header;
  const isNext = kind === "data" && header.index === index + 1 && batchStart <= header.index;
  const isSeal =
    kind === "seal" && header.index === index && batchStart === index + 1 && length === 0;
  return isNext || isSeal ? length : undefined;
};

/**
 * Whether a bad record, which should have come after record `index` with the
 * checksum `chain`, was written whole once, so that its bytes have changed
 * since. What a crash leaves of a write lacks a sector, since a disk writes
 * those whole or not at all, or breaks off at some byte, with zeros or the
 * file's end from there on. (etcd's `isTornEntry` in server/storage/wal/decoder.go
 * looks for the sector as well, and takes what lacks none for damage.)
 */
export const wasWhole = (
  bytes: Buffer,
  offset: number,
  index: number,
  chain: number,
  seed: number,
): boolean => {
  if (offset + recordHeaderBytes > bytes.length) return false;
  const length = believedLength(bytes, offset, index, chain);
  if (length === undefined) {
    // A write that broke off behind the fields would have left them right. The last of them ends at
    // 32, and four zeros come next.
    const brokeOff = allZero(bytes.subarray(offset + 32));
    return !brokeOff && !lacksSector(bytes, offset, offset + recordHeaderBytes);
  }
  const last = offset + recordHeaderBytes + length - 1;
  const end = offset + recordStride(length);
  if (end <= bytes.length && bytes[last] !== 0 && !lacksSector(bytes, offset, end)) return true;
  return isSoundToTheEnd(bytes, offset, seed);
};
