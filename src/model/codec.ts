import * as t from "io-ts";
import type { ContextEntry, Errors, ValidationError } from "io-ts";
import { isLeft } from "fp-ts/lib/Either.js";

/**
 * The subset of JSON Schema that the API documents use. It means the same in draft 7 (AsyncAPI) and 2020-12 (OpenAPI).
 */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly format?: string;
  readonly contentMediaType?: string;
}

/** Returns the schema of a codec; throws for kinds of codecs that it does not know. */
export type SchemaOf = (codec: t.Mixed) => JsonSchema;

/** A codec with its own schema. The schema of io-ts' own codecs follows from their kind. */
export class SchemaCodec<A, O> extends t.Type<A, O> {
  readonly schema: (schemaOf: SchemaOf) => JsonSchema;

  constructor(
    { name, is, validate, encode }: t.Type<A, O>,
    schema: (schemaOf: SchemaOf) => JsonSchema,
  ) {
    super(name, is, validate, encode);
    this.schema = schema;
  }
}

/** Attaches a schema to a codec whose kind does not tell which JSON it takes. */
export const withSchema = <A, O>(schema: JsonSchema, codec: t.Type<A, O>): t.Type<A, O> =>
  new SchemaCodec(codec, () => schema);

/** The same codec with a description in its schema. */
export const describe = <A, O>(description: string, codec: t.Type<A, O>): t.Type<A, O> =>
  new SchemaCodec(codec, (schemaOf) => ({ ...schemaOf(codec), description }));

/** Any JSON; the description has to say what it is. */
export const anything = (description: string): t.Type<unknown> =>
  withSchema({ description }, t.unknown);

/**
 * A codec for values that pass a type guard; its error says `expected` and the name. Without a schema it cannot appear
 * in an API document.
 */
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

/** A JSON integer: `1.0` is one; `true`, `"1"` and `null` are not. */
export const integer = guardCodec("integer", (value): value is number => Number.isInteger(value), {
  type: "integer",
});

/** Any JSON object; its fields are not checked. */
export const anyObject = guardCodec(
  "object",
  (value): value is Readonly<Record<string, unknown>> =>
    typeof value === "object" && value !== null && !Array.isArray(value),
  { type: "object" },
);

type Fields = Readonly<Record<string, t.Mixed>>;
type Decoded<R extends Fields, O extends Fields> = {
  readonly [K in keyof R]: t.TypeOf<R[K]>;
} & { readonly [K in keyof O]?: t.TypeOf<O[K]> };

/**
 * A codec for an object with these required and optional fields and no others: a misspelt field must not pass as
 * missing.
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

/** A field name for an error message, cut at 64 characters because a client chooses it. */
export const shortKey = (key: string): string => (key.length > 64 ? `${key.slice(0, 64)}…` : key);

/** An error in a value. */
export interface Fault {
  /** The path to it: fields and indexes, each with the value there. */
  readonly steps: readonly ContextEntry[];
  /** What was expected. */
  readonly what: string;
}

/**
 * Whether a context entry is a member of a union or an intersection: io-ts adds these to the path although they look at
 * the same value.
 */
const isWithin = (entry: ContextEntry, before: ContextEntry | undefined): boolean =>
  before !== undefined && Object.hasOwn(entry, "actual") && Object.is(entry.actual, before.actual);

const stepsTo = ({ context }: ValidationError): readonly ContextEntry[] =>
  context.filter((entry, at) => entry.key !== "" && !isWithin(entry, context[at - 1]));

/** The first error of a failed decoding. */
export const firstFault = ([error]: Errors): Fault => {
  if (error === undefined) return { steps: [], what: "expected something else" };
  const expected = error.context.at(-1)?.type.name ?? "something else";
  return { steps: stepsTo(error), what: error.message ?? `expected ${expected}` };
};

/** An error as `path: what was expected`; at the top level without the path. */
export const faultText = ({ steps, what }: Fault): string => {
  const path = steps.map(({ key }) => shortKey(key)).join(".");
  return path === "" ? what : `${path}: ${what}`;
};

/** The first error of a failed decoding, as text. */
export const firstProblem = (errors: Errors): string => faultText(firstFault(errors));
