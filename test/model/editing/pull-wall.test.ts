import assert from "node:assert/strict";
import { test } from "node:test";
import { flatPlan } from "../../../src/model/demo/flat.ts";
import { findingsIn } from "../../../src/model/editing/check.ts";
import { rectangle } from "../../../src/model/editing/add-remove.ts";
import { pullWall, pushWall } from "../../../src/model/editing/pull-wall.ts";
import { effectsOn } from "../../../src/model/editing/wall-effects.ts";
import { withWallLength } from "../../../src/model/editing/wall-length.ts";
import { findRef, type PlanData, type Ref } from "../../../src/model/elements/entities.ts";
import { cornersOf } from "../../../src/model/elements/places.ts";
import { wallOf } from "../../../src/model/elements/opening-walls.ts";
import { roomsOf } from "../../../src/model/elements/rooms.ts";
import { type Point, pointAlong, tidyPoint } from "../../../src/model/geometry/vector.ts";
import { spanOf } from "../../../src/model/kinds/opening.ts";

/** A living room with a kitchen and a bathroom beside it, and a bedroom beside these. */
const flat: PlanData = {
  rooms: [
    { id: "living", points: rectangle([0, 0], [5, 5]) },
    { id: "kitchen", points: rectangle([5, 0], [8, 3]) },
    { id: "bath", points: rectangle([5, 3], [8, 5]) },
    { id: "bed", points: rectangle([8, 0], [12, 5]) },
  ],
  openings: [
    { id: "window", room_id: "kitchen", edge: 0, offset: 1.5, width: 1, type: "window" },
    { id: "door", room_id: "living", edge: 1, offset: 1.5, width: 0.9, type: "door" },
  ],
  furniture: [
    // The kitchen line stands at the living room's wall, the sofa on its other side, the table free.
    { id: "line", type: "counter", x: 5.36, z: 1.5, w: 2, d: 0.6, rotation: 90 },
    { id: "sofa", type: "sofa", x: 4.49, z: 3, w: 0.9, d: 2 },
    { id: "table", type: "table", x: 2, z: 2, w: 1, d: 1 },
    { id: "bed", type: "bed_double", x: 10, z: 3 },
  ],
  devices: [{ id: "switch", kind: "switch", x: 4.8, z: 1 }],
  dimensions: [{ id: "run", from: [0.06, 4], to: [4.94, 4] }],
  labels: { kitchen: [6.5, 1], living: [2, 4] },
};

const corners = (plan: PlanData, id: string): readonly Point[] =>
  cornersOf(findRef(plan, `rooms/${id}`)?.data ?? {});

const left = (plan: PlanData, ref: Ref): unknown => findRef(plan, ref)?.data["x"];

const placeOfOpening = (plan: PlanData, id: string): Point => {
  const opening = findRef(plan, `openings/${id}`)?.data ?? {};
  const wall = wallOf(plan, opening);
  assert(wall);
  return tidyPoint(pointAlong(wall, spanOf(opening).offset));
};

const names = (rooms: ReturnType<typeof effectsOn>["moved"]): readonly unknown[] =>
  rooms.map(({ id }) => id);

test("MEAS-17: the rooms behind a wall whose length is typed keep their size and are pushed along, with theirs in turn", () => {
  const after = withWallLength(flat, "rooms/living", 0, 5.3, "centre");
  assert(after);
  assert.deepEqual(corners(after, "living"), rectangle([0, 0], [5.3, 5]));
  assert.deepEqual(corners(after, "kitchen"), rectangle([5.3, 0], [8.3, 3]));
  assert.deepEqual(corners(after, "bed"), rectangle([8.3, 0], [12.3, 5]));
  const { moved, by, resized } = effectsOn(flat, after, "rooms/living");
  assert.deepEqual([names(moved), resized], [["kitchen", "bath", "bed"], []]);
  assert(Math.abs(by - 0.3) < 1e-9);
  // What is in them moves too.
  assert.equal(left(after, "furniture/bed"), 10.3);
  assert.deepEqual(placeOfOpening(after, "window"), [6.8, 0]);
  assert.deepEqual(findRef(after, "rooms/living") && after["labels"], {
    kitchen: [6.8, 1],
    living: [2, 4],
  });
});

test("MEAS-17: at the other end the rooms before it are pushed, and shorter walls draw them near", () => {
  const way = { end: "first", neighbours: "move" } as const;
  const after = withWallLength(flat, "rooms/kitchen", 2, 2.5, "centre", way);
  assert(after);
  assert.deepEqual(corners(after, "kitchen"), rectangle([5.5, 0], [8, 3]));
  assert.deepEqual(corners(after, "living"), rectangle([0.5, 0], [5.5, 5]));
  // The bathroom's wall is in line with the kitchen's.
  assert.deepEqual(corners(after, "bath"), rectangle([5.5, 3], [8, 5]));
  assert.deepEqual(corners(after, "bed"), corners(flat, "bed"));
});

test("MEAS-17: rooms that also extend to this side of the wall stay here and move beyond it, in the sample flat", () => {
  const before: PlanData = { ...flatPlan() };
  const after = withWallLength(before, "rooms/bedroom", 0, 4.1, "centre");
  assert(after);
  const { moved, resized } = effectsOn(before, after, "rooms/bedroom");
  assert.deepEqual(names(moved), ["kitchen", "bathroom"]);
  assert.deepEqual(names(resized), ["living_room", "hall"]);
  assert.deepEqual(findingsIn(after), []);
  assert.deepEqual(corners(after, "hall").at(3), [0, 5.2]);
  assert.equal(roomsOf(after).length, 5);
});

test("MEAS-17: a room that is drawn within a pushed room goes with it, and so does a freestanding wall with its group, once", () => {
  const closet = rectangle([9, 1], [10, 2]);
  const house: PlanData = {
    ...flat,
    rooms: [
      ...(Array.isArray(flat["rooms"]) ? flat["rooms"] : []),
      { id: "closet", points: closet },
    ],
    walls: [{ id: "half", from: [8, 4], to: [9, 4], group: "bar" }],
    furniture: [{ id: "counter", type: "counter", x: 9.5, z: 4, w: 1, d: 0.6, group: "bar" }],
  };
  const after = withWallLength(house, "rooms/living", 0, 5.3, "centre");
  assert(after);
  assert.deepEqual(corners(after, "closet"), rectangle([9.3, 1], [10.3, 2]));
  const half = findRef(after, "walls/half")?.data;
  assert.deepEqual(
    [half?.["from"], half?.["to"]],
    [
      [8.3, 4],
      [9.3, 4],
    ],
  );
  assert.equal(left(after, "furniture/counter"), 9.8);
});

test("MEAS-18: what stands at a wall goes with it: furniture on both sides, devices, doors and ends of dimensions", () => {
  for (const after of [
    pullWall(flat, "rooms/living", 1, [0.3, 0]),
    pushWall(flat, "rooms/living", 1, [0.3, 0]),
  ]) {
    assert.equal(left(after, "furniture/line"), 5.66);
    assert.equal(left(after, "furniture/sofa"), 4.79);
    assert.equal(left(after, "devices/switch"), 5.1);
    assert.equal(left(after, "furniture/table"), 2);
    assert.deepEqual(placeOfOpening(after, "door"), [5.3, 1.5]);
    assert.deepEqual(findRef(after, "dimensions/run")?.data["to"], [5.24, 4]);
    assert.deepEqual(findRef(after, "dimensions/run")?.data["from"], [0.06, 4]);
  }
  const narrower = pullWall(flat, "rooms/living", 1, [0.3, 0]);
  assert.deepEqual(corners(narrower, "kitchen"), rectangle([5.3, 0], [8, 3]));
  assert.deepEqual(corners(narrower, "bed"), corners(flat, "bed"));
  assert.equal(left(narrower, "furniture/bed"), 10);
});

test("MEAS-22: furniture that a wall would move over stays before it, with its group, and what no longer fits is named", () => {
  const narrower = withWallLength(flat, "rooms/living", 0, 2.3, "centre", {
    end: "last",
    neighbours: "resize",
  });
  assert(narrower);
  // The wall's face is at 2.24: the table's right side was at 2.5.
  assert.equal(left(narrower, "furniture/table"), 1.74);
  const { carried, stuck } = effectsOn(flat, narrower, "rooms/living");
  assert.deepEqual(
    carried.map(({ data }) => data["id"]),
    ["line", "sofa", "table", "switch"],
  );
  assert.deepEqual(stuck, []);
  const grouped: PlanData = {
    ...flat,
    furniture: [
      { id: "table", type: "table", x: 2, z: 2, w: 1, d: 1, group: "meal" },
      { id: "chair", type: "chair", x: 1, z: 2, w: 0.4, d: 0.4, group: "meal" },
      { id: "bench", type: "sofa", x: 2, z: 4, w: 3, d: 0.5 },
    ],
  };
  const tight = pullWall(grouped, "rooms/living", 1, [-2.7, 0]);
  assert.equal(left(tight, "furniture/table"), 1.74);
  assert.equal(left(tight, "furniture/chair"), 0.74);
  // It is pushed as far as there is space, to the face of the wall at the other side.
  assert.equal(left(tight, "furniture/bench"), 1.56);
  const after = effectsOn(grouped, tight, "rooms/living");
  assert.deepEqual(
    after.stuck.map(({ data }) => data["id"]),
    ["bench"],
  );
});

test("MEAS-22: a wall that moves outwards pushes what stands outside, and leaves alone what is not before it", () => {
  const yard: PlanData = {
    rooms: [
      {
        id: "angle",
        points: [
          [0, 0],
          [6, 0],
          [6, 2],
          [3, 2],
          [3, 5],
          [0, 5],
        ],
      },
    ],
    furniture: [
      { id: "bench", type: "bench", x: 7, z: 1, w: 0.5, d: 1 },
      { id: "far", type: "bench", x: 9, z: 1, w: 0.5, d: 1 },
      { id: "shelf", type: "shelf", x: 5, z: 1, w: 1, d: 0.3 },
    ],
  };
  const wider = pullWall(yard, "rooms/angle", 1, [1, 0]);
  assert.deepEqual(
    ["bench", "far", "shelf"].map((id) => left(wider, `furniture/${id}`)),
    [7.42, 9, 5],
  );
  // The inner wall's line goes on through the arm of the room in which the shelf is.
  const narrower = pullWall(yard, "rooms/angle", 3, [2.5, 0]);
  assert.equal(left(narrower, "furniture/shelf"), 5);
});
