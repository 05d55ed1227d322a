import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json, JsonObject } from "../../../../src/model/json.ts";
import {
  asKind,
  conditionKind,
  conditionKinds,
  fieldsOf,
  hasRulesForm,
  otherFields,
  statesIn,
  statesText,
} from "../../../../src/web/canvas/inspector/form-fields.ts";

const thing = (rules: Json) => ({ collection: "devices", data: { rules } }) as const;

const shown: readonly (readonly [JsonObject, kind: string])[] = [
  [{ entity: "light.a", state: "on" }, "state"],
  [{ entity: "light.a", state: ["on", "off"] }, "state"],
  [{ entity: "light.a", state: 5, above: null }, "state"],
  [{ entity: "light.a", state: "" }, "state"],
  [{ entity: "light.a", state_not: "on", attribute: "mode" }, "state_not"],
  [{ entity: "sensor.a", above: 20 }, "above"],
  [{ entity: "sensor.a", below: "-2.5" }, "below"],
  [{ entity: "sensor.a", above: 1, below: 200_000 }, "between"],
  [{ entity: "sensor.a" }, "known"],
  [{ state: "on" }, "state"],
  [{ template: "{{ true }}" }, "template"],
  [{ any: [{ entity: "light.a", state: "on" }, { template: "{{ true }}" }] }, "any"],
];

const notShown: readonly Json[] = [
  { any: [{ any: [{ entity: "light.a", state: "on" }] }] },
  { any: [{ entity: "light.a", for: "00:05" }] },
  { any: [], entity: "light.a" },
  { entity: "light.a", state: "on", state_not: "off" },
  { entity: "light.a", state: "on", above: 3 },
  { entity: "light.a", state: true },
  { entity: "light.a", state: "a, b" },
  { entity: "light.a", state: ["a,b"] },
  { entity: "light.a", state: [["a"]] },
  { entity: ["light.a"], state: "on" },
  { entity: "light.a", above: "sensor.b" },
  { entity: "light.a", attribute: {} },
  { entity: "light.a", for: "00:05" },
  { template: "{{ true }}", entity: "light.a" },
  { template: 7 },
  "light.a",
];

test("PANEL-3: rules whose conditions and fields the form has are a form", () => {
  for (const [condition, kind] of shown) {
    assert.equal(conditionKind(condition), kind, JSON.stringify(condition));
    const element = thing([{ if: [condition], color: "red", hide: null, layer: 2, text: "t" }]);
    assert(hasRulesForm(element), JSON.stringify(condition));
    assert.deepEqual(otherFields(element), []);
    assert(fieldsOf([element]).length > 0);
  }
  for (const rules of [[], [{}], [{ if: null }], [{ if: { entity: "a.b", state: "on" } }]])
    assert(hasRulesForm(thing(rules)), JSON.stringify(rules));
});

test("PANEL-3: rules that the form cannot show whole are edited as JSON", () => {
  const rules = [
    ...notShown.map((condition) => ({ if: [{ entity: "a.b", state: "on" }, condition] })),
    { hide: "yes" },
    { color: ["red"] },
    { rotation: 90 },
    "rule",
  ];
  for (const rule of rules) {
    const element = thing([{ color: "red" }, rule]);
    assert(!hasRulesForm(element), JSON.stringify(rule));
    assert.deepEqual(otherFields(element), ["rules"]);
  }
  assert(!hasRulesForm(thing({})));
});

test("PANEL-3: states are written with commas, and none is none", () => {
  assert.equal(statesText(["on", "playing"]), "on, playing");
  assert.deepEqual(statesIn(" on ,playing,"), ["on", "playing"]);
  assert.equal(statesIn(" on "), "on");
  assert.equal(statesIn(" , "), undefined);
});

test("PANEL-3: a condition of another kind is of that kind, and keeps what both have", () => {
  for (const [condition] of shown)
    for (const kind of conditionKinds)
      assert.equal(conditionKind(asKind(condition, kind, "light.own")), kind);
  const lists = { entity: "light.a", attribute: "mode", state: ["a", "b"] };
  assert.deepEqual(asKind(lists, "state_not", undefined), {
    entity: "light.a",
    attribute: "mode",
    state_not: ["a", "b"],
  });
  assert.deepEqual(asKind({ entity: "a.b", above: 7 }, "between", "light.own"), {
    entity: "a.b",
    above: 7,
    below: 100,
  });
  assert.deepEqual(asKind({ template: "x" }, "state", "light.own"), {
    entity: "light.own",
    state: "on",
  });
});
