import { isLeft } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { anyObject } from "../model/codec.ts";
import { SchemaCodec } from "./own-type.ts";

type Fields = Readonly<Record<string, t.Mixed>>;
type Decoded<R extends Fields, O extends Fields> = {
  readonly [K in keyof R]: t.TypeOf<R[K]>;
} & { readonly [K in keyof O]?: t.TypeOf<O[K]> };

/**
 * A codec for an object that has the required fields, may have the optional
 * ones, and has no other: a typo in a field's name must never pass for its absence.
 */
export const strictObject = <R extends Fields, O extends Fields>(
  required: R,
  optional: O,
): t.Type<Decoded<R, O>, unknown> => {
  const fields: Fields = { ...required, ...optional };
  const allowed = Object.keys(fields);
  const validate = (input: unknown, context: t.Context): t.Validation<Decoded<R, O>> => {
    if (!anyObject.is(input)) return t.failure(input, context, "expected object");
    const errors: t.Errors = [];
    const output: Record<string, unknown> = {};
    for (const [key, codec] of Object.entries(fields)) {
      const at = t.appendContext(context, key, codec, input[key]);
      if (Object.hasOwn(input, key)) {
        const decoded = codec.validate(input[key], at);
        if (isLeft(decoded)) errors.push(...decoded.left);
        else output[key] = decoded.right;
      } else if (Object.hasOwn(required, key)) {
        errors.push({ value: undefined, context: at, message: `missing, expected ${codec.name}` });
      }
    }
    for (const key of Object.keys(input)) {
      if (allowed.includes(key)) continue;
      const known = allowed.length === 0 ? "none" : allowed.join(", ");
      const at = t.appendContext(context, key, t.never, input[key]);
      errors.push({
        value: input[key],
        context: at,
        message: `unknown field; known here: ${known}`,
      });
    }
    const fits = (_decoded: unknown): _decoded is Decoded<R, O> => errors.length === 0;
    return fits(output) ? t.success(output) : t.failures(errors);
  };
  const is = (value: unknown): value is Decoded<R, O> => !isLeft(validate(value, []));
  const codec = new t.Type<Decoded<R, O>, unknown>("object", is, validate, (value) => value);
  return new SchemaCodec(codec, (schemaOf) => ({
    type: "object",
    properties: Object.fromEntries(
      Object.entries(fields).map(([key, field]) => [key, schemaOf(field)]),
    ),
    required: Object.keys(required),
    additionalProperties: false,
  }));
};
