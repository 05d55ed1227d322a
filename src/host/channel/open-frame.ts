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

/** A message whose grammar is checked. */
export class RawMessage {
  /** By their names; where one stood twice, the last. Undefined where the message is no object: then it is no command, and nothing of it is parsed. */
  readonly #fields: ReadonlyMap<string, unknown> | undefined;
  readonly #readers: ReadonlyMap<string, FieldReader>;

  constructor(
    fields: ReadonlyMap<string, unknown> | undefined,
    readers: ReadonlyMap<string, FieldReader>,
  ) {
    this.#fields = fields;
    this.#readers = readers;
  }

  /** The message, with what readers read in place of their fields' values, and what else is long as raw JSON. */
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
  if (cursor.next() !== "object")
    return (yield* cursor.value()) === undefined ? undefined : new RawMessage(undefined, readers);
  const fields = new Map<string, unknown>();
  const isJson = yield* cursor.members(function* ({ key }) {
    cursor.next();
    const field = yield* (readers.get(key) ?? readRaw)(cursor.bytes, cursor.at);
    if (field === undefined) return false;
    const isKept = fields.size < mostFields || fields.has(key);
    if (isKept || alwaysKept.has(key) || readers.has(key)) fields.set(key, field.value);
    cursor.at = field.end;
    return true;
  });
  return isJson ? new RawMessage(fields, readers) : undefined;
}

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
): Steps<readonly RawMessage[] | undefined> {
  const cursor = new JsonCursor(frame, 0, 0);
  const messages: RawMessage[] = [];
  const open = function* (): Steps<boolean> {
    if (messages.length > most) return (yield* cursor.value()) !== undefined;
    const message = yield* openMessage(cursor, readers);
    if (message === undefined) return false;
    messages.push(message);
    return true;
  };
  const isJson = cursor.next() === "list" ? yield* cursor.elements(open) : yield* open();
  return isJson && cursor.isAtEnd() ? messages : undefined;
}
