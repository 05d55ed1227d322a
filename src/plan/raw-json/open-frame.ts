import { type CooperativeTask, type FieldReader, JsonCursor } from "./json-cursor.ts";
import { RawJson } from "./raw-json.ts";

/** No field without a reader is longer; to parse one could keep everybody waiting. */
const mostParsedBytes = 16 * 1024;

/** So many names of fields are kept of a message; no command has as many, so one that has more is refused for any of them. */
const mostFields = 1000;

/** What a command must have; they are kept whatever stands before them. */
const alwaysKept = new Set(["id", "type"]);

/** How much of a frame is opened. */
interface FrameLimits {
  /** Commands in one array; one more is opened, by which it is seen that there are too many. */
  readonly messageCommands: number;
  /** Levels of nesting in a message, itself included. */
  readonly messageDepth: number;
}

/** A message of a frame that is JSON. */
export interface OpenedMessage {
  /** Its bytes, as they came. */
  readonly bytes: Buffer;
  /** Whether it is nested deeper than it may be. What it holds is not parsed then, but for texts and numbers. */
  readonly isTooDeep: boolean;
  /** The message, with what readers read in place of their fields' values, and what else is long as raw JSON; null where it is no object. */
  readonly parse: () => unknown;
}

const parsed = (value: RawJson, isTooDeep: boolean): unknown => {
  const isContainer = value.kind === "object" || value.kind === "list";
  return value.bytes > mostParsedBytes || (isTooDeep && isContainer)
    ? value
    : JSON.parse(value.text);
};

/** A message of which not all is to be parsed. */
class RawMessage implements OpenedMessage {
  readonly bytes: Buffer;
  readonly isTooDeep: boolean;
  /** By their names; where one stood twice, the last. Undefined where the message is no object: then it is no command, and nothing of it is parsed. */
  readonly #fields: ReadonlyMap<string, unknown> | undefined;
  readonly #readers: ReadonlyMap<string, FieldReader>;

  /** The message that a cursor has gone past, and where it begins. */
  constructor(
    { bytes, at, isTooDeep }: JsonCursor,
    start: number,
    fields: ReadonlyMap<string, unknown> | undefined,
    readers: ReadonlyMap<string, FieldReader>,
  ) {
    this.bytes = bytes.subarray(start, at);
    this.isTooDeep = isTooDeep;
    this.#fields = fields;
    this.#readers = readers;
  }

  parse(): unknown {
    if (this.#fields === undefined) return null;
    return Object.fromEntries(
      Array.from(this.#fields, ([key, value]) => [
        key,
        !this.#readers.has(key) && value instanceof RawJson ? parsed(value, this.isTooDeep) : value,
      ]),
    );
  }
}

function* openMessage(
  cursor: JsonCursor,
  readers: ReadonlyMap<string, FieldReader>,
): CooperativeTask<RawMessage | undefined> {
  const isObject = cursor.next() === "object";
  const { at: begin, bytes } = cursor;
  if (!isObject)
    return (yield* cursor.value()) === undefined
      ? undefined
      : new RawMessage(cursor, begin, undefined, readers);
  const fields = new Map<string, unknown>();
  cursor.enter();
  for (let member = cursor.nextMember(); member !== undefined; member = cursor.nextMember()) {
    if (cursor.isDue()) yield;
    const { key } = member;
    const kind = cursor.next();
    const start = cursor.at;
    const reader = readers.get(key);
    let value: unknown;
    if (reader === undefined) {
      if ((yield* cursor.value()) === undefined) return undefined;
      value = new RawJson(kind, bytes, start, cursor.at);
    } else {
      const field = yield* reader(bytes, start);
      if (field === undefined) return undefined;
      value = field.value;
      cursor.at = field.end;
    }
    const isKept = fields.size < mostFields || fields.has(key);
    if (isKept || alwaysKept.has(key) || reader !== undefined) fields.set(key, value);
  }
  return cursor.isBroken ? undefined : new RawMessage(cursor, begin, fields, readers);
}

/**
 * Takes a frame apart in one pass over its bytes: a message, or an array of which as many as may be, and one more,
 * are kept. What a reader takes is not parsed; the rest of a message is parsed when its turn comes. `undefined`
 * where the frame is no JSON, which is so exactly where `JSON.parse` throws.
 */
export function* openFrame(
  frame: Buffer,
  readers: ReadonlyMap<string, FieldReader>,
  { messageCommands, messageDepth }: FrameLimits,
): CooperativeTask<readonly OpenedMessage[] | undefined> {
  const cursor = new JsonCursor(frame, 0, messageDepth);
  if (cursor.next() !== "list") {
    const message = yield* openMessage(cursor, readers);
    return message !== undefined && cursor.isAtEnd() ? [message] : undefined;
  }
  const messages: OpenedMessage[] = [];
  cursor.enter();
  while (cursor.nextElement()) {
    if (cursor.isDue()) yield;
    if (messages.length > messageCommands) {
      if ((yield* cursor.value()) === undefined) return undefined;
      continue;
    }
    // One for each: how deep a message is nested says nothing of the next.
    const within = new JsonCursor(frame, cursor.at, messageDepth);
    const message = yield* openMessage(within, readers);
    if (message === undefined) return undefined;
    messages.push(message);
    cursor.at = within.at;
  }
  return cursor.isBroken || !cursor.isAtEnd() ? undefined : messages;
}
