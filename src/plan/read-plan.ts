import { type Either, left, right } from "fp-ts/lib/Either.js";
import { CompactCopy } from "./raw-json/compact-copy.ts";
import {
  type CooperativeTask,
  type FieldReader,
  JsonCursor,
  type ValueKind,
} from "./raw-json/json-cursor.ts";
import {
  type Draft,
  type DraftList,
  type DraftMember,
  type Problem,
  SubmittedPlan,
} from "./draft.ts";
import { comma, nameOfKey } from "./raw-json/tokens.ts";
import type { LimitViolation } from "./raw-json/container-scan.ts";
import { listFields } from "./plan-codecs.ts";
import { chunkBytes } from "./text/chunk.ts";

/** Below this part of its message a plan is copied, so that the message can be freed. */
const maxKept = 0.75;

/** A member as it is in a message. */
interface SeenMember {
  readonly name: string;
  /** The key's first quote, and behind its last one. */
  readonly start: number;
  readonly keyEnd: number;
  readonly end: number;
  /** Bytes without white space. */
  readonly bytes: number;
  /** For a list. */
  readonly list: DraftList | undefined;
}

/** A member at `start` of a text without white space. */
const draftMember = (
  { name, start, keyEnd, bytes, list }: SeenMember,
  at: number,
): DraftMember => ({
  name,
  start: at,
  valueStart: at + keyEnd - start + 1,
  end: at + bytes,
  list,
});

/** The members of a plan without white space: in the message itself, unless that would keep much else in memory. */
function* keptMembers(
  message: Buffer,
  seen: readonly SeenMember[],
  bytes: number,
): CooperativeTask<Pick<Draft, "source" | "members">> {
  const isCompact = seen.every((member) => member.bytes === member.end - member.start);
  if (isCompact && bytes >= maxKept * message.buffer.byteLength)
    return { source: message, members: seen.map((member) => draftMember(member, member.start)) };
  const copy = new CompactCopy(bytes);
  const members: DraftMember[] = [];
  for (const member of seen) {
    copy.put(comma);
    members.push(draftMember(member, copy.bytes));
    yield* copy.add(message, member.start, member.end);
  }
  return { source: copy.into, members };
}

export interface PlanLimits {
  /** Bytes of the plan as compact JSON in UTF-8, without its `rev`. */
  readonly planBytes: number;
  /** Levels of nesting; the plan itself is the first. */
  readonly planDepth: number;
}

/** Far more than the editor nests; plans from other programs may be deeper. */
export const planLimits = { planDepth: 128 };

/** For plans that are stored: they were within the limits of their time. */
export const noLimits = { planBytes: Infinity, planDepth: 4096 };

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
  readonly list: DraftList | undefined;
  /** For `backgrounds`: the first bad entry. */
  readonly problem: Problem | null;
}

function* readField(cursor: JsonCursor, key: string): CooperativeTask<SeenField | undefined> {
  const kind = cursor.next();
  if (key === "backgrounds" && kind === "object") {
    const problem = yield* readBackgrounds(cursor);
    return problem === undefined ? undefined : { kind, list: undefined, problem };
  }
  const count = yield* cursor.value(chunkBytes);
  if (count === undefined) return undefined;
  const list = kind === "list" ? { cuts: cursor.cuts, count } : undefined;
  return { kind, list, problem: null };
}

const documented = new Set<string>([...listFields, "backgrounds"]);

/** Whether the type of a plan's member is checked. */
export const isDocumented = (name: string): boolean => documented.has(name);

const wrongType = (field: string, expected: ValueKind, seen: SeenField): Problem | undefined => {
  if (seen.kind === expected || seen.kind === "null") return seen.problem ?? undefined;
  return { path: [field], what: `expected ${expected === "list" ? "array" : expected}` };
};

export const tooDeep = ({ planDepth }: PlanLimits): string =>
  `nested deeper than plan-depth, ${planDepth} levels`;

/** What is wrong with a value that the reader's limits forbid. */
export const problemOfViolation = (
  { kind, path }: LimitViolation,
  limits: PlanLimits,
): Problem => ({ path, what: kind === "out-of-range" ? "number out of range" : tooDeep(limits) });

/** What is wrong with a plan of so many bytes. */
export const tooLong = (bytes: number, { planBytes }: PlanLimits): Problem | undefined =>
  bytes <= planBytes
    ? undefined
    : { path: [], what: `${bytes} bytes as JSON, more than plan-bytes, ${planBytes}` };

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
  return tooLong(bytes, limits);
};

/** Reads a plan that is an object. `undefined` if it is not JSON. */
function* readObject(
  cursor: JsonCursor,
  limits: PlanLimits,
): CooperativeTask<Either<Problem, Draft> | undefined> {
  const fields = new Map<string, SeenField>();
  const members: SeenMember[] = [];
  let bytes = 1;
  cursor.enter();
  for (let member = cursor.nextMember(); member !== undefined; member = cursor.nextMember()) {
    if (cursor.isDue()) yield;
    const { key, start, end, spaces } = member;
    const seen = yield* readField(cursor, key);
    if (seen === undefined) return undefined;
    if (isDocumented(key)) fields.set(key, seen);
    if (key === "rev") continue;
    const own = cursor.at - start - (cursor.spaces - spaces);
    const name = nameOfKey(key, cursor.bytes, start, end);
    members.push({ name, start, keyEnd: end, end: cursor.at, bytes: own, list: seen.list });
    // With the comma or brace behind it.
    bytes += own + 1;
  }
  if (cursor.isBroken) return undefined;
  bytes = Math.max(2, bytes);
  const problem = problemIn(fields, cursor.trouble, bytes, limits);
  if (problem !== undefined) return left(problem);
  return right({ ...(yield* keptMembers(cursor.bytes, members, bytes)), bytes });
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
