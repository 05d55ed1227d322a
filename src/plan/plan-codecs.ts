import * as t from "io-ts";
import { anyObject } from "../model/codec.ts";
import type { JsonSchema } from "../codec/json-schema.ts";
import { SchemaCodec } from "../codec/own-type.ts";
import type { JsonObject } from "../model/json.ts";

/** Fields that are lists, as histories count them; `levels` is neither room nor item. */
export const listFields = ["rooms", "levels", "furniture", "devices", "sensors", "texts"] as const;

const list: JsonSchema = { type: ["array", "null"], items: {} };

const background: JsonSchema = {
  type: ["object", "null"],
  properties: { url: { type: ["string", "null"] } },
};

/** What the service looks at in a plan; all else is kept as it came. */
export const planSchema: JsonSchema = {
  type: "object",
  description: "a plan; what is not named here is kept as it came",
  properties: {
    rev: { description: "the revision, which the service gives; of a plan to save it is ignored" },
    ...Object.fromEntries(listFields.map((field) => [field, list])),
    backgrounds: { type: ["object", "null"], additionalProperties: background },
  },
};

/** A plan as it is told to clients; `rev` is missing before the first save. */
export type WirePlan = JsonObject & { readonly rev?: number };

const isPlan = (value: unknown): value is WirePlan =>
  anyObject.is(value) && (value["rev"] === undefined || Number.isInteger(value["rev"]));

/** Takes a plan that the service tells; its fields are not looked at. */
export const planCodec: t.Type<WirePlan, unknown> = new SchemaCodec(
  new t.Type<WirePlan, unknown>(
    "plan",
    isPlan,
    (input, context) => (isPlan(input) ? t.success(input) : t.failure(input, context)),
    (plan) => plan,
  ),
  () => ({
    ...planSchema,
    properties: {
      ...planSchema.properties,
      rev: { type: "integer", description: "the revision; missing before the first save" },
    },
  }),
);
