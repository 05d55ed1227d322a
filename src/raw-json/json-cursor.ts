import { ContainerScan, type Trouble } from "./container-scan.ts";
import type { Steps } from "./steps.ts";
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
} from "./tokens.ts";

/** What a value of JSON is, as far as its first byte tells. */
export type ValueKind = "object" | "list" | "string" | "null" | "other";

/** The key of a member, and where it stands. */
export interface MemberKey {
  readonly key: string;
  /** Where its first quote is. */
  readonly start: number;
  /** Bytes of white space between tokens before it. */
  readonly spaces: number;
}

/** So many bytes are gone through before others may have their turn: some tenths of a millisecond. */
const stepBytes = 64 * 1024;
/** The same of members and elements that are visited, each of which takes longer than many bytes that are not. */
const visitedStepBytes = 4 * 1024;

/**
 * Reads JSON text from one value to the next. Whoever reads decides of each
 * object and list whether to go into it or past it; either way every byte is
 * looked at once, and its grammar is checked as `JSON.parse` would. All that
 * reads returns `undefined` or `false` where there is no JSON, and the cursor is
 * of no use then.
 */
export class JsonCursor {
  readonly bytes: Buffer;
  /** Where the next token is looked for. */
  at: number;
  readonly #levels: number;
  /** What leads to the value that comes next, from the outermost inwards. */
  readonly #path: string[] = [];
  #restedAt: number;
  /** One for all objects and lists that are gone past, of which a plan may have millions. */
  #scan: ContainerScan | undefined;
  #spaces = 0;
  #trouble: Trouble | undefined;

  /** `levels` of objects and lists may be nested, the value at `start` included; more are noted as trouble. */
  constructor(bytes: Buffer, start: number, levels: number) {
    this.bytes = bytes;
    this.at = start;
    this.#restedAt = start;
    this.#levels = levels;
  }

  /** Bytes of white space between the tokens that were read. */
  get spaces(): number {
    return this.#spaces;
  }

  /** The first thing that is nested too deep or beyond the range of a double. */
  get trouble(): Trouble | undefined {
    return this.#trouble;
  }

  /** Passes white space, and tells what kind of value comes. */
  next(): ValueKind {
    switch (this.#peek()) {
      case openObject:
        return "object";
      case openList:
        return "list";
      case quote:
        return "string";
      case 0x6e:
        return "null";
      default:
        return "other";
    }
  }

  /** Whether nothing but white space is left. */
  isAtEnd(): boolean {
    this.#peek();
    return this.at === this.bytes.length;
  }

  /** Goes past a value: how many members or elements it has, 0 where it is no object or list. */
  *value(): Steps<number | undefined> {
    const isScalar = this.scalar();
    if (isScalar === undefined) return yield* this.#container();
    return isScalar ? 0 : undefined;
  }

  /** Goes past a value that is neither object nor list; undefined, and nothing is passed, where it is one of these. */
  scalar(): boolean | undefined {
    const start = this.#pass();
    const first = this.bytes[start] ?? 0;
    if (first === openObject || first === openList) return undefined;
    const end =
      first === quote
        ? afterString(this.bytes, start)
        : first === minus || first <= 0x39
          ? afterNumber(this.bytes, start)
          : afterWord(this.bytes, start);
    this.at = Math.abs(end);
    if (end < 0 && !isInRange(this.bytes, start, this.at)) this.#note("out-of-range", []);
    return end !== 0;
  }

  /** Goes into an object: `visit` reads each value. */
  *members(visit: (key: MemberKey) => Steps<boolean>): Steps<boolean> {
    return yield* this.#inside(closeObject, () => this.#member(visit));
  }

  /** Goes into a list: `visit` reads each element. */
  *elements(visit: (position: number) => Steps<boolean>): Steps<boolean> {
    let position = -1;
    return yield* this.#inside(closeList, () =>
      this.#within(String((position += 1)), () => visit(position)),
    );
  }

  *#member(visit: (key: MemberKey) => Steps<boolean>): Steps<boolean> {
    if (this.#peek() !== quote) return false;
    const start = this.at;
    const spaces = this.#spaces;
    const end = afterString(this.bytes, start);
    if (end === 0) return false;
    this.at = end;
    if (this.#peek() !== colon) return false;
    this.at += 1;
    const key = keyText(this.bytes, start, end);
    return yield* this.#within(key, () => visit({ key, start, spaces }));
  }

  *#within(step: string, visit: () => Steps<boolean>): Steps<boolean> {
    this.#path.push(step);
    const isJson = yield* visit();
    this.#path.pop();
    return isJson;
  }

  *#inside(close: number, part: () => Steps<boolean>): Steps<boolean> {
    if (this.#path.length >= this.#levels) this.#note("too-deep", []);
    this.#pass();
    this.at += 1;
    if (this.#peek() === close) {
      this.at += 1;
      return true;
    }
    for (;;) {
      if (!(yield* part())) return false;
      const sign = this.#peek();
      this.at += 1;
      if (sign === close) return true;
      if (sign !== comma) return false;
      if (this.at - this.#restedAt >= visitedStepBytes) {
        this.#restedAt = this.at;
        yield;
      }
    }
  }

  *#container(): Steps<number | undefined> {
    const scan = (this.#scan ??= new ContainerScan(this.bytes, this.#levels));
    scan.begin(this.at, Math.max(0, this.#levels - this.#path.length));
    let isOver = scan.step(stepBytes);
    while (isOver === false) {
      yield;
      this.#restedAt = scan.at;
      isOver = scan.step(stepBytes);
    }
    if (isOver === undefined) return undefined;
    this.at = scan.at;
    this.#spaces += scan.spaces;
    if (scan.trouble !== undefined) this.#note(scan.trouble.kind, scan.trouble.path);
    return scan.count;
  }

  #note(kind: Trouble["kind"], within: readonly string[]): void {
    this.#trouble ??= { kind, path: [...this.#path, ...within] };
  }

  #pass(): number {
    const token = afterSpace(this.bytes, this.at);
    this.#spaces += token - this.at;
    this.at = token;
    return token;
  }

  #peek(): number {
    return this.bytes[this.#pass()] ?? 0;
  }
}
