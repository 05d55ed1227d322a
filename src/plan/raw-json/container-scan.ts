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

/** What JSON allows and a reader may not: where it is, and which of the two. */
export interface LimitViolation {
  readonly kind: "too-deep" | "out-of-range";
  /** Keys and positions, from the outermost value inwards. */
  readonly path: readonly string[];
}

/**
 * Goes through one object or list after another, in steps, and finds its end: checks the grammar of all that is in it,
 * and notes what is nested too deep or beyond the range of a double. All of a plan passes here at each save, so it is
 * one loop over the bytes, which allocates nothing for what is in order.
 */
export class ContainerScan {
  readonly #bytes: Buffer;
  #levels = 0;
  /** Of each level that is open whether it is an object; the outermost is 1. */
  #isObject: Uint8Array;
  /** Of each level within the limit, where its last key begins. */
  readonly #keys: number[] = [0];
  /** Of each level within the limit, how many commas came. */
  readonly #commas: number[] = [0];
  #at = 0;
  #depth = 0;
  #expectsValue = false;
  #count = 0;
  #spaces = 0;
  #isTooDeep = false;
  #trouble: LimitViolation | undefined;

  /** At most so many `levels` will be allowed to any object or list. */
  constructor(bytes: Buffer, levels: number) {
    this.#bytes = bytes;
    // Of the shared pool: an array of its own takes longer to make than a short plan to read.
    this.#isObject = Buffer.allocUnsafe(levels + 2);
  }

  /** Takes on the object or list that begins at `start`, in which `levels` may be nested, itself included. */
  begin(start: number, levels: number): void {
    this.#at = start;
    this.#levels = levels;
    this.#depth = 0;
    this.#expectsValue = true;
    this.#count = 0;
    this.#spaces = 0;
    this.#isTooDeep = false;
    this.#trouble = undefined;
  }

  /** How far it has come; once it is over, where the object or list ends. */
  get at(): number {
    return this.#at;
  }

  /** Members or elements, once it is over. */
  get count(): number {
    return this.#count;
  }

  /** Bytes of white space between its tokens. */
  get spaces(): number {
    return this.#spaces;
  }

  /** The first thing that is nested too deep or out of range. */
  get trouble(): LimitViolation | undefined {
    return this.#trouble;
  }

  /** Whether anything is nested too deep, be it after what is out of range. */
  get isTooDeep(): boolean {
    return this.#isTooDeep;
  }

  /** Goes on for some `bytes`: true when it is over, false when there is more, undefined where it is no JSON. */
  step(bytes: number): boolean | undefined {
    const text = this.#bytes;
    const levels = this.#levels;
    const keys = this.#keys;
    const commas = this.#commas;
    let isObject = this.#isObject;
    let depth = this.#depth;
    let expectsValue = this.#expectsValue;
    let spaces = this.#spaces;
    let at = this.#at;
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
    this.#at = at;
    this.#depth = depth;
    this.#expectsValue = expectsValue;
    this.#spaces = spaces;
    return false;
  }

  #isOver(at: number, spaces: number, count: number): true {
    this.#at = at;
    this.#spaces = spaces;
    this.#count = count;
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
    this.#isTooDeep ||= kind === "too-deep";
    this.#trouble ??= {
      kind,
      path: Array.from({ length: Math.min(depth, this.#levels) }, (_, outer) =>
        this.#leadsInto(outer + 1),
      ),
    };
  }

  /** What leads from a level inwards. */
  #leadsInto(level: number): string {
    if (this.#isObject[level] === 0) return String(this.#commas[level]);
    const start = this.#keys[level] ?? 0;
    return keyText(this.#bytes, start, afterString(this.#bytes, start));
  }
}
