import assert from "node:assert/strict";
import { test } from "node:test";
import type { PlanData } from "../../../src/model/elements/entities.ts";
import { levelsOf } from "../../../src/model/elements/levels.ts";
import { furnishingOn, lampsOf } from "../../../src/model/solids/furnishing.ts";
import { type Solid, surfaceOf } from "../../../src/model/solids/solid.ts";
import { solidsOf } from "../../../src/model/solids/solids.ts";
import { demoPlan } from "../../samples/index.ts";
import { boundsOf, triangleCount } from "./mesh-checks.ts";

const plan: PlanData = {
  ceiling_height: 2.6,
  rooms: [
    {
      id: "kitchen",
      points: [
        [0, 0],
        [6, 0],
        [6, 5],
        [0, 5],
      ],
    },
    {
      id: "garden",
      points: [
        [-9, -9],
        [9, -9],
        [9, 9],
        [-9, 9],
      ],
      outdoor: true,
    },
  ],
  furniture: [
    { id: "chair", type: "chair", x: 1, z: 1 },
    { id: "same", type: "chair", x: 2, z: 1, rotation: 45 },
    {
      id: "table",
      name: "Oak",
      type: "table",
      x: 3,
      z: 2,
      w: 2,
      d: 1,
      height: 0.7,
      elevation: 0.1,
      rotation: 90,
    },
    { id: "bench", type: "garden_bench", x: -3, z: -3 },
    { id: "pendant", type: "lamp_pendant", x: 3, z: 3 },
    { id: "nowhere", type: "chair" },
  ],
  devices: [{ id: "thermostat", kind: "thermostat", name: "Heat", x: 0.1, z: 2, elevation: 1.4 }],
  sensors: [{ entity: "sensor.x", x: 4, z: 4 }],
};

const solids = (): ReadonlyMap<string | undefined, Solid> =>
  new Map(furnishingOn(plan, undefined).map((solid) => [solid.ref, solid]));

test("SOLID-11: furniture, devices and sensors stand or hang where the plan has them, as large and turned as it says", () => {
  const byRef = solids();
  const table = byRef.get("furniture/table");
  assert(table !== undefined);
  assert.deepEqual(
    [table.name, table.role, table.at, table.rotation],
    ["Oak", "furniture", [3, 0.1, 2], 90],
  );
  const [low, high] = boundsOf([surfaceOf(table)]);
  // Turned by a quarter, its width runs down in the plan.
  for (const [at, value] of [2.5, 0.1, 1].entries())
    assert(Math.abs((low[at] ?? 0) - value) < 0.06, low.join());
  for (const [at, value] of [3.5, 0.8, 3].entries())
    assert(Math.abs((high[at] ?? 0) - value) < 0.06, high.join());
  const device = byRef.get("devices/thermostat");
  assert.deepEqual([device?.name, device?.role, device?.at], ["Heat", "device", [0.1, 1.4, 2]]);
  assert.equal([...byRef.values()].filter(({ name }) => name === "sensor").length, 1);
  assert.equal(byRef.get("furniture/nowhere"), undefined);
});

test("SOLID-11: equal pieces share their parts, and what stands in the garden stands on its ground", () => {
  const byRef = solids();
  assert.equal(byRef.get("furniture/chair")?.parts, byRef.get("furniture/same")?.parts);
  assert.deepEqual(
    [byRef.get("furniture/bench")?.at[1], byRef.get("furniture/chair")?.at[1]],
    [-0.05, 0],
  );
});

test("SOLID-12: lamps have their light in their shade, those that hang at their lower end", () => {
  const [lamp, ...others] = lampsOf(plan, undefined);
  assert.equal(others.length, 0);
  assert.equal(lamp?.ref, "furniture/pendant");
  const [x, y, z] = lamp?.at ?? [];
  assert(x === 3 && z === 3 && y !== undefined && y > 1.2 && y < 2.5, lamp?.at.join());
});

test("SOLID-13: the sample plans have few triangles for what they hold, and none is beyond numbers", (t) => {
  for (const [size, most] of [
    ["flat", 12_000],
    ["house", 60_000],
    ["office", 160_000],
  ] as const) {
    const sample = demoPlan(size);
    const parts = new Set(
      levelsOf(sample)
        .flatMap(({ id }) => solidsOf(sample, id))
        .flatMap((solid) => solid.parts),
    );
    const triangles = [...parts].reduce((sum, { mesh }) => sum + triangleCount(mesh), 0);
    t.diagnostic(`${size}: ${triangles} triangles in ${parts.size} parts`);
    assert(triangles > 1000 && triangles < most, `${size}: ${triangles}`);
    for (const { mesh } of parts)
      assert(mesh.positions.every(Number.isFinite) && mesh.normals.every(Number.isFinite), size);
  }
});
