import { placeOfFlat } from "../../model/demo/inhabited-flat.ts";
import { solarPosition } from "../../model/geometry/solar-position.ts";
import type { JsonObject } from "../../model/json.ts";
import { sunEntity } from "../../model/bindings/sun.ts";
import {
  chance,
  type Clock,
  clockAt,
  everybodyAt,
  isSomebodyAtTheDoor,
  type Person,
  type Room,
} from "./people.ts";
import { placeAt } from "./walks.ts";

/** An entity's state and attributes. */
export interface HomeState {
  readonly state: string;
  readonly attributes: JsonObject;
}

/** The states of the house by entity. */
export type HomeStates = Readonly<Record<string, HomeState>>;

const onOff = (isOn: boolean): string => (isOn ? "on" : "off");
const rounded = (value: number, step: number): string =>
  (Math.round(value / step) * step).toFixed(step < 1 ? 1 : 0);

const lampModes = {
  supported_color_modes: ["color_temp", "hs"],
  min_color_temp_kelvin: 2000,
  max_color_temp_kelvin: 6500,
};

/** A lamp that is on with a part of its brightness. */
export const lamp = (isOn: boolean, part = 0.8, kelvin = 2700): HomeState => ({
  state: onOff(isOn),
  attributes: {
    ...lampModes,
    ...(isOn
      ? {
          color_mode: "color_temp",
          brightness: Math.round(255 * part),
          color_temp_kelvin: kelvin,
        }
      : {}),
  },
});

/** A blind that is open by so many percent. */
export const blind = (position: number): HomeState => ({
  state: position === 0 ? "closed" : "open",
  attributes: { device_class: "blind", supported_features: 15, current_position: position },
});

const contact = (deviceClass: string, isOn: boolean): HomeState => ({
  state: onOff(isOn),
  attributes: { device_class: deviceClass },
});

const measured = (deviceClass: string, unit: string, state: string): HomeState => ({
  state,
  attributes: { device_class: deviceClass, unit_of_measurement: unit, state_class: "measurement" },
});

/** The watch of somebody, which knows where it is in the house. */
const watch = (person: Person, ms: number): HomeState => {
  const place = placeAt(person, ms);
  const [x, y] = place?.map((metres) => Number(metres.toFixed(2))) ?? [null, null];
  return { state: place === undefined ? "not_home" : "home", attributes: { x, y } };
};

/** Whether the hour is between two others. */
const between = ({ hour }: Clock, from: number, to: number): boolean => hour >= from && hour < to;

/** A curve over the day: 1 at its hour, 0 twelve hours later. */
const daily = ({ hour }: Clock, top: number): number =>
  (1 + Math.cos(((hour - top) / 12) * Math.PI)) / 2;

/** A small deviation that changes every twenty seconds. */
const noise = (ms: number, key: string, most: number): number =>
  (chance(`${key} ${Math.floor(ms / 20_000)}`) - 0.5) * 2 * most;

const skies = ["sunny", "partlycloudy", "cloudy", "rainy"] as const;

/** The house without people's touches, at a moment in ms since 1970: always the same for the same moment. */
export const homeAt = (ms: number): HomeStates => {
  const clock = clockAt(ms);
  const { anna, ben } = everybodyAt(ms, clock);
  const here = [anna, ben];
  const awake = here.filter(({ room, isAsleep }) => room !== undefined && !isAsleep);
  const isIn = (room: Room): boolean => awake.some((each) => each.room === room);
  const sun = solarPosition(placeOfFlat(), ms);
  const isDark = sun.elevation < 4;
  const isEvening = isDark && awake.length > 0;
  const isNight = awake.length === 0 && isDark;
  const outside = 6 + 9 * daily(clock, 15) + noise(ms, "outside", 0.2);
  const sky = skies[Math.floor(chance(`sky ${clock.day}`) * skies.length)] ?? "sunny";
  const isDamp = between(clock, 6.6, 8.2) || isIn("bathroom");
  const isWashing = between(clock, 13, 14.2) || between(clock, 19.5, 21);
  const washEnd = clock.hour < 15 ? 14.2 : 21;
  const isCleaning = between(clock, 10.5, 11.2) || between(clock, 15, 15.4);
  const isPlaying = isIn("living_room") && (between(clock, 7, 9) || between(clock, 16, 23));
  const comfort = between(clock, 6, 22) ? 20.5 : 17.5;
  const bedroom = 18.6 + 1.4 * daily(clock, 19) + noise(ms, "bedroom", 0.1);
  return {
    [sunEntity]: {
      state: sun.elevation > 0 ? "above_horizon" : "below_horizon",
      attributes: {
        azimuth: Number(sun.azimuth.toFixed(1)),
        elevation: Number(sun.elevation.toFixed(1)),
      },
    },
    "person.anna": { state: anna.room === undefined ? "not_home" : "home", attributes: {} },
    "person.ben": { state: ben.room === undefined ? "not_home" : "home", attributes: {} },
    "device_tracker.anna_watch": watch("anna", ms),
    "device_tracker.ben_watch": watch("ben", ms),
    "weather.home": {
      state: isDark && sky === "sunny" ? "clear-night" : sky,
      attributes: {
        temperature: Number(outside.toFixed(1)),
        temperature_unit: "°C",
        humidity: Math.round(78 - 25 * daily(clock, 15)),
      },
    },
    "light.kitchen": lamp(isDark && isIn("kitchen"), 1, 3500),
    "light.worktop": lamp(isDark && (isIn("kitchen") || between(clock, 18, 20)), 0.7, 4000),
    "light.living_room": lamp(isEvening && between(clock, 15, 24), clock.hour > 21 ? 0.45 : 0.85),
    "light.hall": lamp(isDark && isIn("hall"), 0.9, 3000),
    "light.bathroom": lamp(isIn("bathroom"), 1, 4000),
    "light.bedside": lamp(isEvening && (isIn("bedroom") || between(clock, 21.5, 23.5)), 0.35, 2200),
    "cover.bedroom": blind(isNight || here.some(({ isAsleep }) => isAsleep) ? 0 : 100),
    "cover.balcony": blind(sun.elevation < -6 ? 0 : 100),
    "cover.sofa": blind(sun.elevation < -6 ? 0 : sun.elevation > 30 && sky === "sunny" ? 40 : 100),
    "binary_sensor.window_bedroom": contact("window", between(clock, 7.2, 7.6)),
    "binary_sensor.window_balcony": contact("window", between(clock, 12.6, 13.6)),
    "binary_sensor.window_sofa": contact("window", false),
    "binary_sensor.front_door": contact("door", isSomebodyAtTheDoor(clock)),
    "lock.front_door": {
      state: isNight || (awake.length === 0 && !isSomebodyAtTheDoor(clock)) ? "locked" : "unlocked",
      attributes: {},
    },
    "binary_sensor.hall_motion": contact("motion", isIn("hall") || isSomebodyAtTheDoor(clock)),
    "binary_sensor.hall_smoke": contact("smoke", false),
    "binary_sensor.bathroom_damp": contact("moisture", isDamp),
    "climate.bedroom": {
      state: "heat",
      attributes: {
        hvac_modes: ["off", "heat"],
        supported_features: 1,
        min_temp: 7,
        max_temp: 28,
        target_temp_step: 0.5,
        temperature: comfort,
        current_temperature: Number(bedroom.toFixed(1)),
        hvac_action: bedroom < comfort ? "heating" : "idle",
      },
    },
    "switch.dishwasher": { state: onOff(isWashing), attributes: {} },
    "sensor.dishwasher_left": measured(
      "duration",
      "min",
      rounded(isWashing ? Math.max(0, (washEnd - clock.hour) * 60) : 0, 1),
    ),
    "media_player.living_room": {
      state: isPlaying ? "playing" : "idle",
      attributes: {
        supported_features: 21_949,
        volume_level: 0.35,
        ...(isPlaying ? { media_title: "Late Evening Radio" } : {}),
      },
    },
    "vacuum.robbie": {
      state: isCleaning ? "cleaning" : "docked",
      attributes: { supported_features: 12_348, battery_level: isCleaning ? 71 : 100 },
    },
    "sensor.living_room_temperature": measured(
      "temperature",
      "°C",
      rounded(20.6 + 1.2 * daily(clock, 18) + noise(ms, "living", 0.2), 0.1),
    ),
    "sensor.living_room_humidity": measured(
      "humidity",
      "%",
      rounded(46 + 5 * daily(clock, 7) + noise(ms, "air", 1), 1),
    ),
    "sensor.kitchen_temperature": measured(
      "temperature",
      "°C",
      rounded(20.2 + 1.8 * daily(clock, 19) + noise(ms, "kitchen", 0.2), 0.1),
    ),
    "sensor.kitchen_co2": measured(
      "carbon_dioxide",
      "ppm",
      rounded(540 + 260 * awake.length * daily(clock, 20) + noise(ms, "co2", 20), 1),
    ),
    "sensor.bedroom_temperature": measured("temperature", "°C", rounded(bedroom, 0.1)),
    "sensor.bathroom_humidity": measured(
      "humidity",
      "%",
      rounded((isDamp ? 71 : 52) + noise(ms, "bath", 2), 1),
    ),
  };
};
