import {
  type CooperativeTask,
  type FieldReader,
  JsonCursor,
  members,
  type ValueKind,
} from "./json-cursor.ts";

/** A value of JSON that was checked and not parsed. */
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

  /** Bytes of it, as it came. */
  get bytes(): number {
    return this.#end - this.#start;
  }

  /** The text, as it came. */
  get text(): string {
    return this.#message.toString("utf8", this.#start, this.#end);
  }
}

/** Reads a value of any kind as raw JSON. */
export const readRaw: FieldReader = function* (message, start) {
  const cursor = new JsonCursor(message, start, 0);
  const kind = cursor.next();
  if ((yield* cursor.value()) === undefined) return undefined;
  return { value: new RawJson(kind, message, start, cursor.at), end: cursor.at };
};

/** JSON text in UTF-8, in pieces that follow one another, so that bytes that are there already need not be copied together. */
export type JsonText = readonly Buffer[];

/** Bytes of all pieces. */
export const bytesOf = (text: JsonText): number => {
  let bytes = 0;
  for (const piece of text) bytes += piece.length;
  return bytes;
};

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
  for (const member of members(cursor)) {
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
