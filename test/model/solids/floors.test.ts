import assert from "node:assert/strict";
import { test } from "node:test";
import type { PlanData } from "../../../src/model/elements/entities.ts";
import type { Solid } from "../../../src/model/solids/solid.ts";
import { surfaceOf } from "../../../src/model/solids/solid.ts";
import { solidsOf } from "../../../src/model/solids/solids.ts";
import { assertSound, assertWatertight, boundsOf, volumeOf } from "./mesh-checks.ts";

const plan: PlanData = {
  levels: [{ id: "ground" }, { id: "upper", floor_thickness: 0.3, height: 2.4 }],
  rooms: [
    {
      id: "kitchen",
      name: "Kitchen",
      points: [
        [0, 0],
        [4, 0],
        [4, 3],
        [0, 3],
      ],
    },
    {
      id: "hall",
      level: "upper",
      points: [
        [0, 0],
        [4, 0],
        [4, 3],
        [0, 3],
      ],
      floor: "parquet",
    },
    {
      id: "garden",
      points: [
        [-5, -5],
        [9, -5],
        [9, 8],
        [-5, 8],
      ],
      outdoor: true,
    },
    {
      id: "terrace",
      name: "Terrace",
      points: [
        [0, 3],
        [4, 3],
        [4, 5],
        [0, 5],
      ],
      outdoor: true,
    },
  ],
};

const floors = (level: string): readonly Solid[] =>
  solidsOf(plan, level).filter(({ role }) => role === "floor");

const topOf = (solid: Solid | undefined): number =>
  solid === undefined ? Number.NaN : boundsOf([surfaceOf(solid)])[1][1];

const near = (actual: number, expected: number): void =>
  assert(Math.abs(actual - expected) < 1e-4, `${actual}, not ${expected}`);

test("SOLID-7: each room has a floor of its material, as thick as the slab, to the middle of its walls", () => {
  const [hall, edge, ...others] = floors("upper");
  assert(hall !== undefined && edge !== undefined && others.length === 0);
  assert.deepEqual(
    [hall.name, hall.ref, hall.floor, hall.level],
    ["hall", "rooms/hall", "parquet", "upper"],
  );
  near(volumeOf(surfaceOf(hall)), 4 * 3 * 0.3);
  near(topOf(hall), 0);
  assertSound(surfaceOf(hall), "the floor");
  assertWatertight(surfaceOf(hall), "the floor");
  // Under the outer walls the slab goes on to their faces.
  assert.equal(edge.ref, undefined);
  near(volumeOf(surfaceOf(edge)), (4.34 * 3.34 - 4 * 3) * 0.3);
});

test("SOLID-7: rooms outdoors lie lower than the house, have no walls, and later ones lie on earlier ones", () => {
  const byRef = new Map(floors("ground").map((solid) => [solid.ref, solid]));
  const [garden, terrace] = [topOf(byRef.get("rooms/garden")), topOf(byRef.get("rooms/terrace"))];
  assert(garden < terrace && terrace < 0, `${garden}, ${terrace}`);
  assert.equal(byRef.get("rooms/garden")?.floor, "lawn");
  assert.equal(byRef.get("rooms/terrace")?.floor, "decking");
  const walls = solidsOf(plan, "ground").filter(({ role }) => role === "wall");
  assert.deepEqual(new Set(walls.map(({ ref }) => ref)), new Set(["rooms/kitchen"]));
});

test("SOLID-8: rooms have ceilings where they are wanted, just below the top of their walls", () => {
  const ceilings = (isWanted: boolean): readonly Solid[] =>
    solidsOf(plan, "upper", { hasCeilings: isWanted }).filter(({ role }) => role === "ceiling");
  assert.deepEqual(ceilings(false), []);
  const [ceiling] = ceilings(true);
  assert.equal(ceiling?.ref, "rooms/hall");
  assert(topOf(ceiling) < 2.4 && topOf(ceiling) > 2.39, `${topOf(ceiling)}`);
});
