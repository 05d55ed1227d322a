import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { LimitViolation } from "./raw-json/container-scan.ts";
import type { FieldReader } from "../raw-json/field-reader.ts";
import { JsonCursor, type ValueKind } from "./raw-json/json-cursor.ts";
import type { CooperativeTask } from "../raw-json/steps.ts";
import { countsOf, type Draft, type Problem, SubmittedPlan } from "./draft.ts";
import { KeptText } from "./kept-text.ts";
import { listFields } from "./plan-codecs.ts";
import type { PlanLimits } from "./plan-limits.ts";
import { readBackgrounds } from "./read-backgrounds.ts";

/** What was seen of a documented field; where it stands twice, the last one counts, as for every JSON reader. */
interface SeenField {
  readonly kind: ValueKind;
  /** Elements, of a list. */
  readonly count: number;
  /** The first thing that is wrong with its entries, of `backgrounds`. */
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

const troubleOf = ({ kind, path }: LimitViolation, { planDepth }: PlanLimits): Problem => ({
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
  if (trouble !== undefined) return troubleOf(trouble, limits);
  if (bytes <= limits.planBytes) return undefined;
  return {
    path: [],
    what: `${bytes} bytes as JSON, more than plan-bytes, ${limits.planBytes}`,
  };
};

/** A plan that is an object, from its first byte to its last. `undefined` where there is no JSON. */
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
    // With what follows it, a comma or the closing brace.
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
 * Reads a submitted plan in one pass over its bytes: finds whether it is JSON,
 * whether it may be stored, how many rooms and items it has, and its text
 * without `rev`, which the service gives. It is never parsed.
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
