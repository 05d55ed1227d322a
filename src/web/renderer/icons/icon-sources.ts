import { cachedIcons } from "./icon-shape.ts";
import type { IconSource } from "../options.ts";

/** Icons from the files beside this module, a group of neighbours by their name in each: for pages outside of Home Assistant. */
export const fileIcons = cachedIcons(async (name) =>
  (await import("./mdi-icons.ts")).fileIcon(name),
);

const load = (): Promise<typeof import("./home-assistant-icons.ts")> =>
  import("./home-assistant-icons.ts");

/** As `whenAdded`, which is loaded by whoever asked before. */
const whenThere: IconSource["whenThere"] = (...wanted) =>
  void load().then(
    ({ whenAdded }) => whenAdded(...wanted),
    () => undefined,
  );

/**
 * Icons as Home Assistant has them, within its pages, also of sets that come later; from our own files where it gives
 * none. What is loaded is handed those: what it shared with the card would be taken out of the card, which is one module.
 */
export const homeAssistantIcons = cachedIcons(
  async (name) => (await load()).askHomeAssistant(name, fileIcons),
  whenThere,
);
