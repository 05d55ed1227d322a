import { isLeft } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { SchemaCodec } from "../../model/codec.ts";
import { type FieldReader, JsonCursor } from "../../plan/raw-json/json-cursor.ts";
import { RawJson, readRaw } from "../../plan/raw-json/raw-json.ts";

/** The longest text that is read: an entity's id has at most 255 characters, each of which may be written in six bytes. */
const longestBytes = 6 * 255 + 2;

const texts = t.array(t.string);

/**
 * A list of entities, which may be longer than other fields. The field is called `entity_ids`; `plan-entities` bounds
 * the list, since more of them than a plan may name are known to nobody.
 */
export class EntityList {
  readonly type: t.Type<string[], string[]>;
  readonly readers: Readonly<Record<"entity_ids", FieldReader>>;

  constructor(planEntities: number) {
    const bounded = new t.Type<string[]>(
      texts.name,
      texts.is,
      (given, context) => {
        const read = texts.validate(given, context);
        return !isLeft(read) && read.right.length > planEntities
          ? t.failure(given, context, `more than plan-entities, ${planEntities}`)
          : read;
      },
      t.identity,
    );
    this.type = new SchemaCodec(bounded, (schemaOf) => schemaOf(texts));
    this.readers = { entity_ids: readerOf(planEntities) };
  }
}

/** Reads a list element by element, so that nobody is held up by it; of what is beyond the limit one is kept. */
const readerOf = (most: number): FieldReader =>
  function* (message, start) {
    const cursor = new JsonCursor(message, start, 0);
    if (cursor.next() !== "list") return yield* readRaw(message, start);
    const ids: unknown[] = [];
    cursor.enter();
    while (cursor.nextElement()) {
      if (cursor.isDue()) yield;
      const kind = cursor.next();
      const { at: from } = cursor;
      if ((yield* cursor.value()) === undefined) return undefined;
      if (ids.length > most) continue;
      const raw = new RawJson(kind, message, from, cursor.at);
      if (kind !== "string") ids.push(raw);
      // What is longer is a text all the same, of which there is no entity.
      else ids.push(raw.bytes > longestBytes ? "" : JSON.parse(raw.text));
    }
    return cursor.isBroken ? undefined : { value: ids, end: cursor.at };
  };
