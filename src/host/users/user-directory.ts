import { randomUUID } from "node:crypto";
import { type Either, getOrElse, isLeft, left, map, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
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

/**
 * Creates a user with a token. The right is the token, which is told this once and stored nowhere.
 * A left: the name is taken or odd, or the file cannot be changed.
 */
export const createUser = (
  file: UsersDocument,
  name: string,
  { admin, control }: Rights,
): Promise<Either<string, string>> =>
  file.change((content) => {
    if (!nameRule.test(name))
      return left("the name must be 1 to 64 letters, digits, blanks or any of ._@-");
    if (content.users.some((user) => user.name === name))
      return left(`there is a token named "${name}" already`);
    const token = newToken();
    const user: KeptUser = {
      id: randomUUID().replaceAll("-", ""),
      name,
      admin,
      control,
      owner: admin && !content.users.some((other) => other.owner),
      token_sha256: hashToken(token),
      created_at: new Date().toISOString().replace("Z", "+00:00"),
    };
    return right([{ ...content, users: [...content.users, user] }, token]);
  });

/**
 * Creates an administrator where there is no user at all. The right is the token, which is told this once; undefined
 * where somebody was faster, as of two nodes that start at once. A left: the file cannot be changed.
 */
export const createFirst = async (
  file: UsersDocument,
): Promise<Either<string, string | undefined>> => {
  const token = await createUser(file, "admin", { admin: true, control: true });
  const isThere = getOrElse(() => false)(map(({ users }: Users) => users.length > 0)(file.read()));
  return isLeft(token) && isThere ? right(undefined) : token;
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

/** The users as the running service sees them: it follows changes of the file. */
export interface UserDirectory {
  /** The user of a token. An unknown token is looked up in the file as well, so that a new one works at once. */
  readonly find: (token: string) => User | undefined;
  readonly isEmpty: () => boolean;
  readonly close: () => void;
}

/**
 * Reads the users and goes on following the file. `onRevoked` is called for each user whose token is gone,
 * `onProblem` where a later state of the file cannot be understood; the users stay as they were then.
 */
export const openUsers = (
  file: UsersDocument,
  onRevoked: (user: User) => void,
  onProblem: (problem: string) => void,
): Either<string, UserDirectory> => {
  let byHash = new Map<string, User>();
  let stamp = "";
  let again: NodeJS.Timeout | undefined;
  const read = (): Either<string, void> => {
    const newStamp = file.stamp();
    return map((content: Users) => {
      stamp = newStamp;
      const before = byHash;
      byHash = new Map(content.users.map((user) => [user.token_sha256, userOf(user)]));
      for (const [hash, user] of before) if (!byHash.has(hash)) onRevoked(user);
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
  const first = read();
  if (isLeft(first)) return first;
  const unwatch = file.watch(reload);
  return right({
    find: (token) => {
      if (file.stamp() !== stamp) reload();
      return byHash.get(hashToken(token));
    },
    isEmpty: () => byHash.size === 0,
    close: () => {
      clearTimeout(again);
      unwatch();
    },
  });
};
