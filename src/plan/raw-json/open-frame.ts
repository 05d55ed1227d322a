import { type CooperativeTask, type FieldReader, JsonCursor } from "./json-cursor.ts";
import { RawJson } from "./raw-json.ts";

/** The longest field that is parsed without a reader: parsing a longer one could block everybody. */
const maxParsedBytes = 16 * 1024;

/**
 * The most field names kept of a message. No command has as many fields, so a message with more is refused for any of
 * them.
 */
const maxFields = 1000;

/** The fields that every command has; they are kept whatever precedes them. */
const alwaysKept = new Set(["id", "type"]);

/** Limits on what is read of a frame. */
interface FrameLimits {
  /** Commands in one array; one more is read, to show that there are too many. */
  readonly messageCommands: number;
  /** Levels of nesting in a message, itself included. */
  readonly messageDepth: number;
}

/** One message of a frame, which is valid JSON. */
export interface OpenedMessage {
  /** Its bytes, as they came. */
  readonly bytes: Buffer;
  /** Whether it is nested too deep. Then only its texts and numbers are parsed. */
  readonly isTooDeep: boolean;
  /**
   * The message, with its readers' results as the values of their fields, and other long fields as raw JSON; null if
   * it is not an object.
   */
  readonly parse: () => unknown;
}

const parsed = (value: RawJson, isTooDeep: boolean): unknown => {
  const isContainer = value.kind === "object" || value.kind === "list";
  return value.bytes > maxParsedBytes || (isTooDeep && isContainer)
    ? value
    : JSON.parse(value.text);
};

/** A message that is only partly parsed. */
class RawMessage implements OpenedMessage {
  readonly bytes: Buffer;
  readonly isTooDeep: boolean;
  /**
   * By name; among duplicates the last one counts. Undefined if the message is not an object: then it is not a
   * command, and stays unparsed.
   */
  readonly #fields: ReadonlyMap<string, unknown> | undefined;
  readonly #readers: ReadonlyMap<string, FieldReader>;

  /** The message from `start` to the cursor's position. */
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
    const isKept = fields.size < maxFields || fields.has(key);
    if (isKept || alwaysKept.has(key) || reader !== undefined) fields.set(key, value);
  }
  return cursor.isBroken ? undefined : new RawMessage(cursor, begin, fields, readers);
}

/**
 * Reads a frame in one pass: a message, or an array, of which as many messages as allowed, and one more, are kept.
 * Fields with a reader are not parsed; the rest of a message is parsed when its turn comes. `undefined` if the frame
 * is not JSON, exactly when `JSON.parse` would throw.
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
    // One cursor per message: the depth of one says nothing about the next.
    const within = new JsonCursor(frame, cursor.at, messageDepth);
    const message = yield* openMessage(within, readers);
    if (message === undefined) return undefined;
    messages.push(message);
    cursor.at = within.at;
  }
  return cursor.isBroken || !cursor.isAtEnd() ? undefined : messages;
}
