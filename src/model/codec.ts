import * as t from "io-ts";
import type { JsonSchema } from "../codec/json-schema.ts";
import { withSchema } from "../codec/own-type.ts";

/** A codec that takes what is of a type, and says `expected` with its name of anything else. What has no schema can stand in no document. */
export const guardCodec = <A>(
  name: string,
  is: (value: unknown) => value is A,
  schema?: JsonSchema,
): t.Type<A, unknown> => {
  const codec = new t.Type<A, unknown>(
    name,
    is,
    (input, context) => (is(input) ? t.success(input) : t.failure(input, context)),
    (value) => value,
  );
  return schema === undefined ? codec : withSchema(schema, codec);
};

/** An integer as JSON has it: `1.0` is one, `true`, `"1"` and `null` are not. */
export const integer = guardCodec("integer", (value): value is number => Number.isInteger(value), {
  type: "integer",
});

/** Any JSON object; its fields are not looked at. */
export const anyObject = guardCodec(
  "object",
  (value): value is Readonly<Record<string, unknown>> =>
    typeof value === "object" && value !== null && !Array.isArray(value),
  { type: "object" },
);
