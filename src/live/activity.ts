import { domainOf, type EntityState } from "../model/bindings/entity-state.ts";

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
