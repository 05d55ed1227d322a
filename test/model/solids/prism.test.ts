import assert from "node:assert/strict";
import { test } from "node:test";
import type { Point } from "../../../src/model/geometry/vector.ts";
import { type Axis, emptyMesh } from "../../../src/model/solids/mesh.ts";
import { prism } from "../../../src/model/solids/prism.ts";
import { type Random, seededRandom } from "../../support/random.ts";
import { assertSound, assertWatertight, boundsOf, volumeOf } from "./mesh-checks.ts";

const axes: readonly Axis[] = ["x", "y", "z"];

const square = (from: number, to: number): readonly Point[] => [
  [from, from],
  [to, from],
  [to, to],
  [from, to],
];

const assertClose = (actual: number, expected: number, what: string): void =>
  assert(Math.abs(actual - expected) < 1e-4, `${what}: ${actual} instead of ${expected}`);

test("BODY-2: a prism with holes is closed, faces outwards and has its volume, along each axis and either way around", () => {
  const holes = [square(1, 2), square(2.5, 3.5).toReversed()];
  for (const along of axes)
    for (const outline of [square(0, 4), square(0, 4).toReversed()]) {
      const mesh = prism(outline, [1, 1.5], { along, holes });
      assertSound(mesh, along);
      assertWatertight(mesh, along);
      assertClose(volumeOf(mesh), 7, along);
    }
});

test("BODY-2: a prism lies where its outline says", () => {
  const outline: readonly Point[] = [
    [1, 2],
    [4, 2],
    [4, 7],
  ];
  const expected = {
    x: [
      [10, 2, 1],
      [11, 7, 4],
    ],
    y: [
      [1, 10, 2],
      [4, 11, 7],
    ],
    z: [
      [1, 2, 10],
      [4, 7, 11],
    ],
  };
  for (const along of axes)
    assert.deepEqual(boundsOf([prism(outline, [10, 11], { along })]), expected[along], along);
});

/** A star-shaped outline about a place, with random corners at most `r` and at least 0.6 of it away. */
const randomStar = (random: Random, [x, z]: Point, r: number): readonly Point[] => {
  const count = 8 + random.below(12);
  return Array.from({ length: count }, (_, at): Point => {
    const angle = ((at + random.below(80) / 100) * 2 * Math.PI) / count;
    const far = r * (0.6 + random.below(41) / 100);
    return [x + Math.cos(angle) * far, z + Math.sin(angle) * far];
  });
};

const areaOf = (corners: readonly Point[]): number =>
  Math.abs(
    corners.reduce((sum, [x, z], at) => {
      const [nextX, nextZ] = corners[(at + 1) % corners.length] ?? [x, z];
      return sum + (x * nextZ - nextX * z) / 2;
    }, 0),
  );

test("BODY-2: prisms of random outlines with random holes are closed and have their volumes", (t) => {
  const random = seededRandom(t);
  for (let count = 0; count < 200; count += 1) {
    const outline = randomStar(random, [0, 0], 10);
    const places: readonly Point[] = [
      [-1.5, -1.5],
      [1.5, -1.5],
      [0, 1.5],
    ];
    const holes = places.slice(random.below(4)).map((place) => randomStar(random, place, 1));
    const mesh = prism(outline, [0, 2], { along: random.pick<Axis>(["x", "y", "z"]), holes });
    const area = areaOf(outline) - holes.reduce((sum, hole) => sum + areaOf(hole), 0);
    assertSound(mesh, `prism ${count}`);
    assertWatertight(mesh, `prism ${count}`);
    assert(Math.abs(volumeOf(mesh) - area * 2) < 1e-4 * area, `prism ${count}`);
  }
});

test("BODY-2: holes whose corners lie on one line leave no gaps, as windows at the same height", () => {
  const windows = [1, 3, 5].map((x): readonly Point[] => [
    [x, 1],
    [x + 1, 1],
    [x + 1, 2],
    [x, 2],
  ]);
  const wall: readonly Point[] = [
    [0, 0],
    [7, 0],
    [7, 3],
    [0, 3],
  ];
  for (const along of axes) {
    const mesh = prism(wall, [0, 1], { along, holes: windows });
    assertSound(mesh, along);
    assertWatertight(mesh, along);
    assertClose(volumeOf(mesh), 18, along);
  }
});

test("BODY-2: corners that coincide or lie on a line with their neighbours make no difference", () => {
  const mesh = prism(square(0, 1), [0, 1]);
  const same = prism(
    [
      [0, 0],
      [0.5, 0],
      [1, 0],
      [1, 0],
      [1, 1],
      [0, 1],
      [0, 0],
    ],
    [0, 1],
  );
  assertWatertight(same, "with more corners");
  assert.equal(same.indices.length, mesh.indices.length);
  assertClose(volumeOf(same), 1, "with more corners");
});

test("BODY-2: an outline without an area, or a prism without a length, has no triangles", () => {
  assert.deepEqual(prism(square(0, 1), [1, 1]), emptyMesh);
  assert.deepEqual(prism(square(0, 1), [1, 0]), emptyMesh);
  assert.deepEqual(
    prism(
      [
        [0, 0],
        [1, 1],
        [2, 2],
      ],
      [0, 1],
    ),
    emptyMesh,
  );
  assert.deepEqual(prism([], [0, 1]), emptyMesh);
});
