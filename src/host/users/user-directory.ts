import { randomUUID } from "node:crypto";
import { type Either, getOrElse, isLeft, left, map, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { type Clock, systemClock } from "./clock.ts";
import { type Ending, Endings, endOf, momentText } from "./expiry.ts";
import { JsonFile } from "./json-file.ts";
import type { DocumentKind, KeptDocument } from "./kept-document.ts";
import { hashToken, newToken } from "./token.ts";
import { type KeptUser, type Rights, type User, userCodec, userOf } from "./user.ts";

const usersCodec = t.type({ version: t.literal(1), users: t.readonlyArray(userCodec) });
export type Users = t.TypeOf<typeof usersCodec>;

/** The users, as kept. */
export type UsersDocument = KeptDocument<Users>;

export const usersKind: DocumentKind<Users> = {
  name: "users",
  codec: usersCodec,
  empty: { version: 1, users: [] },
};

/** The users of a data folder, as kept on disk. */
export const usersFile = (dataFolder: string): UsersDocument => new JsonFile(dataFolder, usersKind);

const nameRule = /^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,63}$/u;
const levelRule = /^[^\p{Cc}]{1,64}$/u;

/** What a new token is for. */
export interface NewToken extends Rights {
  /** When it ends, ISO 8601. */
  readonly expiresAt?: string | undefined;
  /** The floor that pages open with it, see `User`. */
  readonly level?: string | undefined;
}

const problemOf = (name: string, { admin, level }: NewToken): string | undefined => {
  if (!nameRule.test(name))
    return "the name must be 1 to 64 letters, digits, blanks or any of ._@-";
  if (level === undefined) return undefined;
  if (admin) return "level: an administrator sees every floor";
  return levelRule.test(level)
    ? undefined
    : "level: expected the id of a floor, 1 to 64 characters without control characters";
};

/** Without those that have ended, as far as their name or their room is wanted: at most `most` stay. */
const makingRoom = (
  users: readonly KeptUser[],
  name: string,
  most: number,
): readonly KeptUser[] => {
  const now = Date.now();
  const ended = users.filter((user) => endOf(user.expires_at) <= now);
  const oldest = ended.toSorted((a, b) => endOf(a.expires_at) - endOf(b.expires_at));
  const tooMany = new Set(oldest.slice(0, Math.max(0, users.length - most)));
  return users.filter(
    (user) => !tooMany.has(user) && !(user.name === name && ended.includes(user)),
  );
};

/**
 * Creates a user with a token. The right is the token, which is told this once and stored nowhere. `most`: users that
 * there may be; those whose tokens have ended make room for others, and leave them their names.
 * A left: the name is taken or odd, the limit is reached, or the file cannot be changed.
 */
export const createUser = (
  file: UsersDocument,
  name: string,
  wanted: NewToken,
  most = Number.POSITIVE_INFINITY,
  token = newToken(),
): Promise<Either<string, string>> =>
  file.change((content) => {
    const problem = problemOf(name, wanted);
    if (problem !== undefined) return left(problem);
    const others = makingRoom(content.users, name, most - 1);
    if (others.some((user) => user.name === name))
      return left(`there is a token named "${name}" already`);
    if (others.length >= most)
      return left(
        `there are as many tokens as tokens, ${most}, allows: revoke one that is not needed`,
      );
    const { admin, control, expiresAt, level } = wanted;
    const user: KeptUser = {
      id: randomUUID().replaceAll("-", ""),
      name,
      admin,
      control,
      owner: admin && !others.some((other) => other.owner),
      token_sha256: hashToken(token),
      created_at: momentText(Date.now()),
      expires_at: expiresAt,
      level,
    };
    return right([{ ...content, users: [...others, user] }, token]);
  });

/**
 * Creates an administrator where there is no user at all, with a token that may be kept somewhere already. The right is
 * the token, which is told this once; undefined where somebody was faster, as of two nodes that start at once.
 * A left: the file cannot be changed.
 */
export const createFirst = async (
  file: UsersDocument,
  token = newToken(),
): Promise<Either<string, string | undefined>> => {
  const rights = { admin: true, control: true };
  const created = await createUser(file, "admin", rights, undefined, token);
  const isThere = getOrElse(() => false)(map(({ users }: Users) => users.length > 0)(file.read()));
  return isLeft(created) && isThere ? right(undefined) : created;
};

/** Removes a user and the token with it. A left: there is none of that name, or the file cannot be changed. */
export const removeUser = (file: UsersDocument, name: string): Promise<Either<string, void>> =>
  file.change((content) => {
    const users = content.users.filter((user) => user.name !== name);
    if (users.length === content.users.length) return left(`there is no token named "${name}"`);
    return right([{ ...content, users }, undefined]);
  });

/** Time after which a file that could not be read is read again. */
const againMs = 1000;

/** The users as the running service sees them: it follows changes of the file, and the time. */
export interface UserDirectory {
  /** The user of a token. An unknown token is looked up in the file as well, so that a new one works at once. */
  readonly find: (token: string) => User | undefined;
  /** Whether a token is one of ours whose time is over, and so no guess. */
  readonly hasEnded: (token: string) => boolean;
  /** Whether there is a user with that id, whose token may have ended. */
  readonly has: (id: string) => boolean;
  readonly isEmpty: () => boolean;
  readonly close: () => void;
}

/** Why a token is not taken any more. */
export type TokenEnd = "revoked" | "ended";

interface Known extends Ending {
  readonly user: User;
}

/**
 * Reads the users and goes on following the file. `onGone` is called for each user whose token is gone or whose time
 * is over, `onProblem` where a later state of the file cannot be understood; the users stay as they were then.
 */
export const openUsers = (
  file: UsersDocument,
  onGone: (user: User, why: TokenEnd) => void,
  onProblem: (problem: string) => void,
  clock: Clock = systemClock,
): Either<string, UserDirectory> => {
  let byHash: ReadonlyMap<string, Known> = new Map();
  let stamp = "";
  let again: NodeJS.Timeout | undefined;
  const endings = new Endings<Known>(clock, ({ user }) => onGone(user, "ended"));
  const read = (): Either<string, void> => {
    const newStamp = file.stamp();
    return map((content: Users) => {
      stamp = newStamp;
      const before = byHash;
      byHash = new Map(
        content.users.map((kept) => [
          kept.token_sha256,
          { user: userOf(kept), endsAt: endOf(kept.expires_at) },
        ]),
      );
      for (const [hash, { user }] of before) if (!byHash.has(hash)) onGone(user, "revoked");
      endings.follow(byHash);
    })(file.read());
  };
  const reload = (): void => {
    clearTimeout(again);
    const done = read();
    if (!isLeft(done)) return;
    onProblem(done.left);
    // It may be the want of a descriptor, and a token that was revoked meanwhile must not last.
    again = setTimeout(reload, againMs).unref();
  };
  const known = (token: string): Known | undefined => {
    if (file.stamp() !== stamp) reload();
    return byHash.get(hashToken(token));
  };
  const first = read();
  if (isLeft(first)) return first;
  const unwatch = file.watch(reload);
  return right({
    find: (token) => {
      const found = known(token);
      return found === undefined || endings.hasEnded(found) ? undefined : found.user;
    },
    hasEnded: (token) => {
      const found = known(token);
      return found !== undefined && endings.hasEnded(found);
    },
    has: (id) => [...byHash.values()].some(({ user }) => user.id === id),
    isEmpty: () => byHash.size === 0,
    close: () => {
      clearTimeout(again);
      endings.close();
      unwatch();
    },
  });
};
