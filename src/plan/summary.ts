import * as t from "io-ts";
import { integer } from "../model/codec.ts";
import { describe } from "../codec/own-type.ts";

/** When a revision was saved. */
export const savedAt = describe("ISO 8601 with milliseconds and an explicit offset", t.string);

/** Takes what is told of a revision. */
export const summaryCodec = t.readonly(
  t.type({
    rev: integer,
    saved_at: savedAt,
    rooms: describe("how many rooms it has", integer),
    items: describe("how many things it has beside rooms and floors", integer),
  }),
);

/** What is told of a revision in lists, and what stands in front of its plan in the log. */
export type Summary = t.TypeOf<typeof summaryCodec>;
