import { domainOf, type EntityState, isActive } from "./entity-state.ts";

/**
 * Home Assistant's colours of states, other than that of whatever is merely on, by the middle of the names of its frontend's
 * custom properties (`--state-…-color` in `src/resources/theme/color/color.globals.ts`).
 */
const named: Readonly<Record<string, readonly string[]>> = {
  "#f44336": [
    "alarm_control_panel-triggered",
    "alert-on",
    ...[
      "battery",
      "carbon_monoxide",
      "gas",
      "heat",
      "lock",
      "moisture",
      "problem",
      "safety",
      "smoke",
      "sound",
      "tamper",
    ].map((kind) => `binary_sensor-${kind}-on`),
    "lawn_mower-error",
    "lock-jammed",
    "lock-open",
    "lock-unlocked",
    "plant-active",
    "sensor-battery-low",
    "siren-active",
    "vacuum-error",
    "weather-exceptional",
  ],
  "#ff9800": [
    "alarm_control_panel-arming",
    "alarm_control_panel-disarming",
    "alarm_control_panel-pending",
    "alert-off",
    "climate-dry",
    "lock-locking",
    "lock-opening",
    "lock-unlocking",
    "sensor-battery-medium",
    "update-active",
    "water_heater-electric",
    "water_heater-gas",
    "water_heater-heat_pump",
  ],
  "#ff6f22": ["climate-heat", "water_heater-high_demand", "water_heater-performance"],
  "#4caf50": [
    ...["away", "custom_bypass", "home", "night", "vacation"].map(
      (mode) => `alarm_control_panel-armed_${mode}`,
    ),
    "climate-auto",
    "device_tracker-home",
    "lock-locked",
    "person-home",
    "sensor-battery-high",
    "water_heater-eco",
    "weather-windy",
    "weather-windy_variant",
  ],
  "#009688": ["lawn_mower-active", "vacuum-active"],
  "#00bcd4": ["climate-fan_only", "fan-active", "weather-hail"],
  "#03a9f4": ["media_player-active", "weather-snowy_rainy"],
  "#2196f3": [
    "climate-cool",
    "device_tracker-active",
    "humidifier-on",
    "person-active",
    "valve-active",
    "weather-rainy",
  ],
  "#3f51b5": ["sun-below_horizon", "weather-pouring"],
  "#6e41ab": ["weather-clear_night"],
  "#926bc7": ["cover-active"],
  "#607d8b": ["weather-partlycloudy"],
};

const colours = new Map(
  Object.entries(named).flatMap(([colour, names]) => names.map((name) => [name, colour] as const)),
);

/** The part of a name that stands for a state or a class; undefined if it has letters that no name has. */
const partOf = (text: unknown): string | undefined =>
  typeof text === "string" && /^[\w-]{1,64}$/.test(text)
    ? text.toLowerCase().replaceAll("-", "_")
    : undefined;

/** The frontend's `src/common/entity/color/battery_color.ts`. */
const batteryPart = (state: string): string | undefined => {
  const level = Number.parseFloat(state);
  if (Number.isNaN(level)) return undefined;
  return level >= 70 ? "high" : level >= 30 ? "medium" : "low";
};

/** The names that count for a state, the first of them first (the frontend's `src/common/entity/state_color.ts`). */
const namesFor = (entity: string, { state, attributes }: EntityState): readonly string[] => {
  const domain = domainOf(entity);
  const kind = partOf(attributes?.["device_class"]);
  if (domain === "sensor") {
    const level = kind === "battery" ? batteryPart(state) : undefined;
    return level === undefined ? [] : [`sensor-battery-${level}`];
  }
  const part = partOf(state);
  return [
    ...(kind === undefined || part === undefined ? [] : [`${domain}-${kind}-${part}`]),
    ...(part === undefined ? [] : [`${domain}-${part}`]),
    `${domain}-${isActive(entity, { state }) ? "active" : "inactive"}`,
  ];
};

/**
 * The colour of a state in Home Assistant as CSS: in its page that of its theme, elsewhere its default. Undefined if it has
 * none of its own, as for what is off; what is merely on (`isOn`) has one in Home Assistant's page only.
 */
export const stateColour = (
  entity: string,
  known: EntityState,
  isOn: boolean,
): string | undefined => {
  const names = namesFor(entity, known);
  const own = names.flatMap((name) => colours.get(name) ?? [])[0];
  if (own === undefined && !isOn) return undefined;
  const usual = own ?? "var(--state-active-color,var(--plan-on))";
  return names.reduceRight((inner, name) => `var(--state-${name}-color,${inner})`, usual);
};
