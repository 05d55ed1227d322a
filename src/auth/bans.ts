import { type Either, left, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { networkOf } from "../server/http/client-address.ts";
import type { RatedLog } from "../server/rated-log.ts";
import { banCodec } from "./answer-codecs.ts";
import { mostApartMs } from "../host/users/clock.ts";
import { WriteBehindDocument } from "../storage/write-behind-document.ts";
import { JsonFile } from "../storage/folder/json-file.ts";
import type { DocumentKind, StoredDocument } from "../storage/stored-document.ts";

/** As it is told, and when it began, which earlier versions did not keep. */
const keptBanCodec = t.readonly(t.intersection([banCodec, t.partial({ since: t.string })]));
const bansCodec = t.type({ version: t.literal(1), bans: t.readonlyArray(keptBanCodec) });
export type Bans = t.TypeOf<typeof bansCodec>;

/** An address that may not log in for a while. */
export type Ban = t.TypeOf<typeof keptBanCodec>;

/** The bans, as kept. */
export type BansDocument = StoredDocument<Bans>;

export const bansKind: DocumentKind<Bans> = {
  name: "bans",
  codec: bansCodec,
  empty: { version: 1, bans: [] },
};

/** The bans of a data folder, as kept on disk. */
export const bansFile = (dataFolder: string): BansDocument => new JsonFile(dataFolder, bansKind);

/** Bans as the running service goes by them. */
export const openBans = (document: BansDocument, log: RatedLog): WriteBehindDocument<Bans> =>
  new WriteBehindDocument(
    {
      document,
      boundary: log.boundary,
      onUnread: (problem) => log.warn({ problem }, "the bans cannot be read"),
      onUnkept: (problem) => log.warn({ problem }, "the ban cannot be kept"),
    },
    bansKind.empty,
  );

/** A ban in words. */
export const banMessage = (ban: Ban): string => `too many failed logins: banned until ${ban.until}`;

const moment = (ms: number): string => new Date(ms).toISOString();

/** A ban that begins at milliseconds since 1970, and lasts for some more. */
export const newBan = (address: string, nowMs: number, forMs: number, failures: number): Ban => ({
  address,
  since: moment(nowMs),
  until: moment(nowMs + forMs),
  failures,
});

/**
 * The bans that last at milliseconds since 1970. One that begins later was made by a clock that was ahead, and would last
 * until that time comes: further ahead than those of other nodes may be, it counts for nothing.
 */
export const bansInForce = (bans: readonly Ban[], nowMs: number): readonly Ban[] =>
  bans.filter(
    ({ since, until }) =>
      Date.parse(until) > nowMs &&
      (since === undefined || Date.parse(since) <= nowMs + mostApartMs),
  );

/** With bans in place of older ones of the same networks, and without those that do not last, and of more than `most` the oldest. */
export const withBans = (
  content: Bans,
  added: readonly Ban[],
  most: number,
  nowMs: number,
): Bans => {
  const networks = new Set(added.map((ban) => networkOf(ban.address)));
  const others = bansInForce(content.bans, nowMs).filter(
    (other) => !networks.has(networkOf(other.address)),
  );
  return { ...content, bans: [...others, ...added].slice(-most) };
};

/** Ends the ban of an address or network early. A left: it is not banned, or the file cannot be changed. */
export const liftBan = (
  file: Pick<BansDocument, "change">,
  address: string,
  nowMs: number,
): Promise<Either<string, void>> =>
  file.change((content) => {
    const network = networkOf(address);
    const bans = bansInForce(content.bans, nowMs);
    const others = bans.filter((ban) => networkOf(ban.address) !== network);
    if (others.length === bans.length) return left(`${address} is not banned`);
    return right([{ ...content, bans: others }, undefined]);
  });
