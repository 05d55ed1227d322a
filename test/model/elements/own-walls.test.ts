import assert from "node:assert/strict";
import { test } from "node:test";
import { addCorner } from "../../../src/model/editing/reshape-rooms.ts";
import type { PlanData } from "../../../src/model/elements/entities.ts";
import { refOf } from "../../../src/model/elements/entities.ts";
import { halfWallOf, insideOf, type Room, roomsOf } from "../../../src/model/elements/rooms.ts";
import type { Json } from "../../../src/model/json.ts";
import { floorOf } from "../../../src/model/elements/floor.ts";

const cornerAt = (x: number, z: number, own: Json | undefined): Json =>
  own === undefined ? [x, z] : [x, z, own];

/** A room of 4 × 3 m whose corners say of their walls what is given. */
const planOf = (...own: readonly (Json | undefined)[]): PlanData => ({
  rooms: [
    {
      id: "hall",
      points: [
        cornerAt(0, 0, own[0]),
        cornerAt(4, 0, own[1]),
        cornerAt(4, 3, own[2]),
        cornerAt(0, 3, own[3]),
      ],
    },
  ],
});

const roomOf = (plan: PlanData): Room => {
  const [room] = roomsOf(plan);
  assert(room !== undefined);
  return room;
};

test("ROOM-15: a corner says how thick the wall is that begins there; the others are as all of the room", () => {
  const plan = planOf({ wall: 0.3 }, undefined, { wall: 0 });
  const room = roomOf(plan);
  const halves = [0, 1, 2, 3].map((edge) => halfWallOf(room, plan, edge));
  assert.deepEqual(halves, [0.15, 0.06, 0, 0.06]);
  assert.deepEqual(insideOf(room, plan), [
    [0.06, 0.15],
    [3.94, 0.15],
    [3.94, 3],
    [0.06, 3],
  ]);
});

test("ROOM-15: a room ends where its corner says, within the wall or beyond its line", () => {
  const plan = planOf(
    { wall: 0.3, face: 0 },
    { wall: 0.2, face: -0.05 },
    { wall: 0 },
    { wall: 0.2 },
  );
  assert.deepEqual(insideOf(roomOf(plan), plan), [
    [0.1, 0],
    [4.05, 0],
    [4.05, 3],
    [0.1, 3],
  ]);
});

test("ROOM-15: what is no thickness says nothing", () => {
  for (const own of [2.5, "thick", null, {}, { wall: -1 }, { wall: 3 }])
    assert.deepEqual(roomOf(planOf(own)).own, [], JSON.stringify(own));
});

test("ROOM-15: walls are drawn between their faces on both sides of the line, and an open edge has none", () => {
  const { own, usual, around } = floorOf(
    planOf({ wall: 0.2 }, { wall: 0.4 }, { wall: 0.2 }, { wall: 0 }),
    undefined,
  ).walls;
  assert.equal(usual, "");
  const outside = "M0 -0.1L4.2 -0.1L4.2 3.1L0 3.1Z";
  assert.deepEqual(own, [{ path: `${outside}M0 2.9L3.8 2.9L3.8 0.1L0 0.1Z`, width: 0 }]);
  assert.equal(around, outside);
});

test("ROOM-15: a wall that gets a corner is as thick on both sides of it", () => {
  const plan = planOf({ wall: 0.3 }, undefined, { wall: 0 });
  const added = addCorner(plan, refOf(roomOf(plan).entity), 0);
  assert.deepEqual(roomOf(added).entity.data["points"], [
    [0, 0, { wall: 0.3 }],
    [2, 0, { wall: 0.3 }],
    [4, 0],
    [4, 3, { wall: 0 }],
    [0, 3],
  ]);
});
