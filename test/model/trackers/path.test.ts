import assert from "node:assert/strict";
import { test } from "node:test";
import { simplified, simplifiedPoints } from "../../../src/model/geometry/simplify.ts";
import { nearestOn, type Point } from "../../../src/model/geometry/vector.ts";
import { pathOnPlan } from "../../../src/model/trackers/path.ts";

const millimetres = [0.001, 0, 0, 0.001, 0, 0] as const;

test("POS-43: a path is read as Xiaomi Cloud Map Extractor has it, and as lists of numbers", () => {
  // `Path.as_dict` of PiotrMachowski/Python-package-vacuum-map-parser-base, src/vacuum_map_parser_base/map_data.py.
  const lines = [
    [
      { x: 1000, y: 0 },
      { x: 3000, y: 0, a: 90 },
      { x: 3000, y: 2000 },
    ],
    [
      { x: 0, y: 5000 },
      { x: 0, y: 6000 },
    ],
  ];
  const onPlan = [
    [
      [1, 0],
      [3, 0],
      [3, 2],
    ],
    [
      [0, 5],
      [0, 6],
    ],
  ];
  const xiaomi = { point_length: 5, point_size: 8, angle: 0, path: lines };
  assert.deepEqual(pathOnPlan(xiaomi, millimetres), onPlan);
  const numbers = lines.map((line) => line.map(({ x, y }) => [x, y]));
  assert.deepEqual(pathOnPlan(numbers, millimetres), onPlan);
  assert.deepEqual(pathOnPlan(numbers[0], millimetres), onPlan.slice(0, 1));
  assert.deepEqual(pathOnPlan(lines[0], millimetres), onPlan.slice(0, 1));
});

test("POS-43: what is no path is none, and points that cannot be read are left out", () => {
  for (const none of [undefined, null, "path", 7, {}, [], [[]], { path: "x" }, [[1, 2]], [null]])
    assert.equal(pathOnPlan(none, millimetres), undefined, JSON.stringify(none));
  const some = [[0, 0], { x: "1" }, [1e300, 0], null, { x: 1000, y: 0 }];
  const read = [
    [
      [0, 0],
      [1, 0],
    ],
  ];
  assert.deepEqual(pathOnPlan(some, millimetres), read);
});

/** To and fro over 10 by 8 metres, as vacuums go: lanes of 20 cm, a point each 2 cm with a little noise. */
const lanes: readonly Point[] = Array.from({ length: 40 * 500 }, (_point, at) => {
  const [lane, along] = [Math.floor(at / 500), (at % 500) / 50];
  return [lane % 2 === 0 ? along : 10 - along, lane / 5 + 0.005 * Math.sin(at * 7)];
});

/** The farthest that any of the points is from what is drawn, in metres. */
const farthest = (points: readonly Point[], drawn: readonly Point[]): number => {
  const walls = drawn.slice(1).map((to, at) => ({ from: drawn[at] ?? to, to }));
  const away = (point: Point): number =>
    Math.min(...walls.map((wall) => nearestOn(wall, point).away));
  return Math.max(...points.map(away));
};

test("POS-43: a long path is simplified to 200 points, not cut: each point stays near what is drawn", () => {
  const [drawn = []] = simplified([lanes], 200, 0.02);
  assert(drawn.length >= 80 && drawn.length < 150, `${drawn.length} points`);
  assert.deepEqual([drawn[0], drawn.at(-1)], [lanes[0], lanes.at(-1)]);
  const off = farthest(
    lanes.filter((_point, at) => at % 97 === 0),
    drawn,
  );
  assert(off <= 0.02, `a point is ${off} m from what is drawn`);
  // Twice as much as 200 points can follow still spans the whole home.
  const wild = lanes.map(([x, z], at): Point => [x, z + (at % 40 < 20 ? 0 : 0.1)]);
  const [most = []] = simplified([wild], 200, 0.02);
  assert.equal(most.length, 200);
  const lowest = Math.max(...most.map(([, z]) => z));
  assert(lowest > 7.8, `it ends at ${lowest} m of 7.9`);
});

test("POS-43: of more than 20,000 points, those near the last one kept go before the others are compared", () => {
  const slow = lanes.flatMap(([x, z]): readonly Point[] => [
    [x, z],
    [x, z + 0.002],
    [x, z - 0.002],
  ]);
  const [drawn = []] = simplified([slow], 200, 0.02);
  assert.deepEqual([drawn[0], drawn.at(-1)], [slow[0], slow.at(-1)]);
  const off = farthest(
    slow.filter((_point, at) => at % 97 === 0),
    drawn,
  );
  assert(off <= 0.03, `a point is ${off} m from what is drawn`);
  // The worst: each point that is drawn splits off only a few, so that all others are compared again.
  const wild = Array.from({ length: 3 * simplifiedPoints }, (_point, at): Point => [
    at / 100,
    (at % 2) * 1000 * (at / 3 / simplifiedPoints) ** 20,
  ]);
  let reads = 0;
  const counted = new Proxy(wild, {
    get: (points, key): unknown => {
      if (key !== "length") reads += 1;
      return Reflect.get(points, key);
    },
  });
  simplified([counted], 50, 0.02);
  assert(reads < 20 * wild.length, `points are read ${reads / wild.length} times each`);
});

test("POS-43: of more lines than 200 points can draw, the longest stay", () => {
  const lines = Array.from({ length: 150 }, (_line, at): readonly Point[] => [
    [at, 0],
    [at, 1],
    ...(at < 60 ? [[at + 0.5, 2] as const] : []),
  ]);
  const drawn = simplified(lines, 200, 0.02);
  assert(drawn.flat().length <= 200, "all lines together");
  assert.equal(drawn.length, 100);
  assert.deepEqual(
    drawn.slice(0, 60),
    drawn.slice(0, 60).filter((line) => (line[0]?.[0] ?? 99) < 60),
  );
});

test("POS-43: of a longer line than 20,000 points some in even steps are read, its two ends among them", () => {
  const many = 250_000;
  let read = 0;
  const points = Array.from({ length: many }, (_point, at) => ({
    get x() {
      read += 1;
      return at;
    },
    y: at % 2 === 0 ? 0 : 1,
  }));
  const [line] = pathOnPlan(points, millimetres) ?? [];
  assert(read <= 20_000, `${read} points were read`);
  assert.deepEqual(line?.[0], [0, 0]);
  assert.deepEqual(line?.at(-1), [(many - 1) / 1000, 0.001]);
});
