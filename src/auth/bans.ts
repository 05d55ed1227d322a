import { type Either, left, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { BoundedMap } from "../server/runtime/bounded-map.ts";
import { networkOf } from "../server/http/client-address.ts";
import type { RatedLog } from "../server/runtime/rated-log.ts";
import { banCodec } from "./answer-codecs.ts";
import { type Clock, maxClockSkewMs } from "../server/runtime/time.ts";
import { WriteBehindDocument } from "../storage/write-behind-document.ts";
import { JsonFile } from "../storage/folder/json-file.ts";
import type { DocumentKind, StoredDocument } from "../storage/stored-document.ts";

/** A ban as commands show it, with its start, which earlier versions did not store. */
const keptBanCodec = t.readonly(t.intersection([banCodec, t.partial({ since: t.string })]));
const bansCodec = t.type({ version: t.literal(1), bans: t.readonlyArray(keptBanCodec) });
export type Bans = t.TypeOf<typeof bansCodec>;

/** A network that may not log in for a while. */
export type Ban = t.TypeOf<typeof keptBanCodec>;

/** The stored bans. */
export type BansDocument = StoredDocument<Bans>;

export const bansKind: DocumentKind<Bans> = {
  name: "bans",
  codec: bansCodec,
  empty: { version: 1, bans: [] },
};

/** The bans of a data folder, on disk. */
export const bansFile = (dataFolder: string): BansDocument => new JsonFile(dataFolder, bansKind);

/** The bans of the running service. */
export const openBans = (document: BansDocument, log: RatedLog): WriteBehindDocument<Bans> =>
  new WriteBehindDocument(
    {
      document,
      boundary: log.boundary,
      onUnread: (problem) => log.warn({ problem }, "the bans cannot be read"),
      onUnkept: (problem) => log.warn({ problem }, "the ban cannot be saved"),
    },
    bansKind.empty,
  );

/** Describes a ban. */
export const banMessage = (ban: Ban): string => `too many failed logins: banned until ${ban.until}`;

const moment = (ms: number): string => new Date(ms).toISOString();

/** A ban that starts at `nowMs`, in milliseconds since 1970, and lasts `forMs` milliseconds. */
export const newBan = (address: string, nowMs: number, forMs: number, failures: number): Ban => ({
  address,
  since: moment(nowMs),
  until: moment(nowMs + forMs),
  failures,
});

/**
 * The bans in force at `nowMs`, in milliseconds since 1970. A ban that starts much later comes from a clock that was
 * ahead and would last until then; it is ignored unless nodes' clocks may differ that much.
 */
export const bansInForce = (bans: readonly Ban[], nowMs: number): readonly Ban[] =>
  bans.filter(
    ({ since, until }) =>
      Date.parse(until) > nowMs &&
      (since === undefined || Date.parse(since) <= nowMs + maxClockSkewMs),
  );

/** Adds bans, which replace older ones of the same networks. Removes expired bans, and the oldest beyond `most`. */
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

/** Lifts the ban of an address or network. A left: there is no such ban, or the file cannot be changed. */
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

/** Holds bans that are not in the document yet. */
const key = "added";

/** How many bans are kept, newest first: all are in one document, which is read and written as a whole. */
export const banLimits = { bans: 1000 };

/**
 * The bans of the running service: it follows changes by other processes, and its own bans hold before they are
 * written.
 */
export class BanKeeper {
  readonly #bans: WriteBehindDocument<Bans>;
  readonly #most: number;
  readonly #clock: Pick<Clock, "now">;
  /** Cached until the content changes. */
  #byNetwork: ReadonlyMap<string, Ban> | undefined;
  /** Bans that are not in the document yet, while the change that adds them is held. */
  readonly #unkept: BoundedMap<string, Ban>;

  /** `most`: how many bans are kept. */
  constructor(bans: WriteBehindDocument<Bans>, most: number, clock: Pick<Clock, "now">) {
    this.#bans = bans;
    this.#most = most;
    this.#unkept = new BoundedMap(most);
    this.#clock = clock;
    bans.watch(() => (this.#byNetwork = undefined));
  }

  /** The ban in force for a network. */
  find(network: string): Ban | undefined {
    const ban = this.#known().get(network);
    return ban && bansInForce([ban], this.#clock.now())[0];
  }

  /** The number of bans in force. */
  get count(): number {
    return bansInForce([...this.#known().values()], this.#clock.now()).length;
  }

  /** Adds a ban, which holds at once. Resolves once it is written, along with others, or cannot be. */
  async add(ban: Ban): Promise<void> {
    if (!this.#bans.isHeld(key)) this.#unkept.clear();
    this.#unkept.set(ban.address, ban);
    const added = [...this.#unkept.values()];
    const now = this.#clock.now();
    await this.#bans.hold(key, (content) => withBans(content, added, this.#most, now));
  }

  #known(): ReadonlyMap<string, Ban> {
    // If the document cannot be read now, its last content stays; the log says so.
    this.#bans.look();
    return (this.#byNetwork ??= new Map(
      this.#bans.content.bans.map((ban) => [networkOf(ban.address), ban]),
    ));
  }
}
