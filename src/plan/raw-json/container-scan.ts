import {
  afterNumber,
  afterSpace,
  afterString,
  afterWord,
  closeList,
  closeObject,
  colon,
  comma,
  isInRange,
  keyText,
  minus,
  openList,
  openObject,
  quote,
  space,
} from "./tokens.ts";

/** JSON that a reader's limits forbid: where it is, and which limit. */
export interface LimitViolation {
  readonly kind: "too-deep" | "out-of-range";
  /** Keys and positions, outermost first. */
  readonly path: readonly string[];
}

/**
 * Scans one object or list after another, in steps: checks its grammar, finds its end, and notes what is nested too
 * deep or out of a double's range. Every byte of a plan passes here at each save, so it is one loop that allocates
 * nothing for valid input.
 */
export class ContainerScan {
  readonly #bytes: Buffer;
  #levels = 0;
  /** Whether each open level is an object; the outermost is 1. */
  #isObject: Uint8Array;
  /** Where each level's last key begins. */
  readonly #keys: number[] = [0];
  /** How many commas each level had. */
  readonly #commas: number[] = [0];
  /** The position; at the end, where the object or list ends. */
  at = 0;
  /** Members or elements; valid at the end. */
  count = 0;
  /** Bytes of white space between tokens. */
  spaces = 0;
  /** Whether anything is nested too deep, even after something out of range. */
  isTooDeep = false;
  /** The first thing that is nested too deep or out of range. */
  trouble: LimitViolation | undefined;
  /**
   * For a list: the end of an element about every `cutBytes`, counted from the list's start without white space, and how
   * many elements end up to there, alternating.
   */
  cuts: number[] = [];
  #cutBytes = Infinity;
  #nextCut = Infinity;
  #start = 0;
  #depth = 0;
  #expectsValue = false;

  /** `levels`: the most that `begin` will be given. */
  constructor(bytes: Buffer, levels: number) {
    this.#bytes = bytes;
    // From the shared pool: a new array takes longer to make than a short plan to read.
    this.#isObject = Buffer.allocUnsafe(levels + 2);
  }

  /** Starts at the object or list at `start`, which may nest `levels`, itself included. */
  begin(start: number, levels: number, cutBytes = Infinity): void {
    this.at = start;
    this.#start = start;
    this.cuts = [];
    this.#cutBytes = cutBytes;
    this.#nextCut = start + cutBytes;
    this.#levels = levels;
    this.#depth = 0;
    this.#expectsValue = true;
    this.count = 0;
    this.spaces = 0;
    this.isTooDeep = false;
    this.trouble = undefined;
  }

  /** Scans some `bytes`: true at the end, false if there is more, undefined if it is not JSON. */
  step(bytes: number): boolean | undefined {
    const text = this.#bytes;
    const levels = this.#levels;
    const keys = this.#keys;
    const commas = this.#commas;
    let isObject = this.#isObject;
    let depth = this.#depth;
    let expectsValue = this.#expectsValue;
    let spaces = this.spaces;
    let at = this.at;
    const stop = at + bytes;
    do {
      let byte = text[at] ?? 0;
      if (byte <= space) {
        const token = afterSpace(text, at);
        spaces += token - at;
        at = token;
        byte = text[at] ?? 0;
      }
      let expectsKey = false;
      if (!expectsValue) {
        if (byte === comma) {
          if (depth === 1 && at - spaces >= this.#nextCut) this.#cut(at - spaces);
          at += 1;
          expectsValue = true;
          if (depth <= levels) commas[depth] = (commas[depth] ?? 0) + 1;
          expectsKey = isObject[depth] === 1;
        } else {
          if (byte !== (isObject[depth] === 1 ? closeObject : closeList)) return undefined;
          at += 1;
          depth -= 1;
        }
      } else if (byte === quote) {
        at = afterString(text, at);
        if (at === 0) return undefined;
        expectsValue = false;
      } else if (byte === openObject || byte === openList) {
        if (depth >= levels) {
          this.#note("too-deep", depth);
          isObject = this.#roomFor(depth + 1);
        }
        depth += 1;
        isObject[depth] = byte === openObject ? 1 : 0;
        if (depth <= levels) commas[depth] = 0;
        const inside = afterSpace(text, at + 1);
        spaces += inside - at - 1;
        at = inside;
        if (text[at] === (byte === openObject ? closeObject : closeList)) {
          at += 1;
          depth -= 1;
          expectsValue = false;
          if (depth === 0) return this.#isOver(at, spaces, 0);
        } else expectsKey = byte === openObject;
      } else {
        const start = at;
        at = byte === minus || byte <= 0x39 ? afterNumber(text, start) : afterWord(text, start);
        if (at === 0) return undefined;
        if (at < 0) {
          at = -at;
          if (!isInRange(text, start, at)) this.#note("out-of-range", depth);
        }
        expectsValue = false;
      }
      if (expectsKey) {
        const key = afterSpace(text, at);
        if (depth <= levels) keys[depth] = key;
        const keyEnd = text[key] === quote ? afterString(text, key) : 0;
        if (keyEnd === 0) return undefined;
        const sign = afterSpace(text, keyEnd);
        if (text[sign] !== colon) return undefined;
        spaces += key - at + sign - keyEnd;
        at = sign + 1;
      }
      if (depth === 0) return this.#isOver(at, spaces, 1 + (commas[1] ?? 0));
    } while (at < stop);
    this.at = at;
    this.#depth = depth;
    this.#expectsValue = expectsValue;
    this.spaces = spaces;
    return false;
  }

  #cut(end: number): void {
    this.cuts.push(end - this.#start, 1 + (this.#commas[1] ?? 0));
    this.#nextCut = end + this.#cutBytes;
  }

  #isOver(at: number, spaces: number, count: number): true {
    this.at = at;
    this.spaces = spaces;
    this.count = count;
    return true;
  }

  #roomFor(depth: number): Uint8Array {
    if (depth < this.#isObject.length) return this.#isObject;
    const more = new Uint8Array(2 * depth);
    more.set(this.#isObject);
    this.#isObject = more;
    return more;
  }

  #note(kind: LimitViolation["kind"], depth: number): void {
    this.isTooDeep ||= kind === "too-deep";
    this.trouble ??= {
      kind,
      path: Array.from({ length: Math.min(depth, this.#levels) }, (_, outer) =>
        this.#leadsInto(outer + 1),
      ),
    };
  }

  /** The key or position that leads inwards from a level. */
  #leadsInto(level: number): string {
    if (this.#isObject[level] === 0) return String(this.#commas[level]);
    const start = this.#keys[level] ?? 0;
    return keyText(this.#bytes, start, afterString(this.#bytes, start));
  }
}
