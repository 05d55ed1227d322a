import { comma } from "../raw-json/tokens.ts";
import { afterValue } from "../raw-json/trusted.ts";
import type { Chunk } from "../text/chunk.ts";
import type { ListText } from "../text/list-text.ts";
import type { Operation } from "./patch.ts";
import { compareRuns } from "./compare-runs.ts";
import type { Writer } from "./compare-values.ts";

/** A list in a source: from behind its opening bracket up to its closing one. */
export interface ListPlace {
  readonly source: Buffer;
  readonly start: number;
  readonly end: number;
}

/** Bytes by which a chunk is looked up: most often its first element, or all of that but its end. */
const keyBytes = 128;

/** Elements that take the place of others. */
interface Run {
  readonly before: readonly Chunk[];
  readonly after: readonly Buffer[];
  /** Behind the last of them in the source. */
  readonly end: number;
}

/**
 * Finds the chunks of a list in another one. A place in that is the byte before an element, a bracket or a comma; its
 * end is the place behind the last element.
 */
class ChunkFinder {
  readonly #chunks: readonly Chunk[];
  readonly #place: ListPlace;
  readonly #write: Writer;
  #byKey: ReadonlyMap<string, number> | undefined;

  constructor(chunks: readonly Chunk[], place: ListPlace, write: Writer) {
    this.#chunks = chunks;
    this.#place = place;
    this.#write = write;
  }

  /** Whether a chunk is at a place, and does not only begin like what is there, as 1 does like 12. */
  isAt({ text }: Chunk, at: number): boolean {
    const { source, end } = this.#place;
    const to = at + text.length;
    if (to > end || (to < end && source[to] !== comma)) return false;
    return source.compare(text, 1, text.length, at + 1, to) === 0;
  }

  /**
   * What is in the place of the chunks from `position` on, up to where the two lists are the same again. Undefined if
   * that is too much to be looked at.
   */
  runFrom(position: number, at: number): Run | undefined {
    const edited = this.#editedIn(position, at);
    if (edited !== undefined)
      return this.#spend(edited.end - at, edited.after.length) ? this.#bounded(edited) : undefined;
    const { source, end } = this.#place;
    const after: Buffer[] = [];
    for (let place = at; ;) {
      const next = place === end ? this.#chunks.length : this.#next(position, place);
      if (next !== undefined)
        return this.#bounded({ before: this.#chunks.slice(position, next), after, end: place });
      const to = afterValue(source, place + 1);
      if (!this.#spend(to - place, 1)) return undefined;
      after.push(source.subarray(place + 1, to));
      place = to;
    }
  }

  /** As many elements in the place of one chunk, before the next one: most edits leave elements where they are, and this looks nothing up. */
  #editedIn(position: number, at: number): Run | undefined {
    const { source, end } = this.#place;
    const [chunk, next] = this.#chunks.slice(position, position + 2);
    if (chunk === undefined) return undefined;
    const after: Buffer[] = [];
    let place = at;
    while (after.length < chunk.count && place < end) {
      const to = afterValue(source, place + 1);
      after.push(source.subarray(place + 1, to));
      place = to;
    }
    const isNext = next === undefined ? place === end : this.isAt(next, place);
    return isNext && after.length === chunk.count
      ? { before: [chunk], after, end: place }
      : undefined;
  }

  #bounded(run: Run): Run | undefined {
    return run.before.every(({ text, count }) => this.#spend(text.length, count)) ? run : undefined;
  }

  #spend(bytes: number, elements: number): boolean {
    return this.#write.spend(bytes + elements * this.#write.bytes);
  }

  /** The position of the chunk at a place, among those from `least` on that can be looked up. */
  #next(least: number, at: number): number | undefined {
    this.#byKey ??= new Map(
      // The first of several that begin alike.
      this.#chunks.map(({ text }, position) => [keyAt(text, 0), position] as const).toReversed(),
    );
    const found = this.#byKey.get(keyAt(this.#place.source, at));
    const chunk = found === undefined || found < least ? undefined : this.#chunks[found];
    return chunk !== undefined && this.isAt(chunk, at) ? found : undefined;
  }
}

const keyAt = (text: Buffer, at: number): string =>
  text.toString("latin1", at + 1, Math.min(text.length, at + 1 + keyBytes));

/**
 * What leads from the list before to a list; `write` writes operations on the list. Time grows with the lists' chunks and
 * with what differs. Undefined if that is so much that it is not worth the time, or if elements cannot be told apart.
 */
export const compareLists = (
  { chunks }: ListText,
  place: ListPlace,
  write: Writer,
): readonly Operation[] | undefined => {
  const { start, end } = place;
  const finder = new ChunkFinder(chunks, place, write);
  const operations: Operation[] = [];
  let [position, at, first] = [0, start === end ? end : start - 1, 0];
  while (position < chunks.length || at < end) {
    const chunk = chunks[position];
    if (chunk !== undefined && finder.isAt(chunk, at)) {
      position += 1;
      at += chunk.text.length;
      first += chunk.count;
      continue;
    }
    const run = finder.runFrom(position, at);
    const old = run?.before.flatMap((each) => each.elements());
    const more = run && old && compareRuns(old, run.after, first, write);
    if (run === undefined || more === undefined) return undefined;
    operations.push(...more);
    position += run.before.length;
    at = run.end;
    first += run.after.length;
  }
  return operations;
};
