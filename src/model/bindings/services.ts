import { domainOf } from "./entity-state.ts";
import { deepEqual, isList, type Json } from "../json.ts";
import type { ServiceCall } from "./touch-actions.ts";

/** Services by name, each with the data fields that may be set. */
type OfferedServices = Readonly<Record<string, readonly string[]>>;

const onOff: OfferedServices = { turn_on: [], turn_off: [], toggle: [] };

/**
 * The services that the panel offers for an entity, by domain. A client may call only these for an entity that the plan
 * merely names; everything else must be an action in the plan.
 */
const offers: Readonly<Record<string, OfferedServices>> = {
  alarm_control_panel: {
    alarm_arm_away: ["code"],
    alarm_arm_home: ["code"],
    alarm_arm_night: ["code"],
    alarm_disarm: ["code"],
  },
  automation: { ...onOff, trigger: [] },
  button: { press: [] },
  climate: {
    turn_on: [],
    turn_off: [],
    toggle: [],
    set_temperature: ["temperature", "target_temp_low", "target_temp_high"],
    set_hvac_mode: ["hvac_mode"],
    set_preset_mode: ["preset_mode"],
    set_fan_mode: ["fan_mode"],
  },
  cover: {
    open_cover: [],
    close_cover: [],
    stop_cover: [],
    toggle: [],
    set_cover_position: ["position"],
  },
  fan: { ...onOff, set_percentage: ["percentage"] },
  // Without `toggle`, which would also open garages in a group of covers.
  group: { turn_on: [], turn_off: [] },
  humidifier: { ...onOff, set_humidity: ["humidity"] },
  input_boolean: onOff,
  input_button: { press: [] },
  input_number: { set_value: ["value"] },
  input_select: { select_option: ["option"] },
  light: {
    ...onOff,
    turn_on: ["brightness", "brightness_pct", "rgb_color", "hs_color", "color_temp_kelvin"],
  },
  lock: { lock: ["code"], unlock: ["code"] },
  media_player: {
    ...onOff,
    media_play_pause: [],
    media_next_track: [],
    media_previous_track: [],
    volume_set: ["volume_level"],
    volume_mute: ["is_volume_muted"],
  },
  number: { set_value: ["value"] },
  scene: { turn_on: [] },
  script: onOff,
  select: { select_option: ["option"] },
  siren: onOff,
  switch: onOff,
  vacuum: { start: [], pause: [], stop: [], return_to_base: [], locate: [] },
  valve: { open_valve: [], close_valve: [], stop_valve: [], set_valve_position: ["position"] },
  water_heater: { turn_on: [], turn_off: [], set_temperature: ["temperature"] },
};

/** The services offered for an entity; none if it cannot be switched. */
export const servicesFor = (entity: string): OfferedServices => {
  const domain = domainOf(entity);
  return Object.hasOwn(offers, domain) ? (offers[domain] ?? {}) : {};
};

/** The domain of the services offered for an entity: its own; for groups, which have no services, `homeassistant`. */
export const servingDomain = (entity: string): string => {
  const domain = domainOf(entity);
  return domain === "group" ? "homeassistant" : domain;
};

/** Device classes of covers that open the building. */
const entrances: ReadonlySet<unknown> = new Set(["garage", "gate", "door"]);

/** Whether a touch must be confirmed: for locks, alarms and covers that open the building. */
export const needsConfirmation = (
  entity: string,
  attributes: Readonly<Record<string, unknown>> = {},
): boolean => {
  const domain = domainOf(entity);
  if (domain === "lock" || domain === "alarm_control_panel") return true;
  return domain === "cover" && entrances.has(attributes["device_class"]);
};

/** What the plan allows clients to switch. */
export interface Switchable {
  /** Entities that may be switched by the services offered for them. */
  readonly controls: ReadonlySet<string>;
  /** The service calls in the plan, as written. */
  readonly calls: readonly ServiceCall[];
}

/** The ids in a field that holds one id or a list. */
export const textIdsIn = (value: Json | undefined): readonly string[] =>
  (isList(value) ? value : [value]).filter((each) => typeof each === "string");

/** The same; undefined if the field holds anything else. */
const idsIn = (value: Json | undefined): readonly string[] | undefined => {
  const ids = textIdsIn(value);
  const isComplete = value === undefined || ids.length === (isList(value) ? value.length : 1);
  return isComplete ? ids : undefined;
};

const isSameCall = (one: ServiceCall, other: ServiceCall): boolean =>
  one.domain === other.domain &&
  one.service === other.service &&
  deepEqual(one.data, other.data) &&
  deepEqual(one.target, other.target);

const entityId = "entity_id";

/** Why a call is not one of the services offered for the entities that may be switched. */
const whyNotOffered = (
  { domain, service, data, target }: ServiceCall,
  controls: ReadonlySet<string>,
): string | undefined => {
  const action = `${domain}.${service}`;
  // Areas, devices and labels may contain any entity.
  const other = Object.keys(target).find((field) => field !== entityId);
  if (other !== undefined) return `no action of the plan calls ${action} with target.${other}`;
  const ids = [idsIn(target[entityId]), idsIn(data[entityId])];
  const entities = ids.flatMap((each) => each ?? []);
  if (entities.length === 0 || ids.includes(undefined))
    return `no action of the plan calls ${action} in this way, and it names no entity`;
  for (const entity of entities) {
    if (!controls.has(entity)) return `the plan does not let anybody switch ${entity}`;
    const offered = servicesFor(entity);
    const fields = Object.hasOwn(offered, service) ? offered[service] : undefined;
    if (domain !== servingDomain(entity) || fields === undefined)
      return `${action} is not offered for ${entity}`;
    const unknown = Object.keys(data).find(
      (field) => field !== entityId && !fields.includes(field),
    );
    if (unknown !== undefined) return `${action} is not offered with ${unknown} for ${entity}`;
  }
  return undefined;
};

/** Whether the plan has exactly this call. */
export const isCallInPlan = ({ calls }: Switchable, call: ServiceCall): boolean =>
  calls.some((each) => isSameCall(each, call));

/**
 * Why a client may not make a call; undefined if it may. A call is allowed if the plan has exactly this call, or if it
 * is offered for each of its entities and the plan lets people switch all of them. Names are compared literally, so
 * other spellings that Home Assistant would accept are refused.
 */
export const findCallProblem = (plan: Switchable, call: ServiceCall): string | undefined =>
  isCallInPlan(plan, call) ? undefined : whyNotOffered(call, plan.controls);
