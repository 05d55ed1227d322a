import assert from "node:assert/strict";
import { test } from "node:test";
import type { States } from "../../../src/model/bindings/entity-state.ts";
import type { PlanData } from "../../../src/model/elements/entities.ts";
import type { Point } from "../../../src/model/geometry/vector.ts";
import { barriersOn } from "../../../src/model/heat/barriers.ts";
import { colourAt } from "../../../src/model/heat/colour-scale.ts";
import type { Solution } from "../../../src/model/heat/diffusion.ts";
import { maxCells } from "../../../src/model/heat/floor-cells.ts";
import { heatMapOf, type HeatRequest, solve } from "../../../src/model/heat/heat-map.ts";
import { isolinesOf, roundValues } from "../../../src/model/heat/isolines.ts";
import { demoPlan } from "../../samples/index.ts";

type Sensor = readonly [x: number, z: number, value: number];

const rectangle = (left: number, top: number, right: number, bottom: number): readonly Point[] => [
  [left, top],
  [right, top],
  [right, bottom],
  [left, bottom],
];

/** The request for rooms by their corners, with what the given plan's fields put between them. */
const requestOf = (
  rooms: readonly (readonly Point[])[],
  sensors: readonly Sensor[],
  more: PlanData = {},
  states: States = () => undefined,
): HeatRequest => {
  const plan: PlanData = { rooms: rooms.map((points, at) => ({ id: `r${at}`, points })), ...more };
  return {
    rooms,
    barriers: barriersOn(plan, undefined, states),
    readings: sensors.map(([x, z, value]) => ({ at: [x, z], value })),
    scale: [0, 10],
  };
};

const solved = (request: HeatRequest): Solution => {
  const solution = solve(request);
  assert(solution, "the floor has rooms");
  return solution;
};

/** The value at a place; undefined where there is none. */
const valueAt = ({ cells, values, reached }: Solution, [x, z]: Point): number | undefined => {
  const { left, top, size, columns } = cells;
  const cell = Math.floor((z - top) / size) * columns + Math.floor((x - left) / size);
  return reached[cell] === 1 ? values[cell] : undefined;
};

const isNear = (found: number | undefined, wanted: number, within: number): void =>
  assert(
    found !== undefined && Math.abs(found - wanted) <= within,
    `${found} is ${wanted}, give or take ${within}`,
  );

const west = rectangle(0, 0, 4, 4);
const east = rectangle(4, 0, 8, 4);
const door = { id: "d", room_id: "r0", edge: 1, offset: 2, width: 1, type: "door" };

test("HEAT-1: between two sensors in a corridor the value changes evenly", () => {
  const corridor = solved(
    requestOf(
      [rectangle(0, 0, 10, 0.4)],
      [
        [0.1, 0.2, 0],
        [9.9, 0.2, 10],
      ],
    ),
  );
  // Both sensors hold what is around them.
  for (const x of [2, 3.5, 5, 6.5, 8])
    isNear(valueAt(corridor, [x, 0.2]), 10 * ((x - 0.3) / 9.4), 0.15);
});

test("HEAT-1: a wall keeps two rooms apart, an open door or passage lets through, a shut door does not", () => {
  const sensors: readonly Sensor[] = [
    [1, 2, 0],
    [7, 2, 10],
  ];
  /** The difference between both sides of the middle of the wall. */
  const jump = (more?: PlanData, states?: States): number => {
    const solution = solved(requestOf([west, east], sensors, more, states));
    return (valueAt(solution, [4.15, 2]) ?? NaN) - (valueAt(solution, [3.85, 2]) ?? NaN);
  };
  const contact = { ...door, contact: "binary_sensor.door" };
  const says =
    (state: string): States =>
    () => ({ state });
  assert(jump() > 8, `behind a wall ${jump()}`);
  const open = jump({ openings: [door] });
  assert(open < 3, `through a door of which nothing is known ${open}`);
  assert(jump({ openings: [contact] }, says("off")) > 7, "a shut door");
  assert.equal(jump({ openings: [contact] }, says("on")), open);
  assert.equal(jump({ openings: [contact] }, says("unavailable")), open);
  assert(jump({ openings: [{ ...door, style: "passage" }] }) < open, "a passage has no leaf");
  assert(jump({ openings: [{ ...door, type: "window" }] }) > 7, "a window");
  const gap = requestOf([west, east], sensors, {
    rooms: [
      {
        id: "r0",
        points: west.map((corner, at) => (at === 1 ? [...corner, { wall: 0 }] : corner)),
      },
      {
        id: "r1",
        points: east.map((corner, at) => (at === 3 ? [...corner, { wall: 0 }] : corner)),
      },
    ],
  });
  isNear(valueAt(solved(gap), [4, 2]), 5, 0.5);
});

test("HEAT-1: a freestanding wall hinders as well", () => {
  const sensors: readonly Sensor[] = [
    [2, 2, 0],
    [6, 2, 10],
  ];
  const free = solved(requestOf([rectangle(0, 0, 8, 4)], sensors));
  const parted = solved(
    requestOf([rectangle(0, 0, 8, 4)], sensors, {
      walls: [{ id: "w", from: [4, 0], to: [4, 3.4] }],
    }),
  );
  isNear(valueAt(free, [4.1, 1]), 5, 0.3);
  const jump = (valueAt(parted, [4.1, 1]) ?? NaN) - (valueAt(parted, [3.9, 1]) ?? NaN);
  assert(jump > 5, `${jump} at the wall`);
});

test("HEAT-1: what is symmetric stays so, however the cells lie", () => {
  const sensors: readonly Sensor[] = [
    [1, 1, 3],
    [6.35, 1, 3],
    [3.675, 3, 9],
  ];
  const solution = solved(requestOf([rectangle(0, 0, 7.35, 4.1)], sensors));
  const { columns, rows } = solution.cells;
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      const [one, other] = [row * columns + column, row * columns + columns - 1 - column];
      assert.equal(solution.reached[one], solution.reached[other], `cells ${one} and ${other}`);
      isNear(solution.values[one], solution.values[other] ?? NaN, 0.05);
    }
});

test("HEAT-1: rooms whose wall is slanted are as well apart", () => {
  const [one, other]: readonly (readonly Point[])[] = [
    [
      [0, 0],
      [6, 0],
      [2.3, 5.1],
      [0, 5.1],
    ],
    [
      [6, 0],
      [8, 0],
      [8, 5.1],
      [2.3, 5.1],
    ],
  ];
  const solution = solved(
    requestOf(
      [one ?? [], other ?? []],
      [
        [1, 1, 0],
        [7, 4, 10],
      ],
    ),
  );
  isNear(valueAt(solution, [3, 1]), 0, 1.5);
  isNear(valueAt(solution, [5, 4]), 10, 1.5);
});

test("HEAT-2: a room that no sensor reaches has no value, and one sensor gives its value to all that it reaches", () => {
  const one = solved(requestOf([west, east], [[1, 1, 7]]));
  isNear(valueAt(one, [3.5, 3.5]), 7, 1e-6);
  assert.equal(valueAt(one, [6, 2]), undefined);
  assert.deepEqual(heatMapOf(requestOf([west, east], [[1, 1, 7]]))?.rooms, [0]);
  const open = requestOf([west, east], [[1, 1, 7]], { openings: [door] });
  isNear(valueAt(solved(open), [6, 2]), 7, 1e-6);
  assert.deepEqual(heatMapOf(open)?.rooms, [0, 1]);
  assert.equal(heatMapOf(requestOf([west, east], [])), undefined);
  assert.equal(heatMapOf(requestOf([], [[1, 1, 7]])), undefined);
  // Far outside, and at the outer side of a wall.
  assert.equal(heatMapOf(requestOf([west], [[6, 2, 7]])), undefined);
  isNear(valueAt(solved(requestOf([west], [[4.2, 2, 7]])), [1, 1]), 7, 1e-6);
});

test("HEAT-2: large numbers that hardly differ are told apart", () => {
  const solution = solved(
    requestOf(
      [rectangle(0, 0, 10, 0.4)],
      [
        [0.1, 0.2, 101_325],
        [9.9, 0.2, 101_325.1],
      ],
    ),
  );
  isNear(valueAt(solution, [5, 0.2]), 101_325.05, 0.002);
});

test("HEAT-4: a floor has at most so many cells, and doors still let through if they are large", () => {
  const office = demoPlan("office");
  const solution = solved({
    ...requestOf([rectangle(0, 0, 900, 700), rectangle(900, 0, 1800, 700)], [[1, 1, 7]], {
      openings: [{ ...door, offset: 350 }],
    }),
  });
  assert(solution.cells.room.length <= maxCells, `${solution.cells.room.length} cells`);
  isNear(valueAt(solution, [1700, 600]), 7, 1e-6);
  const long = solved(requestOf([rectangle(0, 0, 100_000, 1)], [[1, 0.5, 7]]));
  assert(long.cells.room.length <= maxCells, `${long.cells.room.length} cells of a long one`);
  assert(office.rooms.length >= 100, "a plan of that size is real");
});

test("HEAT-5: isolines have round values, and end at walls", () => {
  assert.deepEqual(roundValues(18.2, 23.4), [19, 20, 21, 22, 23]);
  assert.deepEqual(roundValues(0.05, 0.31), [0.05, 0.1, 0.15, 0.2, 0.25, 0.3]);
  assert.deepEqual(roundValues(-3, 3), [-3, -2, -1, 0, 1, 2, 3]);
  assert.deepEqual(roundValues(400, 1400), [400, 600, 800, 1000, 1200, 1400]);
  assert.deepEqual(roundValues(7, 7), []);
  const corridor = solved(
    requestOf(
      [rectangle(0, 0, 10, 1)],
      [
        [0.1, 0.5, 0],
        [9.9, 0.5, 10],
      ],
    ),
  );
  const [line, ...others] = isolinesOf(corridor, [5]);
  assert.equal(others.length, 0);
  for (const [x] of line?.points ?? []) isNear(x, 5, 0.1);
  const apart = solved(
    requestOf(
      [west, east],
      [
        [1, 1, 0],
        [7, 3, 10],
      ],
    ),
  );
  assert.deepEqual(isolinesOf(apart, [5]), [], "the value jumps at the wall");
});

test("HEAT-5: a closed isoline returns to where it began", () => {
  const solution = solved(
    requestOf(
      [rectangle(0, 0, 6, 6)],
      [
        [3, 3, 10],
        [0.1, 0.1, 0],
        [5.9, 0.1, 0],
        [0.1, 5.9, 0],
        [5.9, 5.9, 0],
      ],
    ),
  );
  const [line, ...others] = isolinesOf(solution, [6]);
  assert.equal(others.length, 0);
  assert(line && line.points.length > 8, "it goes around the sensor");
  assert.deepEqual(line.points.at(-1), line.points[0]);
});

test("HEAT-5: the scale is cividis: from dark blue to yellow, and ever lighter", () => {
  assert.deepEqual(
    [colourAt(0), colourAt(0.5), colourAt(1)],
    [
      [0, 34, 78],
      [125, 124, 120],
      [254, 232, 56],
    ],
  );
  assert.deepEqual([colourAt(-1), colourAt(2)], [colourAt(0), colourAt(1)]);
  const lightness = Array.from({ length: 256 }, (_, place) => {
    const [red, green, blue] = colourAt(place / 255);
    return 0.2126 * red ** 2.2 + 0.7152 * green ** 2.2 + 0.0722 * blue ** 2.2;
  });
  assert(
    lightness.every((each, at) => at === 0 || each > (lightness[at - 1] ?? Infinity) - 1),
    "no step is darker",
  );
});

test("HEAT-5: the picture has the colours of the values, and those of its rooms beside them", () => {
  const map = heatMapOf(requestOf([west], [[2, 2, 10]]));
  assert(map, "there is a map");
  assert.equal(map.pixels.length, map.columns * map.rows * 4);
  const pixelAt = (column: number, row: number): readonly number[] => {
    const at = (row * map.columns + column) * 4;
    return Array.from(map.pixels.subarray(at, at + 4));
  };
  assert.deepEqual(pixelAt(map.columns >> 1, map.rows >> 1), [254, 232, 56, 255]);
  assert.deepEqual(pixelAt(0, map.rows >> 1), [254, 232, 56, 255]);
  isNear(map.left + map.width / 2, 2, 1e-9);
});
