import { join } from "node:path";
import { chain, type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { JsonFile } from "./json-file.ts";

const banCodec = t.readonly(
  t.type({
    address: t.string,
    /** ISO 8601. */
    until: t.string,
    /** Failed logins that led to it. */
    failures: t.number,
  }),
);
const bansCodec = t.type({ version: t.literal(1), bans: t.readonlyArray(banCodec) });
type Bans = t.TypeOf<typeof bansCodec>;

/** An address that may not log in for a while. */
export type Ban = t.TypeOf<typeof banCodec>;

/** The bans of a data folder, as kept on disk. */
export const bansFile = (dataFolder: string): JsonFile<Bans> =>
  new JsonFile<Bans>(join(dataFolder, "bans.json"), bansCodec, { version: 1, bans: [] });

/** The bans that have not ended at `now`. */
export const bansAt = (bans: Bans, now: Date): readonly Ban[] =>
  bans.bans.filter((ban) => new Date(ban.until) > now);

/** Adds a ban, and forgets those that have ended. */
export const addBan = (file: JsonFile<Bans>, ban: Ban): Promise<Either<string, void>> =>
  file.change((content) => {
    const others = bansAt(content, new Date()).filter((other) => other.address !== ban.address);
    return right([{ ...content, bans: [...others, ban] }, undefined]);
  });

/** Ends a ban early. A left: that address is not banned, or the file cannot be changed. */
export const liftBan = async (
  file: JsonFile<Bans>,
  address: string,
): Promise<Either<string, void>> => {
  const lift = (content: Bans): Either<string, readonly [Bans, undefined]> => {
    const bans = bansAt(content, new Date());
    if (!bans.some((ban) => ban.address === address)) return left(`${address} is not banned`);
    return right([{ ...content, bans: bans.filter((ban) => ban.address !== address) }, undefined]);
  };
  // Asked first without the lock: a mistyped data folder is not made by taking one.
  const possible = chain(lift)(file.read());
  return isLeft(possible) ? possible : file.change(lift);
};
