import { domainOf } from "./entity-state.ts";

/** Services by their names, each with the fields of data that it may be given. */
type Offered = Readonly<Record<string, readonly string[]>>;

const onOff: Offered = { turn_on: [], turn_off: [], toggle: [] };

/**
 * What a panel offers to do with an entity, by its domain. It is also all that a screen may ask for of an
 * entity that a plan merely names; whatever goes beyond stands in the plan as an action.
 */
const offers: Readonly<Record<string, Offered>> = {
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
  },
  cover: {
    open_cover: [],
    close_cover: [],
    stop_cover: [],
    toggle: [],
    set_cover_position: ["position"],
  },
  fan: { ...onOff, set_percentage: ["percentage"] },
  // Not toggled: of the covers in a group that would open garages, too.
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

/** The services that are offered for an entity; none for one that only shows something. */
export const offeredFor = (entity: string): Offered => {
  const domain = domainOf(entity);
  return Object.hasOwn(offers, domain) ? (offers[domain] ?? {}) : {};
};

/** The domain of the services that are offered for an entity: its own, and for groups, which have none, Home Assistant's general one. */
export const servingDomain = (entity: string): string => {
  const domain = domainOf(entity);
  return domain === "group" ? "homeassistant" : domain;
};

/** Covers that let somebody in. */
const entrances: ReadonlySet<unknown> = new Set(["garage", "gate", "door"]);

/** Whether whoever touches an entity is asked first: locks, alarms, and covers that let somebody in. */
export const asksFirst = (
  entity: string,
  attributes: Readonly<Record<string, unknown>> = {},
): boolean => {
  const domain = domainOf(entity);
  if (domain === "lock" || domain === "alarm_control_panel") return true;
  return domain === "cover" && entrances.has(attributes["device_class"]);
};
