import { createHash, randomBytes } from "node:crypto";
import * as t from "io-ts";
import { endOf } from "../server/runtime/time.ts";

/** What somebody may do, beside seeing the plan. */
export interface Rights {
  /** May save plans, and see the history. */
  readonly admin: boolean;
  /** May switch what the plan names, where there is a Home Assistant. */
  readonly control: boolean;
}

/** Somebody who may use the service. */
export interface User extends Rights {
  readonly id: string;
  readonly name: string;
  /** The first administrator. */
  readonly owner: boolean;
  /** The floor that pages open for them, without offering another: a view, and nothing that keeps the others secret. */
  readonly level?: string;
}

/** The link by which somebody gets their token: whoever opens it first. */
const linkCodec = t.readonly(
  t.type({
    /** SHA-256 of the code in it, in hexadecimal; the code itself is stored nowhere. */
    code_sha256: t.string,
    /** Until when it can be opened, ISO 8601. */
    ends_at: t.string,
    /** When it was; nobody has the token before. */
    opened_at: t.union([t.string, t.undefined]),
  }),
);

/** A user as kept on disk, with one long-lived access token. */
export const userCodec = t.readonly(
  t.type({
    id: t.string,
    name: t.string,
    admin: t.boolean,
    owner: t.boolean,
    /** Files that were written before there was this right lack it. */
    control: t.union([t.boolean, t.undefined]),
    /** SHA-256 of the token, in hexadecimal; the token itself is stored nowhere. */
    token_sha256: t.string,
    created_at: t.string,
    /** When the token ends, ISO 8601; one without it lasts until it is revoked. */
    expires_at: t.union([t.string, t.undefined]),
    /** When a service noticed that it was over: it has ended from then on, wherever the clock is put. */
    ended_at: t.union([t.string, t.undefined]),
    level: t.union([t.string, t.undefined]),
    link: t.union([linkCodec, t.undefined]),
  }),
);

export type KeptUser = t.TypeOf<typeof userCodec>;

/** Until when the link of a user can be opened that nobody has opened yet; undefined where there is none. */
export const unopenedUntil = ({ link }: KeptUser): string | undefined =>
  link === undefined || link.opened_at !== undefined ? undefined : link.ends_at;

/** Milliseconds since 1970 at which a user's token ends, and so does one that nobody will ever have. */
export const endOfUser = (user: KeptUser): number =>
  Math.min(endOf(user.expires_at), endOf(unopenedUntil(user)));

/** Whether the time of a user's token is over, at milliseconds since 1970. */
export const hasEnded = (user: KeptUser, nowMs: number): boolean =>
  user.ended_at !== undefined || endOfUser(user) <= nowMs;

/** The user that is kept. */
export const userOf = ({ id, name, admin, owner, control = false, level }: KeptUser): User => ({
  id,
  name,
  admin,
  owner,
  control,
  ...(level === undefined ? {} : { level }),
});

/** A new access token: 256 random bits, so that its plain hash is enough to keep. None begins like an option of a command line. */
export const newToken = (): string => {
  const token = randomBytes(32).toString("base64url");
  return token.startsWith("-") ? newToken() : token;
};

export const hashToken = (token: string): string =>
  createHash("sha256").update(token).digest("hex");

/**
 * Which of too many goes first: of whoever has the most, the one that comes first in `all`; so nobody loses one to
 * somebody who has more. Undefined where there is none.
 */
export const nextToEvict = <Each>(
  all: readonly Each[],
  ownerOf: (each: Each) => string,
): Each | undefined => {
  const counts = new Map<string, number>();
  for (const each of all) counts.set(ownerOf(each), (counts.get(ownerOf(each)) ?? 0) + 1);
  const most = Math.max(...counts.values());
  return all.find((each) => counts.get(ownerOf(each)) === most);
};
