import * as t from "io-ts";
import type { JsonSchema } from "./json-schema.ts";

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
