import assert from "node:assert/strict";
import { test } from "node:test";
import type { PlanData } from "../../../src/model/elements/entities.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import { halfWallOf, insideOf, type Room, roomsOf } from "../../../src/model/elements/rooms.ts";

/** Two rooms side by side, 4 m and 3 m wide and 3 m deep, that share the wall at x = 4. */
const twoRooms = (hall: JsonObject = {}, bath: JsonObject = {}): PlanData => ({
  rooms: [
    {
      id: "hall",
      points: [
        [0, 0],
        [4, 0],
        [4, 3],
        [0, 3],
      ],
      ...hall,
    },
    {
      id: "bath",
      points: [
        [4, 0],
        [7, 0],
        [7, 3],
        [4, 3],
      ],
      ...bath,
    },
  ],
});

const roomOf = (plan: PlanData, id: string): Room => {
  const room = roomsOf(plan).find((each) => each.id === id);
  assert(room !== undefined);
  return room;
};

const halves = (plan: PlanData, id: string): readonly number[] =>
  [0, 1, 2, 3].map((edge) => halfWallOf(roomOf(plan, id), plan, edge));

test("ROOM-6: without a thickness, walls are as thick as ever", () => {
  const plan = twoRooms();
  assert.deepEqual(halves(plan, "hall"), [0.06, 0.06, 0.06, 0.06]);
  assert.deepEqual(roomOf(plan, "hall").reach, { half: 0.06, outer: 0.17 });
});

test("ROOM-6: a room's thickness comes before the plan's", () => {
  const plan: PlanData = { ...twoRooms({ wall_thickness: 0.3 }), wall_thickness: 0.1 };
  assert.deepEqual(roomOf(plan, "hall").reach, { half: 0.15, outer: 0.26 });
  assert.deepEqual(roomOf(plan, "bath").reach, { half: 0.05, outer: 0.16 });
});

test("ROOM-6: an outer wall has the thickness that is given for it, half an inner one of it inside", () => {
  const plan: PlanData = {
    ...twoRooms({}, { outer_wall_thickness: 0.05 }),
    outer_wall_thickness: 0.4,
  };
  assert.deepEqual(roomOf(plan, "hall").reach, { half: 0.06, outer: 0.34 });
  assert.deepEqual(
    roomOf(plan, "bath").reach,
    { half: 0.06, outer: 0.06 },
    "never thinner than the inner half",
  );
});

test("ROOM-6: a thickness that no wall has counts as none", () => {
  for (const wall_thickness of [0, -1, 0.001, 3, "thick", null]) {
    const plan = twoRooms({ wall_thickness });
    assert.equal(roomOf(plan, "hall").reach.half, 0.06, String(wall_thickness));
  }
});

test("ROOM-6: a new thickness of the plan holds at once", () => {
  const plan = twoRooms();
  assert.equal(roomOf(plan, "hall").reach.half, 0.06);
  assert.equal(roomOf({ ...plan, wall_thickness: 0.2 }, "hall").reach.half, 0.1);
});

test("ROOM-7: a wall that two rooms share is as thick as the thicker one's", () => {
  const plan = twoRooms({ wall_thickness: 0.3 });
  assert.deepEqual(halves(plan, "hall"), [0.15, 0.15, 0.15, 0.15]);
  assert.deepEqual(halves(plan, "bath"), [0.06, 0.06, 0.06, 0.15], "its wall to the hall alone");
  assert.deepEqual(insideOf(roomOf(plan, "bath"), plan), [
    [4.15, 0.06],
    [6.94, 0.06],
    [6.94, 2.94],
    [4.15, 2.94],
  ]);
});

test("ROOM-7: of a wall that is shared in part, the place tells", () => {
  const long = {
    points: [
      [4, 0],
      [7, 0],
      [7, 6],
      [4, 6],
    ],
  };
  const plan = twoRooms({ wall_thickness: 0.3 }, long);
  const bath = roomOf(plan, "bath");
  const at = (z: number): number => halfWallOf(bath, plan, 3, [4, z]);
  assert.deepEqual([at(1), at(5)], [0.15, 0.06]);
});

test("ROOM-7: a room in the open air or on another floor makes no wall thicker, and has none of its own", () => {
  const outdoor: PlanData = { ...twoRooms({ wall_thickness: 0.3 }), outdoor: "hall" };
  assert.deepEqual(halves(outdoor, "bath"), [0.06, 0.06, 0.06, 0.06]);
  assert.deepEqual(halves(outdoor, "hall"), [0, 0.06, 0, 0], "but for the other room's");
  const above: PlanData = {
    ...twoRooms({ wall_thickness: 0.3, level: "up" }),
    levels: [{ id: "down" }, { id: "up" }],
  };
  assert.deepEqual(halves(above, "bath"), [0.06, 0.06, 0.06, 0.06]);
});
