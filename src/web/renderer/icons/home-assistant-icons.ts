import type { FoundIcon, IconShape, IconSource } from "../options.ts";
import { addedIcon, isAdded, shapeIn } from "../../drawing/icons/sets.ts";

export { whenAdded } from "../../drawing/icons/sets.ts";

/** Milliseconds after which Home Assistant's element is asked whether it has the icon, one after another. */
const pauses: readonly number[] = [0, 20, 50, 100, 200, 400, 800];

/** Milliseconds within which Home Assistant's page has defined its elements, or is none of its pages. */
const patience = 500;

const wait = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** What an `ha-icon` shows: it gives the paths to an `ha-svg-icon` of its own. */
const shownBy = (icon: Element): IconShape | undefined =>
  shapeIn(icon.shadowRoot?.querySelector("ha-svg-icon"));

/**
 * Asks an `ha-icon` that nobody sees for its paths. Within the drawing it would need a `foreignObject`, which some
 * browsers put elsewhere once it is turned.
 */
const askElement = async (name: string): Promise<IconShape | undefined> => {
  await Promise.race([customElements.whenDefined("ha-icon"), wait(patience)]);
  if (customElements.get("ha-icon") === undefined) return undefined;
  const icon = document.createElement("ha-icon");
  icon.hidden = true;
  Reflect.set(icon, "icon", name);
  document.body.append(icon);
  try {
    for (const pause of pauses) {
      await wait(pause);
      const shape = shownBy(icon);
      if (shape !== undefined) return shape;
    }
    return undefined;
  } finally {
    icon.remove();
  }
};

/**
 * Asks Home Assistant's page for an icon: the set that somebody has added there, else its own element; and our own
 * `files` where it gives none. Null where its set is not here, which may have it.
 */
export const askHomeAssistant = async (name: string, files: IconSource): Promise<FoundIcon> => {
  if (isAdded(name)) return addedIcon(name);
  return (await askElement(name)) ?? (await files(name)) ?? null;
};
