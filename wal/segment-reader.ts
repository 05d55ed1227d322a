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

const allZero = (bytes: Buffer): boolean => {
  for (let at = 0; at < bytes.length; at += zeros.length) {
    const part = bytes.subarray(at, at + zeros.length);
    if (!part.equals(zeros.subarray(0, part.length))) return false;
  }
  return true;
};

/**
 * Whether a sector between two places was never written. A segment is zeros until then, and every eight bytes of a
 * record hold a nonzero one, since its payload is a text.
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

/** Where walking a segment stopped: before what should follow record `index` with the checksum `chain`. */
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

/** The payload's length by a header that looks, except for its checksum, like the next data record's or a seal's; undefined otherwise. */
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
 * Whether a bad record was once whole, so that its bytes have changed since. What a crash leaves of a write lacks a
 * sector, since disks write those whole or not at all, or breaks off at some byte, with zeros or the file's end from
 * there on. (etcd's `isTornEntry` in server/storage/wal/decoder.go looks for the sector too, and takes what lacks none
 * for damage.)
 */
const wasWhole = (stop: Stop): boolean => {
  const { bytes, offset } = stop;
  if (offset + recordHeaderBytes > bytes.length) return false;
  const length = believedLength(stop);
  if (length === undefined) {
    // A write that broke off behind the fields would have left them right. They end at 32; four zeros follow.
    const brokeOff = allZero(bytes.subarray(offset + 32));
    return !brokeOff && !lacksSector(bytes, offset, offset + recordHeaderBytes);
  }
  const last = offset + recordHeaderBytes + length - 1;
  const end = offset + recordStride(length);
  if (end <= bytes.length && bytes[last] !== 0 && !lacksSector(bytes, offset, end)) return true;
  return isSoundToTheEnd(stop);
};

/**
 * Tells a torn tail from damage. A batch is synced before the next one is written: so a sound record of a later batch
 * proves that the bad one was once whole. Of the last batch itself any mix of sectors may be there; a bad record with
 * all of its sectors was whole as well, and so was one with all of those up to a sound one.
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
 * - `torn`: after the last sound record lie bytes of a batch that never was whole.
 * - `damaged`: after the last sound record lies a bad one that once was whole.
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

/**
 * Walks a segment's records in order, up to the first that does not fit the chain. Every reading of a log uses this.
 */
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
