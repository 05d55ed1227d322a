/** An entity's state in Home Assistant: a new object for each change. */
export interface EntityState {
  readonly state: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  /** Seconds since 1970 or ISO 8601, as received. */
  readonly last_changed?: string | number;
  /** Of a counter while one looks back: what it has counted since the beginning of the shown day, in its unit. */
  readonly counted?: number;
}

/** The states of all entities; undefined if unknown. */
export type States = (entity: string) => EntityState | undefined;

/** Home Assistant's own state for an unknown entity. */
export const unknownState: EntityState = { state: "unknown" };

/** Home Assistant's error message for a template, in place of a result. */
export class TemplateError {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** A template's result or error; undefined if not known (yet). */
export type Rendered = (template: string) => unknown;

export interface HomeAssistantState {
  readonly states: States;
  readonly rendered: Rendered;
}

export const unknownHomeAssistantState: HomeAssistantState = {
  states: () => undefined,
  rendered: () => undefined,
};

/**
 * Whether a text is an entity id by Home Assistant's rule (`VALID_ENTITY_ID` in its core.py), which rejects commands
 * with any other.
 */
export const isEntityId = (text: string): boolean =>
  text.length <= 255 && /^(?!.+__)(?!_)[\da-z_]+(?<!_)\.(?!_)[\da-z_]+(?<!_)$/.test(text);

/** The domain of an entity id or action: `light` of `light.hall`. */
export const domainOf = (id: string): string => id.slice(0, id.indexOf("."));

/** Domains that are never on or off, such as measurements and buttons. */
const neverActive: ReadonlySet<string> = new Set([
  "button",
  "counter",
  "date",
  "datetime",
  "event",
  "image",
  "input_button",
  "input_datetime",
  "input_number",
  "input_select",
  "input_text",
  "number",
  "scene",
  "select",
  "sensor",
  "text",
  "time",
  "weather",
  "zone",
]);

/** Inactive states in every domain. */
const resting: ReadonlySet<string> = new Set(["off", "unavailable", "unknown", "none", ""]);

/** Further inactive states by domain, after Home Assistant's frontend (`src/common/entity/state_active.ts`). */
const restingIn: Readonly<Record<string, readonly string[]>> = {
  alarm_control_panel: ["disarmed"],
  camera: ["idle"],
  cover: ["closed"],
  device_tracker: ["not_home"],
  group: ["not_home", "closed", "unlocked", "ok"],
  lawn_mower: ["docked", "paused"],
  lock: ["locked"],
  media_player: ["standby", "idle"],
  person: ["not_home"],
  plant: ["ok"],
  sun: ["below_horizon"],
  timer: ["idle", "paused"],
  vacuum: ["idle", "docked", "paused"],
  valve: ["closed"],
};

export const isUnavailable = (state: EntityState | undefined): boolean =>
  state?.state === "unavailable" || state?.state === "unknown";

/** Whether an entity is on, open or otherwise active; with `active`, whether it is in that state. */
export const isActive = (
  entity: string,
  known: EntityState | undefined,
  active?: string,
): boolean => {
  if (known === undefined) return false;
  const { state } = known;
  if (active !== undefined) return state === active;
  const domain = domainOf(entity);
  if (neverActive.has(domain) || resting.has(state)) return false;
  const others = Object.hasOwn(restingIn, domain) ? restingIn[domain] : undefined;
  return others?.includes(state) !== true;
};
