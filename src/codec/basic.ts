import { isRight } from "fp-ts/lib/Either.js";
import * as t from "io-ts";

const basic = <A>(name: string, is: (value: unknown) => value is A): t.Type<A, unknown> =>
  new t.Type<A, unknown>(
    name,
    is,
    (input, context) => (is(input) ? t.success(input) : t.failure(input, context)),
    (value) => value,
  );

/** An integer as JSON has it: `1.0` is one, `true`, `"1"` and `null` are not. */
export const integer = basic("integer", (value): value is number => Number.isInteger(value));

/** Any JSON array; its elements are not looked at. */
export const anyArray = basic("array", (value): value is readonly unknown[] =>
  Array.isArray(value),
);

/** Any JSON object; its fields are not looked at. */
export const anyObject = basic(
  "object",
  (value): value is Readonly<Record<string, unknown>> =>
    typeof value === "object" && value !== null && !Array.isArray(value),
);

/** Any value that JSON can hold. */
export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json };

/** A JSON array or object, out of parsed JSON text: what is inside is not looked at again. */
export const listOrObject = basic(
  "list or object",
  (value): value is Json & object => typeof value === "object" && value !== null,
);

type AnyObject = t.TypeOf<typeof anyObject>;

/** An object whose fields have a codec each, as far as `codecsOf` gives them one, and are checked where they are present and not `null`. */
const objectOf = (
  codecsOf: (input: AnyObject) => readonly (readonly [key: string, codec: t.Mixed])[],
): t.Type<AnyObject, unknown> => {
  const validate: t.Validate<unknown, AnyObject> = (input, context) => {
    if (!anyObject.is(input)) return t.failure(input, context, "expected object");
    for (const [key, codec] of codecsOf(input)) {
      const value = Object.hasOwn(input, key) ? input[key] : null;
      if (value === null) continue;
      const decoded = codec.validate(value, t.appendContext(context, key, codec, value));
      if (!isRight(decoded)) return decoded;
    }
    return t.success(input);
  };
  return new t.Type("object", anyObject.is, validate, (value) => value);
};

/** An object with some known fields, checked where they are present and not `null`, and any others. */
export const openObject = (fields: Readonly<Record<string, t.Mixed>>): t.Type<AnyObject, unknown> =>
  objectOf(() => Object.entries(fields));

/** An object whose every value is of one kind or `null`. */
export const dictionary = (codec: t.Mixed): t.Type<AnyObject, unknown> =>
  objectOf((input) => Object.keys(input).map((key) => [key, codec]));
