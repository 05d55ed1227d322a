import { isObject, type Json, textIn } from "../json.ts";
import { domainOf, type EntityState } from "./entity-state.ts";

/** The displayed part of an entity's entry in Home Assistant's registry. */
export interface RegistryEntry {
  /** Its integration, such as `hue`. */
  readonly platform: string | undefined;
  /** The integration's key for its words and icons. */
  readonly translationKey: string | undefined;
  /** Decimal places of its numbers. */
  readonly digits: number | undefined;
}

/** An entity's registry entry; undefined if there is none. */
export type RegistryLookup = (entity: string) => RegistryEntry | undefined;

/**
 * Home Assistant's icons (its integrations' `icons.json`, from `frontend/get_icons`): per kind of entity the default,
 * those of states, and those from certain numbers on.
 */
export interface EntityIcons {
  /** By domain: kinds by device class, `_` for all others. */
  readonly components: ReadonlyMap<string, Json>;
  /** By integration: kinds by domain and translation key. */
  readonly platforms: ReadonlyMap<string, Json>;
}

/** Domains without icons of that kind in Home Assistant, and the frontend's fallbacks (`FALLBACK_DOMAIN_ICONS`). */
const ofDomains: Readonly<Record<string, string>> = {
  alert: "alert",
  counter: "counter",
  group: "google-circles-communities",
  image_processing: "image-filter-frames",
  input_button: "button-pointer",
  input_datetime: "calendar-clock",
  input_number: "ray-vertex",
  input_select: "format-list-bulleted",
  input_text: "form-textbox",
  plant: "flower",
  proximity: "apple-safari",
  schedule: "calendar-clock",
  sun: "white-balance-sunny",
  timer: "timer-outline",
  zone: "map-marker-radius",
};

const within = (table: Json | undefined, ...names: readonly string[]): Json | undefined =>
  names.reduce<Json | undefined>(
    (found, name) => (isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined),
    table,
  );

/** The icon of the highest threshold that a state reaches. */
const inRange = (range: Json | undefined, state: string): string | undefined => {
  if (!isObject(range) || state.trim() === "") return undefined;
  const reached = Object.keys(range)
    .filter((from) => Number(from) <= Number(state))
    .toSorted((one, other) => Number(other) - Number(one));
  return textIn(within(range, reached[0] ?? ""));
};

const iconIn = (kind: Json | undefined, state: string): string | undefined =>
  textIn(within(kind, "state", state)) ??
  inRange(within(kind, "range"), state) ??
  textIn(within(kind, "default"));

/** What Home Assistant's frontend decides by attributes (`src/common/entity/state_icon.ts`). */
const byAttributes = (
  domain: string,
  { state, attributes = {} }: EntityState,
): string | undefined => {
  const { in_progress, source_type, has_date, has_time } = attributes;
  if (domain === "update" && state === "on" && Boolean(in_progress)) return "mdi:package-down";
  if (domain === "sun" && state === "below_horizon") return "mdi:weather-night";
  if (domain === "input_datetime" && has_date === false) return "mdi:clock";
  if (domain === "input_datetime" && has_time === false) return "mdi:calendar";
  if (domain !== "device_tracker") return undefined;
  const isHome = state === "home";
  if (source_type === "router") return isHome ? "mdi:lan-connect" : "mdi:lan-disconnect";
  return source_type === "bluetooth" || source_type === "bluetooth_le"
    ? `mdi:bluetooth${isHome ? "-connect" : ""}`
    : undefined;
};

/** The icon that a user chose in Home Assistant. */
export const givenIcon = (known: EntityState | undefined): string | undefined => {
  const icon = known?.attributes?.["icon"];
  return typeof icon === "string" && icon !== "" ? icon : undefined;
};

/** An entity's name in the registry, else its `friendly_name`; undefined if it has neither. */
export const entityName = (
  entity: string,
  known: EntityState | undefined,
  nameOf?: (entity: string) => string | undefined,
): string | undefined => {
  const own = known?.attributes?.["friendly_name"];
  return nameOf?.(entity) ?? (typeof own === "string" && own !== "" ? own : undefined);
};

/**
 * The icon that Home Assistant shows for an entity (its frontend's `src/data/icons.ts`): its own, else its
 * integration's, else that of its class or domain, each by state. Undefined if no icons are loaded.
 */
export const entityIcon = (
  entity: string,
  known: EntityState | undefined,
  registered: RegistryEntry | undefined,
  { components, platforms }: EntityIcons,
): string | undefined => {
  const given = givenIcon(known);
  if (given !== undefined) return given;
  const { state = "", attributes = {} } = known ?? {};
  const domain = domainOf(entity);
  const { platform = "", translationKey } = registered ?? {};
  const ofPlatform =
    translationKey === undefined
      ? undefined
      : within(platforms.get(platform), domain, translationKey);
  const ofComponent = components.get(domain);
  const { device_class } = attributes;
  const ofClass = typeof device_class === "string" ? within(ofComponent, device_class) : undefined;
  // Before icons are loaded one kind of entity would look unlike all others.
  const isKnown = components.size > 0;
  const fallback = isKnown && Object.hasOwn(ofDomains, domain) ? ofDomains[domain] : undefined;
  return (
    iconIn(ofPlatform, state) ??
    (isKnown && known !== undefined ? byAttributes(domain, known) : undefined) ??
    iconIn(ofClass ?? within(ofComponent, "_"), state) ??
    (fallback && `mdi:${fallback}`)
  );
};

/** The entity of a word, and Home Assistant's translations. */
export interface TranslatedEntity {
  readonly entity: string;
  readonly attributes: EntityState["attributes"];
  readonly registered: RegistryEntry | undefined;
  readonly translations: ReadonlyMap<string, string>;
}

/** The first translation with such an end, of its integration, its class or its domain. */
const translated = (
  { entity, attributes = {}, registered, translations }: TranslatedEntity,
  end: string,
): string | undefined => {
  const domain = domainOf(entity);
  const { platform, translationKey } = registered ?? {};
  const component = `component.${domain}.entity_component`;
  return (
    translations.get(`component.${platform}.entity.${domain}.${translationKey}.${end}`) ??
    translations.get(`${component}.${String(attributes["device_class"])}.${end}`) ??
    translations.get(`${component}._.${end}`)
  );
};

/**
 * Home Assistant's word for the value of an attribute, such as a preset (the frontend's
 * `src/common/entity/compute_attribute_display.ts`). Undefined if it has none.
 */
export const attributeWord = (
  of: TranslatedEntity,
  attribute: string,
  value: string,
): string | undefined => translated(of, `state_attributes.${attribute}.state.${value}`);

/**
 * Home Assistant's word for a state, from `frontend/get_translations`: its integration's, else its class's, else its
 * domain's (the frontend's `src/common/entity/compute_state_display.ts`). Undefined if it has none.
 */
export const stateWord = (of: TranslatedEntity, state: string): string | undefined =>
  translated(of, `state.${state}`);
