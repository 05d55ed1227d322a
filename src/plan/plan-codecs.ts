import * as t from "io-ts";
import { isLeft } from "fp-ts/lib/Either.js";
import {
  anyObject,
  anything,
  describe,
  integer,
  type JsonSchema,
  SchemaCodec,
} from "../model/codec.ts";
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

/** Takes an author. */
export const authorCodec = t.readonly(t.type({ id: t.string, name: t.string }));

/** Who saved a revision: the id that the user has here, and what they were called then. */
export type Author = t.TypeOf<typeof authorCodec>;

/** Somebody as the author of a revision. */
export const authorOf = ({ id, name }: Author): Author => ({ id, name });

/** The author as a record of the log has it; undefined where it has none, or none that is understood, so that nobody is named who may not have been it. */
export const readAuthor = (value: unknown): Author | undefined => {
  const decoded = authorCodec.decode(value);
  if (isLeft(decoded)) return undefined;
  const { id, name } = decoded.right;
  return { id, name };
};

/** When a revision was saved. */
const savedAt = describe("ISO 8601 with milliseconds and an explicit offset", t.string);

/** Takes what is told of a revision. */
export const summaryCodec = t.readonly(
  t.type({
    rev: integer,
    saved_at: savedAt,
    rooms: describe("how many rooms it has", integer),
    items: describe("how many things it has beside rooms and floors", integer),
  }),
);

/** What is told of a revision in lists, and what stands in front of its plan in the log. */
export type Summary = t.TypeOf<typeof summaryCodec>;

/** Takes what `plan/save` answers. */
export const savedCodec = t.readonly(
  t.type({ ok: t.literal(true), rev: describe("the new revision", integer) }),
);

/** Takes a stored plan, as `history/details` lists it. */
export const detailsCodec = t.intersection([
  summaryCodec,
  t.partial({
    by: t.union([describe("who saved it; missing where nobody knows", authorCodec), t.undefined]),
  }),
]);

/** Takes what `/healthz` answers. */
export const healthCodec = t.readonly(
  t.intersection([
    t.type({
      status: t.keyof({ ready: null, degraded: null, loading: null, failed: null }),
    }),
    t.partial({
      rev: describe("the stored revision", integer),
      reason: describe(
        "what is wrong, in fixed words; the service's log has the details",
        t.string,
      ),
      cluster: anything("how the members and nodes of a cluster are doing, where there is one"),
      home_assistant: anything("how Home Assistant is doing, where there is one"),
      backup: anything("how the backups are doing that the service makes by itself, where it does"),
    }),
  ]),
);

/** What `/healthz` answers. */
export type Health = t.TypeOf<typeof healthCodec>;

/** Takes what an upload of a tracing image answers. */
export const uploadedCodec = t.readonly(
  t.type({
    url: describe("goes into `backgrounds` of the plan", t.string),
  }),
);

/** Takes what removing one answers. */
export const removedCodec = t.readonly(t.type({ ok: t.literal(true) }));

/** Takes when a stored plan was saved, as `history/times` lists it. */
export const timeCodec = t.readonly(t.type({ rev: integer, saved_at: savedAt }));

/** Takes what `yaml/parse` answers. */
export const parsedCodec = t.readonly(t.type({ data: anything("what the text holds, as JSON") }));

/** Takes what `yaml/dump` answers. */
export const dumpedCodec = t.readonly(t.type({ text: describe("YAML", t.string) }));

/** What the integration's own error codes mean, for the documents: when each is answered. */
export const floorplanErrors = {
  conflict: "`rev` is not the stored revision, which the message names",
  not_loaded: "the plan is being loaded, or can no longer be saved; the message says why",
  outcome_unknown:
    "nobody knows whether this save was stored, or will be; the plan that is stored tells, a few seconds later for certain",
  invalid_yaml:
    "the text cannot be parsed, or the data not dumped; with line and column where there is one",
} as const satisfies Readonly<Record<string, string>>;
