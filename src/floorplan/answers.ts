import * as t from "io-ts";
import { integer } from "../model/codec.ts";
import { anything, describe } from "../codec/own-type.ts";
import { authorCodec } from "../plan/author.ts";
import { savedAt, summaryCodec } from "../plan/summary.ts";

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
