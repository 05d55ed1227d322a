import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { JsonText } from "./raw-json/raw-json.ts";
import {
  type CooperativeTask,
  type FieldReader,
  JsonCursor,
  type ValueKind,
} from "./raw-json/json-cursor.ts";
import { afterString, comma, quote, space } from "./raw-json/tokens.ts";
import { countsOf, type Draft, type Problem, SubmittedPlan } from "./stored-plan.ts";
import type { LimitViolation } from "./raw-json/container-scan.ts";
import { listFields } from "./plan-codecs.ts";

const closingBrace = Buffer.from("}");

/** Bytes copied between two yields. */
const stepBytes = 64 * 1024;

/** Below this part of its message a plan is copied, so that the message can be freed. */
const maxKept = 0.75;

/** Longer strings are copied by the library, which is slow to start and fast then. */
const longToken = 256;

/** The members of a plan that are kept, as they are in the message. */
class KeptText {
  readonly #message: Buffer;
  /** Start and end of each run of adjacent members, alternating. */
  readonly #runs: number[] = [];

  constructor(message: Buffer) {
    this.#message = message;
  }

  /** Adds a member, from its key to the end of its value. */
  add(start: number, end: number): void {
    const last = this.#runs.length - 1;
    const isNext = this.#runs[last] === start - 1;
    if (isNext) this.#runs[last] = end;
    else this.#runs.push(start, end);
  }

  /**
   * The members and the closing brace, which is right before `end` in the message, as `bytes` bytes of compact JSON.
   * Bytes that are adjacent in the message are not copied, unless they would keep much else in memory.
   */
  *text(end: number, spaces: number, bytes: number): CooperativeTask<JsonText> {
    const isCompact = spaces === 0 && this.#runs.length <= 4;
    const keepsMuch = bytes < maxKept * this.#message.buffer.byteLength;
    return isCompact && !keepsMuch ? this.#pieces(end) : [yield* this.#copy(bytes)];
  }

  #pieces(end: number): JsonText {
    const runs = this.#runs;
    const pieces: Buffer[] = [];
    for (let run = 0; run < runs.length; run += 2) {
      const start = runs[run] ?? 0;
      // With the preceding comma, and the brace behind it.
      const stop = runs[run + 1] === end - 1 ? end : runs[run + 1];
      pieces.push(this.#message.subarray(run === 0 ? start : start - 1, stop));
    }
    return runs.at(-1) === end - 1 ? pieces : [...pieces, closingBrace];
  }

  *#copy(bytes: number): CooperativeTask<Buffer> {
    const message = this.#message;
    const runs = this.#runs;
    const into = Buffer.allocUnsafe(bytes);
    let to = 0;
    let rest = stepBytes + (runs[0] ?? 0);
    for (let run = 0; run < runs.length; run += 2) {
      if (run > 0) into[to++] = comma;
      const end = runs[run + 1] ?? 0;
      let at = runs[run] ?? 0;
      while (at < end) {
        const byte = message[at] ?? 0;
        const stop = byte === quote ? afterString(message, at) : at + 1;
        if (stop - at > stepBytes) yield;
        if (stop - at > longToken) to += message.copy(into, to, at, stop);
        else if (byte > space)
          for (let from = at; from < stop; from += 1) into[to++] = message[from] ?? 0;
        at = stop;
        if (at < rest) continue;
        rest = at + stepBytes;
        yield;
      }
    }
    closingBrace.copy(into, to);
    return into;
  }
}

export interface PlanLimits {
  /** Bytes of the plan as compact JSON in UTF-8, without its `rev`. */
  readonly planBytes: number;
  /** Levels of nesting; the plan itself is the first. */
  readonly planDepth: number;
}

/** Far more than the editor nests; plans from other programs may be deeper. */
export const planLimits = { planDepth: 128 };

/** How many bad entries a later duplicate of their keys may correct; the rest stay bad. */
const maxProblems = 1000;

/** Shared objects, since there may be millions. */
const noObject: Problem = { path: [], what: "expected object" };
const noString: Problem = { path: ["url"], what: "expected string" };

/** What is wrong with the next value as an entry, or null; `undefined` if it is not JSON. */
function* problemOfEntry(cursor: JsonCursor): CooperativeTask<Problem | null | undefined> {
  const kind = cursor.next();
  if (kind !== "object") {
    if ((yield* cursor.value()) === undefined) return undefined;
    return kind === "null" ? null : noObject;
  }
  let hasUrl = true;
  cursor.enter();
  for (let member = cursor.nextMember(); member !== undefined; member = cursor.nextMember()) {
    if (cursor.isDue()) yield;
    const inner = cursor.next();
    if (member.key === "url") hasUrl = inner === "string" || inner === "null";
    if ((yield* cursor.value()) === undefined) return undefined;
  }
  if (cursor.isBroken) return undefined;
  return hasUrl ? null : noString;
}

/**
 * The first problem in the `backgrounds` of a plan, or null. Among duplicate keys the last one counts, so a later one
 * may correct a problem. `undefined` if it is not JSON.
 */
function* readBackgrounds(cursor: JsonCursor): CooperativeTask<Problem | null | undefined> {
  const problems = new Map<string, Problem>();
  let more: readonly [string, Problem] | undefined;
  cursor.enter();
  for (let member = cursor.nextMember(); member !== undefined; member = cursor.nextMember()) {
    if (cursor.isDue()) yield;
    const { key } = member;
    const problem = yield* problemOfEntry(cursor);
    if (problem === undefined) return undefined;
    if (problem === null) problems.delete(key);
    else if (problems.size < maxProblems || problems.has(key)) problems.set(key, problem);
    else more ??= [key, problem];
  }
  if (cursor.isBroken) return undefined;
  const [first = more] = problems;
  if (first === undefined) return null;
  const [key, { path, what }] = first;
  return { path: ["backgrounds", key, ...path], what };
}

/** A documented field; among duplicates the last one counts, as for every JSON reader. */
interface SeenField {
  readonly kind: ValueKind;
  /** For a list. */
  readonly count: number;
  /** For `backgrounds`: the first bad entry. */
  readonly problem: Problem | null;
}

function* readField(cursor: JsonCursor, key: string): CooperativeTask<SeenField | undefined> {
  const kind = cursor.next();
  if (key === "backgrounds" && kind === "object") {
    const problem = yield* readBackgrounds(cursor);
    return problem === undefined ? undefined : { kind, count: 0, problem };
  }
  const count = yield* cursor.value();
  return count === undefined ? undefined : { kind, count, problem: null };
}

const isDocumented = new Set<string>([...listFields, "backgrounds"]);

const wrongType = (field: string, expected: ValueKind, seen: SeenField): Problem | undefined => {
  if (seen.kind === expected || seen.kind === "null") return seen.problem ?? undefined;
  return { path: [field], what: `expected ${expected === "list" ? "array" : expected}` };
};

const problemOfViolation = (
  { kind, path }: LimitViolation,
  { planDepth }: PlanLimits,
): Problem => ({
  path,
  what:
    kind === "out-of-range"
      ? "number out of range"
      : `nested deeper than plan-depth, ${planDepth} levels`,
});

const problemIn = (
  fields: ReadonlyMap<string, SeenField>,
  trouble: LimitViolation | undefined,
  bytes: number,
  limits: PlanLimits,
): Problem | undefined => {
  for (const field of [...listFields, "backgrounds"]) {
    const seen = fields.get(field);
    const problem = seen && wrongType(field, field === "backgrounds" ? "object" : "list", seen);
    if (problem !== undefined) return problem;
  }
  if (trouble !== undefined) return problemOfViolation(trouble, limits);
  if (bytes <= limits.planBytes) return undefined;
  return {
    path: [],
    what: `${bytes} bytes as JSON, more than plan-bytes, ${limits.planBytes}`,
  };
};

/** Reads a plan that is an object. `undefined` if it is not JSON. */
function* readObject(
  cursor: JsonCursor,
  limits: PlanLimits,
): CooperativeTask<Either<Problem, Draft> | undefined> {
  const fields = new Map<string, SeenField>();
  const kept = new KeptText(cursor.bytes);
  let bytes = 1;
  cursor.enter();
  for (let member = cursor.nextMember(); member !== undefined; member = cursor.nextMember()) {
    if (cursor.isDue()) yield;
    const { key, start, spaces } = member;
    const seen = yield* readField(cursor, key);
    if (seen === undefined) return undefined;
    if (isDocumented.has(key)) fields.set(key, seen);
    if (key === "rev") continue;
    kept.add(start, cursor.at);
    // With the comma or brace behind it.
    bytes += cursor.at - start - (cursor.spaces - spaces) + 1;
  }
  if (cursor.isBroken) return undefined;
  bytes = Math.max(2, bytes);
  const problem = problemIn(fields, cursor.trouble, bytes, limits);
  if (problem !== undefined) return left(problem);
  const rest = yield* kept.text(cursor.at, cursor.spaces, bytes - 1);
  return right({ rest, bytes, ...countsOf((list) => fields.get(list)?.count ?? 0) });
}

/**
 * Reads a submitted plan in one pass: whether it is JSON, whether it may be stored, its rooms and items, and its text
 * without `rev`, which the service assigns. It is never parsed.
 */
export const readPlan = (limits: PlanLimits): FieldReader =>
  function* (message, start) {
    const cursor = new JsonCursor(message, start, limits.planDepth);
    if (cursor.next() === "object") {
      const draft = yield* readObject(cursor, limits);
      return draft && { value: new SubmittedPlan(draft), end: cursor.at };
    }
    if ((yield* cursor.value()) === undefined) return undefined;
    const value = new SubmittedPlan(left({ path: [], what: "expected object" }));
    return { value, end: cursor.at };
  };
