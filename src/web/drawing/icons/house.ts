import type { IconShape } from "../options.ts";
import { fileIcons } from "./files.ts";
import { keptIcons } from "./kept.ts";

/** Milliseconds after which Home Assistant's element is asked whether it has the icon, one after another. */
const pauses: readonly number[] = [0, 20, 50, 100, 200, 400, 800];

const textIn = (from: object, field: string): string | undefined => {
  const value: unknown = Reflect.get(from, field);
  return typeof value === "string" && value !== "" ? value : undefined;
};

/** What an `ha-icon` shows: it gives the paths to an `ha-svg-icon` of its own. */
const shownBy = (icon: Element): IconShape | undefined => {
  const inner = icon.shadowRoot?.querySelector("ha-svg-icon");
  const path = inner ? textIn(inner, "path") : undefined;
  if (!inner || path === undefined) return undefined;
  return { path, secondary: textIn(inner, "secondaryPath"), viewBox: textIn(inner, "viewBox") };
};

/**
 * Asks an `ha-icon` that nobody sees for its paths. It knows all icon sets of a house, those of others too; within
 * the drawing it would need a `foreignObject`, which some browsers put elsewhere once it is turned.
 */
const askHouse = async (name: string): Promise<IconShape | undefined> => {
  if (customElements.get("ha-icon") === undefined) return undefined;
  const icon = document.createElement("ha-icon");
  icon.hidden = true;
  Reflect.set(icon, "icon", name);
  document.body.append(icon);
  try {
    for (const pause of pauses) {
      await new Promise((resolve) => {
        setTimeout(resolve, pause);
      });
      const shape = shownBy(icon);
      if (shape !== undefined) return shape;
    }
    return undefined;
  } finally {
    icon.remove();
  }
};

/** Icons as Home Assistant has them, within its pages; from our own files where it gives none. */
export const houseIcons = keptIcons(async (name) => (await askHouse(name)) ?? fileIcons(name));
