import assert from "node:assert/strict";
import { test } from "node:test";
import { findingsIn } from "../../../src/model/editing/check.ts";
import { elementsIn, putIntoLayer, removeLayer } from "../../../src/model/editing/layers.ts";
import { entitiesOf, type PlanData, refOf } from "../../../src/model/elements/entities.ts";
import {
  hidesLabels,
  layerFindings,
  layersOf,
  type LayerView,
  shownLayers,
  wholePlan,
  withLayers,
} from "../../../src/model/elements/layers.ts";
import { type Json, type JsonObject, objectsIn, textIn } from "../../../src/model/json.ts";
import { merge } from "../../../src/model/merge/merge.ts";

const things: PlanData = {
  rooms: [
    {
      id: "hall",
      points: [
        [0, 0],
        [4, 0],
        [4, 4],
      ],
    },
  ],
  furniture: [
    { id: "sofa", type: "sofa", x: 1, z: 1 },
    { id: "lamp", type: "lamp_floor", entity: "light.floor", x: 2, z: 1 },
  ],
  devices: [
    { id: "heater", kind: "radiator", entity: "climate.hall", x: 3, z: 1 },
    { id: "valve", kind: "generic", x: 3, z: 2, layer_id: "tech" },
  ],
  sensors: [{ entity: "sensor.hall", x: 1, z: 2 }],
  texts: [{ id: "note", text: "Here", x: 1, z: 3 }],
  trackers: [{ id: "robi" }],
};

const nobody: LayerView = { scale: 60, rights: new Set(["viewer"]), chosen: new Map() };

const planWith = (...layers: readonly Json[]): PlanData => ({ ...things, layers });

/** What is drawn of a plan, as the ids or entities of what has a place. */
const drawnOf = (plan: PlanData, view: Partial<LayerView> = {}): readonly string[] => {
  const shown = withLayers(plan, shownLayers(plan, { ...nobody, ...view }));
  return ["furniture", "devices", "sensors", "texts"].flatMap((list) =>
    objectsIn(shown[list])
      .filter(({ x }) => x !== undefined)
      .map(({ id, entity }) => textIn(id) ?? textIn(entity) ?? ""),
  );
};

const all = ["sofa", "lamp", "heater", "valve", "sensor.hall", "note"];

test("LAYER-1: what is in a layer is drawn while one of its layers is shown, what is in none always", () => {
  assert.deepEqual(drawnOf(things), all);
  const plan = planWith(
    { id: "light", shows: ["light.*", "sensors"] },
    { id: "climate", shows: ["climate.*", "sensors"], hidden: true },
    { id: "tech", hidden: true },
  );
  assert.deepEqual(drawnOf(plan), ["sofa", "lamp", "sensor.hall", "note"]);
  const chosen = new Map([
    ["light", false],
    ["climate", true],
  ]);
  assert.deepEqual(drawnOf(plan, { chosen }), ["sofa", "heater", "sensor.hall", "note"]);
  const off = new Map(["light", "climate", "tech"].map((id) => [id, false]));
  assert.deepEqual(drawnOf(plan, { chosen: off }), ["sofa", "note"]);
  const on = new Map(["light", "climate", "tech"].map((id) => [id, true]));
  assert.equal(withLayers(plan, shownLayers(plan, { ...nobody, chosen: on })), plan);
});

test("LAYER-1: an element that names a layer is in no other", () => {
  const plan = planWith({ id: "devices", shows: ["devices"] }, { id: "tech", hidden: true });
  assert(!drawnOf(plan).includes("valve"), "its own layer is hidden");
  const other = planWith({ id: "devices", shows: ["devices"], hidden: true }, { id: "tech" });
  assert(drawnOf(other).includes("valve"), "its own layer is shown");
});

test("LAYER-2: a layer is shown from one number of pixels per metre, and below another", () => {
  const plan = planWith({ id: "a", shows: ["texts"], zoom: { from: 40, to: 90 } });
  const at = (scale: number): boolean => drawnOf(plan, { scale }).includes("note");
  assert.deepEqual([39.9, 40, 89.9, 90].map(at), [false, true, true, false]);
});

test("LAYER-3: a layer for some is shown to those who have one of these rights, once that is known", () => {
  const plan = planWith({ id: "a", shows: ["texts"], for: ["admin", "control"] });
  const seen = (rights: LayerView["rights"]): boolean => drawnOf(plan, { rights }).includes("note");
  assert.equal(seen(undefined), false);
  assert.equal(seen(new Set(["viewer"])), false);
  assert.equal(seen(new Set(["control"])), true);
  assert.equal(seen(new Set(["admin", "control"])), true);
});

test("LAYER-4: hidden elements change no key of others, their lists are kept, and the whole plan is known", () => {
  const twice: PlanData = {
    devices: [
      { id: "twin", entity: "light.one", x: 1, z: 1 },
      { id: "twin", entity: "climate.one", x: 2, z: 1 },
    ],
    texts: [{ id: "note", text: "Here", x: 1, z: 3 }],
    layers: [{ id: "light", shows: ["light.*", "positions", "labels"], hidden: true }],
    trackers: [{ id: "robi" }],
  };
  const shown = withLayers(twice, shownLayers(twice, nobody));
  const drawn = entitiesOf(shown, "devices").filter(({ data }) => data["x"] !== undefined);
  assert.deepEqual(drawn.map(refOf), ["devices/twin#2"]);
  assert.equal(shown["texts"], twice["texts"]);
  assert.deepEqual(shown["trackers"], []);
  assert.equal(hidesLabels(twice, shownLayers(twice, nobody)), true);
  assert.equal(wholePlan(shown), twice);
  assert.equal(withLayers(twice, shownLayers(twice, nobody)), shown, "the same object again");
  const later = { ...twice, texts: [] };
  const next = withLayers(later, shownLayers(later, nobody));
  assert.equal(next["devices"], shown["devices"], "a list that is the same stays the same");
});

test("LAYER-5: what is wrong with layers is left out and told with its place, and the rest counts", () => {
  const cases: readonly (readonly [Json, readonly string[]])[] = [
    ["light", ["noObject"]],
    [{ name: "without an id" }, ["badId"]],
    [{ id: "x".repeat(65) }, ["badId"]],
    [{ id: "first", shows: ["devices"] }, ["sameId"]],
    [
      { id: "a", shows: ["sensors", "walls", 7, "Light.*"] },
      ["unknownShown", "unknownShown", "unknownShown"],
    ],
    [{ id: "b", shows: "texts" }, ["unknownShown"]],
    [{ id: "c", zoom: { from: 90, to: 40 } }, ["badZoom"]],
    [{ id: "d", zoom: { from: "near" } }, ["badZoom"]],
    [{ id: "e", zoom: 40 }, ["badZoom"]],
    [{ id: "f", for: ["admin", "king"] }, ["unknownRight"]],
    [{ id: "g", for: "king" }, ["unknownRight"]],
    [null, ["noObject"]],
  ];
  for (const [layer, problems] of cases) {
    const plan = planWith({ id: "first", shows: ["texts"], hidden: true }, layer);
    const found = layerFindings(plan);
    assert.deepEqual(
      found.map(({ problem, at }) => [problem, at]),
      problems.map((problem) => [problem, 1]),
      JSON.stringify(layer),
    );
    const isLayer = !["noObject", "badId", "sameId"].includes(problems[0] ?? "");
    assert.equal(layersOf(plan).length, isLayer ? 2 : 1, JSON.stringify(layer));
    assert.equal(layersOf(plan)[0]?.id, "first");
    assert(!drawnOf(plan).includes("note"), "the first one counts");
    const kinds = findingsIn(plan).filter(({ kind }) => kind !== "unknownLayer");
    assert(kinds.length > 0, `the checks tell of ${JSON.stringify(layer)}`);
  }
  const noList = { ...things, layers: { light: {} } };
  assert.deepEqual(layerFindings(noList), [
    { problem: "noList", at: undefined, value: '{"light":{}}' },
  ]);
  assert.deepEqual(drawnOf(noList), all);
  assert.deepEqual(layersOf(planWith({ id: "f", for: ["king"] }))[0]?.for, undefined);
});

test("LAYER-6: elements are put into a layer and taken out, and removing a layer takes all out of it", () => {
  const plan = planWith({ id: "tech", name: "Tech" });
  const put = putIntoLayer(plan, ["texts/note", "rooms/hall", "furniture/sofa"], "tech");
  assert.deepEqual(elementsIn(put, "tech"), ["furniture/sofa", "devices/valve", "texts/note"]);
  assert.equal(put["rooms"], plan["rooms"], "rooms are in no layer");
  const tracked = { ...put, trackers: [{ id: "robi", layer_id: "tech" }] };
  const removed = removeLayer(tracked, "tech");
  assert.deepEqual(removed["layers"], []);
  assert.deepEqual(elementsIn(removed, "tech"), []);
  assert.deepEqual(removed["trackers"], [{ id: "robi" }]);
});

test("LAYER-6: an element whose layer is not in the plan is as if it named none; the checks say so, and mend it", () => {
  assert(drawnOf(planWith({ id: "a" })).includes("valve"), "it is drawn");
  const [finding, ...others] = findingsIn(things).filter(({ kind }) => kind === "unknownLayer");
  assert.deepEqual([finding?.ref, finding?.detail, others.length], ["devices/valve", "tech", 0]);
  assert.deepEqual(elementsIn(finding?.remove?.(things) ?? things, "tech"), []);
});

test("LAYER-6: what two people change of layers is merged by their fields", () => {
  const base: JsonObject = planWith({ id: "a", name: "A" }, { id: "b" });
  const mine = planWith({ id: "a", name: "Mine" }, { id: "b" });
  const theirs = planWith({ id: "a", name: "A", hidden: true }, { id: "b" }, { id: "c" });
  const { plan, conflicts } = merge(base, mine, theirs);
  assert.deepEqual(conflicts, []);
  assert.deepEqual(plan["layers"], [
    { id: "a", name: "Mine", hidden: true },
    { id: "b" },
    { id: "c" },
  ]);
});
