import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import { isConditionMet, ruled, ruledFields } from "../../../src/model/bindings/rules.ts";
import {
  TemplateError,
  unknownHomeAssistantState,
} from "../../../src/model/bindings/entity-state.ts";
import { knownStates } from "./known-states.ts";

const homeAssistant = knownStates(
  {
    "light.a": { state: "on", attributes: { brightness: 128, effect: null, is_hot: true } },
    "sensor.power": "1234.56",
    "sensor.odd": "",
    "lock.front": "unavailable",
  },
  {
    "{{ yes }}": true,
    "{{ word }}": " True ",
    "{{ no }}": "on",
    "{{ bad }}": new TemplateError("?"),
  },
);

const is = (condition: Json): boolean => isConditionMet(condition, homeAssistant);

test("LIVE-1: of the rules that apply, each field comes from the first that gives it", () => {
  const on = { entity: "light.a", state: "on" };
  const off = { entity: "light.a", state: "off" };
  const rules = [
    { if: [off], color: "never" },
    { if: [on], color: "first", icon: null },
    { if: [on], color: "second", icon: "mdi:fire", hide: false },
    { if: [on, off], opacity: 0 },
    { if: [on], hide: true, tint: "blue", size: "xl", whatever: { x: 1 } },
    "?",
    null,
  ];
  assert.deepEqual(ruledFields({ rules }, homeAssistant), {
    color: "first",
    icon: "mdi:fire",
    hide: false,
    tint: "blue",
    size: "xl",
    whatever: { x: 1 },
  });
  assert.deepEqual(ruledFields({ rules: "?" }, homeAssistant), {});
  assert.deepEqual(ruledFields({ rules }, unknownHomeAssistantState), {});
});

test("LIVE-1: an element keeps what no rule speaks of, and is itself where none applies", () => {
  const lamp: JsonObject = {
    id: 1,
    color: "red",
    rules: [{ if: [{ template: "{{ yes }}" }], color: "blue" }],
  };
  assert.deepEqual(ruled(lamp, homeAssistant), { ...lamp, color: "blue" });
  assert.equal(ruled(lamp, unknownHomeAssistantState), lamp);
});

test("LIVE-1: a rule without conditions always applies, and one with anything else than conditions never", () => {
  assert.deepEqual(
    ruledFields({ rules: [{ color: "red" }, { if: [], icon: "x" }] }, unknownHomeAssistantState),
    {
      color: "red",
      icon: "x",
    },
  );
  for (const conditions of ["?", 7, true, ["?"], [null], [[]], {}, [{}]])
    assert.deepEqual(ruledFields({ rules: [{ if: conditions, color: "red" }] }, homeAssistant), {});
});

test("LIVE-2: a state is one of those that are given, as a text or as a list", () => {
  assert(is({ entity: "light.a", state: "on" }));
  assert(is({ entity: "light.a", state: ["off", "on"] }));
  assert(!is({ entity: "light.a", state: ["off", "unavailable"] }));
  assert(!is({ entity: "light.a", state: [] }));
  assert(is({ entity: "light.a", state: true }), "what YAML makes of an unquoted on");
  assert(is({ entity: "sensor.power", state: 1234.56 }), "a number is its text");
  assert(!is({ entity: "light.a", state: "ON" }));
});

test("LIVE-2: state_not refuses a text or each of a list, also for what is unavailable", () => {
  assert(is({ entity: "light.a", state_not: "off" }));
  assert(!is({ entity: "light.a", state_not: ["off", "on"] }));
  assert(is({ entity: "lock.front", state_not: "locked" }));
  assert(!is({ entity: "lock.front", state_not: ["locked", "unavailable"] }));
});

test("LIVE-2: above and below are bounds that are not reached, of numbers only", () => {
  assert(is({ entity: "sensor.power", above: 1234, below: "1235" }));
  assert(!is({ entity: "sensor.power", above: 1234.56 }));
  assert(!is({ entity: "sensor.power", below: 1234.56 }));
  assert(!is({ entity: "light.a", above: 0 }) && !is({ entity: "light.a", below: 0 }));
  assert(!is({ entity: "sensor.odd", above: -1 }) && !is({ entity: "sensor.odd", below: 1 }));
  assert(!is({ entity: "sensor.power", above: "much" }));
});

test("LIVE-2: an attribute is compared in the place of the state, and one that is missing holds nothing", () => {
  assert(is({ entity: "light.a", attribute: "brightness", above: 100, below: 200 }));
  assert(is({ entity: "light.a", attribute: "brightness", state: ["128"] }));
  assert(is({ entity: "light.a", attribute: "is_hot", state: true }));
  for (const attribute of ["effect", "missing", "constructor", "__proto__"]) {
    assert(!is({ entity: "light.a", attribute }), attribute);
    assert(!is({ entity: "light.a", attribute, state_not: "x" }), attribute);
  }
});

test("LIVE-2: all that a condition gives holds, and null gives nothing", () => {
  assert(!is({ entity: "light.a", state: "on", attribute: "brightness" }));
  assert(!is({ entity: "sensor.power", state_not: "0", above: 2000 }));
  assert(is({ entity: "light.a", state: null, above: null, attribute: null }));
});

test("LIVE-2: an entity without a state never holds, whatever is asked of it", () => {
  for (const more of [{}, { state_not: "on" }, { state: "unknown" }, { below: 1 }, { state: [] }]) {
    assert(!is({ entity: "light.unknown", ...more }), JSON.stringify(more));
    assert(
      !isConditionMet({ entity: "light.a", ...more }, unknownHomeAssistantState),
      JSON.stringify(more),
    );
  }
  const hidden = { rules: [{ if: [{ entity: "light.unknown" }], hide: true }] };
  assert.deepEqual(ruledFields(hidden, homeAssistant), {}, "so it hides nothing");
  assert(is({ entity: "light.a" }), "one with a state does");
});

test("LIVE-2: any holds where one of its conditions does, also within another", () => {
  const [yes, no] = [{ entity: "light.a" }, { entity: "light.b" }];
  assert(is({ any: [no, yes] }) && !is({ any: [no, no] }) && !is({ any: [] }));
  assert(is({ any: [no, { any: [no, { any: [yes] }] }] }));
  assert(!is({ any: "?" }) && !is({ any: [7, null, "?"] }));
});

test("LIVE-2: a template holds where Home Assistant makes true of it, and not while nothing is known", () => {
  assert(is({ template: "{{ yes }}" }) && is({ template: "{{ word }}" }));
  assert(!is({ template: "{{ no }}" }) && !is({ template: "{{ bad }}" }));
  assert(!is({ template: "{{ other }}" }) && !is({ template: true }));
});
