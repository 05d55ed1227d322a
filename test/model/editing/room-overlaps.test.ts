import assert from "node:assert/strict";
import { test } from "node:test";
import { rectangle } from "../../../src/model/editing/add-remove.ts";
import { adjoinsOthers, roomOverlaps } from "../../../src/model/editing/room-overlaps.ts";
import type { PlanData } from "../../../src/model/elements/entities.ts";
import { type Point, turned } from "../../../src/model/geometry/vector.ts";

const plan = (...rooms: readonly (readonly Point[])[]): PlanData => ({
  rooms: rooms.map((points, at) => ({ id: `room${at}`, points })),
});

const depths = (...rooms: readonly (readonly Point[])[]): readonly string[] =>
  roomOverlaps(plan(...rooms)).map(({ depth }) => depth.toFixed(2));

test("EDIT-41: the depth of an overlap is what a room reaches into the other, in turned and bent rooms too", () => {
  const hall = rectangle([0, 0], [6, 4]);
  const bay = rectangle([5, 1], [9, 3]);
  assert.deepEqual(depths(hall, bay), ["1.00"]);
  const turn = (corners: readonly Point[]): readonly Point[] =>
    corners.map((corner) => turned(corner, 30));
  assert.deepEqual(depths(turn(hall), turn(bay)), ["1.00"]);
  const bent: readonly Point[] = [
    [5.5, -2],
    [9, -2],
    [9, 6],
    [5.5, 6],
    [5.5, 3],
    [7, 3],
    [7, 1],
    [5.5, 1],
  ];
  assert.deepEqual(depths(hall, bent), ["0.50"]);
  assert.deepEqual(depths(hall, rectangle([5.95, 0], [9, 4])), [], "within the wall");
});

test("EDIT-40: rooms adjoin others where they share a part of a wall, and not where they meet at a corner", () => {
  const three = plan(
    rectangle([0, 0], [4, 3]),
    rectangle([4, 1], [8, 5]),
    rectangle([0, 5], [4, 8]),
  );
  assert.equal(adjoinsOthers(three, ["rooms/room0"]), true);
  assert.equal(adjoinsOthers(three, ["rooms/room0", "rooms/room1"]), false);
  assert.equal(adjoinsOthers(three, ["rooms/room2"]), false);
});
