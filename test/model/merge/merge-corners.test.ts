import assert from "node:assert/strict";
import { test } from "node:test";
import type { PlanData } from "../../../src/model/elements/entities.ts";
import { findRoom } from "../../../src/model/elements/rooms.ts";
import { foldedArea, sharedArea } from "../../../src/model/geometry/overlap.ts";
import { maxPairs, visitPairs } from "../../../src/model/geometry/spatial-index.ts";
import { type Point, tidyPoint, wallsOf } from "../../../src/model/geometry/vector.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import { makeOpening } from "../../../src/model/kinds/opening.ts";
import { choicesIn } from "../../../src/model/merge/conflict.ts";
import { merge } from "../../../src/model/merge/merge.ts";
import { setFields } from "../../../src/model/editing/change.ts";
import { cornersAt } from "./room-plans.ts";

/** A round room of 100 m around a place, as drawings of the lie of the land have them. */
const round = (x: number, z: number, count: number): readonly Point[] =>
  Array.from({ length: count }, (_, at): Point => {
    const angle = (at / count) * 2 * Math.PI;
    return tidyPoint([x + 100 * Math.cos(angle), z + 100 * Math.sin(angle)]);
  });

/** A comb with teeth of 10 m, each of which lies above all others. */
const comb = (x: number, count: number): readonly Point[] => [
  ...Array.from({ length: count }, (_, at): Point => {
    const out = at % 4 === 1 || at % 4 === 2;
    return tidyPoint([x + (out ? 10 : 0), Math.floor(at / 2) / 10]);
  }),
  tidyPoint([x - 1, count / 20]),
  [x - 1, 0],
];

const room = (id: string, points: readonly Point[]): JsonObject => ({ id, name: id, points });

/** The plan with a corner of a room moved to the right. */
const moved = (plan: PlanData, id: string, corner: number, by: number): PlanData => {
  const corners = findRoom(plan, id)?.corners ?? [];
  const points = corners.map(([x, z], at): Point => [at === corner ? x + by : x, z]);
  return setFields(plan, `rooms/${id}`, { points });
};

/** The rooms of each choice. */
const choices = (plans: readonly [PlanData, PlanData, PlanData]): readonly string[] =>
  choicesIn(merge(...plans).conflicts).map((each) =>
    each
      .map(({ key }) => key)
      .toSorted()
      .join(),
  );

test("MERGE-17: two rooms of 10,000 corners with a door each are merged corner by corner", () => {
  const base: PlanData = {
    rooms: [room("lake", round(0, 0, 10_000)), room("island", round(150, 150, 10_000))],
    openings: ["lake", "island"].map((id) =>
      makeOpening(`jetty-${id}`, "door", { room_id: id, edge: 17 }, { offset: 0.03, width: 0.06 }),
    ),
  };
  const [mine, theirs] = [moved(base, "lake", 5000, -0.05), moved(base, "lake", 5010, -0.07)];
  const { plan, conflicts } = merge(base, mine, theirs);
  assert.deepEqual(conflicts, []);
  assert.deepEqual(cornersAt(plan, "lake"), cornersAt(moved(mine, "lake", 5010, -0.07), "lake"));
  const sides = [moved(base, "lake", 0, 0.9), moved(base, "island", 5000, -0.5)] as const;
  assert.deepEqual(choices([base, ...sides]), [], "what is beside it is seen not to overlap");
});

test("MERGE-17: of outlines of many corners few walls are compared", () => {
  const extents = (corners: readonly Point[]) =>
    wallsOf(corners).map(({ from, to }) => ({
      left: Math.min(from[0], to[0]),
      right: Math.max(from[0], to[0]),
    }));
  for (const count of [200, 1000, 10_000]) {
    let pairs = 0;
    const isDone = visitPairs(extents(round(0, 0, count)), extents(round(3, 0, count)), () => {
      pairs += 1;
    });
    assert(isDone && pairs < 20 * count, `${count} corners: ${pairs} pairs`);
  }
  let pairs = 0;
  const [one, other] = [extents(comb(0, 10_000)), extents(comb(0, 10_000))];
  assert.equal(
    visitPairs(one, other, () => {
      pairs += 1;
    }),
    false,
  );
  assert(pairs < maxPairs + 10_000, `${pairs} pairs`);
});

test("MERGE-17: what takes too long to measure is to be chosen", () => {
  const teeth = 4000;
  assert.equal(sharedArea(comb(0, teeth), comb(5, teeth)), undefined);
  assert.equal(foldedArea(comb(0, teeth), comb(0, teeth)), undefined);
  const base: PlanData = {
    rooms: [
      room("one", comb(0, teeth)),
      room("other", comb(5, teeth)),
      room("far", round(300, 0, 40)),
    ],
  };
  const one = moved(base, "one", 1, 0.1);
  assert.deepEqual(choices([base, one, moved(base, "one", 2, 0.1)]), ["one"]);
  assert.deepEqual(choices([base, one, moved(base, "other", 2, 0.1)]), ["one,other"]);
  assert.deepEqual(choices([base, one, moved(base, "far", 2, 0.1)]), []);
  assert.deepEqual(choices([base, moved(one, "other", 2, 0.1), moved(base, "far", 2, 0.1)]), []);
});
