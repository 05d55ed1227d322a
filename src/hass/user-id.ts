import type { User } from "../auth/user.ts";

const prefix = "home-assistant:";

/** The id here of a user of Home Assistant, which none of ours has. */
export const localUserId = (theirId: string): string => `${prefix}${theirId}`;

/** Home Assistant sets no bound to its names, which stand in front of each plan and in each line of the audit log. */
const longestName = 64;

/** The name here of a user of Home Assistant: no longer than ours are. */
export const localUserName = (theirName: string): string =>
  // By characters, so that none is cut in two.
  theirName.length <= longestName
    ? theirName
    : Array.from(theirName).slice(0, longestName).join("");

/** The id that Home Assistant has for one of its users. */
export const hassUserId = ({ id }: Pick<User, "id">): string => id.slice(prefix.length);

/** Whether somebody is a user of Home Assistant. */
export const isHassUser = ({ id }: Pick<User, "id">): boolean => id.startsWith(prefix);
