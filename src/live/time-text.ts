import { timeFormat } from "./formats.ts";
import { domainOf } from "../model/bindings/entity-state.ts";

const day: Intl.DateTimeFormatOptions = { year: "numeric", month: "long", day: "numeric" };

/** Hours and minutes, the hours as the language counts them: to 12, or in two digits to 24. */
const clock = (language: string): Intl.DateTimeFormatOptions => {
  const isHalf = timeFormat(language, { hour: "numeric" }).resolvedOptions().hour12 === true;
  return { hour: isHalf ? "numeric" : "2-digit", minute: "2-digit" };
};

/** Domains whose states are moments: when somebody last pressed, sent or saw it. */
const momentary: ReadonlySet<string> = new Set([
  "ai_task",
  "button",
  "conversation",
  "datetime",
  "event",
  "image",
  "input_button",
  "notify",
  "scene",
  "stt",
  "tag",
  "tts",
  "wake_word",
]);

/** Domains whose states are days or times of day, wherever one is. */
const everywhere: ReadonlySet<string> = new Set(["date", "input_datetime", "time"]);

const written = (
  text: string,
  language: string,
  options: Intl.DateTimeFormatOptions,
): string | undefined => {
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? undefined : timeFormat(language, options).format(moment);
};

const dayOrTime = (state: string, language: string): string | undefined => {
  // Told in the zone in which it is read, so that no zone changes what it says.
  const zone = { timeZone: "UTC" };
  const both = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)$/.exec(state);
  if (both !== null)
    return written(`${both[1]}T${both[2]}Z`, language, { ...day, ...clock(language), ...zone });
  if (/^\d{4}-\d\d-\d\d$/.test(state))
    return written(`${state}T00:00Z`, language, { ...day, ...zone });
  if (/^\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/.test(state))
    return written(`2000-01-01T${state}Z`, language, { ...clock(language), ...zone });
  return undefined;
};

/**
 * A state that tells a day, a time or a moment, as it is read, a moment in the time zone of whoever reads it;
 * nothing for any other (frontend, `src/common/entity/compute_state_display.ts`).
 */
export const timeText = (
  entity: string,
  state: string,
  deviceClass: unknown,
  language: string,
  timeZone: string | undefined,
): string | undefined => {
  const domain = domainOf(entity);
  if (everywhere.has(domain)) return dayOrTime(state, language);
  if (domain === "sensor" && deviceClass === "date") return dayOrTime(state, language);
  const isMoment =
    momentary.has(domain) ||
    (domain === "sensor" && (deviceClass === "timestamp" || deviceClass === "uptime"));
  if (!isMoment) return undefined;
  const zone = timeZone === undefined ? {} : { timeZone };
  return written(state, language, { ...day, ...clock(language), ...zone });
};
