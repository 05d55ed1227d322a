import type { User } from "../host/users/user.ts";

const prefix = "home-assistant:";

/** The id here of a user of Home Assistant, which none of ours has. */
export const idHere = (idThere: string): string => `${prefix}${idThere}`;

/** The id that Home Assistant has for one of its users. */
export const idThere = ({ id }: Pick<User, "id">): string => id.slice(prefix.length);

/** Whether somebody is a user of Home Assistant. */
export const isOfHouse = ({ id }: Pick<User, "id">): boolean => id.startsWith(prefix);
