import type { Hass } from "../house/hass.ts";
import type { Wanted } from "../texts/speaker.ts";
import { chosenOrBrowsers } from "../texts/speech.ts";

/** The language that somebody has chosen in Home Assistant; the browser's outside of it. */
export const languagesOf = (hass: Hass | undefined): Wanted => chosenOrBrowsers(hass?.language);
