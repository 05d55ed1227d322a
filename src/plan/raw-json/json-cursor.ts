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

/** Work in steps, which returns its result: at each `yield` other work gets its turn. */
export type CooperativeTask<A> = Generator<undefined, A, undefined>;

/** Runs all steps at once, for work too short to block anybody. */
export const runAtOnce = <A>(steps: CooperativeTask<A>): A => {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
};

/** A JSON value's kind, by its first byte. */
export type ValueKind = "object" | "list" | "string" | "null" | "other";

/** A member's key and its position. */
interface MemberKey {
  readonly key: string;
  /** Its first quote. */
  readonly start: number;
  /** Behind its last one. */
  readonly end: number;
  /** Bytes of white space before it. */
  readonly spaces: number;
}

/** Scanned bytes between two yields: some tenths of a millisecond. */
const stepBytes = 64 * 1024;
/** The same while members and elements are visited, which takes longer per byte. */
const visitedStepBytes = 4 * 1024;

/**
 * Reads JSON text value by value. The caller chooses for each object and list whether to enter or to skip it; either
 * way every byte is read once, and its grammar is checked as `JSON.parse` would. Methods that read a value return
 * `undefined` or `false` if it is not JSON. If members or elements end too early, the cursor is broken and of no
 * further use.
 */
export class JsonCursor {
  readonly bytes: Buffer;
  at: number;
  /** Bytes of white space between the tokens read. */
  spaces = 0;
  /** Whether a key, a comma or an end was missing. */
  isBroken = false;
  /** Whether anything is nested too deep. */
  isTooDeep = false;
  /** The first thing that is nested too deep or out of range. */
  trouble: LimitViolation | undefined;
  /** Of the last list that was skipped: see `ContainerScan`. */
  cuts: readonly number[] = [];
  readonly #levels: number;
  /** What leads to the next value, outermost first. */
  readonly #path: string[] = [];
  #restedAt: number;
  /** One for all skipped objects and lists, of which a plan may have millions. */
  #scan: ContainerScan | undefined;
  /** Whether nothing of the entered value was read yet. */
  #isFresh = false;

  /** `levels` may be nested, the value at `start` included; more is noted as trouble. */
  constructor(bytes: Buffer, start: number, levels: number) {
    this.bytes = bytes;
    this.at = start;
    this.#restedAt = start;
    this.#levels = levels;
  }

  /** Skips white space, and tells the next value's kind. */
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

  /** Whether only white space is left. */
  isAtEnd(): boolean {
    this.#peek();
    return this.at === this.bytes.length;
  }

  /**
   * Skips a value: the number of its members or elements, 0 if it is neither an object nor a list. Of a list, an end of
   * an element about every `cutBytes` is left in `cuts`.
   */
  *value(cutBytes?: number): CooperativeTask<number | undefined> {
    const isScalar = this.scalar();
    if (isScalar === undefined) return yield* this.#container(cutBytes);
    return isScalar ? 0 : undefined;
  }

  /** Skips a scalar; undefined, with nothing skipped, if the next value is an object or a list. */
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

  /** Enters the next object or list; each of its values must be read or skipped before the next. */
  enter(): void {
    if (this.#path.length >= this.#levels) this.#note("too-deep", []);
    this.#pass();
    this.at += 1;
    this.#path.push("");
    this.#isFresh = true;
  }

  /** The next member's key; undefined at the end of the object, or if it is not JSON. */
  nextMember(): MemberKey | undefined {
    if (this.#isOver(closeObject)) return undefined;
    const start = this.#pass();
    const spaces = this.spaces;
    const end = this.bytes[start] === quote ? afterString(this.bytes, start) : 0;
    this.at = end;
    if (end === 0 || this.#peek() !== colon) return this.#break();
    this.at += 1;
    const key = keyText(this.bytes, start, end);
    this.#path[this.#path.length - 1] = key;
    return { key, start, end, spaces };
  }

  /** Whether there is a next element; false at the end of the list, or if it is not JSON. */
  nextElement(): boolean {
    return !this.#isOver(closeList);
  }

  /** Whether others should have their turn now; the caller yields. */
  isDue(): boolean {
    if (this.at - this.#restedAt < visitedStepBytes) return false;
    this.#restedAt = this.at;
    return true;
  }

  /** Moves to the next member or element, or leaves the value. */
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
    this.isBroken = true;
    return undefined;
  }

  *#container(cutBytes: number | undefined): CooperativeTask<number | undefined> {
    const scan = (this.#scan ??= new ContainerScan(this.bytes, this.#levels));
    scan.begin(this.at, Math.max(0, this.#levels - this.#path.length), cutBytes);
    let isOver = scan.step(stepBytes);
    while (isOver === false) {
      yield;
      this.#restedAt = scan.at;
      isOver = scan.step(stepBytes);
    }
    if (isOver === undefined) return undefined;
    this.at = scan.at;
    this.spaces += scan.spaces;
    this.cuts = scan.cuts;
    this.isTooDeep ||= scan.isTooDeep;
    if (scan.trouble !== undefined) this.#note(scan.trouble.kind, scan.trouble.path);
    return scan.count;
  }

  #note(kind: LimitViolation["kind"], within: readonly string[]): void {
    this.isTooDeep ||= kind === "too-deep";
    this.trouble ??= { kind, path: [...this.#path, ...within] };
  }

  #pass(): number {
    const token = afterSpace(this.bytes, this.at);
    this.spaces += token - this.at;
    this.at = token;
    return token;
  }

  #peek(): number {
    return this.bytes[this.#pass()] ?? 0;
  }
}

/**
 * The members of the next object; each value must be read or skipped before the next member. Saves and frames, which
 * are read most often, loop by `nextMember` themselves: a generator takes a tenth longer for a short plan.
 */
export function* members(cursor: JsonCursor): Generator<MemberKey, void, undefined> {
  cursor.enter();
  for (let member = cursor.nextMember(); member !== undefined; member = cursor.nextMember())
    yield member;
}

/** A value that was read, and where it ended. */
interface ReadField {
  readonly value: unknown;
  readonly end: number;
}

/** Reads the value at `start` in a message without parsing it; `undefined` if it is not JSON. */
export type FieldReader = (bytes: Buffer, start: number) => CooperativeTask<ReadField | undefined>;
