import assert from "node:assert/strict";
import { test } from "node:test";
import { findRef, type PlanData } from "../../../../src/model/elements/entities.ts";
import { cornersOf } from "../../../../src/model/elements/places.ts";
import { roomsOf } from "../../../../src/model/elements/rooms.ts";
import {
  distance,
  lengthOf,
  type Point,
  tidyPoint,
  turned,
  wallsOf,
} from "../../../../src/model/geometry/vector.ts";
import { rectangle } from "../../../../src/model/editing/add-remove.ts";
import {
  distancesOf,
  distanceToWall,
  type Direction,
} from "../../../../src/model/editing/distances.ts";
import {
  closed,
  marginOf,
  measuredCorners,
  type MeasureMode,
  type Outline,
  placeAtLength,
  withCorner,
} from "../../../../src/model/editing/measured-lengths.ts";
import { sizeOfRoom } from "../../../../src/model/editing/room-size.ts";
import { wallLength, withWallLength } from "../../../../src/model/editing/wall-length.ts";
import { snapPoint } from "../../../../src/web/canvas/snapping.ts";

const twoRooms: PlanData = {
  rooms: [
    { id: "west", points: rectangle([0, 0], [4, 3]) },
    { id: "east", points: rectangle([4, 0], [8, 3]) },
  ],
};

const sorts: readonly MeasureMode[] = ["inner", "centre"];

const corners = (plan: PlanData | undefined, id: string): readonly Point[] =>
  cornersOf(findRef(plan ?? {}, `rooms/${id}`)?.data ?? {});

const resizing = { end: "last", neighbours: "resize" } as const;

test("MEAS-6: a wall keeps its left or upper end, rectangles stay rectangles, and what joins the other end comes along", () => {
  const upper = withWallLength(twoRooms, "rooms/west", 1, 2.5, "centre", {
    ...resizing,
    end: "first",
  });
  assert.deepEqual(corners(upper, "west"), rectangle([0, 0.5], [4, 3]));
  for (const edge of [0, 2]) {
    const wider = withWallLength(twoRooms, "rooms/west", edge, 5.2, "centre", resizing);
    assert.deepEqual(corners(wider, "west"), rectangle([0, 0], [5.2, 3]));
    assert.deepEqual(corners(wider, "east"), rectangle([5.2, 0], [8, 3]));
  }
  for (const edge of [1, 3]) {
    const deeper = withWallLength(twoRooms, "rooms/east", edge, 3.8, "inner");
    assert.deepEqual(corners(deeper, "east"), rectangle([4, 0], [8, 3.92]));
    assert.deepEqual(corners(deeper, "west"), rectangle([0, 0], [4, 3.92]));
  }
});

test("MEAS-5: a typed length is exact to the millimetre, also in slanted, turned and bent rooms", () => {
  const shapes: readonly (readonly Point[])[] = [
    [
      [0, 0],
      [5, 0],
      [5, 2],
      [3, 2],
      [3, 4],
      [0, 4],
    ],
    [
      [0, 0],
      [4, 0],
      [5, 3],
      [0, 3],
    ],
    [
      [0, 0],
      [4, 0],
      [1, 3],
    ],
  ];
  for (const shape of shapes)
    for (const degrees of [0, 30])
      for (const sort of sorts)
        shape.forEach((_, edge) => {
          const points = shape.map((point) => tidyPoint(turned(point, degrees)));
          const plan: PlanData = { rooms: [{ id: "den", points }] };
          const wanted =
            Math.round((wallLength(plan, "rooms/den", edge, sort) + 0.333) * 1e3) / 1e3;
          const after = withWallLength(plan, "rooms/den", edge, wanted, sort);
          assert(after, `wall ${edge} of ${JSON.stringify(points)}`);
          const off = wallLength(after, "rooms/den", edge, sort) - wanted;
          assert(Math.abs(off) < 5e-4, `off by ${off}`);
        });
});

test("MEAS-5: a length that turns a room inside out, or one that joins it, changes nothing", () => {
  assert.equal(withWallLength(twoRooms, "rooms/west", 0, 0.1, "centre"), undefined);
  assert.equal(withWallLength(twoRooms, "rooms/west", 0, 7.95, "centre", resizing), undefined);
  assert.equal(withWallLength(twoRooms, "rooms/west", 9, 5, "centre"), undefined);
});

test("MEAS-7: an outline of typed lengths has exactly these, around bends to either side", () => {
  // An L, whose fourth corner bends the other way.
  const steps: readonly (readonly [Point, number])[] = [
    [[1, 0], 5],
    [[0, 1], 2],
    [[-1, 0], 2],
    [[0, 1], 1.5],
    [[-1, 0], 3],
  ];
  for (const sort of sorts)
    for (const mirror of [1, -1]) {
      const margin = marginOf({}, sort);
      let outline: Outline = { corners: [[0, 0]], typed: [] };
      for (const [[x, z], metres] of steps) {
        const [lastX, lastZ] = outline.corners.at(-1) ?? [0, 0];
        const towards: Point = [lastX + x, lastZ + z * mirror];
        const at = placeAtLength(outline, towards, metres, margin);
        outline = withCorner(outline, at, true, margin);
      }
      const points = closed(outline, margin).map(tidyPoint);
      const [room] = roomsOf({ rooms: [{ id: "den", points }] });
      assert(room);
      const lengths = wallsOf(measuredCorners({}, room, sort)).map((wall) =>
        lengthOf(wall).toFixed(3),
      );
      // Clockwise from the first bend on; drawn the other way round, that is what the mirror gives.
      assert.deepEqual(lengths, ["5.000", "2.000", "2.000", "1.500", "3.000", "3.500"]);
    }
});

test("MEAS-9: distances go to the nearest wall or piece beside an item, and not to what lies under it", () => {
  const plan: PlanData = {
    rooms: [{ id: "hall", points: rectangle([0, 0], [6, 4]) }],
    furniture: [
      { id: "table", type: "table", x: 3, z: 2, w: 2, d: 1 },
      { id: "chair", type: "chair", x: 4.8, z: 2.2, w: 0.6, d: 0.6 },
      { id: "rug", type: "rug", x: 3, z: 2, w: 3, d: 2 },
    ],
  };
  const table = findRef(plan, "furniture/table");
  assert(table);
  const from = (sort: MeasureMode): Readonly<Record<string, string>> =>
    Object.fromEntries(
      [...distancesOf(plan, table, sort)].map(
        ([way, wall]: readonly [Direction, { from: Point; to: Point }]) => [
          way,
          distance(wall.from, wall.to).toFixed(2),
        ],
      ),
    );
  assert.deepEqual(from("centre"), { left: "2.00", right: "0.50", up: "1.50", down: "1.50" });
  assert.deepEqual(from("inner"), { left: "1.94", right: "0.50", up: "1.44", down: "1.44" });
});

test("MEAS-19: a ceiling lamp is beside nothing on the floor, and nothing on the floor is beside it", () => {
  const plan: PlanData = {
    rooms: [{ id: "hall", points: rectangle([0, 0], [6, 4]) }],
    furniture: [
      { id: "table", type: "table", x: 2, z: 2, w: 1, d: 1 },
      { id: "lamp", type: "lamp_ceiling", x: 4, z: 2, w: 0.4, d: 0.4 },
    ],
  };
  const to = (ref: string, way: Direction): string => {
    const item = findRef(plan, ref);
    const line = item && distancesOf(plan, item, "centre").get(way);
    return line === undefined ? "" : distance(line.from, line.to).toFixed(2);
  };
  assert.equal(to("furniture/table", "right"), "3.50");
  assert.equal(to("furniture/lamp", "left"), "3.80");
});

test("MEAS-20: an item's distance from a wall of its room passes furniture, and is known in and before a wall", () => {
  const at = (x: number): number | undefined => {
    const plan: PlanData = {
      rooms: [{ id: "hall", points: rectangle([1, 1], [6, 4]) }],
      furniture: [
        { id: "table", type: "table", x, z: 2, w: 1, d: 1 },
        { id: "chair", type: "chair", x: 1.5, z: 2, w: 0.5, d: 0.5 },
      ],
    };
    const table = findRef(plan, "furniture/table");
    const metres = table && distanceToWall(plan, table, "left", "inner");
    return metres === undefined ? undefined : Math.round(metres * 1e3) / 1e3;
  };
  assert.deepEqual([at(4), at(1.5), at(9)], [2.44, -0.06, undefined]);
});

test("MEAS-21: a room is as wide, deep and large inside as its walls say; only a rectangle has walls for that", () => {
  const sizeOf = (points: readonly Point[]): readonly unknown[] => {
    const plan: PlanData = { rooms: [{ id: "den", points }] };
    const [room] = roomsOf(plan);
    assert(room);
    const { width, depth, area, walls } = sizeOfRoom(plan, room, "inner");
    return [width.toFixed(2), depth.toFixed(2), area.toFixed(2), walls];
  };
  const corner = rectangle([0, 0], [4, 3]);
  const walls = { width: 0, depth: 1 };
  assert.deepEqual(sizeOf(corner), ["3.88", "2.88", "11.17", walls]);
  const from: readonly Point[] = [...corner.slice(1), ...corner.slice(0, 1)];
  assert.deepEqual(sizeOf(from), ["3.88", "2.88", "11.17", { width: 1, depth: 0 }]);
  const turn = corner.map((point) => tidyPoint(turned(point, 20)));
  assert.deepEqual(sizeOf(turn), ["3.88", "2.88", "11.17", walls]);
  const bent: readonly Point[] = [...corner.slice(0, 3), [1, 3], [1, 2], [0, 2]];
  assert.deepEqual(sizeOf(bent), ["3.88", "2.88", "10.17", undefined]);
});

test("MEAS-12: lines run as slanted walls do and square to them, and end where they cross what is lined up with", () => {
  const slanted = { from: [10, 0], to: [14, 3] } as const;
  const targets = { corners: [[20, 9]] as const, walls: [slanted], items: [] };
  const on = { isOn: true, tolerance: 0.1 };
  const snapped = (point: Point): Point => snapPoint(point, targets, on, [[0, 0]]).point;
  assert.deepEqual(snapped([4.01, 3.01]), [4, 3], "along the wall, by whole steps");
  assert.deepEqual(snapped([-3.01, 4.02]), [-3, 4], "square to it");
  assert.deepEqual(snapped([11.96, 9.03]), [12, 9], "up to the corner's height");
  assert.deepEqual(snapped([9.03, 8.96]), [9, 9], "diagonally up to there");
  assert.deepEqual(snapped([4.02, 3.53]), [4, 3.55], "else to the grid");
});
