import assert from "node:assert/strict";
import { test } from "node:test";
import type { PlanData } from "../../../src/model/elements/entities.ts";
import { roomsOf } from "../../../src/model/elements/rooms.ts";
import { textIn } from "../../../src/model/json.ts";
import { setOutdoor } from "../../../src/model/editing/room-annotations.ts";

const points = [
  [0, 0],
  [1, 0],
  [1, 1],
];
const rooms = [
  { id: "terrace", points },
  { id: "garden", points },
  { id: "hall", points },
];

const mark = (plan: PlanData, names: readonly string[], isOutdoor: boolean): PlanData =>
  setOutdoor(
    plan,
    names.map((name) => `rooms/${name}`),
    isOutdoor,
  ).change(plan);

const outdoors = (plan: PlanData): readonly unknown[] =>
  roomsOf(plan).flatMap(({ id, isOutdoor }) => (isOutdoor ? [id] : []));

test("ROOM-3: the first room in the open air is named by the plan, each further one by itself", () => {
  const one = mark({ rooms }, ["garden"], true);
  assert.deepEqual(one, { rooms, outdoor: "garden" });
  const two = mark(one, ["terrace", "garden"], true);
  assert.deepEqual([two["outdoor"], outdoors(two)], ["garden", ["terrace", "garden"]]);
  assert.equal(mark(two, ["garden"], true)["rooms"], two["rooms"], "it is one already");
});

test("ROOM-3: a room that comes in again leaves the plan as if it had never been out", () => {
  const both = mark({ rooms }, ["terrace", "garden"], true);
  const one = mark(both, ["terrace"], false);
  assert.deepEqual(outdoors(one), ["garden"]);
  assert.deepEqual(mark(one, ["garden"], false), { rooms });
});

test("ROOM-3: an `outdoor` that names no room is no reason not to name one", () => {
  assert.equal(mark({ rooms, outdoor: "pool" }, ["hall"], true)["outdoor"], "hall");
});

test("ROOM-3: a room without an id gets one with that", () => {
  const plan: PlanData = { rooms: [{ points }] };
  const [room] = roomsOf(plan);
  const { change, refs } = setOutdoor(plan, [`rooms/${room?.entity.key}`], true);
  const next = change(plan);
  assert.deepEqual(refs, [`rooms/${textIn(next["outdoor"])}`]);
  assert.equal(outdoors(next).length, 1);
});
