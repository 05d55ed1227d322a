import assert from "node:assert/strict";
import { test } from "node:test";
import { findEntity, type PlanData } from "../../../src/model/elements/entities.ts";
import { findRoom, roomsOf } from "../../../src/model/elements/rooms.ts";
import { standingWallsOn } from "../../../src/model/elements/standing-walls.ts";
import {
  cross,
  distance,
  minus,
  type Point,
  type Wall,
} from "../../../src/model/geometry/vector.ts";
import { choicesIn } from "../../../src/model/merge/conflict.ts";
import { merge } from "../../../src/model/merge/merge.ts";
import { removeElements, setFields } from "../../../src/model/editing/change.ts";
import { moveWall } from "../../../src/model/editing/reshape-rooms.ts";
import { moveStandingEnd } from "../../../src/model/editing/standing-walls.ts";
import { randomCases } from "../../campaign/scale.ts";
import { seededRandom } from "../../support/random.ts";
import { choicesOf, expectOneChoice, mergedInPeace } from "./both-ways.ts";
import { allAnswers, answered, cornersAt, pullWall, room, someHouse } from "./room-plans.ts";

/** A hall with a wall of no room from its left to its right one, and a dimension below it. */
const halved: PlanData = {
  rooms: [room("hall", [0, 0, 4, 6])],
  walls: [{ id: "partition", from: [0, 3], to: [4, 3] }],
  dimensions: [{ id: "width", from: [0, 7], to: [4, 7] }],
};

const pull = (edge: number, by: number): PlanData => moveWall(halved, "rooms/hall", edge, [by, 0]);

const pullEnd = (end: number, to: Point): PlanData =>
  moveStandingEnd(halved, "walls/partition", end, to);

const ends = (plan: PlanData, list: "walls" | "dimensions", key: string): unknown => {
  const data = findEntity(plan, list, key)?.data;
  return [data?.["from"], data?.["to"]];
};

test("MERGE-14: of a wall of no room two people's ends are both where they were moved to", () => {
  const plan = mergedInPeace(halved, pull(1, 1), pull(3, -1));
  assert.deepEqual(cornersAt(plan, "hall"), room("", [-1, 0, 5, 6])["points"]);
  assert.deepEqual(ends(plan, "walls", "partition"), [
    [-1, 3],
    [5, 3],
  ]);
  const slanted = mergedInPeace(halved, pull(1, 1), pullEnd(1, [4, 2]));
  assert.deepEqual(ends(slanted, "walls", "partition"), [
    [0, 3],
    [5, 2],
  ]);
});

test("MERGE-14: so are those of a dimension", () => {
  const measured = mergedInPeace(
    halved,
    setFields(halved, "dimensions/width", { to: [5, 7] }),
    setFields(halved, "dimensions/width", { from: [-1, 7.5] }),
  );
  assert.deepEqual(ends(measured, "dimensions", "width"), [
    [-1, 7.5],
    [5, 7],
  ]);
});

test("MERGE-14: ends that would meet or pass each other are to be chosen", () => {
  for (const [from, to] of [
    [2, 2.03],
    [3, 1],
  ] as const)
    expectOneChoice(halved, pullEnd(0, [from, 3]), pullEnd(1, [to, 3]), ["walls/partition"]);
  const turned = setFields(halved, "walls/partition", { to: [-4, 3] });
  const plan = mergedInPeace(halved, turned, pullEnd(0, [1, 3]));
  assert.deepEqual(ends(plan, "walls", "partition"), [
    [1, 3],
    [-4, 3],
  ]);
});

const hallAndPartition = ["rooms/hall", "walls/partition"];

test("MERGE-15: a wall of no room that a side moved with a room's wall is part of that choice", () => {
  expectOneChoice(halved, pull(1, 1), pull(1, -1), hallAndPartition);
  const wider = moveWall(pull(1, 1), "rooms/hall", 3, [-2, 0]);
  expectOneChoice(halved, wider, setFields(pull(3, -1), "walls/partition", { from: [0, 3] }), [
    ...hallAndPartition,
  ]);
  expectOneChoice(halved, pull(1, 1), pullEnd(1, [3, 3]), hallAndPartition);
});

test("MERGE-15: a wall of no room that one side took away is chosen by itself", () => {
  const { plan, conflicts } = merge(
    halved,
    pull(1, 1),
    removeElements(halved, ["walls/partition"]),
  );
  assert.deepEqual(choicesOf(conflicts), [["walls/partition"]]);
  assert.deepEqual(cornersAt(plan, "hall"), room("", [0, 0, 5, 6])["points"]);
});

/** How many metres a point is from a wall, however far that goes on. */
const fromLineOf = ({ from, to }: Wall, point: Point): number =>
  Math.abs(cross(minus(to, from), minus(point, from))) / distance(to, from);

/**
 * The ends of walls that are named after rooms and stand so many metres from all walls of theirs.
 * Where somebody else made such a wall shorter, an end stands where it goes on.
 */
const looseEnds = (plan: PlanData, metres: number): readonly string[] =>
  standingWallsOn(plan, undefined).flatMap(({ entity: { key }, from, to }) => {
    const walls = findRoom(plan, key)?.walls ?? [];
    const isLoose = (end: Point): boolean => walls.every((wall) => fromLineOf(wall, end) >= metres);
    return [from, to].flatMap((end, at) => (isLoose(end) ? [`end ${at} of ${key}`] : []));
  });

test("MERGE-15: whatever is answered, walls of no room still stand where rooms' walls are that somebody moved", (t) => {
  const random = seededRandom(t);
  let joint = 0;
  for (let round = 0; round < randomCases(60, 4000); round += 1) {
    const house = someHouse(random);
    const walls = roomsOf(house).map(({ id, box: { left, top, width, height } }) => ({
      id: id ?? "",
      from: [left, top + height / 2],
      to: [left + width, top + height / 2],
    }));
    const base: PlanData = { ...house, walls };
    const pulled = (): PlanData => pullWall(random, pullWall(random, base));
    const [mine, theirs] = [pulled(), pulled()];
    const { plan, conflicts } = merge(base, mine, theirs);
    const choices = choicesIn(conflicts);
    if (choices.some((each) => new Set(each.map(({ subject }) => subject)).size > 1)) joint += 1;
    const known = new Set([mine, theirs].flatMap((side) => looseEnds(side, 0.001)));
    for (const sides of allAnswers(Math.min(choices.length, 5))) {
      const loose = looseEnds(answered(plan, conflicts, theirs, sides), 0.02);
      const odd = loose.filter((each) => !known.has(each));
      assert.deepEqual(odd, [], `round ${round}: ${sides.join()}`);
    }
  }
  assert(joint > 0, "some choices are about rooms and walls");
});
