import assert from "node:assert/strict";
import { test } from "node:test";
import type { PlanData } from "../../../src/model/elements/entities.ts";
import { findRoomOf } from "../../../src/model/elements/rooms.ts";
import { wallJointsOn, outlineOfStanding } from "../../../src/model/elements/standing-walls.ts";
import { inset, isInside } from "../../../src/model/geometry/polygon.ts";
import {
  distance,
  nearestOn,
  plus,
  type Point,
  turned,
  wallsOf,
} from "../../../src/model/geometry/vector.ts";
import { measuredCorners } from "../../../src/model/editing/measured-lengths.ts";

/** Half a thin and half a thick wall: 10 and 30 cm from face to face. */
const [thin, thick] = [0.05, 0.15];

const pairs = [
  [thin, thick],
  [thick, thin],
  [thin, thin],
  [thick, thick],
] as const;

const angles = Array.from({ length: 35 }, (_, at) => (at + 1) * 5);

interface Drawn {
  readonly outline: readonly Point[];
  readonly discs: readonly (readonly [at: Point, radius: number])[];
}

/** How the walls of no room of a plan are drawn, in their order. */
const drawn = (plan: PlanData): readonly Drawn[] =>
  wallJointsOn(plan, undefined).map(({ wall, ends }) => ({
    outline: outlineOfStanding(wall, ends),
    discs: [
      [wall.from, ends[0].round],
      [wall.to, ends[1].round],
    ],
  }));

const covers = (all: readonly Drawn[], point: Point): boolean =>
  all.some(
    ({ outline, discs }) =>
      isInside(point, outline) || discs.some(([at, radius]) => distance(at, point) < radius),
  );

/** A wall that comes from an angle and ends at the origin, and another one there, from `start` metres to 4 m. */
const meeting = (angle: number, own: number, other: number, start: number): PlanData => ({
  walls: [
    { id: "slanted", from: turned([4, 0], -angle), to: [0, 0], thickness: own * 2 },
    { id: "level", from: [start, 0], to: [4, 0], thickness: other * 2 },
  ],
});

test("ROOM-8: a wall of no room that ends at a slant in another one leaves no gap, and comes out nowhere", () => {
  for (const [own, other] of pairs)
    for (const angle of angles.filter((each) => each >= 30 && each <= 150)) {
      const all = drawn(meeting(angle, own, other, -4));
      const words = `at ${angle} degrees, ${own * 2} m thick in one of ${other * 2} m`;
      const farthest = Math.max(...(all[0]?.outline.map(([, z]) => z) ?? []));
      assert(farthest < other + 1e-6, `${words} it comes out by ${farthest - other} m`);
      for (let along = 0; along < 1; along += 0.013)
        for (const side of [-0.98, -0.5, 0, 0.5, 0.98]) {
          const point = turned([along, side * own], -angle);
          assert(point[1] > 0 || covers(all, point), `${words} there is a gap at ${point.join()}`);
        }
    }
});

test("ROOM-8: two walls of no room that meet at their ends leave no gap between them, and no spike", () => {
  for (const [own, other] of pairs)
    for (const angle of angles) {
      const all = drawn(meeting(angle, own, other, 0));
      const words = `${own * 2} and ${other * 2} m at ${angle} degrees`;
      for (const { outline } of all) {
        const near = outline.filter((corner) => distance(corner, [0, 0]) < 2);
        for (const corner of near) {
          const away = distance(corner, [0, 0]);
          assert(away <= 4 * Math.max(own, other), `${words}: a spike of ${away} m`);
        }
      }
      // All around the place where they meet, as far as the thinner one reaches.
      for (let degrees = 0.5; degrees < 360; degrees += 7) {
        const point = turned([Math.min(own, other) * 0.95, 0], degrees);
        assert(covers(all, point), `${words}: a gap at ${point.join()}`);
      }
    }
});

test("ROOM-8: from 30 to 150 degrees two such walls have one corner, where their outer faces meet", () => {
  for (const [own, other] of pairs)
    for (const angle of angles.filter((each) => each >= 30 && each <= 150)) {
      const all = drawn(meeting(angle, own, other, 0));
      // Outside is where neither wall runs: below the level one and behind the slanted one.
      const radians = (angle * Math.PI) / 180;
      const corner: Point = [-(own + other * Math.cos(radians)) / Math.sin(radians), other];
      const words = `${own * 2} and ${other * 2} m at ${angle} degrees`;
      assert(covers(all, [corner[0] * 0.99 + 0.0005, corner[1] * 0.99]), `${words}: up to there`);
      for (const { outline } of all)
        for (const point of outline.filter((each) => distance(each, [0, 0]) < 2))
          assert(point[1] < other + 1e-6, `${words}: not beyond it`);
    }
});

test("ROOM-8: the faces of a room's walls of different thickness are where they belong, and meet without a spike", () => {
  const depths = [thin, thick, -thin, -thick];
  for (let angle = 1; angle < 180; angle += 1)
    for (const depth of depths)
      for (const next of depths.filter((each) => each > 0 === depth > 0)) {
        const tip = turned([4, 0], angle);
        const corners: readonly Point[] = [[4, 0], [0, 0], tip, plus(tip, [4, 0])];
        const turn = angle < 180 ? corners.toReversed() : corners;
        // The wall along the axis has one depth, the slanted one the other.
        const walls = wallsOf(turn).map(({ from, to }) => {
          const isLevel = from[1] === 0 && to[1] === 0;
          return isLevel ? depth : next;
        });
        const face = inset(turn, walls);
        const words = `${angle} degrees, ${depth} and ${next} m`;
        const here = face.filter((point) =>
          turn.every((corner) => distance(point, [0, 0]) <= distance(point, corner)),
        );
        const most = (angle > 90 ? 3 : 4.5) * Math.max(Math.abs(depth), Math.abs(next));
        for (const point of here)
          assert(distance(point, [0, 0]) < most, `${words}: a spike to ${point.join()}`);
      }
});

test("ROOM-8: where two walls of different thickness are nearly in one line, lengths are still inner ones", () => {
  const plan: PlanData = {
    rooms: [
      {
        id: "hall",
        points: [
          [0, 0],
          [4, 0],
          [8, 0.8],
          [8, 4],
          [0, 4],
        ],
        wall_thickness: 0.1,
      },
      {
        id: "left",
        points: [
          [0, -3],
          [4, -3],
          [4, 0],
          [0, 0],
        ],
        wall_thickness: 0.3,
      },
    ],
  };
  const hall = findRoomOf(plan, "rooms/hall");
  assert(hall);
  const corners = measuredCorners(plan, hall, "inner");
  assert.equal(corners.length, 5);
  corners.forEach((corner, at) => {
    const walls = [hall.walls[at], hall.walls.at(at - 1)].flatMap((wall) => wall ?? []);
    const away = Math.min(...walls.map((wall) => nearestOn(wall, corner).away));
    assert(away > 0.049 && away < 0.16, `${corner.join()} is ${away} m from its walls`);
  });
});
