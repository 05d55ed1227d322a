import {
  type CooperativeTask,
  type FieldReader,
  JsonCursor,
  members,
  type ValueKind,
} from "./json-cursor.ts";

/** A JSON value that was checked but not parsed. */
export class RawJson {
  readonly kind: ValueKind;
  readonly #message: Buffer;
  readonly #start: number;
  readonly #end: number;

  constructor(kind: ValueKind, message: Buffer, start: number, end: number) {
    this.kind = kind;
    this.#message = message;
    this.#start = start;
    this.#end = end;
  }

  get bytes(): number {
    return this.#end - this.#start;
  }

  get text(): string {
    return this.#message.toString("utf8", this.#start, this.#end);
  }
}

export const readRaw: FieldReader = function* (message, start) {
  const cursor = new JsonCursor(message, start, 0);
  const kind = cursor.next();
  if ((yield* cursor.value()) === undefined) return undefined;
  return { value: new RawJson(kind, message, start, cursor.at), end: cursor.at };
};

/** JSON in UTF-8, in consecutive pieces, so that existing bytes are not copied together. */
export type JsonText = readonly Buffer[];

export const bytesOf = (text: JsonText): number => {
  let bytes = 0;
  for (const piece of text) bytes += piece.length;
  return bytes;
};

export interface MemberValue {
  readonly kind: ValueKind;
  readonly start: number;
  readonly end: number;
}

/**
 * Finds members of a message by name; among duplicates the last one counts, as for every JSON reader. The whole
 * message is checked: `undefined` if it is not an object in JSON.
 */
export function* findMembers(
  message: Buffer,
  names: ReadonlySet<string>,
): CooperativeTask<ReadonlyMap<string, MemberValue> | undefined> {
  const cursor = new JsonCursor(message, 0, 0);
  if (cursor.next() !== "object") return undefined;
  const found = new Map<string, MemberValue>();
  for (const member of members(cursor)) {
    if (cursor.isDue()) yield;
    const kind = cursor.next();
    const start = cursor.at;
    if ((yield* cursor.value()) === undefined) return undefined;
    if (names.has(member.key)) found.set(member.key, { kind, start, end: cursor.at });
  }
  return cursor.isBroken || !cursor.isAtEnd() ? undefined : found;
}

/** A message with a number in place of a member's value; nothing else changes, and nothing is copied. */
export const withNumber = (
  message: Buffer,
  { start, end }: MemberValue,
  number: number,
): JsonText => [message.subarray(0, start), Buffer.from(String(number)), message.subarray(end)];
