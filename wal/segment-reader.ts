import { crc32 } from "node:zlib";
import { checksumSeed, type FileHeader, fileHeaderBytes, fileName } from "./log-files.ts";
import {
  decodeHeader,
  decodeRecord,
  type FoundRecord,
  recordHeaderBytes,
  RecordSearch,
  recordStride,
  sectorBytes,
} from "./record.ts";

const zeros = Buffer.alloc(65_536);

/** Whether all of these bytes are zeros. */
export const allZero = (bytes: Buffer): boolean => {
  for (let at = 0; at < bytes.length; at += zeros.length) {
    const part = bytes.subarray(at, at + zeros.length);
    if (!part.equals(zeros.subarray(0, part.length))) return false;
  }
  return true;
};

/**
 * Whether a whole sector between two offsets was never written. Unwritten bytes of a segment are zeros, and any eight
 * bytes of a record include a nonzero one, since its payload is a text.
 */
const lacksSector = (bytes: Buffer, from: number, to: number): boolean => {
  for (let at = from; at < to;) {
    const next = Math.min((Math.floor(at / sectorBytes) + 1) * sectorBytes, to);
    if (allZero(bytes.subarray(at, next))) return true;
    at = next;
  }
  return false;
};

/** The end of the last nonzero byte. */
const writtenEnd = (bytes: Buffer): number => {
  let end = bytes.length;
  while (end >= zeros.length && allZero(bytes.subarray(end - zeros.length, end)))
    end -= zeros.length;
  while (end > 0 && bytes[end - 1] === 0) end -= 1;
  return end;
};

/** Where walking a segment stopped: before the bytes that should follow record `index`, whose checksum is `chain`. */
interface Stop {
  readonly bytes: Buffer;
  readonly offset: number;
  readonly index: number;
  readonly chain: number;
  readonly seed: number;
}

/** Whether the record would be sound if its payload ended with the last nonzero byte. */
const isSoundToTheEnd = ({ bytes, offset, seed }: Stop): boolean => {
  const start = offset + recordHeaderBytes;
  const length = writtenEnd(bytes) - start;
  const end = offset + recordStride(length);
  if (length < 0 || end > bytes.length) return false;
  const header = Buffer.from(bytes.subarray(offset, offset + 36));
  header.writeUInt32LE(length, 4);
  const checksum = crc32(bytes.subarray(start, end), crc32(header, seed));
  return checksum === bytes.readUInt32LE(offset + 36);
};

/** The payload's length according to a header that, except for its checksum, fits the next data record or a seal; undefined otherwise. */
const believedLength = ({ bytes, offset, index, chain }: Stop): number | undefined => {
  const header = decodeHeader(bytes, offset);
  if (header?.previous !== chain || bytes.readUInt32LE(offset + 32) !== 0) return undefined;
  const { kind, batchStart, length } = header;
  const isNext = kind === "data" && header.index === index + 1 && batchStart <= header.index;
  const isSeal =
    kind === "seal" && header.index === index && batchStart === index + 1 && length === 0;
  return isNext || isSeal ? length : undefined;
};

/**
 * Whether a bad record was once whole, so that its bytes have changed since. A write torn by a crash either lacks a
 * sector, since disks write sectors whole or not at all, or breaks off at some byte, followed by zeros or the file's
 * end. (etcd's `isTornEntry` in server/storage/wal/decoder.go looks for the missing sector too, and takes a record that
 * lacks none for damage.)
 */
const wasWhole = (stop: Stop): boolean => {
  const { bytes, offset } = stop;
  if (offset + recordHeaderBytes > bytes.length) return false;
  const length = believedLength(stop);
  if (length === undefined) {
    // The header's fields end at byte 32, before four zeros: a write that broke off after them would have left them right.
    const brokeOff = allZero(bytes.subarray(offset + 32));
    return !brokeOff && !lacksSector(bytes, offset, offset + recordHeaderBytes);
  }
  const last = offset + recordHeaderBytes + length - 1;
  const end = offset + recordStride(length);
  if (end <= bytes.length && bytes[last] !== 0 && !lacksSector(bytes, offset, end)) return true;
  return isSoundToTheEnd(stop);
};

/**
 * Tells a torn tail from damage. Each batch is synced before the next one is written, so a sound record of a later batch
 * proves that the bad record was once whole. Of the last batch itself any mix of sectors may have reached the disk. A
 * bad record in it was whole if no sector is missing in it, or from it up to a later sound record.
 */
const detectTornWrite = (stop: Stop): "torn" | "damaged" => {
  const { bytes, offset, index, seed } = stop;
  if (decodeRecord(bytes, offset, seed) !== undefined) return "damaged";
  if (wasWhole(stop)) return "damaged";
  const search = new RecordSearch(bytes, seed);
  let found = search.next(offset + 1);
  if (found !== undefined && !lacksSector(bytes, offset, found.offset)) return "damaged";
  for (; found !== undefined; found = search.next(found.offset + found.record.stride))
    if (found.record.batchStart > index + 1) return "damaged";
  return search.isGivenUp ? "damaged" : "torn";
};

/** Receives each sound record in order; its payload is valid during the call only. */
type OnRecord = (record: FoundRecord, offset: number) => void;

/**
 * How a segment ended:
 * - `clean`: nothing but zeros after the last record.
 * - `sealed`: a seal record, and nothing but zeros after it.
 * - `torn`: after the last sound record come bytes of a batch that was never whole.
 * - `damaged`: after the last sound record comes a bad one that was once whole.
 */
type SegmentEnd = "clean" | "sealed" | "torn" | "damaged";

/** A walked segment: its sound records end at `offset`, the last of them is `index`. */
export interface ScannedSegment {
  readonly file: string;
  readonly header: FileHeader;
  readonly end: SegmentEnd;
  readonly offset: number;
  readonly index: number;
  readonly chain: number;
  readonly length: number;
}

/** Walks a segment's records in order, up to the first that does not fit the chain. All readers of a log use this. */
export const scanSegment = (
  header: FileHeader,
  bytes: Buffer,
  onRecord: OnRecord = () => undefined,
): ScannedSegment => {
  const seed = checksumSeed(header.logId);
  let offset = fileHeaderBytes;
  let index = header.index - 1;
  let chain = header.chain;
  let isSealed = false;
  while (!isSealed) {
    const record = decodeRecord(bytes, offset, seed);
    if (record === undefined || record.previous !== chain) break;
    isSealed = record.kind === "seal" && record.index === index;
    if (!isSealed) {
      if (record.kind !== "data" || record.index !== index + 1) break;
      onRecord(record, offset);
      index = record.index;
      chain = record.checksum;
    }
    offset += record.stride;
  }
  const endOf = (): SegmentEnd => {
    if (allZero(bytes.subarray(offset))) return isSealed ? "sealed" : "clean";
    return isSealed ? "damaged" : detectTornWrite({ bytes, offset, index, chain, seed });
  };
  return {
    file: fileName(header),
    header,
    end: endOf(),
    offset,
    index,
    chain,
    length: bytes.length,
  };
};
