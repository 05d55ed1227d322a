import { randomBytes } from "node:crypto";
import * as t from "io-ts";
import { describe, integer, strictObject } from "../../model/codec.ts";
import type { DocumentKind } from "../../storage/stored-document.ts";

/** 1 to 63 of a-z, 0-9 and -, no hyphen first or last: a label of a host name (RFC 1123, 2.1). */
const idRule = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

export const expectedHomeId = "1 to 63 of a-z, 0-9 and -, no hyphen first or last";

/** Whether a text is the id of a home, which is a part of paths, of host names and of file names. */
export const isHomeId = (text: string): boolean => idRule.test(text);

/** A random id of 12 characters, for a home that was given none. */
export const newHomeId = (): string => randomBytes(6).toString("hex");

/** What one home may use; each has a default among the settings. */
export interface Quotas {
  /** The largest plan, as JSON, in bytes. */
  readonly planBytes: number;
  /** All tracing images together, in bytes. */
  readonly homeImageBytes: number;
  /** Connections with a token at a time. */
  readonly homeConnections: number;
  /** Saves and changes a second, on average over ten seconds. */
  readonly homeSaves: number;
  /** Images that are uploaded a minute. */
  readonly homeUploads: number;
}

/** The names of all quotas, as settings have them. */
export const quotaNames = [
  "planBytes",
  "homeImageBytes",
  "homeConnections",
  "homeSaves",
  "homeUploads",
] as const satisfies readonly (keyof Quotas)[];

const quotasCodec = strictObject(
  {},
  {
    planBytes: describe("the largest plan, as JSON, in bytes", integer),
    homeImageBytes: describe("all tracing images together, in bytes", integer),
    homeConnections: describe("connections with a token at a time", integer),
    homeSaves: describe("saves and changes a second", integer),
    homeUploads: describe("images that are uploaded a minute", integer),
  },
);

/** What the provider says of a home. */
export const homeRecordCodec = strictObject(
  {
    name: describe("the home's name, for people", t.string),
    created_at: describe("when it was created, ISO 8601", t.string),
    quotas: describe("what it may use, where that differs from the settings", quotasCodec),
  },
  { suspended_at: describe("since when it is suspended, ISO 8601", t.string) },
);

export type HomeRecord = t.TypeOf<typeof homeRecordCodec>;

/** A home without a record of its own: one whose folder was moved in. */
export const unnamedRecord: HomeRecord = { name: "", created_at: "", quotas: {} };

/** Whether a change of a record concerns those who are connected: whether they may be, and what they may use. */
export const concernsUsers = (before: HomeRecord, now: HomeRecord): boolean =>
  before.suspended_at !== now.suspended_at ||
  quotaNames.some((name) => before.quotas[name] !== now.quotas[name]);

/** The record's document, `home.json` in the home's folder. */
export const homeRecordKind: DocumentKind<HomeRecord> = {
  name: "home",
  codec: homeRecordCodec,
  empty: unnamedRecord,
};
