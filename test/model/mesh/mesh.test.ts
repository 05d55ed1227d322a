import assert from "node:assert/strict";
import { test } from "node:test";
import {
  gradeOf,
  joinedLinks,
  meshIn,
  qualityOf,
  qualityOfStrength,
} from "../../../src/model/mesh/mesh.ts";
import { placeNodes } from "../../../src/model/mesh/placed-nodes.ts";
import { link, node, plan } from "./sample-mesh.ts";

test("MESH-9: a link quality is a part of 255, a signal strength one of -95 to -45 dBm, which counts first", () => {
  assert.equal(qualityOf({ lqi: 255 }), 1);
  assert.equal(qualityOf({ lqi: 51 }), 0.2);
  assert.equal(qualityOf({ lqi: 999 }), 1);
  assert.equal(qualityOf({ lqi: 255, rssi: -70 }), 0.5);
  assert.equal(qualityOf({ rssi: -120 }), 0);
  assert.equal(qualityOf({}), undefined);
  assert.equal(qualityOfStrength(-45), 1);
  assert.deepEqual([0.34, 0.35, 0.59, 0.6].map(gradeOf), ["weak", "fair", "fair", "good"]);
});

test("MESH-9: what both ends measured is one link of the worse value; none leads to itself", () => {
  const joined = joinedLinks([
    link("a", "b", 200),
    { from: "b", to: "a", lqi: 90, rssi: -60 },
    link("a", "a", 255),
    { from: "b", to: "c" },
  ]);
  assert.deepEqual(joined, [
    { from: "a", to: "b", lqi: 90, rssi: -60 },
    { from: "b", to: "c" },
  ]);
});

test("MESH-9: a node is where an element shows its entity, else where a device has its name, else not on the plan", () => {
  const nodes = [
    node("kitchen", "router"),
    node("coordinator ", "coordinator", { entities: [] }),
    node("attic", "end_device"),
  ];
  const { places, unplaced } = placeNodes(nodes, plan);
  assert.deepEqual(places.get("kitchen"), { at: [7, 3.5], level: undefined });
  assert.deepEqual(places.get("coordinator ")?.at, [1, 2]);
  assert.deepEqual(unplaced, [nodes[2]]);
});

test("MESH-9: the sensor of a room is in its middle, unless an element shows the same entity", () => {
  const [hall] = plan.rooms;
  const warm = { ...plan, rooms: [{ ...hall, temperature: "sensor.warmth" }] };
  const sensor = node("t", "end_device", { entities: ["sensor.battery", "sensor.warmth"] });
  assert.deepEqual(placeNodes([sensor], warm).places.get("t")?.at, [2, 2]);
  const placed = { ...warm, sensors: [{ id: "s", x: 3, z: 1, entity: "sensor.warmth" }] };
  assert.deepEqual(placeNodes([sensor], placed).places.get("t")?.at, [3, 1]);
});

test("MESH-9: a node on a floor has it; bad elements place nothing and break nothing", () => {
  const upstairs = {
    levels: [
      { id: "g", name: "Ground" },
      { id: "u", name: "Up" },
    ],
    devices: [
      null,
      7,
      { entity: "light.b" },
      { id: "b", x: "here", z: 1, entity: "light.b" },
      { id: "a", kind: "generic", x: 1, z: 1, level: "u", entity: "light.a" },
    ],
    rooms: "none",
  };
  const { places, unplaced } = placeNodes([node("a", "router"), node("b", "router")], upstairs);
  assert.deepEqual(places.get("a"), { at: [1, 1], level: "u" });
  assert.deepEqual(
    unplaced.map(({ id }) => id),
    ["b"],
  );
});

test("MESH-1: an answer is read as far as it is understood", () => {
  const mesh = meshIn({
    kind: "zha",
    at: 1_790_000_000.5,
    nodes: [
      { id: "a", name: "A", role: "router", seen: 4, available: false, entities: ["light.a", 7] },
      { id: "b", role: "satellite" },
      { name: "no id" },
      null,
    ],
    links: [{ from: "a", to: "b", lqi: 9, rssi: "loud" }, { from: "a" }, 3],
    left_out: 2,
    newer: true,
  });
  assert.deepEqual(mesh, {
    kind: "zha",
    at: 1_790_000_000.5,
    nodes: [
      { id: "a", name: "A", role: "router", seen: 4, available: false, entities: ["light.a"] },
      { id: "b", name: "b", role: "unknown", entities: [] },
    ],
    links: [{ from: "a", to: "b", lqi: 9 }],
    left_out: 2,
  });
  assert.equal(meshIn({ kind: "carrier pigeons" }), undefined);
  assert.equal(meshIn([]), undefined);
});
