import { comma } from "../raw-json/tokens.ts";
import { elementEnds } from "../raw-json/trusted.ts";
import { type Chunk, chunksFrom, listOf, type ListText } from "../text/list-text.ts";
import type { Operation } from "./patch.ts";
import { compareRuns } from "./compare-runs.ts";
import type { Writer } from "./compare-values.ts";

/** A list in a source: from behind its opening bracket up to its closing one. */
export interface ListPlace {
  readonly source: Buffer;
  readonly start: number;
  readonly end: number;
  readonly count: number;
}

/** Elements with the byte before the first: a bracket, or a comma. */
const textAt = (chunk: Chunk, isFirst: boolean): Buffer =>
  isFirst ? chunk.text.subarray(1) : chunk.text;

/** How many chunks from the front are in the list, and up to where; the byte there separates elements. */
const sameFront = (chunks: readonly Chunk[], { source, start, end }: ListPlace) => {
  let [same, at] = [0, start];
  for (const chunk of chunks) {
    const text = textAt(chunk, same === 0);
    const to = at + text.length;
    if (to > end || source.compare(text, 0, text.length, at, to) !== 0) break;
    // Not an element that only begins like the last one, such as 12 like 1.
    if (to < end && source[to] !== comma) break;
    same += 1;
    at = to;
  }
  return { same, at };
};

/** The same from the back, among the chunks behind `from` and the bytes behind `start`. */
const sameBack = (
  chunks: readonly Chunk[],
  from: number,
  { source, end }: ListPlace,
  start: number,
) => {
  let [same, at] = [0, end];
  for (let position = chunks.length - 1; position >= Math.max(1, from); position -= 1) {
    const { text } = chunks[position] ?? { text: source };
    const to = at - text.length;
    if (to < start || source.compare(text, 0, text.length, to, at) !== 0) break;
    same += 1;
    at = to;
  }
  return { same, at };
};

const elementsFrom = (source: Buffer, start: number, ends: readonly number[]): readonly Buffer[] =>
  ends.map((end, at) => source.subarray(at === 0 ? start : (ends[at - 1] ?? 0) + 1, end));

/** A list that shares the chunks of the one before it, and what leads from that to it. */
export interface ComparedList {
  readonly list: ListText;
  readonly operations: readonly Operation[];
}

/** Compares two lists of as many elements chunk by chunk: elements are most often edited in their place. */
const compareInPlace = (
  before: ListText,
  { source, start, end }: ListPlace,
  write: Writer,
): ComparedList | undefined => {
  const chunks: Chunk[] = [];
  const operations: Operation[] = [];
  let [at, first] = [start, 0];
  for (const chunk of before.chunks) {
    const text = textAt(chunk, first === 0);
    const to = at + text.length;
    const isSame =
      to <= end &&
      (to === end || source[to] === comma) &&
      source.compare(text, 0, text.length, at, to) === 0;
    if (isSame) {
      chunks.push(chunk);
      at = to;
    } else {
      // Behind a comma, but for the first one.
      const from = first === 0 ? at : at + 1;
      const ends = elementEnds(source, from, end, chunk.count);
      const elements = elementsFrom(source, from, ends);
      const more = compareRuns(chunk.elements(), elements, first, write);
      if (more === undefined) return undefined;
      chunks.push(...chunksFrom(source, from, ends));
      operations.push(...more);
      at = ends.at(-1) ?? at;
    }
    first += chunk.count;
  }
  return { list: listOf(chunks), operations };
};

/** Compares two lists between what is the same at the front and at the back. */
const compareBetween = (
  { chunks }: ListText,
  place: ListPlace,
  write: Writer,
): ComparedList | undefined => {
  const { source, start } = place;
  const front = sameFront(chunks, place);
  const back = sameBack(chunks, front.same, place, front.at);
  const kept = chunks.slice(0, front.same);
  const between = chunks.slice(front.same, chunks.length - back.same);
  const rest = chunks.slice(chunks.length - back.same);
  const from = front.same === 0 ? start : front.at + 1;
  if (!write.spend(Math.max(0, back.at - from))) return undefined;
  const ends = from < back.at ? elementEnds(source, from, back.at) : [];
  const first = kept.reduce((sum, chunk) => sum + chunk.count, 0);
  const old = between.flatMap((chunk) => chunk.elements());
  const operations = compareRuns(old, elementsFrom(source, from, ends), first, write);
  if (operations === undefined) return undefined;
  return { list: listOf([...kept, ...chunksFrom(source, from, ends), ...rest]), operations };
};

/**
 * Compares a list with the one before it; `write` writes operations on the list. Undefined if so much differs that it
 * is not worth the time.
 */
export const compareLists = (
  before: ListText,
  place: ListPlace,
  write: Writer,
): ComparedList | undefined => {
  const inPlace = place.count === before.count ? compareInPlace(before, place, write) : undefined;
  if (inPlace?.operations.every(({ op }) => op === "replace") === true) return inPlace;
  // Elements that moved further than a chunk are found here alone.
  const between = compareBetween(before, place, write);
  if (inPlace === undefined || between === undefined) return between ?? inPlace;
  return between.operations.length < inPlace.operations.length ? between : inPlace;
};
