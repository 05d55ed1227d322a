import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type * as t from "io-ts";
import type { CommandError } from "../server/websocket/command.ts";
import { expiryMs, readExpiry } from "../server/runtime/time.ts";
import type { WriteBehindDocument } from "../storage/write-behind-document.ts";
import type { wantedLinkCodec } from "./answer-codecs.ts";
import { tokenUserId, type User } from "./user.ts";
import type { Users } from "./user-directory.ts";

/** The rights and the end of a requested token or link. */
export interface Grant {
  readonly control: boolean;
  readonly positions: boolean;
  /** Undefined if it never ends. */
  readonly expiresAt: string | undefined;
}

/**
 * Why a caller cannot give a token that exceeds their own: a right that they lack, or a later end; undefined if they
 * can. Other logins, such as those by Home Assistant, have no end.
 */
const exceedsOwnRights = (
  caller: User,
  { users }: Users,
  { control, positions, expiresAt }: Grant,
): string | undefined => {
  if (control && !caller.control)
    return "control: your own token lacks the right to control, and cannot grant it";
  if (positions && caller.positions !== true)
    return "positions: your own token lacks the right to see them, and cannot grant it";
  const own = users.find(({ id }) => id === tokenUserId(caller))?.expires_at;
  return own !== undefined && expiryMs(expiresAt) > expiryMs(own)
    ? `expires: your own token ends at ${own}, and cannot make one that lasts longer`
    : undefined;
};

const isAmong = (caller: User, { users }: Users): boolean =>
  users.some(({ id }) => id === tokenUserId(caller));

/**
 * The users as a connected caller may change them: if the caller's token is revoked by then, as on the command line
 * or at another node a moment ago, nothing changes.
 */
const changingAs = (
  caller: User,
  users: Pick<WriteBehindDocument<Users>, "content" | "change">,
): Pick<WriteBehindDocument<Users>, "change"> => {
  const cameByToken = isAmong(caller, users.content);
  return {
    change: (change) =>
      users.change((content) =>
        cameByToken && !isAmong(caller, content)
          ? left("your own token was revoked")
          : change(content),
      ),
  };
};

type WantedGrant = Pick<t.TypeOf<typeof wantedLinkCodec>, "control" | "positions" | "expires">;

interface GrantContext {
  readonly changing: Pick<WriteBehindDocument<Users>, "change">;
  readonly grant: Grant;
}

/** What `caller` may give from `nowMs` on, and the users as the caller may change them. Left: why not. */
export const grantedBy = (
  caller: User,
  users: Pick<WriteBehindDocument<Users>, "content" | "read" | "change">,
  nowMs: number,
  { control = false, positions = false, expires }: WantedGrant,
): Either<CommandError, GrantContext> => {
  const expiry = expires === undefined ? right(undefined) : readExpiry(expires, nowMs);
  if (isLeft(expiry)) return left({ code: "invalid_format", message: expiry.left });
  const changing = changingAs(caller, users);
  const content = users.read();
  if (isLeft(content)) return left({ code: "not_changed", message: content.left });
  const grant = { control, positions, expiresAt: expiry.right };
  const beyond = exceedsOwnRights(caller, content.right, grant);
  return beyond === undefined
    ? right({ changing, grant })
    : left({ code: "unauthorized", message: beyond });
};
