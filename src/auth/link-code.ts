import { createHmac } from "node:crypto";
import { type Either, isLeft, left, map, right } from "fp-ts/lib/Either.js";
import { expiryMs, momentText } from "../server/runtime/time.ts";
import type { WriteBehindDocument } from "../storage/write-behind-document.ts";
import { hasEnded, hashToken, type StoredUser, newToken } from "./user.ts";
import { createUser, type NewToken, type Users } from "./user-directory.ts";

/** What the page sends for the token of a link. */
export interface Opening {
  /** The code in the link. */
  readonly code: string;
  /** Random, from the browser: the same nonce gets the same token again. */
  readonly nonce: string;
}

/** Why a code gives no token. */
export type CodeRefusal = "unknown" | "used" | "ended";

/** Why there is no token: the code is refused, or nothing can be written now, so that the code may work later. */
type OpeningProblem =
  | { readonly kind: "refused"; readonly why: CodeRefusal }
  | { readonly kind: "unkept"; readonly message: string };

/** A token given for a code. */
export interface Opened {
  /** Never stored, never logged. */
  readonly token: string;
  readonly user: StoredUser;
  /** Whether this browser was given the token before. */
  readonly isAgain: boolean;
}

/**
 * Milliseconds in which the browser that opened a link may ask again: its answer may get lost with the connection or
 * by a reload.
 */
export const linkLimits = { linkAgain: 10 * 60_000 };

/** When a code is judged. */
interface OpeningTimes {
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  /** Milliseconds in which the browser that used the code may ask again. */
  readonly againMs: number;
}

/**
 * The token for a code and a browser's nonce: it takes both to compute it, and it need not be stored to be sent
 * again. Never starts with a dash, which a command line would take for an option.
 */
const tokenFor = ({ code, nonce }: Opening): string => {
  const token = createHmac("sha256", code).update(nonce).digest("base64url");
  return token.startsWith("-") ? tokenFor({ code, nonce: token }) : token;
};

/**
 * Creates a user whose token goes to the browser that opens the link first, until `endsAt`, ISO 8601. The right is
 * the link's code, returned only now and never stored. A left as for `createUser`.
 */
export const createLink = async (
  file: Parameters<typeof createUser>[0],
  name: string,
  wanted: Omit<NewToken, "link">,
  endsAt: string,
  most: number,
): Promise<Either<string, string>> => {
  const code = newToken();
  const link = { code_sha256: hashToken(code), ends_at: endsAt, opened_at: undefined };
  return map(() => code)(await createUser(file, name, { ...wanted, link }, most));
};

const refused = (why: CodeRefusal): Either<OpeningProblem, never> => left({ kind: "refused", why });

const isOpened = ({ link }: StoredUser): boolean => link?.opened_at !== undefined;

/** The user of a link's code, if the browser may have their token. */
const judge = (
  { users }: Users,
  { code }: Opening,
  token: string,
  { nowMs, againMs }: OpeningTimes,
): Either<CodeRefusal, StoredUser> => {
  const hash = hashToken(code);
  const user = users.find(({ link }) => link?.code_sha256 === hash);
  if (user?.link === undefined) return left("unknown");
  const { opened_at: openedAt } = user.link;
  if (openedAt !== undefined) {
    const isSame = user.token_sha256 === hashToken(token);
    if (!isSame || nowMs >= expiryMs(openedAt) + againMs) return left("used");
  }
  return hasEnded(user, nowMs) ? left("ended") : right(user);
};

/**
 * Exchanges a code for a token, once: of several browsers, at any nodes, one gets the token. It is stored when this
 * resolves; a browser that lost the answer may ask again with the same nonce for a while.
 */
export const openLink = async (
  users: WriteBehindDocument<Users>,
  opening: Opening,
  times: OpeningTimes,
): Promise<Either<OpeningProblem, Opened>> => {
  const token = tokenFor(opening);
  users.look();
  // Guesses cause no write.
  const known = judge(users.content, opening, token, times);
  if (isLeft(known)) return refused(known.left);
  if (isOpened(known.right)) return right({ token, user: known.right, isAgain: true });
  const changed = await users.change((content) => {
    const found = judge(content, opening, token, times);
    if (isLeft(found) || isOpened(found.right)) return right([content, found]);
    const { link } = found.right;
    const user: StoredUser = {
      ...found.right,
      token_sha256: hashToken(token),
      link: link && { ...link, opened_at: momentText(times.nowMs) },
    };
    const others = content.users.map((each) => (each.id === user.id ? user : each));
    return right([{ ...content, users: others }, found]);
  });
  if (isLeft(changed)) return left({ kind: "unkept", message: changed.left });
  if (isLeft(changed.right)) return refused(changed.right.left);
  const user = changed.right.right;
  return right({ token, user, isAgain: isOpened(user) });
};
