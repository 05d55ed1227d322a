import { type Either, left, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { networkOf } from "../http/client-address.ts";
import { banCodec } from "./access-answers.ts";
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

/** A ban in words. */
export const banned = (ban: Ban): string => `too many failed logins: banned until ${ban.until}`;

/** The bans that have not ended at `now`. */
export const bansAt = (bans: readonly Ban[], now: Date): readonly Ban[] =>
  bans.filter((ban) => new Date(ban.until) > now);

/** Adds bans in place of older ones of the same networks, and forgets those that have ended, and of more than `most` the oldest. */
export const addBans = (
  file: BansDocument,
  added: readonly Ban[],
  most: number,
): Promise<Either<string, void>> =>
  file.change((content) => {
    const networks = new Set(added.map((ban) => networkOf(ban.address)));
    const others = bansAt(content.bans, new Date()).filter(
      (other) => !networks.has(networkOf(other.address)),
    );
    return right([{ ...content, bans: [...others, ...added].slice(-most) }, undefined]);
  });

/** Ends the ban of an address or network early. A left: it is not banned, or the file cannot be changed. */
export const liftBan = (file: BansDocument, address: string): Promise<Either<string, void>> =>
  file.change((content) => {
    const network = networkOf(address);
    const bans = bansAt(content.bans, new Date());
    const others = bans.filter((ban) => networkOf(ban.address) !== network);
    if (others.length === bans.length) return left(`${address} is not banned`);
    return right([{ ...content, bans: others }, undefined]);
  });
