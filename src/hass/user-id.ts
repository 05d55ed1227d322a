import type { User } from "../host/users/user.ts";

const prefix = "home-assistant:";

/** The id here of a user of Home Assistant, which none of ours has. */
export const idHere = (idThere: string): string => `${prefix}${idThere}`;

/** Home Assistant sets no bound to its names, which stand in front of each plan and in each line of the audit log. */
const longestName = 64;

/** The name here of a user of Home Assistant: no longer than ours are. */
export const nameHere = (nameThere: string): string =>
  // By characters, so that none is cut in two.
  nameThere.length <= longestName
    ? nameThere
    : Array.from(nameThere).slice(0, longestName).join("");

/** The id that Home Assistant has for one of its users. */
export const idThere = ({ id }: Pick<User, "id">): string => id.slice(prefix.length);

/** Whether somebody is a user of Home Assistant. */
export const isOfHouse = ({ id }: Pick<User, "id">): boolean => id.startsWith(prefix);
