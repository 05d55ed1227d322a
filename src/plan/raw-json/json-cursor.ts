import { ContainerScan, type LimitViolation } from "./container-scan.ts";
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

/** Work that is done in steps: at each `yield` others may have their turn. What it returns is its result. */
export type CooperativeTask<A> = Generator<undefined, A, undefined>;

/** Does all steps at once, for whoever keeps nobody waiting. */
export const runAtOnce = <A>(steps: CooperativeTask<A>): A => {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
};

/** What a value of JSON is, as far as its first byte tells. */
export type ValueKind = "object" | "list" | "string" | "null" | "other";

/** The key of a member, and where it stands. */
interface MemberKey {
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
 * Reads JSON text from one value to the next. Whoever reads decides of each object and list whether to go into it or
 * past it; either way every byte is looked at once, and its grammar is checked as `JSON.parse` would. What reads a
 * value returns `undefined` or `false` where there is no JSON; where members or elements end too early, it is broken.
 * The cursor is of no use then.
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
  /** Whether nothing of what was entered last was read yet. */
  #isFresh = false;
  #isBroken = false;
  #isTooDeep = false;
  #trouble: LimitViolation | undefined;

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
  get trouble(): LimitViolation | undefined {
    return this.#trouble;
  }

  /** Whether anything is nested deeper than the levels that it was made with. */
  get isTooDeep(): boolean {
    return this.#isTooDeep;
  }

  /** Whether a key, a comma or an end was missing. */
  get isBroken(): boolean {
    return this.#isBroken;
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
  *value(): CooperativeTask<number | undefined> {
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

  /** Goes into the object or list that comes next; each of its values has to be read, or gone past, before the one after it. */
  enter(): void {
    if (this.#path.length >= this.#levels) this.#note("too-deep", []);
    this.#pass();
    this.at += 1;
    this.#path.push("");
    this.#isFresh = true;
  }

  /** The key of the next member, whose value comes then; undefined, and the object is left, where there is none, or no JSON. */
  nextMember(): MemberKey | undefined {
    if (this.#isOver(closeObject)) return undefined;
    const start = this.#pass();
    const spaces = this.#spaces;
    const end = this.bytes[start] === quote ? afterString(this.bytes, start) : 0;
    this.at = end;
    if (end === 0 || this.#peek() !== colon) return this.#break();
    this.at += 1;
    const key = keyText(this.bytes, start, end);
    this.#path[this.#path.length - 1] = key;
    return { key, start, spaces };
  }

  /** Whether a next element comes; else the list is left, or there is no JSON. */
  nextElement(): boolean {
    return !this.#isOver(closeList);
  }

  /** Whether so much was read that others should have their turn; whoever asks lets them. */
  isDue(): boolean {
    if (this.at - this.#restedAt < visitedStepBytes) return false;
    this.#restedAt = this.at;
    return true;
  }

  /** Goes on to the next part of what was entered, or out of it. */
  #isOver(close: number): boolean {
    const sign = this.#peek();
    const isFirst = this.#isFresh;
    this.#isFresh = false;
    if (isFirst && sign !== close) return false;
    this.at += 1;
    if (!isFirst && sign === comma) return false;
    if (sign !== close) this.#break();
    this.#path.pop();
    return true;
  }

  #break(): undefined {
    this.#isBroken = true;
    return undefined;
  }

  *#container(): CooperativeTask<number | undefined> {
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
    this.#isTooDeep ||= scan.isTooDeep;
    if (scan.trouble !== undefined) this.#note(scan.trouble.kind, scan.trouble.path);
    return scan.count;
  }

  #note(kind: LimitViolation["kind"], within: readonly string[]): void {
    this.#isTooDeep ||= kind === "too-deep";
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

/** The members of the object that comes next; the value of each has to be read, or gone past, before the one after it. */
export function* members(cursor: JsonCursor): Generator<MemberKey, void, undefined> {
  cursor.enter();
  for (let member = cursor.nextMember(); member !== undefined; member = cursor.nextMember())
    yield member;
}

/** What was read in place of a value, and where that ended. */
interface ReadField {
  readonly value: unknown;
  readonly end: number;
}

/** Reads the value that starts at `start` from the bytes of its message, without parsing it; `undefined` where there is no JSON. */
export type FieldReader = (bytes: Buffer, start: number) => CooperativeTask<ReadField | undefined>;
