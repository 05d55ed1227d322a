import assert from "node:assert/strict";
import { test } from "node:test";
import { findEntity, type PlanData } from "../../../src/model/elements/entities.ts";
import type { Json } from "../../../src/model/json.ts";
import { makeOpening } from "../../../src/model/kinds/opening.ts";
import { positionOf } from "../../../src/model/merge/difference.ts";
import { merge } from "../../../src/model/merge/merge.ts";
import { addElements, setFields } from "../../../src/model/editing/change.ts";
import { moveCorner, moveWall } from "../../../src/model/editing/reshape-rooms.ts";
import { removeWithParts } from "../../../src/model/editing/add-remove.ts";
import { choicesOf, expectOneChoice, mergedInPeace } from "./both-ways.ts";
import { answered, type Box, cornersAt, room } from "./room-plans.ts";

/** A hall of 4 by 6 m; to its right a kitchen above a bath, both 4 by 3 m. */
const flat: PlanData = {
  rooms: [room("hall", [0, 0, 4, 6]), room("kitchen", [4, 0, 8, 3]), room("bath", [4, 3, 8, 6])],
  openings: [
    makeOpening("door", "door", { room_id: "hall", edge: 1 }, { offset: 4.5, width: 0.9 }),
  ],
};

const hallRight = (by: number, plan = flat): PlanData => moveWall(plan, "rooms/hall", 1, [by, 0]);
const hallLeft = (by: number, plan = flat): PlanData => moveWall(plan, "rooms/hall", 3, [by, 0]);
const between = (by: number): PlanData => moveWall(flat, "rooms/kitchen", 2, [0, by]);

const places = (plan: PlanData, ...rooms: readonly string[]): unknown =>
  rooms.map((id) => cornersAt(plan, id));

const boxes = (...all: readonly Box[]): unknown => all.map((box) => room("", box)["points"]);

const peaceful = (mine: PlanData, theirs: PlanData, base = flat): PlanData =>
  mergedInPeace(base, mine, theirs);

const oneChoice = (
  mine: PlanData,
  theirs: PlanData,
  things: readonly string[],
  base = flat,
): void => expectOneChoice(base, mine, theirs, things);

test("MERGE-14: of two walls of one room that two people move, each is where it was moved to", () => {
  const opposite = peaceful(hallRight(1), hallLeft(-1));
  assert.deepEqual(
    places(opposite, "hall", "kitchen", "bath"),
    boxes([-1, 0, 5, 6], [5, 0, 8, 3], [5, 3, 8, 6]),
  );
  const across = peaceful(hallRight(1), between(-0.5));
  assert.deepEqual(
    places(across, "hall", "kitchen", "bath"),
    boxes([0, 0, 5, 6], [5, 0, 8, 2.5], [5, 2.5, 8, 6]),
  );
});

test("MERGE-14: what corners hold besides, and digits that nobody drew, are no move", () => {
  const high = (...points: readonly Json[]): PlanData => ({ rooms: [{ id: "attic", points }] });
  const base = high([0, 0, 2.5], [4.00001, 0], [4, 4], [0, 4]);
  const mine = high([0, 0, 2.2], [4, 0], [4, 4], [0, 4]);
  const theirs = high([-1, 0, 2.5], [5.00001, 0], [5, 4], [-1, 4]);
  const merged = high([-1, 0, 2.2], [5.00001, 0], [5, 4], [-1, 4]);
  assert.deepEqual(peaceful(mine, theirs, base), merged);
});

test("MERGE-14: a door stays in its wall when that is moved by one and made longer by the other", () => {
  const slid = setFields(hallRight(1), "openings/door", { offset: 2 });
  const longer = moveWall(flat, "rooms/hall", 2, [0, 1]);
  const plan = peaceful(slid, longer);
  assert.deepEqual(
    positionOf(plan, "openings", findEntity(plan, "openings", "door")?.data),
    [5, 2],
  );
});

const allRooms = ["rooms/bath", "rooms/hall", "rooms/kitchen"];

test("MERGE-15: a wall that two people move to different places is one choice for the rooms around it", () => {
  oneChoice(hallRight(1), hallRight(-1), allRooms);
});

test("MERGE-15: a wall that a side moved with a room to be chosen leaves no gap: it is part of that choice", () => {
  const wider = moveWall(hallRight(1), "rooms/hall", 3, [-2, 0]);
  oneChoice(hallLeft(-1), wider, allRooms);
});

test("MERGE-15: so is a wall of two rooms that have no corner in common", () => {
  const rooms = [room("hall", [0, 0, 4, 6]), room("pantry", [4, 2, 6, 4])];
  for (const order of [rooms, rooms.toReversed()]) {
    const base: PlanData = { rooms: order };
    const wider = moveWall(hallRight(1, base), "rooms/hall", 3, [-2, 0]);
    oneChoice(hallLeft(-1, base), wider, ["rooms/hall", "rooms/pantry"], base);
  }
});

test("MERGE-15: where a side has other corners, all that was changed with the room is one choice", () => {
  const base: PlanData = { rooms: flat["rooms"] };
  // The hall gets a corner where the wall between the others meets it.
  const bent = moveCorner(base, "rooms/kitchen", 3, [3, 3]);
  oneChoice(bent, moveWall(base, "rooms/hall", 3, [-1, 0]), allRooms, base);
  oneChoice(bent, moveWall(base, "rooms/hall", 2, [0, 1]), allRooms, base);
});

test("MERGE-15: rooms that were changed by themselves are chosen by themselves", () => {
  const shed = room("shed", [20, 0, 24, 4]);
  const base = addElements(flat, "rooms", shed);
  const both = (by: number): PlanData => moveWall(hallRight(by, base), "rooms/shed", 1, [by, 0]);
  const { plan, conflicts } = merge(base, both(1), both(-1));
  assert.deepEqual(choicesOf(conflicts), [allRooms, ["rooms/shed"]]);
  const mixed = answered(plan, conflicts, both(-1), ["mine", "theirs"]);
  assert.deepEqual(
    places(mixed, "hall", "bath", "shed"),
    boxes([0, 0, 5, 6], [5, 3, 8, 6], [20, 0, 23, 4]),
  );
});

test("MERGE-15: a room that was taken away for another's sake is one choice with it", () => {
  const without = removeWithParts(flat, ["rooms/bath"]).plan;
  const grown = moveWall(without, "rooms/kitchen", 2, [0, 3]);
  oneChoice(grown, setFields(flat, "rooms/bath", { name: "Spa" }), ["rooms/bath", "rooms/kitchen"]);
});

test("MERGE-16: a wall that is pushed through the one that somebody else moved is a choice", () => {
  const shed: PlanData = { rooms: [room("shed", [0, 0, 4, 4])] };
  const wall = (edge: number, by: number): PlanData => moveWall(shed, "rooms/shed", edge, [by, 0]);
  oneChoice(wall(1, -3), wall(3, 3), ["rooms/shed"], shed);
  oneChoice(wall(1, -2), wall(3, 2), ["rooms/shed"], shed);
  const row: PlanData = {
    rooms: [room("a", [0, 0, 4, 4]), room("b", [4, 0, 8, 4]), room("c", [8, 0, 12, 4])],
  };
  const [mine, theirs] = [
    moveWall(row, "rooms/a", 1, [2, 0]),
    moveWall(row, "rooms/c", 3, [-3, 0]),
  ];
  oneChoice(mine, theirs, ["rooms/a", "rooms/b", "rooms/c"], row);
});

test("MERGE-16: rooms that both sides moved or added to one place are one choice, with what is in them", () => {
  const sheds: PlanData = { rooms: [room("a", [0, 0, 4, 4]), room("b", [8, 0, 12, 4])] };
  const [mine, theirs] = [
    moveWall(sheds, "rooms/a", 1, [3, 0]),
    moveWall(sheds, "rooms/b", 3, [-3, 0]),
  ];
  oneChoice(mine, theirs, ["rooms/a", "rooms/b"], sheds);
  const withRoom = (id: string): PlanData => {
    const door = makeOpening(
      `door-${id}`,
      "door",
      { room_id: id, edge: 0 },
      { offset: 1, width: 0.9 },
    );
    const added = addElements(
      addElements(flat, "rooms", room(id, [8, 0, 11, 3])),
      "openings",
      door,
    );
    return { ...added, labels: { [id]: [9, 1] } };
  };
  oneChoice(withRoom("pantry"), withRoom("larder"), ["rooms/larder", "rooms/pantry"]);
});

test("MERGE-16: rooms that overlapped before, and a room in a room, are no choice", () => {
  const nested: PlanData = {
    rooms: [room("living", [0, 0, 8, 8]), room("corner", [2, 2, 4, 4]), room("bay", [7, 2, 9, 4])],
  };
  const wall = (edge: number, by: number): PlanData =>
    moveWall(nested, "rooms/corner", edge, [by, 0]);
  const plan = peaceful(wall(1, 1), wall(3, -1), nested);
  assert.deepEqual(places(plan, "living", "corner"), boxes([0, 0, 8, 8], [1, 2, 5, 4]));
});
