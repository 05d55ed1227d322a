import { isObject, type Json, textIn } from "../json.ts";
import { domainOf, type EntityState } from "./entity-state.ts";

/** What Home Assistant's registry says of an entity, as far as it is shown by that. */
export interface RegistryEntry {
  /** The integration that it comes from, such as `hue`. */
  readonly platform: string | undefined;
  /** By which that integration has words and icons for it. */
  readonly translationKey: string | undefined;
  /** Digits behind the point of its numbers. */
  readonly digits: number | undefined;
}

/** What the registry says of an entity; nothing for one that it does not have. */
export type RegistryLookup = (entity: string) => RegistryEntry | undefined;

/**
 * Home Assistant's own icons (the `icons.json` of its integrations, as `frontend/get_icons` gives them), each of a
 * kind of entity with its default, those of its states, and those from certain numbers on.
 */
export interface EntityIcons {
  /** By domain: kinds by device class, `_` for all others. */
  readonly components: ReadonlyMap<string, Json>;
  /** By integration: kinds by domain and translation key. */
  readonly platforms: ReadonlyMap<string, Json>;
}

/** Domains of which Home Assistant has no icons of that kind, and its frontend one (`FALLBACK_DOMAIN_ICONS`). */
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

/** The icon of the highest number that a state reaches. */
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

/** What Home Assistant's frontend decides by more than the state (`src/common/entity/state_icon.ts`). */
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

/** The icon that somebody gave an entity in Home Assistant itself. */
export const givenIcon = (known: EntityState | undefined): string | undefined => {
  const icon = known?.attributes?.["icon"];
  return typeof icon === "string" && icon !== "" ? icon : undefined;
};

/**
 * The icon that Home Assistant shows for an entity (its frontend's `src/data/icons.ts`): its own, else that which its
 * integration has for it, else that of its class or its domain, each by its state. Nothing where no icons are known.
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
  // Where nothing is known, one kind of things would look unlike all others.
  const isKnown = components.size > 0;
  const fallback = isKnown && Object.hasOwn(ofDomains, domain) ? ofDomains[domain] : undefined;
  return (
    iconIn(ofPlatform, state) ??
    (isKnown && known !== undefined ? byAttributes(domain, known) : undefined) ??
    iconIn(ofClass ?? within(ofComponent, "_"), state) ??
    (fallback && `mdi:${fallback}`)
  );
};

/**
 * The word that Home Assistant has for a state, of its own translations as `frontend/get_translations` gives them: that
 * of its integration for the entity, else that of its class, else of its domain (its frontend's
 * `src/common/entity/compute_state_display.ts`). Nothing where it has none.
 */
export const stateWord = (
  entity: string,
  { state, attributes = {} }: EntityState,
  registered: RegistryEntry | undefined,
  translations: ReadonlyMap<string, string>,
): string | undefined => {
  const domain = domainOf(entity);
  const { platform, translationKey } = registered ?? {};
  const component = `component.${domain}.entity_component`;
  return (
    translations.get(`component.${platform}.entity.${domain}.${translationKey}.state.${state}`) ??
    translations.get(`${component}.${String(attributes["device_class"])}.state.${state}`) ??
    translations.get(`${component}._.state.${state}`)
  );
};
