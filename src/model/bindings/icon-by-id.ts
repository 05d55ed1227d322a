import { domainOf } from "./entity-state.ts";

/** Icons of domains, where no Home Assistant tells more. */
const ofDomains: Readonly<Record<string, string>> = {
  alarm_control_panel: "shield-home",
  binary_sensor: "eye",
  camera: "video",
  climate: "thermostat",
  cover: "window-shutter",
  fan: "fan",
  humidifier: "air-humidifier",
  light: "lightbulb",
  lock: "lock",
  media_player: "cast",
  person: "account",
  sensor: "eye",
  switch: "toggle-switch-variant",
  vacuum: "robot-vacuum",
  water_heater: "water-boiler",
  weather: "weather-partly-cloudy",
};

/** What sensors measure, by the words of their ids. */
const ofWords: Readonly<Record<string, string>> = {
  battery: "battery",
  co2: "molecule-co2",
  damp: "water",
  door: "door",
  energy: "flash",
  humidity: "water-percent",
  illuminance: "brightness-5",
  leak: "water",
  moisture: "water",
  motion: "motion-sensor",
  occupancy: "motion-sensor",
  power: "flash",
  presence: "motion-sensor",
  pressure: "gauge",
  smoke: "smoke-detector",
  temperature: "thermometer",
  window: "window-closed",
};

const measuring: ReadonlySet<string> = new Set(["binary_sensor", "sensor"]);

/**
 * An icon that an entity's id alone suggests, such as a thermometer for `sensor.hall_temperature`; undefined if it
 * suggests none.
 */
export const iconById = (entity: string): string | undefined => {
  const domain = domainOf(entity);
  const words = measuring.has(domain) ? entity.slice(domain.length + 1).split("_") : [];
  // The last word says what is measured: `window_temperature` is a temperature.
  const said = words.findLast((word) => Object.hasOwn(ofWords, word));
  const icon =
    said !== undefined
      ? ofWords[said]
      : Object.hasOwn(ofDomains, domain)
        ? ofDomains[domain]
        : undefined;
  return icon && `mdi:${icon}`;
};
