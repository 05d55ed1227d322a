import assert from "node:assert/strict";
import { test } from "node:test";
import { addLevel, copyLevel } from "../../../src/model/editing/levels.ts";
import { addCorner, removeCorner } from "../../../src/model/editing/reshape-rooms.ts";
import { cornersWithHeight, ownWallHeight } from "../../../src/model/editing/wall-heights.ts";
import { type PlanData, refOf } from "../../../src/model/elements/entities.ts";
import { floorHeightsOf, wallHeightsOf } from "../../../src/model/elements/heights.ts";
import { roomsOf } from "../../../src/model/elements/rooms.ts";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import { objectsIn } from "../../../src/model/json.ts";

/** A room of 4 × 3 m whose first corner says what is given. */
const planOf = (own?: JsonObject): PlanData => ({
  rooms: [
    {
      id: "loft",
      height: 2.4,
      points: [own === undefined ? [0, 0] : [0, 0, own], [4, 0], [4, 3, { wall: 0.2 }], [0, 3]],
    },
  ],
});

const withCorner = (own: JsonObject, at?: readonly [number, number]): PlanData => {
  const plan = planOf(own);
  const [room] = roomsOf(plan);
  assert(room !== undefined);
  return addCorner(plan, refOf(room.entity), 0, at);
};

const pointsOf = (plan: PlanData): Json | undefined => roomsOf(plan)[0]?.entity.data["points"];

const heightsOf = (plan: PlanData, edge: number): readonly [number, number] =>
  wallHeightsOf(plan, { owner: "rooms/loft", edge });

test("HEIGHT-7: a sloping wall that gets a corner is as high as before on both sides of it, and as thick", () => {
  const plan = withCorner({ wall: 0.1, height: 1, end_height: 3 }, [1, 0]);
  assert.deepEqual(pointsOf(plan), [
    [0, 0, { wall: 0.1, height: 1, end_height: 1.5 }],
    [1, 0, { wall: 0.1, height: 1.5, end_height: 3 }],
    [4, 0],
    [4, 3, { wall: 0.2 }],
    [0, 3],
  ]);
});

test("HEIGHT-7: a wall that says only one of its heights keeps both", () => {
  const halves = withCorner({ end_height: 1.4 });
  assert.deepEqual(
    [heightsOf(halves, 0), heightsOf(halves, 1)],
    [
      [2.4, 1.9],
      [1.9, 1.4],
    ],
  );
  const low = withCorner({ height: 1 });
  assert.deepEqual(pointsOf(low), [
    [0, 0, { height: 1 }],
    [2, 0, { height: 1 }],
    [4, 0],
    [4, 3, { wall: 0.2 }],
    [0, 3],
  ]);
  assert.deepEqual(
    [heightsOf(low, 0), heightsOf(low, 1), heightsOf(low, 2)],
    [
      [1, 1],
      [1, 1],
      [2.4, 2.4],
    ],
  );
});

test("HEIGHT-7: without the corner the wall reaches on to the next one, and the others keep what they say", () => {
  const plan = removeCorner(withCorner({ height: 1, end_height: 2 }), "rooms/loft", 1);
  assert.deepEqual(pointsOf(plan), [
    [0, 0, { height: 1, end_height: 1.5 }],
    [4, 0],
    [4, 3, { wall: 0.2 }],
    [0, 3],
  ]);
});

test("HEIGHT-6: a height of one wall is written into its corner, and leaves nothing behind when it is removed", () => {
  const [room] = objectsIn(planOf()["rooms"]);
  assert(room !== undefined);
  const raised = { ...room, points: cornersWithHeight(room, 2, "end_height", 1.2) };
  assert.deepEqual(raised.points, [
    [0, 0],
    [4, 0],
    [4, 3, { wall: 0.2, end_height: 1.2 }],
    [0, 3],
  ]);
  assert.equal(ownWallHeight(raised, 2, "end_height"), 1.2);
  assert.equal(ownWallHeight(raised, 2, "height"), undefined);
  assert.deepEqual(cornersWithHeight(raised, 2, "end_height", undefined), room["points"]);
  const low = { ...room, points: cornersWithHeight(room, 1, "height", 1) };
  assert.deepEqual(low.points, [
    [0, 0],
    [4, 0, { height: 1 }],
    [4, 3, { wall: 0.2 }],
    [0, 3],
  ]);
  assert.deepEqual(cornersWithHeight(low, 1, "height", undefined), room["points"]);
});

test("HEIGHT-7: a copy of a floor is as high as that, and lies on top of it", () => {
  const plan: PlanData = {
    levels: [{ id: "cellar", name: "Cellar", elevation: -2.3, height: 2, floor_thickness: 0.3 }],
  };
  const { id, change } = copyLevel(plan, "cellar", {
    name: "Copy",
    nameOfFirst: "",
    isBound: true,
  });
  assert.deepEqual(floorHeightsOf(change(plan), id), { elevation: 0, height: 2, thickness: 0.3 });
  const added = addLevel(plan, "Ground floor", "");
  assert.equal(floorHeightsOf(added.plan, added.id).elevation, -0.05);
});
