import * as t from "io-ts";
import { type JsonSchema, SchemaCodec, type SchemaOf } from "../model/codec.ts";

type Fields = Readonly<Record<string, t.Mixed>>;

/** Absence, as io-ts has it: JSON knows no such value. */
const isAbsent = (codec: t.Mixed): boolean =>
  codec instanceof t.UndefinedType || codec instanceof t.VoidType;

const partsOf = (codec: t.Mixed): readonly t.Mixed[] =>
  codec instanceof t.UnionType ? codec.types : [codec];

const mayBeAbsent = (codec: t.Mixed): boolean => partsOf(codec).some(isAbsent);

const objectOf = (fields: Fields, isRequired: (field: t.Mixed) => boolean): JsonSchema => {
  const entries = Object.entries(fields);
  return {
    type: "object",
    properties: Object.fromEntries(entries.map(([key, field]) => [key, schemaOf(field)])),
    required: entries.filter(([, field]) => isRequired(field)).map(([key]) => key),
  };
};

/** Whether nothing but fields is said of an object, so that several such say together what one can say. */
const hasFieldsAlone = ({ type, ...rest }: JsonSchema): boolean =>
  type === "object" && Object.keys(rest).every((key) => ["properties", "required"].includes(key));

const allOf = (parts: readonly JsonSchema[]): JsonSchema =>
  parts.every(hasFieldsAlone)
    ? {
        type: "object",
        properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
        required: [...new Set(parts.flatMap(({ required = [] }) => required))],
      }
    : { allOf: parts };

const anyOf = (types: readonly t.Mixed[]): JsonSchema => {
  const present = types.filter((type) => !isAbsent(type)).map(schemaOf);
  const [only] = present;
  return present.length === 1 && only !== undefined ? only : { anyOf: present };
};

const constant = (value: unknown): JsonSchema => ({ type: typeof value, const: value });

/**
 * The JSON Schema of what a codec takes. Throws where nothing tells it, as of a predicate or of a codec that was made
 * by hand: such a one has to say it itself (`withSchema`), so that no document ever passes it over.
 */
export const schemaOf: SchemaOf = (codec) => {
  if (codec instanceof SchemaCodec) return codec.schema(schemaOf);
  if (codec instanceof t.StringType) return { type: "string" };
  if (codec instanceof t.NumberType) return { type: "number" };
  if (codec instanceof t.BooleanType) return { type: "boolean" };
  if (codec instanceof t.NullType) return { type: "null" };
  if (codec instanceof t.LiteralType) return constant(codec.value);
  if (codec instanceof t.KeyofType) return { type: "string", enum: Object.keys(codec.keys) };
  if (codec instanceof t.ReadonlyType || codec instanceof t.ExactType) return schemaOf(codec.type);
  if (codec instanceof t.ArrayType || codec instanceof t.ReadonlyArrayType)
    return { type: "array", items: schemaOf(codec.type) };
  if (codec instanceof t.DictionaryType)
    return { type: "object", additionalProperties: schemaOf(codec.codomain) };
  if (codec instanceof t.InterfaceType)
    return objectOf(codec.props, (field) => !mayBeAbsent(field));
  if (codec instanceof t.PartialType) return objectOf(codec.props, () => false);
  if (codec instanceof t.UnionType) return anyOf(codec.types);
  if (codec instanceof t.IntersectionType) return allOf(codec.types.map(schemaOf));
  throw new TypeError(`nobody can tell which JSON the codec "${codec.name}" takes`);
};
