import { isMeasured, numberText, timeFormat, withUnit } from "./number-text.ts";
import { domainOf, type EntityState, unknownState } from "./entity-state.ts";

const day: Intl.DateTimeFormatOptions = { year: "numeric", month: "long", day: "numeric" };

/** Hours and minutes; the hours in the language's 12-hour or two-digit 24-hour format. */
const clock = (language: string): Intl.DateTimeFormatOptions => {
  const isHalf = timeFormat(language, { hour: "numeric" }).resolvedOptions().hour12 === true;
  return { hour: isHalf ? "numeric" : "2-digit", minute: "2-digit" };
};

/** Domains whose states are timestamps, of the last press, message or detection. */
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

/** Domains whose states are dates or times of day without a time zone. */
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
  // Parsed and formatted in the same zone, so that the time does not shift.
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
 * A date, time or timestamp, formatted; timestamps in the reader's time zone. Undefined for any other state (frontend,
 * `src/common/entity/compute_state_display.ts`).
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

/**
 * Words for states that mean the same in all domains, by Home Assistant's name for the state; used until its
 * translations are loaded.
 */
export type StateWords = Readonly<Record<string, string>>;

/** How to format states. */
export interface Wording {
  readonly words: { readonly states: StateWords };
  /** BCP 47 tag; defaults to English. */
  readonly language?: string | undefined;
  /** How Home Assistant's own page formats a state; undefined outside that page. */
  readonly format?: ((entity: string, state: EntityState) => string | undefined) | undefined;
  /** Home Assistant's translation of a state; undefined if it has none. */
  readonly word?: ((entity: string, state: EntityState) => string | undefined) | undefined;
  /** Decimal places of an entity's numbers. */
  readonly precisions?: ((entity: string) => number | undefined) | undefined;
  /** IANA name of the reader's time zone; defaults to the browser's. */
  readonly timeZone?: string | undefined;
  /** The unit of temperatures that have none, such as `°C`; defaults to `°`. */
  readonly temperatureUnit?: string | undefined;
}

/** A table's own entry, not an inherited property. */
const entryOf = <Entry>(
  table: Readonly<Record<string, Entry>> | undefined,
  name: unknown,
): Entry | undefined =>
  table !== undefined && typeof name === "string" && Object.hasOwn(table, name)
    ? table[name]
    : undefined;

/** Domains whose states are free text and are never translated. */
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
 * A state for people, as Home Assistant's frontend formats it (`src/common/entity/compute_state_display.ts`): a number
 * with its digits and unit, a date and time, or a word; otherwise unchanged.
 */
export const stateText = (entity: string, known: EntityState, wording: Wording): string => {
  // Home Assistant's page formats only states that it has.
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

/** The attribute shown next to the state, and its unit, by domain, as on Home Assistant's tiles. */
const besides: Readonly<Record<string, readonly [attribute: string, unit: "%" | "degrees"]>> = {
  climate: ["current_temperature", "degrees"],
  cover: ["current_position", "%"],
  humidifier: ["current_humidity", "%"],
  valve: ["current_position", "%"],
  water_heater: ["current_temperature", "degrees"],
};

const plainNumber = (value: number, language: string): string =>
  numberText(String(value), { attributes: {}, precision: undefined }, language);

const besidesOf = (
  entity: string,
  { attributes = {} }: EntityState,
  { language = "en", temperatureUnit = "°" }: Wording,
): string | undefined => {
  const domain = domainOf(entity);
  const [attribute, kind] = entryOf(besides, domain) ?? [];
  const value = attribute === undefined ? undefined : attributes[attribute];
  if (typeof value !== "number") return undefined;
  return withUnit(plainNumber(value, language), kind === "%" ? "%" : temperatureUnit, language);
};

/** What a thermostat measures and is set to, such as `20.5 → 21 °C`; undefined for anything else, and if it tells neither. */
const thermostatText = (
  entity: string,
  { attributes = {} }: EntityState,
  { language = "en", temperatureUnit = "°" }: Wording,
): string | undefined => {
  if (entryOf(besides, domainOf(entity))?.[1] !== "degrees") return undefined;
  const numbers = (...names: readonly string[]): string =>
    names
      .flatMap((name) => {
        const value = attributes[name];
        return typeof value === "number" ? [plainNumber(value, language)] : [];
      })
      .join("–");
  const target = numbers("temperature") || numbers("target_temp_low", "target_temp_high");
  const parts = [numbers("current_temperature"), target].filter((part) => part !== "");
  return parts.length === 0 ? undefined : withUnit(parts.join(" → "), temperatureUnit, language);
};

/** A state for people, with a thermostat's measured temperature or a cover's position, for instance. */
export const wholeStateText = (entity: string, known: EntityState, wording: Wording): string =>
  [stateText(entity, known, wording), besidesOf(entity, known, wording)]
    .filter((part) => part !== undefined)
    .join(" · ");

/** An entity's measurement for people: a thermostat's temperature, else the state. */
const measuredText = (entity: string, known: EntityState, wording: Wording): string =>
  (domainOf(entity) === "climate" ? besidesOf(entity, known, wording) : undefined) ??
  stateText(entity, known, wording);

type StateText = (entity: string, known: EntityState, wording: Wording) => string;

/** The texts of states, for a drawing that begins before there are states and code for them. */
export interface StateTexts {
  readonly plain: StateText;
  readonly whole: StateText;
  readonly measured: StateText;
  /** Undefined if the entity is no thermostat. */
  readonly thermostat: (...of: Parameters<StateText>) => string | undefined;
}

export const stateTexts: StateTexts = {
  plain: stateText,
  whole: wholeStateText,
  measured: measuredText,
  thermostat: thermostatText,
};
