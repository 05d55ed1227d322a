import { type Either, left, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { BoundedMap } from "../server/runtime/bounded-map.ts";
import { networkOf } from "../server/http/client-address.ts";
import type { RatedLog } from "../server/runtime/rated-log.ts";
import { banCodec } from "./answer-codecs.ts";
import { type Clock, mostApartMs } from "../server/runtime/time.ts";
import { WriteBehindDocument } from "../storage/write-behind-document.ts";
import { JsonFile } from "../storage/folder/json-file.ts";
import type { DocumentKind, StoredDocument } from "../storage/stored-document.ts";

/** As commands answer it, and when it began, which earlier versions did not keep. */
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

/** Adds bans in place of older ones of the same networks; removes those that are over, and the oldest of more than `most`. */
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

/** By this the bans are held that are not in the document yet. */
const key = "added";

/** How many are kept, the newest: all are in one document, which is read and written as a whole. */
export const banLimits = { bans: 1000 };

/** The bans as the running service sees them: it follows changes of other processes, and its own hold before they are written. */
export class BanKeeper {
  readonly #bans: WriteBehindDocument<Bans>;
  readonly #most: number;
  readonly #clock: Pick<Clock, "now">;
  /** What was found in the content, until that changes. */
  #byNetwork: ReadonlyMap<string, Ban> | undefined;
  /** Those that are not in the document yet, as far as the change that adds them is held. */
  readonly #unkept: BoundedMap<string, Ban>;

  /** `most`: bans that are kept. */
  constructor(bans: WriteBehindDocument<Bans>, most: number, clock: Pick<Clock, "now">) {
    this.#bans = bans;
    this.#most = most;
    this.#unkept = new BoundedMap(most);
    this.#clock = clock;
    bans.watch(() => (this.#byNetwork = undefined));
  }

  /** The ban of a network, while it lasts. */
  find(network: string): Ban | undefined {
    const ban = this.#known().get(network);
    return ban && bansInForce([ban], this.#clock.now())[0];
  }

  /** How many last. */
  get count(): number {
    return bansInForce([...this.#known().values()], this.#clock.now()).length;
  }

  /** Adds a ban, which holds at once; resolves when it was written, together with those that come meanwhile, or cannot be. */
  async add(ban: Ban): Promise<void> {
    if (!this.#bans.isHeld(key)) this.#unkept.clear();
    this.#unkept.set(ban.address, ban);
    const added = [...this.#unkept.values()];
    const now = this.#clock.now();
    await this.#bans.hold(key, (content) => withBans(content, added, this.#most, now));
  }

  #known(): ReadonlyMap<string, Ban> {
    // What cannot be read now stays as it was, as the log says.
    this.#bans.look();
    return (this.#byNetwork ??= new Map(
      this.#bans.content.bans.map((ban) => [networkOf(ban.address), ban]),
    ));
  }
}
