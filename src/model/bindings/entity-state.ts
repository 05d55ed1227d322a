/** The state of an entity as Home Assistant keeps it: a new object for each change. */
export interface EntityState {
  readonly state: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  /** Seconds since 1970 or ISO 8601, as whoever tells it has it. */
  readonly last_changed?: string | number;
}

/** The states of all entities; undefined for one whose state is unknown. */
export type States = (entity: string) => EntityState | undefined;

/** What stands for the state of an entity of which nothing is known, in Home Assistant's own word. */
export const unknownState: EntityState = { state: "unknown" };

/** What Home Assistant gives in place of a result where a template has an error: its own words for it. */
export class TemplateError {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** What Home Assistant made of a template, or its error; nothing for one of which that is not known (yet). */
export type Rendered = (template: string) => unknown;

/** What is known of Home Assistant at a moment. */
export interface HomeAssistantState {
  readonly states: States;
  readonly rendered: Rendered;
}

/** A Home Assistant of which nothing is known. */
export const unknownHomeAssistantState: HomeAssistantState = {
  states: () => undefined,
  rendered: () => undefined,
};

/** An entity's id, by the rule of Home Assistant (`VALID_ENTITY_ID` in its core.py): it refuses a command that holds any other. */
export const isEntityId = (text: string): boolean =>
  text.length <= 255 && /^(?!.+__)(?!_)[\da-z_]+(?<!_)\.(?!_)[\da-z_]+(?<!_)$/.test(text);

/** The part of an entity's id, or of an action's name, before its point: `light` of `light.hall`. */
export const domainOf = (id: string): string => id.slice(0, id.indexOf("."));

/** Entities that are measured, written, chosen or pressed: neither on nor off. */
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

/** What is at rest in any domain. */
const resting: ReadonlySet<string> = new Set(["off", "unavailable", "unknown", "none", ""]);

/** What is at rest besides, by domain; after Home Assistant's frontend (`src/common/entity/state_active.ts`). */
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

/** Whether an entity is known not to answer, or to have no value. */
export const isUnavailable = (state: EntityState | undefined): boolean =>
  state?.state === "unavailable" || state?.state === "unknown";

/** Whether an entity is on, open, or otherwise active; where `active` is given, whether it is in that state. */
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
