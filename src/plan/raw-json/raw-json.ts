import type { FieldReader } from "../../raw-json/field-reader.ts";
import { JsonCursor, type ValueKind } from "./json-cursor.ts";

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
