import { cachedIcons } from "./kept.ts";

/** Icons from the files beside this module, a group of neighbours by their name in each: for pages outside of Home Assistant. */
export const fileIcons = cachedIcons(async (name) => (await import("./groups.ts")).fileIcon(name));
