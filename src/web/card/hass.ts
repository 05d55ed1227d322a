import type { Hass } from "../house/hass.ts";
import type { PreferredLanguages } from "../i18n/speaker.ts";
import { chosenOrBrowsers } from "../i18n/speech.ts";

/** The language that somebody has chosen in Home Assistant; the browser's outside of it. */
export const languagesOf = (hass: Hass | undefined): PreferredLanguages =>
  chosenOrBrowsers(hass?.language);
