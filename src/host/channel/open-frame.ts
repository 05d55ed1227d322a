import { isLeft, tryCatch } from "fp-ts/lib/Either.js";
import { anyObject } from "../../codec/basic.ts";
import type { FieldReader } from "../../raw-json/field-reader.ts";
import { JsonCursor } from "../../raw-json/json-cursor.ts";
import { RawJson, readRaw } from "../../raw-json/raw-json.ts";
import type { Steps } from "../../raw-json/steps.ts";

/** No field without a reader is longer; to parse one could keep everybody waiting. */
const mostParsedBytes = 16 * 1024;

/** So many names of fields are kept of a message; no command has as many, so one that has more is refused for any of them. */
const mostFields = 1000;

/** What a command must have; they are kept whatever stands before them. */
const alwaysKept = new Set(["id", "type"]);

/** A message of a frame that is JSON. */
export interface OpenedMessage {
  /** The message, with what readers read in place of their fields' values, and what else is long as raw JSON; null where it is no object. */
  readonly parse: () => unknown;
  /** Its bytes, which are those that came unless it is one of several short ones. */
  readonly bytes: () => Buffer;
}

/** A message of which not all is to be parsed. */
class RawMessage implements OpenedMessage {
  /** By their names; where one stood twice, the last. Undefined where the message is no object: then it is no command, and nothing of it is parsed. */
  readonly #fields: ReadonlyMap<string, unknown> | undefined;
  readonly #readers: ReadonlyMap<string, FieldReader>;
  readonly #bytes: Buffer;

  constructor(
    fields: ReadonlyMap<string, unknown> | undefined,
    readers: ReadonlyMap<string, FieldReader>,
    bytes: Buffer,
  ) {
    this.#fields = fields;
    this.#readers = readers;
    this.#bytes = bytes;
  }

  bytes(): Buffer {
    return this.#bytes;
  }

  parse(): unknown {
    if (this.#fields === undefined) return null;
    return Object.fromEntries(
      Array.from(this.#fields, ([key, value]) => [
        key,
        !this.#readers.has(key) && value instanceof RawJson && value.bytes <= mostParsedBytes
          ? JSON.parse(value.text)
          : value,
      ]),
    );
  }
}

function* openMessage(
  cursor: JsonCursor,
  readers: ReadonlyMap<string, FieldReader>,
): Steps<RawMessage | undefined> {
  const isObject = cursor.next() === "object";
  const { at: begin } = cursor;
  const opened = (kept: ReadonlyMap<string, unknown> | undefined): RawMessage =>
    new RawMessage(kept, readers, cursor.bytes.subarray(begin, cursor.at));
  if (!isObject) return (yield* cursor.value()) === undefined ? undefined : opened(undefined);
  const fields = new Map<string, unknown>();
  cursor.enter();
  for (let member = cursor.nextMember(); member !== undefined; member = cursor.nextMember()) {
    if (cursor.isDue()) yield;
    const { key } = member;
    const kind = cursor.next();
    const { at: start, bytes } = cursor;
    const reader = readers.get(key);
    const field =
      reader === undefined && cursor.scalar() === true
        ? { value: new RawJson(kind, bytes, start, cursor.at), end: cursor.at }
        : yield* (reader ?? readRaw)(bytes, start);
    if (field === undefined) return undefined;
    const isKept = fields.size < mostFields || fields.has(key);
    if (isKept || alwaysKept.has(key) || readers.has(key)) fields.set(key, field.value);
    cursor.at = field.end;
  }
  return cursor.isBroken ? undefined : opened(fields);
}

/** Whether a frame is short, and no reader can find a field in it: most are commands of a few words. */
const isForParsing = (frame: Buffer, readers: ReadonlyMap<string, FieldReader>): boolean => {
  if (frame.length > mostParsedBytes || frame.includes("\\")) return false;
  for (const name of readers.keys()) if (frame.includes(name)) return false;
  return true;
};

const parsedAtOnce = (frame: Buffer, most: number): readonly OpenedMessage[] | undefined => {
  const parsed = tryCatch(
    (): unknown => JSON.parse(frame.toString("utf8")),
    () => undefined,
  );
  if (isLeft(parsed)) return undefined;
  const isArray = Array.isArray(parsed.right);
  const messages: readonly unknown[] = Array.isArray(parsed.right) ? parsed.right : [parsed.right];
  return messages.slice(0, most + 1).map((message) => ({
    parse: () => (anyObject.is(message) ? message : null),
    bytes: () => (isArray ? Buffer.from(JSON.stringify(message)) : frame),
  }));
};

/**
 * Takes a frame apart in one pass over its bytes: a message, or an array of
 * which `most` and one more are kept. What a reader takes is not parsed; the
 * rest of a message is parsed when its turn comes. `undefined` where the frame is no
 * JSON, which is so exactly where `JSON.parse` throws.
 */
export function* openFrame(
  frame: Buffer,
  readers: ReadonlyMap<string, FieldReader>,
  most: number,
): Steps<readonly OpenedMessage[] | undefined> {
  if (isForParsing(frame, readers)) return parsedAtOnce(frame, most);
  const cursor = new JsonCursor(frame, 0, 0);
  const messages: RawMessage[] = [];
  if (cursor.next() !== "list") {
    const message = yield* openMessage(cursor, readers);
    return message !== undefined && cursor.isAtEnd() ? [message] : undefined;
  }
  cursor.enter();
  while (cursor.nextElement()) {
    if (cursor.isDue()) yield;
    if (messages.length > most) {
      if ((yield* cursor.value()) === undefined) return undefined;
      continue;
    }
    const message = yield* openMessage(cursor, readers);
    if (message === undefined) return undefined;
    messages.push(message);
  }
  return cursor.isBroken || !cursor.isAtEnd() ? undefined : messages;
}
