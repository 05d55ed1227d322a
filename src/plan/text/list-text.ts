import { afterValue } from "../raw-json/trusted.ts";
import { bytesOf } from "../raw-json/raw-json.ts";
import { closeList, comma } from "../raw-json/tokens.ts";
import { type Checksum, checksumOf, joined } from "./checksum.ts";
import { Chunk, chunkBytes } from "./chunk.ts";

/** A smaller chunk is joined with the next one, so that removals leave no crumbs. */
const minChunkBytes = chunkBytes / 4;

/** The text of a list: its elements in chunks. */
export interface ListText {
  readonly chunks: readonly Chunk[];
  readonly count: number;
  /** Bytes with the brackets. */
  readonly bytes: number;
}

const separator = Buffer.of(comma);

/** A copy with a comma before it, in memory of its own, so that it never keeps a whole message. */
export const afterComma = (text: Buffer): Buffer => {
  const copy = Buffer.allocUnsafeSlow(text.length + 1);
  copy[0] = comma;
  text.copy(copy, 1);
  return copy;
};

/** What lies between two places of a source, with a comma before it: in the source's memory, if there is one. */
export const withComma = (source: Buffer, start: number, end: number): Buffer =>
  start > 0 && source[start - 1] === comma
    ? source.subarray(start - 1, end)
    : afterComma(source.subarray(start, end));

/** Elements in chunks, copied; the pieces of each in a row. */
export const chunksOfElements = (elements: readonly (readonly Buffer[])[]): readonly Chunk[] => {
  const chunks: Chunk[] = [];
  let [pieces, bytes, count]: [Buffer[], number, number] = [[], 0, 0];
  const end = (): void => {
    const text = Buffer.allocUnsafeSlow(bytes);
    let at = 0;
    for (const piece of pieces) at += piece.copy(text, at);
    chunks.push(new Chunk(text, count));
    [pieces, bytes, count] = [[], 0, 0];
  };
  for (const element of elements) {
    const length = bytesOf(element);
    if (count > 0 && bytes + length >= chunkBytes) end();
    pieces.push(separator, ...element);
    bytes += 1 + length;
    count += 1;
  }
  if (count > 0) end();
  return chunks;
};

const merged = (first: Chunk, second: Chunk): Chunk => {
  const text = Buffer.allocUnsafeSlow(first.text.length + second.text.length);
  first.text.copy(text);
  second.text.copy(text, first.text.length);
  return new Chunk(text, first.count + second.count);
};

const isCrumb = ({ text }: Chunk): boolean => text.length < minChunkBytes;

/** Joins small chunks with their neighbours. */
const withoutCrumbs = (chunks: readonly Chunk[]): readonly Chunk[] => {
  if (chunks.length < 2 || !chunks.some(isCrumb)) return chunks;
  const kept: Chunk[] = [];
  for (const chunk of chunks) {
    const last = kept.at(-1);
    const fits = last !== undefined && last.text.length + chunk.text.length <= chunkBytes;
    if (fits && (isCrumb(chunk) || isCrumb(last))) kept[kept.length - 1] = merged(last, chunk);
    else kept.push(chunk);
  }
  return kept;
};

/** A list of chunks. */
export const listOf = (chunks: readonly Chunk[]): ListText => {
  const kept = withoutCrumbs(chunks);
  let [count, bytes] = [0, 0];
  for (const chunk of kept) {
    count += chunk.count;
    bytes += chunk.text.length;
  }
  // Two brackets; the first element has no comma.
  return { chunks: kept, count, bytes: bytes + (kept.length === 0 ? 2 : 1) };
};

/** A list of a text that is one, copied. */
export const listIn = (text: Buffer): ListText => {
  const chunks: Chunk[] = [];
  const end = text.length - 1;
  let [from, count] = [1, 0];
  for (let at = from; at < end; at += 1) {
    at = afterValue(text, at);
    count += 1;
    if (at < end && at - from < chunkBytes) continue;
    chunks.push(new Chunk(afterComma(text.subarray(from, at)), count));
    from = at + 1;
    count = 0;
  }
  return listOf(chunks);
};

const end = Buffer.of(closeList);
const endChecksum = checksumOf(end);

/** The text of a list after its opening bracket, in pieces. */
export const piecesOfList = ({ chunks }: ListText): readonly Buffer[] => [
  ...chunks.map(({ text }, at) => (at === 0 ? text.subarray(1) : text)),
  end,
];

/** The checksum of that text. */
export const checksumOfList = ({ chunks, bytes }: ListText): Checksum => {
  const sums = chunks.map(({ text, checksum }, at) =>
    at === 0 ? checksumOf(text.subarray(1)) : checksum,
  );
  sums.push(endChecksum);
  return joined(sums, bytes - 1);
};

/** An edit makes few new chunks; more of them are kept whole. */
const maxDiffering = 16;

/**
 * Has the chunks of a list keep what differs from those of a newer one, which has most of them too. Time grows with the
 * number of chunks.
 */
export const keepDifferences = ({ chunks: older }: ListText, { chunks: newer }: ListText): void => {
  const least = Math.min(older.length, newer.length);
  let start = 0;
  while (start < least && older[start] === newer[start]) start += 1;
  let same = 0;
  while (same < least - start && older.at(-1 - same) === newer.at(-1 - same)) same += 1;
  const differing = older.slice(start, older.length - same);
  if (differing.length > maxDiffering) return;
  for (const [at, chunk] of differing.entries()) {
    const like = start + at < newer.length - same ? newer[start + at] : undefined;
    if (like !== undefined) chunk.keepDifference(like);
  }
};
