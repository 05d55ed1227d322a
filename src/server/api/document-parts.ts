import * as t from "io-ts";
import { floorplanErrors } from "../../plan/plan-codecs.ts";
import { homeAssistantErrors } from "../../home-assistant/shared/shared-connection.ts";
import { type JsonSchema, SchemaCodec, type SchemaOf } from "../../model/codec.ts";

/** When each of the host's own error codes is answered, for the documents. */
const hostErrors = {
  invalid_format:
    "the fields are invalid; the message names the field and what was expected, or the limit",
  unauthorized:
    "the command is for administrators, or exceeds the caller's rights; the message says which",
  not_found: "no such revision or subscription",
  not_changed: "a token, a ban or a backup cannot be made or ended; the message says why",
  overloaded: "a limit of what may wait is reached; the message names it",
  too_many_subscriptions: "the connection or its user has reached a limit, which the message names",
  id_reuse: "the id is not greater than the last one",
  unknown_command: "there is no such command",
  unknown_error: "a bug, which the service logged",
} as const satisfies Readonly<Record<string, string>>;

/** The service as a whole, for the documents. */
export interface ApiInfo {
  /** The package's name. */
  readonly name: string;
  readonly version: string;
  readonly license: string;
  /** Default host and port. */
  readonly address: string;
  /** Path of the websocket. */
  readonly websocket: string;
}

/** The head of a document. */
export const infoOf = (
  { version, license }: Pick<ApiInfo, "version" | "license">,
  title: string,
  description: string,
) => ({
  title,
  version,
  description,
  license: { name: license, url: `https://spdx.org/licenses/${license}.html` },
});

/** When each error code is answered. */
export const errorCodes: Readonly<Record<string, string>> = {
  ...hostErrors,
  ...floorplanErrors,
  ...homeAssistantErrors,
};

/** When a code is answered. Throws for a code without a description. */
export const whenOf = (code: string): string => {
  const when = errorCodes[code];
  if (when === undefined) throw new TypeError(`the error code ${code} has no description`);
  return when;
};

/** Whether errors with this code may carry codes of another program instead. */
export const isOpenToOthers = (code: string): boolean => Object.hasOwn(homeAssistantErrors, code);

type Fields = Readonly<Record<string, t.Mixed>>;

/** Whether a codec stands for absence, which JSON has no value for. */
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

/** Whether a schema only lists an object's fields, so that several can be merged into one. */
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
 * The JSON Schema of what a codec takes. Throws for a codec that does not reveal it, such as a predicate or a hand-made
 * codec: those must state their schema (`withSchema`), so that no document leaves anything out.
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
  throw new TypeError(`the codec "${codec.name}" does not reveal its JSON schema`);
};
