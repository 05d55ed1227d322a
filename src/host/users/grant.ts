import { endOf } from "./expiry.ts";
import type { Users } from "./user-directory.ts";
import type { User } from "./user.ts";

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
export const beyondOwn = (
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
