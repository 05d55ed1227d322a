import { createHmac } from "node:crypto";
import { type Either, isLeft, left, map, right } from "fp-ts/lib/Either.js";
import { endOf, momentText } from "../server/runtime/time.ts";
import type { WriteBehindDocument } from "../storage/write-behind-document.ts";
import { hasEnded, hashToken, type KeptUser, newToken } from "./user.ts";
import { createUser, type NewToken, type Users } from "./user-directory.ts";

/** What the page sends to get the token of a link. */
export interface Opening {
  /** The code in the link. */
  readonly code: string;
  /** What the browser drew by lot: with the same it gets the same token again. */
  readonly nonce: string;
}

/** Why a code gives no token. */
export type CodeRefusal = "unknown" | "used" | "ended";

/** Why nobody gets a token: the code, or that nothing can be written now, in which case it may be good later. */
type OpeningProblem =
  | { readonly kind: "refused"; readonly why: CodeRefusal }
  | { readonly kind: "unkept"; readonly message: string };

/** A token that was given for a code. */
export interface Opened {
  /** Stored nowhere, and never logged. */
  readonly token: string;
  /** Whose it is. */
  readonly user: KeptUser;
  /** Whether this browser was given it before. */
  readonly isAgain: boolean;
}

/** How long, in milliseconds, the browser that opened a link may ask again: an answer may be lost with a line, or by a reload. */
export const linkLimits = { linkAgain: 10 * 60_000 };

/** When a code is judged. */
interface OpeningTimes {
  /** Milliseconds since 1970. */
  readonly nowMs: number;
  /** Milliseconds in which the browser that used a code up may ask again. */
  readonly againMs: number;
}

/**
 * The token that a browser gets for a code: who knows one of the two alone does not know it, and it needs not be kept to be
 * told again. None begins like an option of a command line.
 */
const tokenFor = ({ code, nonce }: Opening): string => {
  const token = createHmac("sha256", code).update(nonce).digest("base64url");
  return token.startsWith("-") ? tokenFor({ code, nonce: token }) : token;
};

/**
 * Creates a user whose token whoever opens the link first will get, until `endsAt`, ISO 8601. The right is the link's
 * code, which is told this once and stored nowhere. A left as of `createUser`.
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

const isOpened = ({ link }: KeptUser): boolean => link?.opened_at !== undefined;

/** The user whose link a code is of, where the browser may have their token. */
const judge = (
  { users }: Users,
  { code }: Opening,
  token: string,
  { nowMs, againMs }: OpeningTimes,
): Either<CodeRefusal, KeptUser> => {
  const hash = hashToken(code);
  const user = users.find(({ link }) => link?.code_sha256 === hash);
  if (user?.link === undefined) return left("unknown");
  const { opened_at: openedAt } = user.link;
  if (openedAt !== undefined) {
    const isSame = user.token_sha256 === hashToken(token);
    if (!isSame || nowMs >= endOf(openedAt) + againMs) return left("used");
  }
  return hasEnded(user, nowMs) ? left("ended") : right(user);
};

/**
 * Exchanges a code for a token, and uses it up: of several browsers, at whichever nodes, one gets the token. It is kept when this
 * resolves, so that an answer that is lost can be asked for again, with the same nonce, for a while.
 */
export const openLink = async (
  users: WriteBehindDocument<Users>,
  opening: Opening,
  times: OpeningTimes,
): Promise<Either<OpeningProblem, Opened>> => {
  const token = tokenFor(opening);
  users.look();
  // Guesses are not written about.
  const known = judge(users.content, opening, token, times);
  if (isLeft(known)) return refused(known.left);
  if (isOpened(known.right)) return right({ token, user: known.right, isAgain: true });
  const changed = await users.change((content) => {
    const found = judge(content, opening, token, times);
    if (isLeft(found) || isOpened(found.right)) return right([content, found]);
    const { link } = found.right;
    const user: KeptUser = {
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
