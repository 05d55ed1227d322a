import assert from "node:assert/strict";
import { test } from "node:test";
import { stateColour } from "../../../src/model/bindings/state-colours.ts";

/** The default colour at the end of the names of a theme. */
const usual = (entity: string, state: string, device_class?: string): string | undefined =>
  stateColour(entity, { state, attributes: { device_class } }, true)
    ?.replaceAll(/^(?:var\(--state-[\w-]+-color,)+|\)+$/g, "")
    .replace("var(--plan-on", "on");

test("LIVE-21: states have the colours that Home Assistant gives them", () => {
  for (const [entity, state, colour] of [
    ["lock.a", "locked", "#4caf50"],
    ["lock.a", "unlocked", "#f44336"],
    ["lock.a", "unlocking", "#ff9800"],
    ["climate.a", "heat", "#ff6f22"],
    ["climate.a", "cool", "#2196f3"],
    ["climate.a", "heat_cool", "on"],
    ["cover.a", "open", "#926bc7"],
    ["fan.a", "on", "#00bcd4"],
    ["alarm_control_panel.a", "armed_away", "#4caf50"],
    ["alarm_control_panel.a", "triggered", "#f44336"],
    ["weather.a", "clear-night", "#6e41ab"],
    ["person.a", "home", "#4caf50"],
    ["person.a", "Work", "#2196f3"],
    ["switch.a", "on", "on"],
  ] as const)
    assert.equal(usual(entity, state), colour, `${entity} ${state}`);
  assert.equal(usual("binary_sensor.a", "on", "smoke"), "#f44336");
  assert.equal(usual("binary_sensor.a", "on", "door"), "on");
  for (const [level, colour] of [
    ["70", "#4caf50"],
    ["69.9", "#ff9800"],
    ["30", "#ff9800"],
    ["29", "#f44336"],
  ] as const)
    assert.equal(usual("sensor.a", level, "battery"), colour, level);
});

test("LIVE-21: what is off has no colour, and a theme of Home Assistant's page goes first", () => {
  for (const [entity, state] of [
    ["cover.a", "closed"],
    ["switch.a", "off"],
    ["binary_sensor.a", "off"],
    ["sensor.a", "12"],
    ["climate.a", "unavailable"],
  ] as const)
    assert.equal(stateColour(entity, { state }, false), undefined, entity);
  assert.equal(
    stateColour("lock.a", { state: "locked" }, false),
    "var(--state-lock-locked-color,var(--state-lock-inactive-color,#4caf50))",
  );
  assert.equal(
    stateColour("switch.a", { state: "on", attributes: { device_class: "outlet" } }, true),
    "var(--state-switch-outlet-on-color,var(--state-switch-on-color,var(--state-switch-active-color,var(--state-active-color,var(--plan-on)))))",
  );
});

test("LIVE-21: nothing but the letters of names comes from a state", () => {
  const odd = { state: "on);fill:url(x", attributes: { device_class: "a b" } };
  assert.equal(
    stateColour("switch.a", odd, true),
    "var(--state-switch-active-color,var(--state-active-color,var(--plan-on)))",
  );
});
