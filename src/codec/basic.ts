import * as t from "io-ts";

/** A codec that takes what is of a type, and says `expected` with its name of anything else. */
export const basic = <A>(name: string, is: (value: unknown) => value is A): t.Type<A, unknown> =>
  new t.Type<A, unknown>(
    name,
    is,
    (input, context) => (is(input) ? t.success(input) : t.failure(input, context)),
    (value) => value,
  );

/** An integer as JSON has it: `1.0` is one, `true`, `"1"` and `null` are not. */
export const integer = basic("integer", (value): value is number => Number.isInteger(value));

/** Any JSON object; its fields are not looked at. */
export const anyObject = basic(
  "object",
  (value): value is Readonly<Record<string, unknown>> =>
    typeof value === "object" && value !== null && !Array.isArray(value),
);
