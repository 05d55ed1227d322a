import assert from "node:assert/strict";
import { test } from "node:test";
import type { PlanData } from "../../../src/model/elements/entities.ts";
import { type Floor, floorOf } from "../../../src/model/elements/floor.ts";
import { levelsOf } from "../../../src/model/elements/levels.ts";
import { isInRoom, reachOf } from "../../../src/model/elements/rooms.ts";
import { outlineOfStanding, wallJointsOn } from "../../../src/model/elements/standing-walls.ts";
import { type Box, boxAround, isInBox, isInside } from "../../../src/model/geometry/polygon.ts";
import { nearestOn, type Point } from "../../../src/model/geometry/vector.ts";
import type { Json } from "../../../src/model/json.ts";
import { solidsOf } from "../../../src/model/solids/solids.ts";
import { surfaceOf } from "../../../src/model/solids/solid.ts";
import { wallPlanOf } from "../../../src/model/solids/walls/wall-outlines.ts";
import { demoPlan, demoSizes } from "../../samples/index.ts";
import { type Random, seededRandom } from "../../support/random.ts";
import { assertWatertight } from "./mesh-checks.ts";

/** Metres beyond a room's corners within which its walls are. */
const reach = 1;

const isNear = ({ left, top, width, height }: Box, point: Point): boolean =>
  isInBox(point, {
    left: left - reach,
    top: top - reach,
    width: width + 2 * reach,
    height: height + 2 * reach,
  });

const random = (source: Random, from: number, to: number): number =>
  from + (source.below(1e6) / 1e6) * (to - from);

/**
 * Whether the drawing has a wall at a point: a stroke along a room's corners, the wider stroke of the outer walls where no
 * floor lies over it, or a freestanding wall. Strokes end round here, and square in the drawing: points near corners differ.
 */
const isDrawnAt = (plan: PlanData, floor: Floor): ((point: Point) => boolean) => {
  const rooms = floor.rooms.filter(({ isOutdoor }) => !isOutdoor);
  const standing = wallJointsOn(plan, floor.level).map(({ wall, ends }) =>
    outlineOfStanding(wall, ends),
  );
  return (point) => {
    const near = rooms.filter(({ box }) => isNear(box, point));
    const isOnFloor = near.some((room) => isInRoom(room, point));
    return (
      standing.some((outline) => isInside(point, outline)) ||
      near.some((room) =>
        room.walls.some((wall, edge) => {
          const { half, outer } = reachOf(room, edge);
          const { away } = nearestOn(wall, point);
          return away < half || (!isOnFloor && away < outer);
        }),
      )
    );
  };
};

/** The part of the points at which either the drawing or the solids have a wall, at which only one of them has. */
const difference = (plan: PlanData, level: string | undefined, source: Random): number => {
  const floor = floorOf(plan, level);
  const isDrawn = isDrawnAt(plan, floor);
  const { outlines } = wallPlanOf(plan, floor);
  const boxes = outlines.map((outline) => boxAround(outline));
  let [either, one] = [0, 0];
  const rooms = floor.rooms.filter(({ isOutdoor }) => !isOutdoor);
  for (const { box } of rooms) {
    for (let count = 0; count < Math.max(60, 12_000 / rooms.length); count += 1) {
      const point: Point = [
        random(source, box.left - 0.3, box.left + box.width + 0.3),
        random(source, box.top - 0.3, box.top + box.height + 0.3),
      ];
      const drawn = isDrawn(point);
      const solid = outlines.some((outline, at) => {
        const around = boxes[at];
        return around !== undefined && isInBox(point, around) && isInside(point, outline);
      });
      if (drawn || solid) either += 1;
      if (drawn !== solid) one += 1;
    }
  }
  return one / Math.max(1, either);
};

test("SOLID-5: seen from above, the walls of the sample plans are where the drawing has them", (t) => {
  const source = seededRandom(t);
  for (const size of demoSizes) {
    const plan: PlanData = demoPlan(size);
    const [level] = levelsOf(plan);
    const differing = difference(plan, level?.id, source);
    t.diagnostic(`${size}: ${(differing * 100).toFixed(2)} % differ`);
    assert(differing < 0.01, `${size}: ${differing}`);
  }
});

test("SOLID-5: so are walls of several thicknesses, in a room of many corners, and freestanding ones", (t) => {
  const source = seededRandom(t);
  const round = Array.from({ length: 24 }, (_, at) => [
    10 + 3 * Math.cos((at * Math.PI) / 12),
    3 * Math.sin((at * Math.PI) / 12),
  ]);
  const plan: PlanData = {
    rooms: [
      {
        id: "a",
        points: [
          [0, 0],
          [4, 0],
          [4, 3],
          [0, 3],
        ],
        wall_thickness: 0.3,
      },
      {
        id: "b",
        points: [
          [4, 0],
          [6.5, 0],
          [6, 3],
          [4, 3],
        ],
        outer_wall_thickness: 0.5,
      },
      { id: "tower", points: round },
    ],
    walls: [{ id: "w", from: [1, 0], to: [1, 2], thickness: 0.2 }],
  };
  const differing = difference(plan, undefined, source);
  t.diagnostic(`${(differing * 100).toFixed(2)} % differ`);
  assert(differing < 0.025, `${differing}`);
});

/** Rooms as people and programs spoil them. */
const malformed = (source: Random): PlanData => {
  const corner = (): Json => [random(source, 0, 8), random(source, 0, 8)];
  const kinds: readonly (() => readonly Json[])[] = [
    () => [corner(), corner(), corner(), corner()],
    () => [
      [0, 0],
      [4, 3],
      [4, 0],
      [0, 3],
    ],
    () => [
      [1, 1],
      [1, 1],
      [3, 1],
      [3, 3],
      [3, 3],
    ],
    () => [
      [0, 0],
      [4, 0],
      [2, 0],
      [2, 2],
    ],
    () => [
      [0, 0],
      [0.01, 0],
      [0.01, 0.02],
      [0, 3],
    ],
    () => [
      [2, 2],
      [2, 2],
      [2, 2],
    ],
    () => Array.from({ length: 40 }, corner),
    () => [
      [0, 0],
      [5, 0],
      [5, 4],
      [0, 4],
    ],
    () => [[0, 0], ["x", 0], null, [5, 4, { wall: 1, height: -3 }]],
  ];
  const rooms = Array.from({ length: 2 + source.below(6) }, (_, at): Json => ({
    id: at % 3 === 0 ? "same" : `room_${at}`,
    points: source.pick<() => readonly Json[]>([kinds[0] ?? (() => []), ...kinds])(),
    height: source.pick<Json>([2.5, 0, -1, "high", 1e9, null]),
    wall_thickness: source.pick<Json>([0.1, 1.9, "thick", null]),
  }));
  const openings = Array.from({ length: 6 }, (_, at): Json => ({
    id: `opening_${at}`,
    ...(at % 2 === 0 ? { room_id: "same", edge: source.below(5) } : { wall_id: "wall" }),
    offset: source.pick<Json>([0, -3, 2, 1e4, "x"]),
    width: source.pick<Json>([0.9, 99, 0, -1, null]),
    type: source.pick<Json>(["door", "window", 7]),
    sill: source.pick<Json>([null, 0.9, 5]),
    lintel: source.pick<Json>([null, 2, 0.1]),
  }));
  return {
    rooms,
    openings,
    walls: [
      { id: "wall", from: corner(), to: corner(), height: 1, end_height: 0 },
      { id: "point", from: [1, 1], to: [1, 1] },
    ],
  };
};

test("SOLID-6: no plan is too malformed: what can be built is, of finite numbers, and its walls are closed", (t) => {
  const source = seededRandom(t);
  for (let run = 0; run < 25; run += 1) {
    for (const solid of solidsOf(malformed(source), undefined, { hasCeilings: true })) {
      const mesh = surfaceOf(solid);
      assert(mesh.positions.every(Number.isFinite), solid.name);
      if (solid.role === "wall") assertWatertight(mesh, `${solid.name} in run ${run}`);
    }
  }
});

test("SOLID-6: a hundred rooms over each other become walls", (t) => {
  const source = seededRandom(t);
  const rooms = Array.from({ length: 100 }, (_, at): Json => {
    const [left, top] = [random(source, 0, 4), random(source, 0, 4)];
    const [right, bottom] = [left + random(source, 1, 6), top + random(source, 1, 6)];
    return {
      id: `r${at}`,
      points: [
        [left, top],
        [right, top],
        [right, bottom],
        [left, bottom],
      ],
    };
  });
  const solids = solidsOf({ rooms }, undefined);
  assert(solids.filter(({ role }) => role === "wall").length > 1000);
  for (const solid of solids) assert(surfaceOf(solid).positions.every(Number.isFinite));
});
