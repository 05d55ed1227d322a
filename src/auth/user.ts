import { createHash, randomBytes } from "node:crypto";
import * as t from "io-ts";
import { expiryMs } from "../server/runtime/time.ts";

/** The rights of a user, besides seeing the plan. */
export interface Rights {
  /** May save plans, and see the history. */
  readonly admin: boolean;
  /** May control what the plan names, if there is a Home Assistant. */
  readonly control: boolean;
  /** May see the positions of people and other targets that the plan tracks; by default not. */
  readonly positions?: boolean | undefined;
}

/** Somebody who may use the service. */
export interface User extends Rights {
  readonly id: string;
  readonly name: string;
  /** The first administrator. */
  readonly owner: boolean;
  /** The only floor that pages open for them. This is a view: it does not keep the other floors secret. */
  readonly level?: string;
  /** May act for any user of Home Assistant whom it names. */
  readonly delegate?: true;
  /** The id of the user whose token signed them in, if that is a delegate's. */
  readonly token?: string;
}

/** The id of the stored user whose token signed somebody in. */
export const tokenUserId = ({ id, token = id }: User): string => token;

/** The link that gives a token to the browser that opens it first. */
const linkCodec = t.readonly(
  t.type({
    /** SHA-256 of the link's code, in hexadecimal; the code itself is never stored. */
    code_sha256: t.string,
    /** When the link expires, ISO 8601. */
    ends_at: t.string,
    /** When the link was opened; before that the token belongs to nobody. */
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
    /** Files from before this right lack it. */
    control: t.union([t.boolean, t.undefined]),
    /** Files from before this right lack it. */
    positions: t.union([t.boolean, t.undefined]),
    /** SHA-256 of the token, in hexadecimal; the token itself is never stored. */
    token_sha256: t.string,
    created_at: t.string,
    /** When the token expires, ISO 8601; without it the token lasts until it is revoked. */
    expires_at: t.union([t.string, t.undefined]),
    /** When a service noticed the expiry, which is final even if the clock is set back. */
    ended_at: t.union([t.string, t.undefined]),
    level: t.union([t.string, t.undefined]),
    /** Files from before this right lack it. */
    delegate: t.union([t.boolean, t.undefined]),
    link: t.union([linkCodec, t.undefined]),
  }),
);

export type StoredUser = t.TypeOf<typeof userCodec>;

/** When the unopened link of a user expires; undefined if there is none. */
export const unopenedUntil = ({ link }: StoredUser): string | undefined =>
  link === undefined || link.opened_at !== undefined ? undefined : link.ends_at;

/** When a user's token ends, or the link to it expires unopened, in milliseconds since 1970. */
export const endOfUser = (user: StoredUser): number =>
  Math.min(expiryMs(user.expires_at), expiryMs(unopenedUntil(user)));

/** Whether a user's token has expired at `nowMs`, in milliseconds since 1970. */
export const hasEnded = (user: StoredUser, nowMs: number): boolean =>
  user.ended_at !== undefined || endOfUser(user) <= nowMs;

/** The user in a stored record. */
export const userOf = (stored: StoredUser): User => {
  const { id, name, admin, owner, control = false, positions = false, level, delegate } = stored;
  return {
    id,
    name,
    admin,
    owner,
    control,
    positions,
    ...(level === undefined ? {} : { level }),
    ...(delegate === true ? { delegate } : {}),
  };
};

/**
 * A new access token: 256 random bits, so a plain hash is enough to store. Never starts with a dash, which a command
 * line would take for an option.
 */
export const newToken = (): string => {
  const token = randomBytes(32).toString("base64url");
  return token.startsWith("-") ? newToken() : token;
};

export const hashToken = (token: string): string =>
  createHash("sha256").update(token).digest("hex");

/**
 * Which entry to drop if there are too many: the first in `all` of the user who has the most, so that nobody loses one to
 * a user with more. Undefined if `all` is empty.
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
