import { type Either, left, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { networkOf } from "../http/client-address.ts";
import type { RatedLog } from "../rated-log.ts";
import { banCodec } from "./access-answers.ts";
import { HeldDocument } from "./held-document.ts";
import { JsonFile } from "./json-file.ts";
import type { DocumentKind, KeptDocument } from "./kept-document.ts";

const bansCodec = t.type({ version: t.literal(1), bans: t.readonlyArray(banCodec) });
export type Bans = t.TypeOf<typeof bansCodec>;

/** An address that may not log in for a while. */
export type Ban = t.TypeOf<typeof banCodec>;

/** The bans, as kept. */
export type BansDocument = KeptDocument<Bans>;

export const bansKind: DocumentKind<Bans> = {
  name: "bans",
  codec: bansCodec,
  empty: { version: 1, bans: [] },
};

/** The bans of a data folder, as kept on disk. */
export const bansFile = (dataFolder: string): BansDocument => new JsonFile(dataFolder, bansKind);

/** Bans as the running service goes by them. */
export const heldBans = (document: BansDocument, log: RatedLog): HeldDocument<Bans> =>
  new HeldDocument(
    {
      document,
      boundary: log.boundary,
      onUnread: (problem) => log.warn({ problem }, "the bans cannot be read"),
      onUnkept: (problem) => log.warn({ problem }, "the ban cannot be kept"),
    },
    bansKind.empty,
  );

/** A ban in words. */
export const banned = (ban: Ban): string => `too many failed logins: banned until ${ban.until}`;

/** The bans that have not ended at `now`. */
export const bansAt = (bans: readonly Ban[], now: Date): readonly Ban[] =>
  bans.filter((ban) => new Date(ban.until) > now);

/** With bans in place of older ones of the same networks, and without those that have ended, and of more than `most` the oldest. */
export const withBans = (content: Bans, added: readonly Ban[], most: number): Bans => {
  const networks = new Set(added.map((ban) => networkOf(ban.address)));
  const others = bansAt(content.bans, new Date()).filter(
    (other) => !networks.has(networkOf(other.address)),
  );
  return { ...content, bans: [...others, ...added].slice(-most) };
};

/** Ends the ban of an address or network early. A left: it is not banned, or the file cannot be changed. */
export const liftBan = (
  file: Pick<BansDocument, "change">,
  address: string,
): Promise<Either<string, void>> =>
  file.change((content) => {
    const network = networkOf(address);
    const bans = bansAt(content.bans, new Date());
    const others = bans.filter((ban) => networkOf(ban.address) !== network);
    if (others.length === bans.length) return left(`${address} is not banned`);
    return right([{ ...content, bans: others }, undefined]);
  });
