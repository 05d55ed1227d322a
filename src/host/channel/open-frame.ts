import { anyObject } from "../../codec/basic.ts";
import type { FieldReader, ReadField } from "../../raw-json/field-reader.ts";
import { JsonCursor } from "../../raw-json/json-cursor.ts";
import { RawJson, readRaw } from "../../raw-json/raw-json.ts";
import type { Steps } from "../../raw-json/steps.ts";

/** A field that is not parsed, and where its value stands. */
interface TakenOut extends ReadField {
  readonly key: string;
  readonly start: number;
}

/** No field without a reader is an object or a list that is longer; to parse one could keep everybody waiting. */
const mostParsedBytes = 16 * 1024;

const isLong = (value: unknown): boolean =>
  value instanceof RawJson &&
  (value.kind === "object" || value.kind === "list") &&
  value.bytes > mostParsedBytes;

/** A message as it stands in its frame, whose grammar is checked. */
export class RawMessage {
  readonly #frame: Buffer;
  readonly #start: number;
  readonly #end: number;
  readonly #takenOut: readonly TakenOut[];

  constructor(frame: Buffer, start: number, end: number, takenOut: readonly TakenOut[]) {
    this.#frame = frame;
    this.#start = start;
    this.#end = end;
    this.#takenOut = takenOut;
  }

  /** The message, with what readers read in place of their fields' values, and long objects and lists as raw JSON. */
  parse(): unknown {
    let text = "";
    let at = this.#start;
    for (const { start, end } of this.#takenOut) {
      text += `${this.#frame.toString("utf8", at, start)}null`;
      at = end;
    }
    const message: unknown = JSON.parse(text + this.#frame.toString("utf8", at, this.#end));
    if (!anyObject.is(message)) return message;
    const taken = this.#takenOut.map(({ key, value }) => [key, value] as const);
    return { ...message, ...Object.fromEntries(taken) };
  }
}

/** Stands for a message that is no object: none is a command, so nothing of it is parsed. */
const noObject = new RawMessage(Buffer.from("null"), 0, 4, []);

function* openMessage(
  cursor: JsonCursor,
  readers: ReadonlyMap<string, FieldReader>,
): Steps<RawMessage | undefined> {
  if (cursor.next() !== "object")
    return (yield* cursor.value()) === undefined ? undefined : noObject;
  const { at: start, bytes: frame } = cursor;
  const takenOut: TakenOut[] = [];
  const isJson = yield* cursor.members(function* ({ key }) {
    cursor.next();
    const reader = readers.get(key);
    const field = yield* (reader ?? readRaw)(frame, cursor.at);
    if (field === undefined) return false;
    if (reader !== undefined || isLong(field.value))
      takenOut.push({ key, start: cursor.at, ...field });
    cursor.at = field.end;
    return true;
  });
  return isJson ? new RawMessage(frame, start, cursor.at, takenOut) : undefined;
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
    const message = yield* openMessage(cursor, readers);
    if (message === undefined) return false;
    if (messages.length <= most) messages.push(message);
    return true;
  };
  const isJson = cursor.next() === "list" ? yield* cursor.elements(open) : yield* open();
  return isJson && cursor.isAtEnd() ? messages : undefined;
}
