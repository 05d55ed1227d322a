import { cachedIcons } from "./icon-shape.ts";
import type { IconSource } from "../options.ts";

/** Icons from the files beside this module, grouped by name: for pages outside of Home Assistant. */
export const fileIcons = cachedIcons(async (name) =>
  (await import("./mdi-icons.ts")).fileIcon(name),
);

const load = (): Promise<typeof import("./home-assistant-icons.ts")> =>
  import("./home-assistant-icons.ts");

/** Like `whenAdded`, whose module is loaded by then. */
const whenThere: IconSource["whenThere"] = (...wanted) =>
  void load().then(
    ({ whenAdded }) => whenAdded(...wanted),
    () => undefined,
  );

/**
 * Icons on Home Assistant's pages, including sets that are added later, with our own files as a fallback. The lazy
 * module is passed the fallback: a shared import would move it out of the card, which is one module.
 */
export const homeAssistantIcons = cachedIcons(
  async (name) => (await load()).askHomeAssistant(name, fileIcons),
  whenThere,
);
