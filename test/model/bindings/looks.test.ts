import assert from "node:assert/strict";
import { test } from "node:test";
import { isActive, isUnavailable } from "../../../src/model/bindings/entity-state.ts";
import { entityIcon } from "../../../src/model/bindings/entity-display.ts";
import { brightnessOf, colorOfLight, rgbOfKelvin } from "../../../src/model/bindings/colours.ts";
import { recordedIcons } from "../../support/home-assistant/resources.ts";

test("LIVE-12: what is on is told by the kind of entity", () => {
  for (const [entity, on, off] of [
    ["light.a", "on", "off"],
    ["binary_sensor.door", "on", "off"],
    ["cover.a", "opening", "closed"],
    ["lock.a", "jammed", "locked"],
    ["lock.a", "unlocked", "unavailable"],
    ["climate.a", "heat", "off"],
    ["vacuum.a", "returning", "docked"],
    ["media_player.a", "paused", "idle"],
    ["person.a", "Office", "not_home"],
    ["alarm_control_panel.a", "armed_home", "disarmed"],
    ["sun.sun", "above_horizon", "below_horizon"],
  ] as const) {
    assert(isActive(entity, { state: on }), `${entity} ${on}`);
    assert(!isActive(entity, { state: off }), `${entity} ${off}`);
  }
  for (const entity of ["sensor.a", "input_select.a", "scene.a", "weather.home", "number.a"])
    assert(!isActive(entity, { state: "on" }), `${entity} is never on`);
  assert(!isActive("light.a", undefined) && !isActive("light.a", { state: "unknown" }));
});

test("LIVE-12: a thing may name the state in which it is on, and be away", () => {
  assert(isActive("sensor.a", { state: "washing" }, "washing"));
  assert(!isActive("media_player.a", { state: "paused" }, "playing"));
  assert(isUnavailable({ state: "unavailable" }) && isUnavailable({ state: "unknown" }));
  assert(!isUnavailable({ state: "off" }) && !isUnavailable(undefined));
});

test("LIVE-10: a light's colour is its own, else that of its white", () => {
  const colorOf = (attributes: Readonly<Record<string, unknown>>): unknown =>
    colorOfLight({ state: "on", attributes });
  assert.deepEqual(colorOf({ rgb_color: [255, 0, 128], color_temp_kelvin: 2700 }), [255, 0, 128]);
  assert.deepEqual(colorOf({ color_temp_kelvin: 2700 }), rgbOfKelvin(2700));
  assert.deepEqual(colorOf({ color_temp: 370 }), rgbOfKelvin(1e6 / 370));
  assert.deepEqual(colorOf({ rgb_color: null, color_temp_kelvin: null, color_temp: 0 }), undefined);
  assert.equal(colorOf({ rgb_color: ["red", 0, 0] }), undefined);
  assert.equal(colorOf({}), undefined);
  const [warm, cold] = [rgbOfKelvin(2700), rgbOfKelvin(10_000)];
  assert(
    warm[0] === 255 && warm[2] < 120 && cold[2] === 255 && cold[0] < 220,
    `${warm.join()} and ${cold.join()}`,
  );
  for (const kelvin of [-5, 0, 1000, 1900, 6600, 6601, 40_000, 1e9])
    for (const part of rgbOfKelvin(kelvin)) assert(part >= 0 && part <= 255, `${kelvin}: ${part}`);
});

test("LIVE-10: a light is as bright as it says, and fully where it says nothing", () => {
  const of = (brightness: unknown): number =>
    brightnessOf({ state: "on", attributes: { brightness } });
  assert.deepEqual([0, 51, 255, 999, null, "5"].map(of), [0, 0.2, 1, 1, 1, 1]);
});

const icon = (
  entity: string,
  state?: string,
  attributes = {},
  translationKey?: string,
): string | undefined =>
  entityIcon(
    entity,
    state === undefined ? undefined : { state, attributes },
    { platform: "demo", translationKey, digits: undefined },
    recordedIcons,
  );

test("LIVE-7: an entity has the icon it was given, else the one that Home Assistant has of its integration, its class or its domain, by its state", () => {
  assert.equal(icon("light.a", "on", { icon: "mdi:lamp" }), "mdi:lamp");
  assert.equal(icon("light.a", "on"), "mdi:lightbulb");
  assert.equal(icon("light.a", "off"), "mdi:lightbulb-off");
  assert.equal(icon("light.a"), "mdi:lightbulb");
  assert.equal(icon("binary_sensor.a", "on", { device_class: "door" }), "mdi:door-open");
  assert.equal(icon("binary_sensor.a", "off", { device_class: "window" }), "mdi:window-closed");
  assert.equal(icon("cover.a", "closed", { device_class: "shutter" }), "mdi:window-shutter");
  assert.equal(icon("cover.a", "closed", { device_class: "damper" }), "mdi:circle-slice-8");
  assert.equal(icon("lock.a", "jammed"), "mdi:lock-alert");
  assert.equal(icon("weather.a", "lightning-rainy"), "mdi:weather-lightning-rainy");
  assert.equal(icon("sensor.a", "3", { device_class: "temperature" }), "mdi:thermometer");
  assert.equal(icon("sensor.a", "3", { device_class: "odd" }), "mdi:eye");
  assert.equal(icon("sensor.a", "47", { device_class: "battery" }), "mdi:battery-40");
  assert.equal(icon("sensor.a", "100", { device_class: "battery" }), "mdi:battery");
  assert.equal(icon("sensor.a", "4", { device_class: "battery" }), "mdi:battery-alert");
  assert.equal(icon("sensor.a", "-4", { device_class: "battery" }), "mdi:battery-unknown");
  assert.equal(icon("sensor.a", "?", { device_class: "battery" }), "mdi:battery-unknown");
  assert.equal(icon("sensor.a", "eco", {}, "thermostat_mode"), "mdi:leaf");
  assert.equal(icon("sensor.a", "other", {}, "thermostat_mode"), "mdi:eye");
  assert.equal(icon("switch.a", "on", {}, "air_conditioner"), "mdi:air-conditioner");
  assert.equal(icon("nothing.a", "on"), undefined);
  assert.equal(icon("constructor.a", "toString"), undefined);
  assert.equal(icon("light.a", "on", { device_class: "constructor" }), "mdi:lightbulb");
});

test("LIVE-7: what Home Assistant's page decides by more than the state, and what only it has icons for, is the same", () => {
  assert.equal(icon("update.a", "on", { in_progress: true }), "mdi:package-down");
  assert.equal(icon("update.a", "on", { in_progress: false }), "mdi:package-up");
  assert.equal(icon("device_tracker.a", "home", { source_type: "router" }), "mdi:lan-connect");
  assert.equal(icon("device_tracker.a", "away", { source_type: "bluetooth" }), "mdi:bluetooth");
  assert.equal(icon("input_datetime.a", "07:00:00", { has_date: false }), "mdi:clock");
  assert.equal(icon("input_datetime.a", "2026-01-01", { has_time: false }), "mdi:calendar");
  assert.equal(icon("input_datetime.a", "?"), "mdi:calendar-clock");
  assert.equal(icon("sun.sun", "below_horizon"), "mdi:weather-night");
  assert.equal(icon("sun.sun", "above_horizon"), "mdi:white-balance-sunny");
  assert.equal(icon("zone.home", "2"), "mdi:map-marker-radius");
});

test("LIVE-7: no name is guessed from parts of names: a window that is open is no air, a cart no car", () => {
  for (const entity of ["sensor.window_open", "sensor.shopping_cart", "sensor.co2_temperature"])
    assert.equal(icon(entity, "1"), "mdi:eye", entity);
});
