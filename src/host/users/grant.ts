import { left } from "fp-ts/lib/Either.js";
import { endOf } from "./expiry.ts";
import type { WriteBehindDocument } from "../../storage/write-behind-document.ts";
import type { Users } from "../../auth/user-directory.ts";
import type { User } from "../../auth/user.ts";

/** What somebody wants to give with a token, or with a link to one. */
export interface Grant {
  readonly control: boolean;
  /** When it ends; undefined where it never does. */
  readonly expiresAt: string | undefined;
}

/**
 * Why somebody cannot give a token that reaches further than what they came in with: a right that they lack, or a
 * later end; undefined where they can. Whoever came in otherwise, as by Home Assistant, has no end.
 */
export const exceedsOwnRights = (
  caller: User,
  { users }: Users,
  { control, expiresAt }: Grant,
): string | undefined => {
  if (control && !caller.control)
    return "control: your own token has not the right to control, and can give it to none";
  const own = users.find(({ id }) => id === caller.id)?.expires_at;
  return own !== undefined && endOf(expiresAt) > endOf(own)
    ? `expires: your own token ends at ${own}, and can make none that lasts longer`
    : undefined;
};

const isAmong = ({ id }: User, { users }: Users): boolean => users.some((each) => each.id === id);

/**
 * The users as somebody changes them who is connected: where they came in by a token, and it is revoked by the time of
 * the change, as on the command line or at another node a moment ago, nothing is changed.
 */
export const changingAs = (
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
