import { JsonCursor, type ValueKind } from "../plan/raw-json/json-cursor.ts";
import type { JsonText } from "./json-text.ts";
import type { CooperativeTask } from "./steps.ts";

/** Where the value of a member stands, and of which kind it is. */
export interface MemberValue {
  readonly kind: ValueKind;
  readonly start: number;
  readonly end: number;
}

/**
 * Finds members of a message that is one object, by their names; of a name that stands twice the last counts, as for
 * every reader of JSON. The whole message is checked: `undefined` where it is no JSON, or no object.
 */
export function* findMembers(
  message: Buffer,
  names: ReadonlySet<string>,
): CooperativeTask<ReadonlyMap<string, MemberValue> | undefined> {
  const cursor = new JsonCursor(message, 0, 0);
  if (cursor.next() !== "object") return undefined;
  const found = new Map<string, MemberValue>();
  cursor.enter();
  for (let member = cursor.nextMember(); member !== undefined; member = cursor.nextMember()) {
    if (cursor.isDue()) yield;
    const kind = cursor.next();
    const start = cursor.at;
    if ((yield* cursor.value()) === undefined) return undefined;
    if (names.has(member.key)) found.set(member.key, { kind, start, end: cursor.at });
  }
  return cursor.isBroken || !cursor.isAtEnd() ? undefined : found;
}

/** A message with another number where a member's value stands; nothing else of it is touched, and nothing is copied. */
export const withNumber = (
  message: Buffer,
  { start, end }: MemberValue,
  number: number,
): JsonText => [message.subarray(0, start), Buffer.from(String(number)), message.subarray(end)];
