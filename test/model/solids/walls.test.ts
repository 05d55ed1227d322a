import assert from "node:assert/strict";
import { test } from "node:test";
import type { PlanData } from "../../../src/model/elements/entities.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import type { Vector } from "../../../src/model/solids/mesh.ts";
import { type Solid, surfaceOf } from "../../../src/model/solids/solid.ts";
import { wallsOn } from "../../../src/model/solids/walls/wall-solids.ts";
import { assertSound, assertWatertight, boundsOf, volumeOf } from "./mesh-checks.ts";
import { metBetween } from "./rays.ts";

const rectangle = (left: number, top: number, right: number, bottom: number): number[][] => [
  [left, top],
  [right, top],
  [right, bottom],
  [left, bottom],
];

/** Two rooms that share the wall at x = 4, of which a door and a window lead out and a door leads from one to the other. */
const flat = (plan: PlanData = {}): PlanData => ({
  rooms: [
    { id: "hall", name: "Hall", points: rectangle(0, 0, 4, 3) },
    { id: "bath", name: "Bath", points: rectangle(4, 0, 7, 3) },
  ],
  openings: [
    { id: "front", room_id: "hall", edge: 3, offset: 1.5, width: 1, type: "door", lintel: 2 },
    {
      id: "view",
      room_id: "bath",
      edge: 0,
      offset: 1,
      width: 1.2,
      type: "window",
      sill: 1,
      lintel: 2.2,
    },
    { id: "inner", room_id: "bath", edge: 3, offset: 1.5, width: 0.8, type: "door", lintel: 2.1 },
  ],
  ...plan,
});

const volumeOfAll = (solids: readonly Solid[]): number =>
  solids.reduce((volume, solid) => volume + volumeOf(surfaceOf(solid)), 0);

const near = (actual: number, expected: number, what: string): void =>
  assert(Math.abs(actual - expected) < 1e-4, `${what}: ${actual}, not ${expected}`);

/** The area of the flat's walls: all within the outer faces but for both rooms between their faces. */
const wallArea = 7.34 * 3.34 - 3.88 * 2.88 - 2.88 * 2.88;

test("SOLID-1: walls are as large as their area times their height, and lack exactly their openings", () => {
  const closed = wallsOn(flat({ openings: [] }), undefined);
  near(volumeOfAll(closed), wallArea * 2.5, "without openings");
  const holes = 0.23 * (1 * 2 + 1.2 * 1.2) + 0.12 * 0.8 * 2.1;
  near(volumeOfAll(wallsOn(flat(), undefined)), wallArea * 2.5 - holes, "with openings");
  const low = wallsOn(flat({ openings: [], ceiling_height: 3.1 }), undefined);
  near(volumeOfAll(low), wallArea * 3.1, "with another height");
});

test("SOLID-1: each wall is a closed body whose surface faces outwards", () => {
  for (const solid of wallsOn(flat(), undefined)) {
    assertSound(surfaceOf(solid), solid.name);
    assertWatertight(surfaceOf(solid), solid.name);
  }
});

test("SOLID-2: a wall that rooms share is one solid, which is called after both and knows no way out", () => {
  const walls = wallsOn(flat(), undefined);
  const shared = walls.filter(({ name }) => name.includes(" and "));
  assert.deepEqual(
    shared.map(({ name, ref, run }) => [name, ref, run?.outwards]),
    [["Wall of Hall and Bath", "rooms/hall", undefined]],
  );
  const outwards = walls.flatMap(({ run }) => (run?.outwards ? [run.outwards.join()] : []));
  assert.deepEqual(
    new Set(outwards.map((way) => way.replaceAll("-0", "0"))),
    new Set(["0,-1", "1,0", "0,1", "-1,0"]),
  );
});

test("SOLID-3: one sees through an opening, and neither through the wall beside it nor below or above it", () => {
  const walls = wallsOn(flat(), undefined);
  const across = (x: number, y: number): readonly string[] =>
    metBetween(walls, [x, y, 1], [x, y, -1]);
  assert.deepEqual(across(5, 1.6), [], "through the window");
  for (const [x, y] of [
    [5, 0.9],
    [5, 2.3],
    [4.3, 1.6],
    [5.7, 1.6],
  ] as const)
    assert.deepEqual(across(x, y), ["Wall of Bath"], `at ${x} and ${y}`);
  const between = (y: number, z: number): readonly string[] =>
    metBetween(walls, [3, y, z], [5, y, z]);
  assert.deepEqual(between(0.01, 1.5), [], "through the door, which has no threshold");
  assert.deepEqual(between(2.09, 1.85), []);
  for (const [y, z] of [
    [2.11, 1.5],
    [1, 1.05],
    [1, 1.95],
  ] as const)
    assert.deepEqual(between(y, z), ["Wall of Hall and Bath"], `at ${y} and ${z}`);
});

test("SOLID-3: an opening goes through both leaves of a wall with a room on either side", () => {
  const twoLeaves = {
    rooms: [
      { id: "left", points: rectangle(0, 0, 4, 3) },
      { id: "right", points: rectangle(4.12, 0, 7, 3) },
    ],
    openings: [{ id: "door", room_id: "left", edge: 1, offset: 1.5, width: 1, type: "door" }],
  };
  const through = (plan: PlanData): number =>
    metBetween(wallsOn(plan, undefined), [3, 1, 1.5], [5, 1, 1.5]).length;
  assert.equal(through({ ...twoLeaves, openings: [] }), 2);
  assert.equal(through(twoLeaves), 0);
});

test("SOLID-3: a roof window cuts no wall, and an opening wider or higher than its wall takes what there is", () => {
  const withOpening = (opening: JsonObject): readonly Solid[] =>
    wallsOn(
      flat({ openings: [{ id: "o", room_id: "hall", edge: 0, offset: 2, ...opening }] }),
      undefined,
    );
  const roof = withOpening({ type: "window", style: "roof", width: 1 });
  near(volumeOfAll(roof), wallArea * 2.5, "a roof window");
  const high = withOpening({ type: "door", width: 1, lintel: 9 });
  near(volumeOfAll(high), (wallArea - 0.23) * 2.5, "as high as the wall and more");
  const wide = withOpening({ type: "door", width: 9, lintel: 2 });
  for (const solid of wide) assertWatertight(surfaceOf(solid), solid.name);
  assert.deepEqual(metBetween(wide, [2, 1, 1], [2, 1, -1]), []);
});

test("SOLID-4: a wall slopes from its height to its end's height, above its openings too", () => {
  const gable = {
    walls: [{ id: "gable", from: [0, 0], to: [4, 0], height: 1, end_height: 3, thickness: 0.2 }],
    openings: [
      { id: "w", wall_id: "gable", offset: 2, width: 2, type: "window", sill: 0.5, lintel: 1.75 },
    ],
  };
  const [wall, ...others] = wallsOn(gable, undefined);
  assert(wall !== undefined && others.length === 0);
  const mesh = surfaceOf(wall);
  assertSound(mesh, "gable");
  assertWatertight(mesh, "gable");
  const [low, high] = boundsOf([mesh]);
  const rounded = (bounds: Vector): readonly number[] =>
    bounds.map((each) => Math.round(each * 1e4) / 1e4 + 0);
  assert.deepEqual(
    [rounded(low), rounded(high)],
    [
      [0, 0, -0.1],
      [4, 3, 0.1],
    ],
  );
  // From 1 to 3 m along, the window reaches from 0.5 m to 1.75 m, or to the top where that is lower: up to 1.5 m along.
  const hole = 0.5 * ((1 + 1.25) / 2) + 1.5 * 1.25;
  near(volumeOf(mesh), 0.2 * (4 * 2 - hole), "its volume");
});

test("SOLID-4: a room's corner says how high the wall is that begins there, and the higher of two rooms counts", () => {
  const heightAt = (plan: PlanData, x: number, z: number): number => {
    const walls = wallsOn(plan, undefined);
    for (let y = 4; y > 0; y -= 0.05)
      if (metBetween(walls, [x, 5, z], [x, y, z]).length > 0) return y;
    return 0;
  };
  const rooms = [
    {
      id: "hall",
      points: [
        [0, 0],
        [4, 0, { height: 2, end_height: 3 }],
        [4, 3],
        [0, 3],
      ],
      height: 2.2,
    },
    { id: "bath", points: rectangle(4, 0, 7, 3), height: 1 },
  ];
  const plan = { rooms };
  assert(Math.abs(heightAt(plan, 4, 1.5) - 2.5) < 0.06, "half way along the sloping wall");
  assert(Math.abs(heightAt(plan, 0, 1.5) - 2.2) < 0.06, "a wall of the hall");
  assert(Math.abs(heightAt(plan, 7, 1.5) - 1) < 0.06, "a wall of the bath");
});
