import assert from "node:assert/strict";
import { test } from "node:test";
import type { ServiceCall } from "../../../src/model/bindings/touch-actions.ts";
import { findCallProblem } from "../../../src/model/bindings/services.ts";

const call = (name: string, given: Partial<ServiceCall> = {}): ServiceCall => {
  const [domain = "", service = ""] = name.split(".");
  return { domain, service, data: {}, target: {}, ...given };
};
const of = (entity: string | string[]) => ({ target: { entity_id: entity } });

const plan = {
  controls: new Set(["light.hall", "light.kitchen", "lock.back_door", "cover.blind", "group.all"]),
  calls: [
    call("scene.apply", { data: { entities: { "light.attic": "on" } } }),
    call("light.turn_off", { target: { area_id: ["ground", "attic"] } }),
  ],
};

test("SCREEN-8: what is offered for an entity that the plan lets people switch is called", () => {
  for (const each of [
    call("light.toggle", of("light.hall")),
    call("light.turn_on", of(["light.hall", "light.kitchen"])),
    call("light.turn_on", { data: { entity_id: "light.hall", brightness: 90 } }),
    call("light.turn_on", { data: { entity_id: ["light.hall"] }, ...of("light.kitchen") }),
    call("homeassistant.turn_off", of("group.all")),
    call("lock.unlock", { data: { code: "12" }, ...of("lock.back_door") }),
    call("cover.set_cover_position", { data: { position: 40 }, ...of("cover.blind") }),
  ])
    assert.equal(findCallProblem(plan, each), undefined, JSON.stringify(each));
});

test("SCREEN-9: a call that stands in the plan as it is is made, and no other like it", () => {
  for (const each of plan.calls) assert.equal(findCallProblem(plan, { ...each }), undefined);
  for (const each of [
    call("scene.apply", { data: { entities: { "light.attic": "off" } } }),
    call("scene.apply", { data: { entities: { "light.attic": "on" }, transition: 1 } }),
    call("scene.apply", { data: { entities: { "light.attic": "on" } }, ...of("light.hall") }),
    call("light.turn_on", { target: { area_id: ["ground", "attic"] } }),
    call("light.turn_off", { target: { area_id: ["ground"] } }),
  ])
    assert.notEqual(findCallProblem(plan, each), undefined, JSON.stringify(each));
});

test("SCREEN-10: whatever else is called is refused, with a sentence that says what of it", () => {
  const refused: readonly (readonly [ServiceCall, RegExp])[] = [
    [call("lock.unlock", of("lock.front_door")), /switch lock\.front_door$/],
    [call("light.turn_on", of(["light.hall", "light.attic"])), /switch light\.attic$/],
    [call("light.turn_on", of("all")), /switch all$/],
    [call("light.turn_on", of("light.hall, light.attic")), /switch light\.hall, light\.attic$/],
    [call("light.turn_on", of("LIGHT.HALL")), /switch LIGHT\.HALL$/],
    [call("light.turn_on", { target: { area_id: "hall" } }), /target\.area_id$/],
    [call("light.turn_on", { target: { entity_id: "light.hall", label_id: "a" } }), /label_id$/],
    [call("light.turn_on", { data: { area_id: "hall" }, ...of("light.hall") }), /with area_id for/],
    [call("light.turn_on", { data: { effect: "x" }, ...of("light.hall") }), /with effect for/],
    [call("lock.open", of("lock.back_door")), /lock\.open is not offered/],
    [call("homeassistant.turn_off", of("light.hall")), /not offered for light\.hall$/],
    [call("homeassistant.turn_off", of(["group.all", "light.hall"])), /for light\.hall$/],
    [call("homeassistant.toggle", of("group.all")), /not offered for group\.all$/],
    [call("group.turn_off", of("group.all")), /not offered for group\.all$/],
    [call("homeassistant.restart", of("group.all")), /not offered for group\.all$/],
    [call("lock.unlock", of("light.hall")), /not offered for light\.hall$/],
    [call("light.constructor", of("light.hall")), /not offered for light\.hall$/],
    [call("light.turn_on"), /names no entity$/],
    [call("light.turn_on", { target: { entity_id: [] } }), /names no entity$/],
    [call("light.turn_on", { target: { entity_id: ["light.hall", 1] } }), /names no entity$/],
    [call("homeassistant.restart"), /homeassistant\.restart .* names no entity$/],
  ];
  for (const [each, why] of refused) assert.match(findCallProblem(plan, each) ?? "none", why);
});
