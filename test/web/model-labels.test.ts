import assert from "node:assert/strict";
import { test } from "node:test";
import type { PlanData } from "../../src/elements/entities.ts";
import { copy, paste, renew } from "../../src/web/model/copy.ts";
import { rotateBy } from "../../src/web/model/move.ts";

/** A room 4 m wide and 2 m deep, whose name stands near its left end. */
const room: PlanData = {
  rooms: [
    {
      id: "hall",
      points: [
        [0, 0],
        [4, 0],
        [4, 2],
        [0, 2],
      ],
    },
  ],
  labels: { hall: [1, 1], other: [9, 9] },
};

test("ROOM-1: a room that is turned takes the place of its name along", () => {
  const turned = rotateBy(room, ["rooms/hall"], 90, [2, 1]);
  assert.deepEqual(turned["labels"], { hall: [2, 0], other: [9, 9] });
  const back = rotateBy(turned, ["rooms/hall"], 270, [2, 1]);
  assert.deepEqual(back["labels"], room["labels"]);
});

test("ROOM-1: what is turned without its room leaves the name where it is", () => {
  const plan: PlanData = { ...room, furniture: [{ id: "desk", x: 1, z: 1 }] };
  assert.equal(rotateBy(plan, ["furniture/desk"], 90, [2, 1])["labels"], plan["labels"]);
});

test("ROOM-1: a copy of a room has its name at the same place in it", () => {
  const fragment = renew(room, copy(room, ["rooms/hall"]));
  const pasted = paste(room, fragment, undefined, [5, 0]);
  assert.deepEqual(Object.values({ ...Object(pasted["labels"]) }), [
    [1, 1],
    [9, 9],
    [6, 1],
  ]);
});
