import type { FileHeader } from "./file-header.ts";
import { checksumSeed, fileHeaderBytes } from "./file-header.ts";
import { decodeRecord, type FoundRecord, RecordSearch } from "./record.ts";
import { allZero, lacksSector, wasWhole } from "./whole-once.ts";

/** Receives each sound record in order; its payload is only valid during the call. */
export type OnRecord = (offset: number, record: FoundRecord) => void;

/**
 * How a segment ended:
 * - `clean`: nothing but zeros after the last record.
 * - `sealed`: a seal record, and nothing but zeros after it.
 * - `torn`: after the last sound record lie bytes of a batch that never was whole.
 * - `damaged`: after the last sound record lies a bad one that once was whole.
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

/**
 * Tells a torn tail from damage. One batch is one write with one sync, and the
 * next batch is written only after that sync: so a sound record of a later
 * batch proves that the bad one was once whole. Of the last batch itself any
 * mix of sectors may be there; a bad record that has all of its own was whole
 * as well, and so was one that has all of those up to a sound one.
 */
const judgeTail = (
  bytes: Buffer,
  offset: number,
  index: number,
  chain: number,
  seed: number,
): "torn" | "damaged" => {
  if (decodeRecord(bytes, offset, seed) !== undefined) return "damaged";
  if (wasWhole(bytes, offset, index, chain, seed)) return "damaged";
  const search = new RecordSearch(bytes, seed);
  let found = search.next(offset + 1);
  if (found !== undefined && !lacksSector(bytes, offset, found.offset)) return "damaged";
  for (; found !== undefined; found = search.next(found.offset + found.record.stride))
    if (found.record.batchStart > index + 1) return "damaged";
  return search.isGivenUp ? "damaged" : "torn";
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
  return ended(judgeTail(bytes, offset, index, chain, seed), offset);
};
