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

/** The list fields that histories count; `levels` is neither room nor item. */
export const listFields = ["rooms", "levels", "furniture", "devices", "sensors", "texts"] as const;

const itemFields = ["furniture", "devices", "sensors", "texts"] as const;

/** A plan's rooms and items, given the length of each list. */
export const countsOf = (
  lengthOf: (field: (typeof listFields)[number]) => number,
): Pick<Summary, "rooms" | "items"> => ({
  rooms: lengthOf("rooms"),
  items: itemFields.reduce((sum, field) => sum + lengthOf(field), 0),
});

const list: JsonSchema = { type: ["array", "null"], items: {} };

const background: JsonSchema = {
  type: ["object", "null"],
  properties: { url: { type: ["string", "null"] } },
};

/** What the service reads of a plan; everything else is stored as it came. */
export const planSchema: JsonSchema = {
  type: "object",
  description: "a plan; all other fields are kept as they came",
  properties: {
    rev: { description: "the revision, assigned by the service; ignored in a plan to save" },
    ...Object.fromEntries(listFields.map((field) => [field, list])),
    backgrounds: { type: ["object", "null"], additionalProperties: background },
  },
};

/** A plan as clients get it; `rev` is missing before the first save. */
export type WirePlan = JsonObject & { readonly rev?: number };

const isPlan = (value: unknown): value is WirePlan =>
  anyObject.is(value) && (value["rev"] === undefined || Number.isInteger(value["rev"]));

/** A plan from the service; its fields are not checked. */
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

export const authorCodec = t.readonly(t.type({ id: t.string, name: t.string }));

/** Who saved a revision: the user's id, and the name at that time. */
export type Author = t.TypeOf<typeof authorCodec>;

/** A user as an author. */
export const authorOf = ({ id, name }: Author): Author => ({ id, name });

/** The author in a log record; undefined if it is missing or unreadable, so that no user is named by mistake. */
export const readAuthor = (value: unknown): Author | undefined => {
  const decoded = authorCodec.decode(value);
  if (isLeft(decoded)) return undefined;
  const { id, name } = decoded.right;
  return { id, name };
};

const savedAt = describe("ISO 8601 with milliseconds and an explicit offset", t.string);

/** What lists show of a revision. */
export const summaryCodec = t.readonly(
  t.type({
    rev: integer,
    saved_at: savedAt,
    rooms: describe("how many rooms it has", integer),
    items: describe("how many things it has besides rooms and floors", integer),
  }),
);

/** What lists show of a revision; the line before its plan in the log. */
export type Summary = t.TypeOf<typeof summaryCodec>;

/** The answer of `plan/save` and `plan/change`. */
export const savedCodec = t.readonly(
  t.type({ ok: t.literal(true), rev: describe("the new revision", integer) }),
);

/** An event of `plan/follow`: the plan, or what leads to it from the revision `from`. */
export const followedCodec = t.union([
  t.readonly(
    t.type({ rev: describe("the revision; 0 before the first save", integer), plan: planCodec }),
  ),
  t.readonly(
    t.type({
      rev: integer,
      from: describe("the revision that the changes are of", integer),
      changes: describe("a JSON Patch (RFC 6902)", t.readonlyArray(anyObject)),
    }),
  ),
]);

/** A stored plan as `history/details` lists it. */
export const detailsCodec = t.intersection([
  summaryCodec,
  t.partial({
    by: t.union([describe("who saved it; missing if unknown", authorCodec), t.undefined]),
  }),
]);

/** The answer of `/healthz`. */
export const healthCodec = t.readonly(
  t.intersection([
    t.type({
      status: t.keyof({ ready: null, degraded: null, loading: null, failed: null }),
    }),
    t.partial({
      rev: describe("the stored revision", integer),
      reason: describe("what is wrong, in fixed words; details are in the service's log", t.string),
      cluster: anything("the state of the cluster's members and nodes, if there is a cluster"),
      home_assistant: anything("the state of Home Assistant, if configured"),
      mqtt: anything("the state of the MQTT broker, if configured"),
      backup: anything("the state of the scheduled backups, if configured"),
    }),
  ]),
);

/** The answer of `/healthz`. */
export type Health = t.TypeOf<typeof healthCodec>;

/** The answer to the upload of a tracing image. */
export const uploadedCodec = t.readonly(
  t.type({
    url: describe("the URL for `backgrounds` in the plan", t.string),
  }),
);

/** The answer to its removal. */
export const removedCodec = t.readonly(t.type({ ok: t.literal(true) }));

/** A stored plan as `history/times` lists it. */
export const timeCodec = t.readonly(t.type({ rev: integer, saved_at: savedAt }));

/** The answer of `yaml/parse`. */
export const parsedCodec = t.readonly(t.type({ data: anything("what the text holds, as JSON") }));

/** The answer of `yaml/dump`. */
export const dumpedCodec = t.readonly(t.type({ text: describe("YAML", t.string) }));

/** What the integration's own error codes mean, for the documents. */
export const floorplanErrors = {
  conflict: "`rev` is not the stored revision, which the message names",
  not_loaded: "the plan is being loaded, or can no longer be saved; the message says why",
  outcome_unknown:
    "it is unknown whether this save was stored, or will be; the stored plan shows it, for certain a few seconds later",
  invalid_yaml:
    "the text cannot be parsed, or the data cannot be dumped; with line and column if known",
} as const satisfies Readonly<Record<string, string>>;
