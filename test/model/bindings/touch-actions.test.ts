import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Action,
  isTouchable,
  touchEffectOf,
} from "../../../src/model/bindings/touch-actions.ts";
import { questionOf, toggleCall } from "../../../src/model/bindings/perform-action.ts";
import type { EntityState } from "../../../src/model/bindings/entity-state.ts";

test("TOUCH-8: what is switched is switched by a tap of furniture and devices, and all else shows details", () => {
  const details = (...entities: string[]) => ({ kind: "details", entities });
  const lamp = { entity: "light.a" };
  const effect = touchEffectOf("furniture", lamp, "tap");
  assert.deepEqual(effect.kind === "act" && effect.action, { kind: "toggle", entity: "light.a" });
  assert.deepEqual(touchEffectOf("furniture", lamp, "hold"), details("light.a"));
  assert.deepEqual(touchEffectOf("furniture", lamp, "double_tap"), { kind: "none" });
  assert.deepEqual(touchEffectOf("sensors", lamp, "tap"), details("light.a"));
  assert.deepEqual(touchEffectOf("devices", { entity: "lock.a" }, "tap"), details("lock.a"));
  const door = { contact: "binary_sensor.a", lock: "lock.a" };
  assert.deepEqual(touchEffectOf("openings", door, "tap"), details("lock.a", "binary_sensor.a"));
  const opened = touchEffectOf("openings", { ...door, tap_action: { action: "toggle" } }, "tap");
  assert.deepEqual(opened.kind === "act" && opened.action, { kind: "toggle", entity: "lock.a" });
});

test("TOUCH-8: a room shows itself, or does what the plan names; what shows and does nothing is no button", () => {
  const more = { tap_action: { action: "more-info" } };
  assert.deepEqual(touchEffectOf("rooms", { temperature: "sensor.a" }, "tap"), { kind: "room" });
  assert.deepEqual(touchEffectOf("rooms", { sheet_extra: ["sensor.a"] }, "hold"), { kind: "room" });
  assert.deepEqual(touchEffectOf("rooms", more, "tap"), { kind: "room" });
  assert.equal(isTouchable("rooms", { name: "Hall" }), false);
  assert.equal(
    isTouchable("rooms", { double_tap_action: { action: "url", url_path: "/x" } }),
    true,
  );
  assert.equal(isTouchable("openings", { type: "door" }), false);
  assert.equal(isTouchable("furniture", { type: "sofa" }), false);
  const silent = {
    entity: "light.a",
    tap_action: { action: "none" },
    hold_action: { action: "none" },
  };
  assert.equal(isTouchable("furniture", silent), false);
  assert.equal(touchEffectOf("devices", { tap_action: { action: "assist" } }, "tap").kind, "act");
});

test("TOUCH-9: a toggle calls what makes of an entity what it is not, as Home Assistant's frontend does", () => {
  const service = (entity: string, state: string): string | undefined =>
    toggleCall(entity, { state })?.service;
  assert.equal(service("light.a", "off"), "turn_on");
  assert.equal(service("light.a", "on"), "turn_off");
  assert.equal(service("lock.a", "locked"), "unlock");
  assert.equal(service("lock.a", "unlocked"), "lock");
  assert.equal(service("cover.a", "closed"), "open_cover");
  assert.equal(service("cover.a", "open"), "close_cover");
  assert.equal(service("valve.a", "closed"), "open_valve");
  assert.equal(service("scene.a", "unknown"), "turn_on");
  assert.equal(service("button.a", "unknown"), "press");
  assert.equal(service("vacuum.a", "docked"), "start");
  assert.equal(service("vacuum.a", "cleaning"), "return_to_base");
  assert.equal(service("sensor.a", "on"), undefined);
  assert.deepEqual(toggleCall("group.a", { state: "on" }), {
    domain: "homeassistant",
    service: "turn_off",
    data: {},
    target: { entity_id: "group.a" },
  });
  assert.equal(service("group.a", "off"), "turn_on");
  assert.equal(service("group.family", "home"), undefined);
});

test("TOUCH-4: locks, alarms and doors of garages ask whatever the plan says, all else where the plan says so", () => {
  const states = (entity: string): EntityState => ({
    state: "closed",
    attributes: { device_class: entity === "cover.garage" ? "garage" : "shutter" },
  });
  const toggle = (entity: string): Action => ({ kind: "toggle", entity });
  const call = (domain: string, entity_id: string): Action => ({
    kind: "call",
    call: { domain, service: "x", data: {}, target: { entity_id } },
  });
  assert.equal(questionOf(toggle("light.a"), {}, states), undefined);
  assert.equal(questionOf(toggle("light.a"), { confirmation: true }, states), "");
  assert.equal(questionOf(toggle("light.a"), { confirmation: { text: "?" } }, states), "?");
  assert.equal(questionOf(toggle("lock.a"), { confirmation: false }, states), "");
  assert.equal(questionOf(toggle("cover.garage"), {}, states), "");
  assert.equal(questionOf(toggle("cover.blind"), {}, states), undefined);
  assert.equal(questionOf(call("homeassistant", "lock.a"), {}, states), "");
  assert.equal(questionOf(call("lock", "all"), {}, states), "");
  assert.equal(questionOf(call("scene", "scene.a"), {}, states), undefined);
});
