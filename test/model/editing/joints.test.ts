import assert from "node:assert/strict";
import { test } from "node:test";
import type { PlanData } from "../../../src/model/elements/entities.ts";
import { openingsOf, wallOf } from "../../../src/model/elements/opening-walls.ts";
import { roomsOf } from "../../../src/model/elements/rooms.ts";
import { type Point, pointAlong } from "../../../src/model/geometry/vector.ts";
import { spanOf } from "../../../src/model/kinds/opening.ts";
import { moveCorner, moveWall } from "../../../src/model/editing/reshape-rooms.ts";

const rectangle = (left: number, top: number, right: number, bottom: number): number[][] => [
  [left, top],
  [right, top],
  [right, bottom],
  [left, bottom],
];

/** A long room above a closet and a bath, which share a wall that ends in the middle of the long one's. */
const plan: PlanData = {
  rooms: [
    { id: "long", points: rectangle(0, 0, 8, 2) },
    { id: "closet", points: rectangle(1, 2, 4, 5) },
    { id: "bath", points: rectangle(4, 2, 8, 5) },
  ],
  openings: [{ id: "door", room_id: "long", edge: 2, offset: 1, width: 0.8, type: "door" }],
};

const corners = (of: PlanData, id: string): unknown =>
  roomsOf(of).find((room) => room.id === id)?.corners;

const doorAt = (of: PlanData): Point | undefined => {
  const [door] = openingsOf(of);
  const wall = door && wallOf(of, door.data);
  return wall && pointAlong(wall, spanOf(door.data).offset);
};

test("ROOM-9: a wall that ends in the middle of another takes it along, which bends there", () => {
  const pulled = moveCorner(plan, "rooms/closet", 1, [4, 2.5]);
  assert.deepEqual(corners(pulled, "long"), [
    [0, 0],
    [8, 0],
    [8, 2],
    [4, 2.5],
    [0, 2],
  ]);
  assert.deepEqual(corners(pulled, "closet"), [
    [1, 2],
    [4, 2.5],
    [4, 5],
    [1, 5],
  ]);
  assert.deepEqual(corners(pulled, "bath"), [
    [4, 2.5],
    [8, 2],
    [8, 5],
    [4, 5],
  ]);
});

test("ROOM-9: an opening stays in the part of the bent wall in which it was", () => {
  const pulled = moveCorner(plan, "rooms/closet", 1, [4, 2.5]);
  const [x = 0, z = 0] = doorAt(pulled) ?? [];
  assert(Math.abs(x - 7) < 0.1 && z > 2 && z < 2.2, `${x}, ${z}`);
});

test("ROOM-9: a corner that slides along the other wall bends nothing", () => {
  const slid = moveCorner(plan, "rooms/closet", 1, [5, 2]);
  assert.deepEqual(corners(slid, "long"), [
    [0, 0],
    [8, 0],
    [8, 2],
    [0, 2],
  ]);
  assert.deepEqual(corners(slid, "bath"), [
    [5, 2],
    [8, 2],
    [8, 5],
    [4, 5],
  ]);
});

test("ROOM-9: a wall whose end is pulled away bends at the room that it would leave", () => {
  const pulled = moveCorner(plan, "rooms/long", 3, [0, 3]);
  assert.deepEqual(corners(pulled, "long"), [
    [0, 0],
    [8, 0],
    [8, 2],
    [1, 2],
    [0, 3],
  ]);
  assert.deepEqual(corners(pulled, "closet"), corners(plan, "closet"));
  assert.deepEqual(doorAt(pulled), [7, 2]);
  const longer = moveCorner(plan, "rooms/long", 3, [-1, 2]);
  assert.deepEqual(
    corners(longer, "long"),
    [
      [0, 0],
      [8, 0],
      [8, 2],
      [-1, 2],
    ],
    "in its line",
  );
});

test("ROOM-9: a wall takes along what ends in its middle, without a new corner", () => {
  const moved = moveWall(plan, "rooms/long", 2, [0, 0.5]);
  assert.deepEqual(corners(moved, "long"), [
    [0, 0],
    [8, 0],
    [8, 2.5],
    [0, 2.5],
  ]);
  assert.deepEqual(corners(moved, "bath"), [
    [4, 2.5],
    [8, 2.5],
    [8, 5],
    [4, 5],
  ]);
});

test("ROOM-9: rooms of another floor stay as they are", () => {
  const [long, closet] = [rectangle(0, 0, 8, 2), rectangle(1, 2, 4, 5)];
  const storeys: PlanData = {
    levels: [{ id: "down" }, { id: "up" }],
    rooms: [
      { id: "long", points: long },
      { id: "closet", points: closet, level: "up" },
    ],
  };
  const pulled = moveCorner(storeys, "rooms/closet", 0, [1, 3]);
  assert.deepEqual(corners(pulled, "long"), long);
});
