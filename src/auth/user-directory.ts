import { randomUUID } from "node:crypto";
import { type Either, getOrElse, isLeft, left, map, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import type { RatedLog } from "../server/runtime/rated-log.ts";
import { expiryMs, momentText } from "../server/runtime/time.ts";
import { type Change, WriteBehindDocument } from "../storage/write-behind-document.ts";
import { JsonFile } from "../storage/folder/json-file.ts";
import type { DocumentKind, StoredDocument } from "../storage/stored-document.ts";
import {
  endOfUser,
  hasEnded,
  hashToken,
  type StoredUser,
  newToken,
  type Rights,
  unopenedUntil,
  userCodec,
} from "./user.ts";

const usersCodec = t.type({ version: t.literal(1), users: t.readonlyArray(userCodec) });
export type Users = t.TypeOf<typeof usersCodec>;

/** The stored users. */
export type UsersDocument = StoredDocument<Users>;

/** Changes the stored users. */
type UsersChange = Pick<UsersDocument, "change">;

export const usersKind: DocumentKind<Users> = {
  name: "users",
  codec: usersCodec,
  empty: { version: 1, users: [] },
};

/** The users of the running service. Left: why they cannot be understood. */
export const openUsers = (
  document: UsersDocument,
  log: RatedLog,
): Either<string, WriteBehindDocument<Users>> =>
  WriteBehindDocument.open({
    document,
    boundary: log.boundary,
    onUnread: (problem) =>
      log.warn({ problem }, "the users cannot be read; they stay as they were"),
    onUnkept: (problem) => log.warn({ problem }, "the end of tokens cannot be saved yet"),
  });

/** The users of a data folder, on disk. */
export const usersFile = (dataFolder: string): UsersDocument => new JsonFile(dataFolder, usersKind);

const nameRule = /^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,63}$/u;
const levelRule = /^[^\p{Cc}]{1,64}$/u;

/** The name and rights of a new token. */
export interface NewToken extends Rights {
  /** Expiry, ISO 8601; undefined for none. */
  readonly expiresAt?: string | undefined;
  /** The floor that pages open with it, see `User`. */
  readonly level?: string | undefined;
  /** May act for any user of Home Assistant whom it names, so it needs the other rights, too. */
  readonly delegate?: boolean | undefined;
  /** The link that gives its opener a token in place of this one. */
  readonly link?: StoredUser["link"];
}

/** Left: what is invalid about a new token. */
const checked = (
  name: string,
  { admin, control, level, delegate, link }: NewToken,
): Either<string, void> => {
  if (!nameRule.test(name))
    return left("the name must be 1 to 64 letters, digits, blanks or any of ._@-");
  if (delegate === true && !(admin && control && link === undefined))
    return left(
      "delegate: only a token that may save and control, and is no link's, may name users",
    );
  if (level === undefined) return right(undefined);
  if (admin) return left("level: an administrator sees every floor");
  return levelRule.test(level)
    ? right(undefined)
    : left("level: expected the id of a floor, 1 to 64 characters without control characters");
};

/** Drops expired users as far as `most` or the new name requires. */
const makingRoom = (
  users: readonly StoredUser[],
  name: string,
  most: number,
): readonly StoredUser[] => {
  const now = Date.now();
  const ended = users.filter((user) => hasEnded(user, now));
  const oldest = ended.toSorted((a, b) => endOfUser(a) - endOfUser(b));
  const tooMany = new Set(oldest.slice(0, Math.max(0, users.length - most)));
  return users.filter(
    (user) => !tooMany.has(user) && !(user.name === name && ended.includes(user)),
  );
};

/**
 * Creates a user with a token. The right is the token, returned only now and never stored. `most`: the most users;
 * those with expired tokens give up their place and their names. A left: the name is taken or invalid, the limit is
 * reached, or the file cannot be changed.
 */
export const createUser = (
  file: UsersChange,
  name: string,
  wanted: NewToken,
  most = Number.POSITIVE_INFINITY,
  token = newToken(),
): Promise<Either<string, string>> =>
  file.change((content) => {
    const fits = checked(name, wanted);
    if (isLeft(fits)) return fits;
    const others = makingRoom(content.users, name, most - 1);
    if (others.some((user) => user.name === name))
      return left(`there is a token named "${name}" already`);
    if (others.length >= most)
      return left(
        `there are as many tokens as --tokens allows, ${most}: revoke one that is not needed`,
      );
    const { admin, control, positions, expiresAt, level, delegate, link } = wanted;
    const user: StoredUser = {
      id: randomUUID().replaceAll("-", ""),
      name,
      admin,
      control,
      positions,
      owner: admin && !others.some((other) => other.owner),
      token_sha256: hashToken(token),
      created_at: momentText(Date.now()),
      expires_at: expiresAt,
      ended_at: undefined,
      level,
      delegate,
      link,
    };
    return right([{ ...content, users: [...others, user] }, token]);
  });

/** What the first administrator may: everything. */
export const firstRights = { admin: true, control: true, positions: true } as const;

/** The command, without the home's options, that makes an administrator with the same rights. */
export const createFirstCommand = "token create NAME --admin --control --positions";

/**
 * Creates an administrator if there is no user at all, with a token that may be stored elsewhere already. The right
 * is the token, returned only now; undefined if another process, such as a node that started at the same time, has
 * created the administrator. A left: the file cannot be changed.
 */
export const createFirst = async (
  file: Pick<UsersDocument, "read" | "change">,
  token = newToken(),
): Promise<Either<string, string | undefined>> => {
  const created = await createUser(file, "admin", firstRights, undefined, token);
  const isThere = getOrElse(() => false)(map(({ users }: Users) => users.length > 0)(file.read()));
  return isLeft(created) && isThere ? right(undefined) : created;
};

const noToken = (name: string): Either<string, never> => left(`there is no token named "${name}"`);

/** Removes a user and their token. A left: there is no such name, or the file cannot be changed. */
export const removeUser = (file: UsersChange, name: string): Promise<Either<string, void>> =>
  file.change((content) => {
    const users = content.users.filter((user) => user.name !== name);
    if (users.length === content.users.length) return noToken(name);
    return right([{ ...content, users }, undefined]);
  });

/** Removes a user by id: the name may be another user's by then. */
const without =
  (id: string): Change<Users> =>
  (content) => ({ ...content, users: content.users.filter((user) => user.id !== id) });

/**
 * Removes a user of a running service. The token is invalid before this returns, even if that cannot be written: the
 * right then says why, and the write is retried.
 */
export const revokeUser = async (
  users: WriteBehindDocument<Users>,
  name: string,
): Promise<Either<string, string | undefined>> => {
  users.look();
  const found = users.content.users.find((user) => user.name === name);
  // Another node may have created the user a moment ago.
  if (found === undefined) return map(() => undefined)(await removeUser(users, name));
  const kept = await users.hold(`revoked ${found.id}`, without(found.id));
  return right(isLeft(kept) ? kept.left : undefined);
};

/**
 * Records expiries seen at `nowMs`, in milliseconds since 1970: `seen` has the end of each token by its hash. A token
 * made or renewed since is skipped, whatever that clock showed.
 */
export const withEnds =
  (nowMs: number, seen: ReadonlyMap<string, number>): Change<Users> =>
  (content) => ({
    ...content,
    users: content.users.map((user) =>
      user.ended_at === undefined && seen.get(user.token_sha256) === endOfUser(user)
        ? { ...user, ended_at: momentText(nowMs) }
        : user,
    ),
  });

/**
 * Gives a token another end, or none; an expired one works again. A left: there is no such name, or the file cannot
 * be changed.
 */
export const renewUser = (
  file: UsersChange,
  name: string,
  expiresAt: string | undefined,
): Promise<Either<string, void>> =>
  file.change((content) => {
    const found = content.users.find((user) => user.name === name);
    if (found === undefined) return noToken(name);
    // The token belongs to nobody, and the expired link cannot give it to anybody.
    if (expiryMs(unopenedUntil(found)) <= Date.now())
      return left(`nobody has opened the link of "${name}" in time: make another one`);
    const users = content.users.map((user) =>
      user.name === name ? { ...user, expires_at: expiresAt, ended_at: undefined } : user,
    );
    return right([{ ...content, users }, undefined]);
  });
