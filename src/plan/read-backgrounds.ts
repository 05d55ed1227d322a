import type { JsonCursor } from "./raw-json/json-cursor.ts";
import type { CooperativeTask } from "../raw-json/steps.ts";
import type { Problem } from "./draft.ts";

/** So many entries may be wrong and set right by a later one with the same key; those beyond are wrong all the same. */
const mostProblems = 1000;

/** What may be wrong with an entry; each is one object for all, since there may be millions. */
const noObject: Problem = { path: [], what: "expected object" };
const noString: Problem = { path: ["url"], what: "expected string" };

/** What is wrong with one entry, whose value comes next, or null; `undefined` where there is no JSON. */
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
 * Reads the `backgrounds` of a plan, an object that comes next: the first thing
 * that is wrong with an entry, or null. Where a key stands twice the last one
 * counts, so that a problem may be gone again. `undefined` where there is no JSON.
 */
export function* readBackgrounds(cursor: JsonCursor): CooperativeTask<Problem | null | undefined> {
  const problems = new Map<string, Problem>();
  /** The first beyond those. */
  let more: readonly [string, Problem] | undefined;
  cursor.enter();
  for (let member = cursor.nextMember(); member !== undefined; member = cursor.nextMember()) {
    if (cursor.isDue()) yield;
    const { key } = member;
    const problem = yield* problemOfEntry(cursor);
    if (problem === undefined) return undefined;
    if (problem === null) problems.delete(key);
    else if (problems.size < mostProblems || problems.has(key)) problems.set(key, problem);
    else more ??= [key, problem];
  }
  if (cursor.isBroken) return undefined;
  const [first = more] = problems;
  if (first === undefined) return null;
  const [key, { path, what }] = first;
  return { path: ["backgrounds", key, ...path], what };
}
