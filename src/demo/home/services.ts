import type { JsonObject } from "../../model/json.ts";
import { blind, type HomeState, lamp } from "./day.ts";

/** The data of a service call. */
export type ServiceData = JsonObject;

type Effect = (before: HomeState, data: ServiceData) => HomeState;

/** The state changes, the attributes stay. */
const become =
  (state: string): Effect =>
  ({ attributes }) => ({ state, attributes });

/** An attribute changes. */
const set =
  (attribute: string, field = attribute): Effect =>
  ({ state, attributes }, data) => ({
    state,
    attributes: { ...attributes, [attribute]: data[field] ?? attributes[attribute] },
  });

const light: Effect = ({ state, attributes }, data) => {
  const { brightness, brightness_pct, color_temp_kelvin, hs_color } = data;
  const before = state === "on" ? attributes["brightness"] : undefined;
  const wanted = typeof brightness_pct === "number" ? (brightness_pct * 255) / 100 : brightness;
  const on = lamp(true).attributes;
  return {
    state: "on",
    attributes: {
      ...on,
      ...(state === "on" ? attributes : {}),
      brightness: Math.round(Number(wanted ?? before ?? on["brightness"])),
      ...(color_temp_kelvin === undefined
        ? {}
        : { color_mode: "color_temp", color_temp_kelvin, hs_color: undefined }),
      ...(hs_color === undefined
        ? {}
        : { color_mode: "hs", hs_color, color_temp_kelvin: undefined }),
    },
  };
};

const lightOff: Effect = () => lamp(false);

const toggled =
  (on: Effect, off: Effect): Effect =>
  (before, data) =>
    (["on", "open", "playing"].includes(before.state) ? off : on)(before, data);

const switched = (on: Effect, off: Effect): Readonly<Record<string, Effect>> => ({
  turn_on: on,
  turn_off: off,
  toggle: toggled(on, off),
});

const [open, close] = [(): HomeState => blind(100), (): HomeState => blind(0)];
const play = toggled(become("playing"), become("idle"));

const effects: Readonly<Record<string, Readonly<Record<string, Effect>>>> = {
  light: switched(light, lightOff),
  switch: switched(become("on"), become("off")),
  cover: {
    open_cover: open,
    close_cover: close,
    toggle: toggled(open, close),
    stop_cover: (before) => before,
    set_cover_position: (_before, { position }) => blind(Number(position ?? 0)),
  },
  lock: { lock: become("locked"), unlock: become("unlocked") },
  climate: {
    ...switched(become("heat"), become("off")),
    set_temperature: set("temperature"),
    set_preset_mode: set("preset_mode"),
    set_fan_mode: set("fan_mode"),
    set_hvac_mode: (before, { hvac_mode: mode }) =>
      typeof mode === "string" ? become(mode)(before, {}) : before,
  },
  media_player: {
    ...switched(become("playing"), become("idle")),
    media_play_pause: play,
    media_next_track: (before) => before,
    media_previous_track: (before) => before,
    volume_set: set("volume_level"),
    volume_mute: set("is_volume_muted"),
  },
  vacuum: {
    start: become("cleaning"),
    pause: become("paused"),
    stop: become("idle"),
    return_to_base: become("docked"),
    locate: (before) => before,
  },
};

/** The state of an entity after a service call; undefined if the demo's house has no such service. */
export const afterService = (
  domain: string,
  service: string,
  before: HomeState,
  data: ServiceData,
): HomeState | undefined => effects[domain]?.[service]?.(before, data);
