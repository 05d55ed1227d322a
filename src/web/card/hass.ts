import type { Hass as HassConnection } from "../client/connect.ts";
import type { EntityState } from "../../live/state.ts";
import type { Wanted } from "../texts/speaker.ts";
import { chosenOrBrowsers } from "../texts/speech.ts";

/** What the card uses of Home Assistant's `hass`, which is a new object whenever a state changes. */
export interface Hass extends HassConnection {
  readonly states: Readonly<Record<string, EntityState | undefined>>;
  readonly language?: string;
  readonly themes?: { readonly darkMode?: boolean };
}

/** The language that somebody has chosen in Home Assistant; the browser's outside of it. */
export const languagesOf = (hass: Hass | undefined): Wanted => chosenOrBrowsers(hass?.language);

type Lookup = (entity: string) => EntityState | undefined;

const lookups = new WeakMap<Hass["states"], Lookup>();

/** Finds the state of an entity: one function for as long as no state changes, as the drawing compares it. */
export const lookupIn = ({ states }: Hass): Lookup => {
  const lookup: Lookup =
    lookups.get(states) ??
    ((entity) => (Object.hasOwn(states, entity) ? states[entity] : undefined));
  lookups.set(states, lookup);
  return lookup;
};
