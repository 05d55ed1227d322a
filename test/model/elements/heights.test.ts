import assert from "node:assert/strict";
import { test } from "node:test";
import type { PlanData } from "../../../src/model/elements/entities.ts";
import {
  floorHeightsOf,
  openingHeightsOf,
  roomHeightOf,
  standingHeightsOf,
  wallHeightsOf,
} from "../../../src/model/elements/heights.ts";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import { deviceNames } from "../../../src/model/kinds/catalogue/device-names.ts";
import { furnitureTypes } from "../../../src/model/kinds/catalogue/furniture.ts";
import { openingNames, openingTypes } from "../../../src/model/kinds/opening.ts";

const square: readonly Json[] = [
  [0, 0],
  [4, 0],
  [4, 3],
  [0, 3],
];

/** A house with three floors, of which only the middle one says how high it is; the hall below is high, too. */
const house: PlanData = {
  ceiling_height: 2.4,
  levels: [{ id: "ground" }, { id: "upper", height: 3, floor_thickness: 0.4 }, { id: "attic" }],
  rooms: [
    { id: "hall", level: "ground", points: square, height: 3.2 },
    { id: "bed", level: "upper", points: square },
  ],
};

const wallsOf = (plan: PlanData, owner: string): readonly (readonly [number, number])[] =>
  [0, 1, 2, 3].map((edge) => wallHeightsOf(plan, { owner, edge }));

test("HEIGHT-1: floors lie on top of each other, as high as the plan's ceilings and 0.25 m thick", () => {
  const [ground, upper, attic] = ["ground", "upper", "attic"].map((id) =>
    floorHeightsOf(house, id),
  );
  assert.deepEqual(ground, { elevation: 0, height: 2.4, thickness: 0.25 });
  assert.deepEqual(upper, { elevation: 2.8, height: 3, thickness: 0.4 });
  assert.deepEqual(attic, { elevation: 6.05, height: 2.4, thickness: 0.25 });
});

test("HEIGHT-1: an elevation of its own moves a floor, and those above it that say nothing", () => {
  const plan = { levels: [{ id: "cellar", elevation: -2.6 }, { id: "ground" }, { id: "upper" }] };
  const elevations = ["cellar", "ground", "upper"].map((id) => floorHeightsOf(plan, id).elevation);
  assert.deepEqual(elevations, [-2.6, 0.15, 2.9]);
});

test("HEIGHT-1: a plan without floors, and a floor that is gone, have the heights of the first", () => {
  assert.deepEqual(floorHeightsOf({}, undefined), { elevation: 0, height: 2.5, thickness: 0.25 });
  assert.equal(floorHeightsOf({ ceiling_height: 2.7 }, undefined).height, 2.7);
  assert.deepEqual(floorHeightsOf(house, "gone"), floorHeightsOf(house, "ground"));
});

test("HEIGHT-2: walls are as high as their room, else as its floor", () => {
  assert.equal(roomHeightOf(house, { level: "upper", height: 3.2 }), 3.2);
  assert.equal(roomHeightOf(house, { level: "upper" }), 3);
  assert.equal(roomHeightOf(house, {}), 2.4, "on the first floor");
  assert.deepEqual(
    wallsOf(house, "rooms/hall"),
    Array.from(square, () => [3.2, 3.2]),
  );
  assert.deepEqual(
    wallsOf(house, "rooms/bed"),
    Array.from(square, () => [3, 3]),
  );
});

test("HEIGHT-2: a corner says how high the wall is that begins there, beside its thickness", () => {
  const points: Json = [
    [0, 0, { height: 1 }],
    [4, 0, { wall: 0.1, height: 1, end_height: 2.5 }],
    ["no corner"],
    [4, 3, { end_height: 0 }],
    [0, 3, { wall: 0.2 }],
  ];
  const plan: PlanData = { rooms: [{ id: "loft", points, height: 2.2 }] };
  assert.deepEqual(wallsOf(plan, "rooms/loft"), [
    [1, 1],
    [1, 2.5],
    [2.2, 0],
    [2.2, 2.2],
  ]);
});

test("HEIGHT-2: a freestanding wall is as high as it says, else as its floor", () => {
  const line = { from: [0, 0], to: [2, 0], level: "upper" };
  const walls = [
    { id: "plain", ...line },
    { id: "half", ...line, height: 1.1 },
    { id: "sloping", ...line, height: 1.1, end_height: 2 },
  ];
  const plan: PlanData = { ...house, walls };
  const heights = walls.map(({ id }) => wallHeightsOf(plan, { owner: `walls/${id}`, edge: 0 }));
  assert.deepEqual(heights, [
    [3, 3],
    [1.1, 1.1],
    [1.1, 2],
  ]);
});

const opening = (fields: JsonObject, plan: PlanData = house): readonly [number, number] => {
  const { lintel, sill } = openingHeightsOf(plan, { room_id: "hall", edge: 0, ...fields });
  return [sill, lintel];
};

test("HEIGHT-3: each type of openings has usual heights: doors from the floor, windows above it", () => {
  for (const name of openingNames) {
    const { type, ...style } = openingTypes[name];
    const [sill, lintel] = opening({ type, ...style });
    assert.equal(sill > 0.5, type === "window", name);
    assert(lintel > sill + 1 && lintel < 2.3, name);
  }
  assert.deepEqual(opening({ type: "window" }), [0.9, 2.1]);
  assert.deepEqual(opening({ type: "door", style: "unknown" }), [0, 2.05]);
});

test("HEIGHT-3: a sill and a lintel precede what is usual, and what is usual fits them and the wall", () => {
  assert.deepEqual(opening({ type: "window", sill: 0.4, lintel: 2.4 }), [0.4, 2.4]);
  assert.deepEqual(opening({ type: "window", sill: 1.8 }), [1.8, 2.1]);
  assert.deepEqual(opening({ type: "window", sill: 2.3 }), [2.3, 3.2], "up to the top of its wall");
  assert.deepEqual(opening({ type: "window", lintel: 1.5 }), [0.9, 1.5]);
  assert.deepEqual(opening({ type: "window", lintel: 0.6 }), [0, 0.6], "of a cellar");
  assert.deepEqual(opening({ type: "window", sill: 1, lintel: 1 }), [1, 2.1], "of no height");
  assert.deepEqual(opening({ type: "door", lintel: 4 }), [0, 4]);
  const low: PlanData = { rooms: [{ id: "hall", points: square, height: 1.9 }] };
  assert.deepEqual(opening({ type: "door" }, low), [0, 1.9]);
});

const standing = (data: JsonObject, collection: "furniture" | "devices" = "furniture") => {
  const { elevation, height } = standingHeightsOf(house, {
    collection,
    data: { x: 1, z: 1, level: "ground", ...data },
  });
  return [elevation, height];
};

test("HEIGHT-4: each type of furniture and each kind of device has usual heights", () => {
  assert(furnitureTypes.length > 140);
  for (const type of furnitureTypes) {
    const { elevation, height } = standingHeightsOf(
      {},
      { collection: "furniture", data: { type } },
    );
    assert(height > 0 && elevation >= 0 && elevation < 2.5, type);
    if (!["tree", "conifer"].includes(type))
      assert(elevation + height < 2.8, `${type} fits below the next floor`);
  }
  for (const kind of deviceNames) {
    const { elevation, height } = standingHeightsOf({}, { collection: "devices", data: { kind } });
    assert(height > 0 && elevation + height < 2.5, kind);
  }
  assert.deepEqual(standing({ type: "wall_cabinet" }), [1.45, 0.7]);
  assert.deepEqual(standing({ type: "of somebody" }), [0, 0.75]);
  assert.deepEqual(standing({ kind: "thermostat" }, "devices"), [1.5, 0.1]);
  assert.deepEqual(standing({ kind: "of somebody" }, "devices"), [1.1, 0.1]);
  const sensor = standingHeightsOf({}, { collection: "sensors", data: {} });
  assert.equal(sensor.elevation, 1.5);
});

test("HEIGHT-4: heights of its own precede the usual ones, also for what hangs", () => {
  assert.deepEqual(standing({ type: "table", height: 0.5, elevation: 0.2 }), [0.2, 0.5]);
  assert.deepEqual(standing({ type: "lamp_pendant", height: 1.2 }), [2, 1.2]);
  assert.deepEqual(standing({ kind: "camera", elevation: 4 }, "devices"), [4, 0.12]);
});

test("HEIGHT-4: lamps hang from the ceiling of their room, columns reach up to it, stairs to the next floor", () => {
  assert.deepEqual(standing({ type: "lamp_ceiling" }), [3.05, 0.15], "in the high hall");
  assert.deepEqual(standing({ type: "lamp_ceiling", x: 9 }), [2.25, 0.15], "outside of it");
  assert.deepEqual(standing({ type: "lamp_of_somebody", x: 9 }), [2.1, 0.3]);
  assert.deepEqual(standing({ type: "column" }), [0, 3.2]);
  assert.deepEqual(standing({ type: "stairs" }), [0, 2.8]);
  assert.deepEqual(standing({ type: "stairs", level: "attic" }), [0, 2.65], "without a next floor");
});

test("HEIGHT-5: values out of range are ignored", () => {
  for (const bad of [-0.1, 20.1, "high", null, [], {}, true]) {
    assert.equal(floorHeightsOf({ ceiling_height: bad }, undefined).height, 2.5);
    assert.deepEqual(opening({ type: "window", sill: bad, lintel: bad }), [0.9, 2.1]);
    assert.deepEqual(standing({ type: "table", height: bad }), [0, 0.74]);
    const level = { id: "only", height: bad, floor_thickness: bad };
    assert.deepEqual(floorHeightsOf({ levels: [level] }, "only"), floorHeightsOf({}, undefined));
  }
  for (const [elevation, expected] of [
    [-50, -50],
    [500, 500],
    [-51, 0],
    [501, 0],
  ] as const)
    assert.equal(floorHeightsOf({ levels: [{ id: "a", elevation }] }, "a").elevation, expected);
  assert.deepEqual(standing({ type: "table", elevation: -20 }), [-20, 0.74]);
  assert.deepEqual(standing({ type: "table", elevation: 20.1 }), [0, 0.74]);
  assert.equal(floorHeightsOf({ levels: [{ id: "a", floor_thickness: 2 }] }, "a").thickness, 2);
});
