import * as t from "io-ts";
import { describe, integer, strictObject } from "../model/codec.ts";
import type { DocumentKind } from "../storage/stored-document.ts";

/** What a home uses: of an awake home now, of a sleeping one when it fell asleep. */
export const homeUsageCodec = strictObject(
  {
    rev: describe("the plan's revision, 0 before the first save", integer),
    planBytes: describe("bytes of the plan, as JSON", integer),
    imageBytes: describe("bytes of its tracing images", integer),
    connections: describe("connections with a token, now", integer),
    saves: describe("saves and changes since it was first counted", integer),
    uploads: describe("images uploaded since it was first counted", integer),
  },
  { usedAt: describe("when somebody was last seen there, ISO 8601", t.string) },
);

export type HomeUsage = t.TypeOf<typeof homeUsageCodec>;

/** The usage of a home that nobody has used. */
export const noUsage: HomeUsage = {
  rev: 0,
  planBytes: 0,
  imageBytes: 0,
  connections: 0,
  saves: 0,
  uploads: 0,
};

/** The usage's document, `usage.json` in the home's folder. */
export const homeUsageKind: DocumentKind<HomeUsage> = {
  name: "usage",
  codec: homeUsageCodec,
  empty: noUsage,
};
