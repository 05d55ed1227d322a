import type { JsonCursor } from "../raw-json/json-cursor.ts";
import type { Steps } from "../raw-json/steps.ts";
import type { Problem } from "./draft.ts";

/** What is wrong with one entry, whose value comes next; `undefined` where there is no JSON. */
function* problemOfEntry(cursor: JsonCursor): Steps<readonly Problem[] | undefined> {
  const kind = cursor.next();
  if (kind !== "object") {
    const isJson = (yield* cursor.value()) !== undefined;
    if (!isJson) return undefined;
    return kind === "null" ? [] : [{ path: [], what: "expected object" }];
  }
  let hasUrl = true;
  const isJson = yield* cursor.members(function* ({ key }) {
    const inner = cursor.next();
    if (key === "url") hasUrl = inner === "string" || inner === "null";
    return (yield* cursor.value()) !== undefined;
  });
  if (!isJson) return undefined;
  return hasUrl ? [] : [{ path: ["url"], what: "expected string" }];
}

/**
 * Reads the `backgrounds` of a plan, an object that comes next: what is wrong
 * with each entry, by its key. Where a key stands twice the last one counts, so
 * that a problem may be gone again. `undefined` where there is no JSON.
 */
export function* readBackgrounds(
  cursor: JsonCursor,
): Steps<ReadonlyMap<string, Problem> | undefined> {
  const problems = new Map<string, Problem>();
  const isJson = yield* cursor.members(function* ({ key }) {
    const found = yield* problemOfEntry(cursor);
    if (found === undefined) return false;
    const [problem] = found;
    if (problem === undefined) problems.delete(key);
    else problems.set(key, { ...problem, path: ["backgrounds", key, ...problem.path] });
    return true;
  });
  return isJson ? problems : undefined;
}
