import { checksumSeed, type FileHeader, fileHeaderBytes, fileName } from "./log-files.ts";
import { allZero, detectTornWrite } from "./torn-write-detection.ts";
import { decodeRecord, type FoundRecord } from "./record.ts";

/** Receives each sound record in order; its payload is only valid during the call. */
export type OnRecord = (record: FoundRecord, offset: number) => void;

/**
 * How a segment ended:
 * - `clean`: nothing but zeros after the last record.
 * - `sealed`: a seal record, and nothing but zeros after it.
 * - `torn`: after the last sound record lie bytes of a batch that never was whole.
 * - `damaged`: after the last sound record lies a bad one that once was whole.
 */
export type SegmentEnd = "clean" | "sealed" | "torn" | "damaged";

/** A segment that was walked through: its sound records end at `offset`, the last of them is `index`. */
export interface WalkedSegment {
  readonly file: string;
  readonly header: FileHeader;
  readonly end: SegmentEnd;
  readonly offset: number;
  readonly index: number;
  readonly chain: number;
  readonly length: number;
}

/**
 * Walks through a segment's records, in order, up to the first that does not
 * fit the chain. Every reading of a log goes through this.
 */
export const walkSegment = (
  header: FileHeader,
  bytes: Buffer,
  onRecord: OnRecord = () => undefined,
): WalkedSegment => {
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
