import assert from "node:assert/strict";
import { test } from "node:test";
import { solidsOf } from "../../../src/model/solids/solids.ts";
import { SeenPlan } from "../../../src/web/view-3d/seen-plan.ts";

const square = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 4],
];

const door = { id: "door", room_id: "hall", edge: 0, offset: 2, width: 1, type: "door" };
const furniture = [
  { type: "sofa", x: 1, z: 1 },
  { id: "bed", type: "bed", x: 2, z: 2, hidden: true },
  { type: "sofa", x: 1, z: 1 },
];
const plan = {
  rooms: [{ id: "hall", points: square, hidden: true }],
  walls: [{ id: "bar", from: [1, 2], to: [3, 2], hidden: true }],
  openings: [{ ...door, hidden: true }],
  furniture,
};

test("VIEW3D-14: a hidden opening leaves its wall whole, and what is not hidden keeps its key and its list", () => {
  const seen = new SeenPlan();
  const standing = seen.of(plan, {});
  const { walls: _, openings: __, ...bare } = plan;
  const wallsOf = (of: object): unknown =>
    solidsOf({ ...of }, undefined)
      .filter(({ role }) => role === "wall")
      .map(({ parts }) => parts.map(({ mesh }) => mesh.indices.length));
  assert.deepEqual(wallsOf(standing.plan), wallsOf(bare));
  assert.notDeepEqual(wallsOf(plan), wallsOf(bare));
  assert.deepEqual([...standing.hiddenRooms], ["rooms/hall"]);
  const refs = solidsOf(standing.plan, undefined).filter(({ role }) => role === "furniture");
  assert.equal(refs.length, 2);
  assert.equal(seen.of({ ...plan }, {}).plan["furniture"], standing.plan["furniture"]);
  const edited = seen.of(plan, { interactive: "edit" });
  assert.equal(edited.plan, plan);
  assert.equal(edited.hiddenRooms.size, 0);
});
