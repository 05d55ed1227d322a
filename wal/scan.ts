import type { FileHeader } from "./file-header.ts";
import { checksumSeed, fileHeaderBytes } from "./file-header.ts";
import { decodeRecord, findRecord, type FoundRecord } from "./record.ts";

/** Receives each sound record in order; its payload is only valid during the call. */
export type OnRecord = (offset: number, record: FoundRecord) => void;

/**
 * How a segment ended:
 * - `clean`: nothing but zeros after the last record.
 * - `sealed`: a seal record, and nothing but zeros after it.
 * - `torn`: after the last sound record lie bytes of a batch that never was whole.
 * - `damaged`: after the last sound record lies a bad one that once was whole,
 *   because something later was written, which happens only after its sync.
 */
export type SegmentEnd = "clean" | "sealed" | "torn" | "damaged";

/** What one segment holds: its sound records end at `offset`, the last of them is `index`. */
export interface ScannedSegment {
  readonly end: SegmentEnd;
  readonly offset: number;
  readonly index: number;
  readonly chain: number;
  readonly length: number;
}

const zeros = Buffer.alloc(65_536);

const allZero = (bytes: Buffer): boolean => {
  for (let at = 0; at < bytes.length; at += zeros.length) {
    const part = bytes.subarray(at, at + zeros.length);
    if (!part.equals(zeros.subarray(0, part.length))) return false;
  }
  return true;
};

/**
 * Tells a torn tail from damage. One batch is one write with one sync, and the
 * next batch is written only after that sync: so pages of the last batch may be
 * there in any mix, but a sound record of a later batch proves that the bad
 * one was once whole.
 */
const judgeTail = (
  bytes: Buffer,
  offset: number,
  expected: number,
  seed: number,
): "torn" | "damaged" => {
  if (decodeRecord(bytes, offset, seed) !== undefined) return "damaged";
  let from = offset + 1;
  for (;;) {
    const found = findRecord(bytes, from, seed);
    if (found === undefined) return "torn";
    if (found.record.batchStart > expected) return "damaged";
    from = found.offset + found.record.stride;
  }
};

/** Reads a segment's records, in order, up to the first that does not fit the chain. */
export const scanSegment = (
  header: FileHeader,
  bytes: Buffer,
  onRecord: OnRecord,
): ScannedSegment => {
  const seed = checksumSeed(header.logId);
  let offset = fileHeaderBytes;
  let index = header.index - 1;
  let chain = header.chain;
  const ended = (end: SegmentEnd, at: number): ScannedSegment => ({
    end,
    offset: at,
    index,
    chain,
    length: bytes.length,
  });
  for (;;) {
    const record = decodeRecord(bytes, offset, seed);
    if (record === undefined || record.previous !== chain) break;
    if (record.kind === "seal" && record.index === index) {
      const after = offset + record.stride;
      return allZero(bytes.subarray(after)) ? ended("sealed", after) : ended("damaged", after);
    }
    if (record.kind !== "data" || record.index !== index + 1) break;
    onRecord(offset, record);
    index = record.index;
    chain = record.checksum;
    offset += record.stride;
  }
  if (allZero(bytes.subarray(offset))) return ended("clean", offset);
  return ended(judgeTail(bytes, offset, index + 1, seed), offset);
};
