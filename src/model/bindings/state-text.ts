import { isMeasured, numberText, timeFormat, withUnit } from "./number-text.ts";
import { domainOf, type EntityState, unknownState } from "./entity-state.ts";

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
const timeText = (
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

/** Words for states that mean the same wherever they are, by what Home Assistant calls them: said as long as its own are not here. */
export type StateWords = Readonly<Record<string, string>>;

/** How states are put into words. */
export interface Wording {
  readonly words: { readonly states: StateWords };
  /** BCP 47 tag; English where nothing is said. */
  readonly language?: string | undefined;
  /** What Home Assistant's own page makes of a state; nothing where it does not. */
  readonly format?: ((entity: string, state: EntityState) => string | undefined) | undefined;
  /** The word that Home Assistant has for a state; nothing where it has none. */
  readonly word?: ((entity: string, state: EntityState) => string | undefined) | undefined;
  /** The digits behind the point that an entity's numbers have. */
  readonly precisions?: ((entity: string) => number | undefined) | undefined;
  /** IANA name of the time zone of whoever reads; the browser's where nothing is said. */
  readonly timeZone?: string | undefined;
  /** The unit of temperatures that come without one, such as `°C`; only the degree sign where nothing is said. */
  readonly temperatureUnit?: string | undefined;
}

/** What a table has under a name of its own. */
const entryOf = <Entry>(
  table: Readonly<Record<string, Entry>> | undefined,
  name: unknown,
): Entry | undefined =>
  table !== undefined && typeof name === "string" && Object.hasOwn(table, name)
    ? table[name]
    : undefined;

/** Domains whose states are somebody's own words, of which none is translated. */
const ownWords: ReadonlySet<string> = new Set([
  "event",
  "input_select",
  "input_text",
  "select",
  "sensor",
  "text",
]);

const wordFor = (
  entity: string,
  known: EntityState,
  { words, word }: Wording,
): string | undefined =>
  word?.(entity, known) ??
  (ownWords.has(domainOf(entity)) ? undefined : entryOf(words.states, known.state));

/**
 * A state as it is read, after Home Assistant's frontend (`src/common/entity/compute_state_display.ts`): with its
 * unit and its digits, its day and time, or in words; as it is where there are none.
 */
export const stateText = (entity: string, known: EntityState, wording: Wording): string => {
  // Of what Home Assistant has no state it cannot say one.
  const formatted = known === unknownState ? undefined : wording.format?.(entity, known);
  if (formatted !== undefined) return formatted;
  const { words, language = "en", precisions, timeZone } = wording;
  const { state, attributes = {} } = known;
  if (state === "unavailable" || state === "unknown") return entryOf(words.states, state) ?? state;
  if (isMeasured(entity, attributes))
    return numberText(state, { attributes, precision: precisions?.(entity) }, language);
  return (
    timeText(entity, state, attributes["device_class"], language, timeZone) ??
    wordFor(entity, known, wording) ??
    state
  );
};

/** What is told besides the state of an entity of a domain, as Home Assistant's tiles do: an attribute, and its unit. */
const besides: Readonly<Record<string, readonly [attribute: string, unit: "%" | "degrees"]>> = {
  climate: ["current_temperature", "degrees"],
  cover: ["current_position", "%"],
  humidifier: ["current_humidity", "%"],
  valve: ["current_position", "%"],
  water_heater: ["current_temperature", "degrees"],
};

const besidesOf = (
  entity: string,
  { attributes = {} }: EntityState,
  { language = "en", temperatureUnit = "°" }: Wording,
): string | undefined => {
  const domain = domainOf(entity);
  const [attribute, kind] = entryOf(besides, domain) ?? [];
  const value = attribute === undefined ? undefined : attributes[attribute];
  if (typeof value !== "number") return undefined;
  const measured = { attributes: {}, precision: undefined };
  const number = numberText(String(value), measured, language);
  return withUnit(number, kind === "%" ? "%" : temperatureUnit, language);
};

/** A state as it is read, and what belongs to it: what a thermostat measures, how far a blind is open. */
export const wholeStateText = (entity: string, known: EntityState, wording: Wording): string =>
  [stateText(entity, known, wording), besidesOf(entity, known, wording)]
    .filter((part) => part !== undefined)
    .join(" · ");

/** What an entity measures, as it is read: the temperature of a thermostat, else its state. */
export const measuredText = (entity: string, known: EntityState, wording: Wording): string =>
  (domainOf(entity) === "climate" ? besidesOf(entity, known, wording) : undefined) ??
  stateText(entity, known, wording);

/** The name of an entity: by the registry, else its own; undefined where it has none. */
export const entityName = (
  entity: string,
  known: EntityState | undefined,
  nameOf?: (entity: string) => string | undefined,
): string | undefined => {
  const own = known?.attributes?.["friendly_name"];
  return nameOf?.(entity) ?? (typeof own === "string" && own !== "" ? own : undefined);
};
