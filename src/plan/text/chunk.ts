import { elementEnds, heightIn } from "../raw-json/trusted.ts";
import { type Checksum, checksumOf } from "./checksum.ts";

/** Bytes of a chunk: what an edit of one element copies, against what a plan's chunks take in memory. */
export const chunkBytes = 4 * 1024;

/** A longer chunk is one long element, which would take long to compare. */
const maxComparedBytes = 4 * chunkBytes;

/** How many bytes are the same, of at most so many; `compare` compares some from a place on, and returns 0 for the same. */
const sameBytes = (most: number, compare: (at: number, length: number) => number): number => {
  let at = 0;
  // In steps that become short: comparing many bytes takes hardly longer than comparing one.
  for (let step = 512; step >= 1; step /= 8)
    while (at + step <= most && compare(at, step) === 0) at += step;
  return at;
};

/** A text that somebody has. */
interface HasText {
  readonly text: Buffer;
}

/** A text as what differs from another one, which it keeps alive. */
export class Difference {
  readonly #like: HasText;
  /** Bytes that both have at their start, and at their end. */
  readonly #start: number;
  readonly #end: number;
  /** What is between, each byte a character: a string takes less memory than a buffer. */
  readonly between: string;

  private constructor(like: HasText, start: number, end: number, between: string) {
    this.#like = like;
    this.#start = start;
    this.#end = end;
    this.between = between;
  }

  /** Undefined if at least half of the text differs. */
  static of(text: Buffer, like: HasText): Difference | undefined {
    const other = like.text;
    const least = Math.min(text.length, other.length);
    const start = sameBytes(least, (at, length) =>
      text.compare(other, at, at + length, at, at + length),
    );
    const [to, otherTo] = [text.length, other.length];
    const end = sameBytes(least - start, (at, length) =>
      text.compare(other, otherTo - at - length, otherTo - at, to - at - length, to - at),
    );
    const stop = to - end;
    return 2 * (stop - start) >= to
      ? undefined
      : new Difference(like, start, end, text.toString("latin1", start, stop));
  }

  /** The whole text, in memory of its own. */
  make(): Buffer {
    const { text } = this.#like;
    const to = this.#start + this.between.length;
    const whole = Buffer.allocUnsafeSlow(to + this.#end);
    text.copy(whole, 0, 0, this.#start);
    whole.write(this.between, this.#start, "latin1");
    text.copy(whole, to, text.length - this.#end);
    return whole;
  }
}

/** Consecutive elements of a list. Immutable, and shared by all revisions that have these elements in a row. */
export class Chunk {
  #whole: Buffer | Difference;
  /** At least 1. */
  readonly count: number;
  #checksum: Checksum | undefined;
  #height: number | undefined;

  /** `text` is kept. */
  constructor(text: Buffer, count: number) {
    this.#whole = text;
    this.count = count;
  }

  /** The elements as compact JSON, a comma before each. */
  get text(): Buffer {
    const whole = this.#whole;
    return whole instanceof Difference ? whole.make() : whole;
  }

  /**
   * Keeps from now on what differs from a chunk of a newer revision, if that is less. Differences of differences never
   * go in a circle: the newer chunk must still be whole.
   */
  keepDifference(newer: Chunk): void {
    const [own, other] = [this.#whole, newer.#whole];
    if (own instanceof Difference || other instanceof Difference) return;
    if (newer === this || Math.max(own.length, other.length) > maxComparedBytes) return;
    this.#whole = Difference.of(own, newer) ?? own;
  }

  get checksum(): Checksum {
    return (this.#checksum ??= checksumOf(this.text));
  }

  /** Levels of nesting of its elements. */
  get height(): number {
    return (this.#height ??= heightIn(this.text));
  }

  /** The elements, in the chunk's memory. */
  elements(): readonly Buffer[] {
    const { text } = this;
    if (this.count === 1) return [text.subarray(1)];
    let start = 1;
    return elementEnds(text, 1, text.length).map((end) => {
      const element = text.subarray(start, end);
      start = end + 1;
      return element;
    });
  }
}
