import * as t from "io-ts";
import type { ContextEntry, Errors, ValidationError } from "io-ts";
import { isLeft } from "fp-ts/lib/Either.js";

/** The part of JSON Schema that the documents use; all of it means the same in draft 7, which AsyncAPI has, and in 2020-12, which OpenAPI has. */
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

/** Gives the schema of a codec; throws where it is of a kind that nobody can describe. */
export type SchemaOf = (codec: t.Mixed) => JsonSchema;

/** A codec of ours that says itself which JSON it takes. Of io-ts' own codecs their kind tells that; of any other, nothing does. */
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

/** A codec with a schema: what it is given does not tell which JSON that is made of. */
export const withSchema = <A, O>(schema: JsonSchema, codec: t.Type<A, O>): t.Type<A, O> =>
  new SchemaCodec(codec, () => schema);

/** The same codec, with a sentence for those who read its schema. */
export const describe = <A, O>(description: string, codec: t.Type<A, O>): t.Type<A, O> =>
  new SchemaCodec(codec, (schemaOf) => ({ ...schemaOf(codec), description }));

/** Any JSON at all, which somebody has to say in words. */
export const anything = (description: string): t.Type<unknown> =>
  withSchema({ description }, t.unknown);

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

/** A field's name for a message: a peer chooses it, so it is cut at 64 characters. */
export const shortKey = (key: string): string => (key.length > 64 ? `${key.slice(0, 64)}…` : key);

/** What is wrong with a value. */
export interface Fault {
  /** The fields and numbers that lead to it, each with what is there. */
  readonly steps: readonly ContextEntry[];
  /** What was expected. */
  readonly what: string;
}

/** A codec counts the members of a union or an intersection among the steps, though all of them look at one value. */
const isWithin = (entry: ContextEntry, before: ContextEntry | undefined): boolean =>
  before !== undefined && Object.hasOwn(entry, "actual") && Object.is(entry.actual, before.actual);

const stepsTo = ({ context }: ValidationError): readonly ContextEntry[] =>
  context.filter((entry, at) => entry.key !== "" && !isWithin(entry, context[at - 1]));

/** The first fault that a failed decoding has found. */
export const firstFault = ([error]: Errors): Fault => {
  if (error === undefined) return { steps: [], what: "expected something else" };
  const expected = error.context.at(-1)?.type.name ?? "something else";
  return { steps: stepsTo(error), what: error.message ?? `expected ${expected}` };
};

/** A fault as `path: what was expected`; the path is left out at the top. */
export const faultText = ({ steps, what }: Fault): string => {
  const path = steps.map(({ key }) => shortKey(key)).join(".");
  return path === "" ? what : `${path}: ${what}`;
};

/** The first problem of a failed decoding in words. */
export const firstProblem = (errors: Errors): string => faultText(firstFault(errors));
