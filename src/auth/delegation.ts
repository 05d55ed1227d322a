import type { IncomingHttpHeaders } from "node:http";
import { type Either, isLeft, left, right, tryCatch } from "fp-ts/lib/Either.js";
import type { Login, LoginRefusal, Person } from "./authenticator.ts";
import { localUserId, localUserName } from "./home-assistant-users.ts";
import type { User } from "./user.ts";

/**
 * The headers in which a delegate, such as Home Assistant's integration, names the user for whom it acts. Header values
 * are Latin-1, so the name is percent-encoded UTF-8.
 */
export const delegationHeaders = {
  id: "floorplan-user-id",
  name: "floorplan-user-name",
  admin: "floorplan-user-admin",
} as const;

/** A user of Home Assistant, as a delegate names them. */
interface NamedUser {
  readonly id: string;
  readonly name: string;
  readonly admin: boolean;
}

/** Home Assistant's ids are 32 hexadecimal digits; nothing here depends on that. */
const idRule = /^[\w-]{1,64}$/;

const nameIn = (encoded: string): Either<string, string> =>
  tryCatch(
    () => decodeURIComponent(encoded),
    () => `${delegationHeaders.name}: expected percent-encoded UTF-8`,
  );

/** The user that the headers name; undefined if they name nobody. Left: which header is invalid. */
const namedIn = (headers: IncomingHttpHeaders): Either<string, NamedUser | undefined> => {
  const names = Object.values(delegationHeaders);
  if (names.every((name) => headers[name] === undefined)) return right(undefined);
  const [id, encoded, admin] = names.map((name) => headers[name]);
  if (typeof id !== "string" || !idRule.test(id))
    return left(`${delegationHeaders.id}: expected 1 to 64 letters, digits or any of _-`);
  if (typeof encoded !== "string") return left(`${delegationHeaders.name}: expected a name`);
  if (admin !== "true" && admin !== "false")
    return left(`${delegationHeaders.admin}: expected true or false`);
  const name = nameIn(encoded);
  return isLeft(name) ? name : right({ id, name: name.right, admin: admin === "true" });
};

const refused = (message: string): Either<LoginRefusal, never> =>
  left({ kind: "refused", message, ban: undefined });

/**
 * The named user. Everything that follows from the token, such as its revocation, applies to them too. Anyone but
 * administrators controls devices over Home Assistant itself, which knows what they may, and sees no positions; nobody
 * sees more than the token may.
 */
const actingAs = (person: Person, { id, name, admin }: NamedUser): Person => {
  const user: User = {
    id: localUserId(id),
    name: localUserName(name),
    admin,
    control: admin,
    positions: admin && person.user.positions === true,
    owner: false,
    token: person.user.id,
  };
  return { ...person, user, by: "delegate" };
};

/** Identifies the user of a request from its token, its address, and the headers in which a delegate names a user. */
export type RequestLogin = (
  token: string,
  address: string,
  headers: IncomingHttpHeaders,
) => ReturnType<Login>;

/** Extends a login by delegates: only their tokens may name a user. */
export const delegatedLogin =
  (login: Login): RequestLogin =>
  async (token, address, headers) => {
    const found = await login(token, address);
    if (isLeft(found)) return found;
    const named = namedIn(headers);
    if (isLeft(named)) return refused(named.left);
    if (named.right === undefined) return found;
    return found.right.user.delegate === true
      ? right(actingAs(found.right, named.right))
      : refused("the token may not name the user for whom it acts: it lacks the right to delegate");
  };
