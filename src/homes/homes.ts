import * as t from "io-ts";
import type { Either } from "fp-ts/lib/Either.js";
import type { CloseReason } from "../server/websocket/close.ts";
import { describe, integer, strictObject } from "../model/codec.ts";
import type { DocumentKind } from "../storage/stored-document.ts";

/** What a home is doing. */
export type HomeState = "asleep" | "waking" | "awake" | "falling_asleep" | "held";

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

/** What a process counted while a home was awake there: its usage as it woke, and as it fell asleep. */
export interface CountedUsage {
  readonly before: HomeUsage;
  readonly last: HomeUsage;
}

/** Milliseconds since 1970; 0 if nobody was seen. */
export const lastUse = ({ usedAt }: HomeUsage): number =>
  usedAt === undefined ? 0 : Date.parse(usedAt);

/** Adds what a process counted to what is stored, to which other nodes may have added meanwhile. */
export const addedTo = (stored: HomeUsage, { before, last }: CountedUsage): HomeUsage => {
  const { usedAt } = lastUse(stored) > lastUse(last) ? stored : last;
  const { rev, planBytes, imageBytes, connections } = stored.rev > last.rev ? stored : last;
  return {
    rev,
    planBytes,
    imageBytes,
    connections,
    saves: stored.saves + last.saves - before.saves,
    uploads: stored.uploads + last.uploads - before.uploads,
    ...(usedAt === undefined ? {} : { usedAt }),
  };
};

/** The usage's document, `usage.json` in the home's folder. */
export const homeUsageKind: DocumentKind<HomeUsage> = {
  name: "usage",
  codec: homeUsageCodec,
  empty: noUsage,
};

/** Why a home gets no link: too many homes are wanted, it cannot be opened, or it takes no such user. */
export interface LinkProblem {
  readonly kind: "overloaded" | "failed" | "refused";
  readonly message: string;
}

/** The homes that are awake, and those that can be woken: what the provider's interface needs of them. */
export interface Homes {
  readonly state: (id: string) => HomeState;
  /** Of an awake home as it is now, of a sleeping one as it fell asleep. */
  readonly usage: (id: string) => Promise<HomeUsage>;
  /** Homes that cannot be opened, or whose plan cannot be saved, and why, in words without paths. */
  readonly problems: () => ReadonlyMap<string, string>;
  /** Closes its connections, puts it to sleep, and keeps everybody waiting while `work` runs. */
  readonly whileAsleep: <A>(id: string, why: CloseReason, work: () => Promise<A>) => Promise<A>;
  /** Creates a user of an awake or sleeping home with a link; the right is the link's code. */
  readonly createLink: (id: string, name: string) => Promise<Either<LinkProblem, string>>;
}
