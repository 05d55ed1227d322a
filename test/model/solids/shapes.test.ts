import assert from "node:assert/strict";
import { test } from "node:test";
import {
  type Axis,
  emptyMesh,
  type Mesh,
  merged,
  moved,
  stretched,
  turnedAbout,
  type Vector,
} from "../../../src/model/solids/mesh.ts";
import { mergedParts } from "../../../src/model/solids/material.ts";
import { box, cylinder, lathe, softBox, sphere } from "../../../src/model/solids/shapes.ts";
import { seededRandom } from "../../support/random.ts";
import { assertSound, assertWatertight, boundsOf, triangleCount, volumeOf } from "./mesh-checks.ts";

const assertClose = (actual: number, expected: number, what: string): void =>
  assert(Math.abs(actual - expected) <= 1e-4 * Math.max(1, expected), `${what}: ${actual}`);

const assertBounds = (mesh: Mesh, low: Vector, high: Vector, what: string): void => {
  const [actualLow, actualHigh] = boundsOf([mesh]);
  [0, 1, 2].forEach((axis) => {
    assertClose(actualLow[axis] ?? 9, low[axis] ?? 0, `${what}, low`);
    assertClose(actualHigh[axis] ?? 9, high[axis] ?? 0, `${what}, high`);
  });
};

const assertBody = (mesh: Mesh, volume: number, what: string): void => {
  assertSound(mesh, what);
  assertWatertight(mesh, what);
  assertClose(volumeOf(mesh), volume, `${what}, volume`);
};

/** The area of a regular polygon in a circle. */
const areaIn = (r: number, sides: number): number =>
  (sides * r * r * Math.sin((2 * Math.PI) / sides)) / 2;

test("BODY-1: a box is closed, faces outwards and has its volume", () => {
  const mesh = box([1, 2, 3], [2, 4, 6]);
  assertBody(mesh, 6, "box");
  assertBounds(mesh, [1, 2, 3], [2, 4, 6], "box");
  assert.equal(triangleCount(mesh), 12);
});

test("BODY-1: a box with its edges cut off is closed and as large as the box", () => {
  const mesh = softBox([0, 0, 0], [1, 1, 1], 0.1);
  // Cut off: 12 prisms along the edges, less the triple corners.
  assertSound(mesh, "soft box");
  assertWatertight(mesh, "soft box");
  assertBounds(mesh, [0, 0, 0], [1, 1, 1], "soft box");
  // A cube of 0.8, six plates of 0.1 on it, twelve half prisms between these, and eight corners of a sixth each.
  assertClose(volumeOf(mesh), 0.512 + 6 * 0.064 + 12 * 0.004 + 8 / 6000, "soft box, volume");
  assert.equal(triangleCount(mesh), 44);
});

test("BODY-1: a cylinder runs between its ends along any direction, and a cone to its tip", (t) => {
  const random = seededRandom(t);
  const number = (): number => random.below(2001) / 1000 - 1;
  for (let count = 0; count < 100; count += 1) {
    const [from, to]: readonly [Vector, Vector] = [
      [number(), number(), number()],
      [number(), number() + 3, number()],
    ];
    const [low, high] = count % 2 === 0 ? [from, to] : [to, from];
    const length = Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
    assertBody(cylinder(low, high, { r: 0.3 }), areaIn(0.3, 12) * length, "cylinder");
    const cone = cylinder(low, high, { r: 0.3, rTo: 0, sides: 8 });
    assertBody(cone, (areaIn(0.3, 8) * length) / 3, "cone");
  }
  assertBounds(cylinder([0, 1, 0], [0, 3, 0], { r: 0.5 }), [-0.5, 1, -0.5], [0.5, 3, 0.5], "up");
  assertBounds(cylinder([0, 3, 0], [0, 1, 0], { r: 0.5 }), [-0.5, 1, -0.5], [0.5, 3, 0.5], "down");
});

test("BODY-1: a sphere and an ellipsoid are closed and nearly have their volume", () => {
  const mesh = sphere([1, 1, 1], [1, 2, 3], 64);
  assertSound(mesh, "ellipsoid");
  assertWatertight(mesh, "ellipsoid");
  assertBounds(mesh, [0, -1, -2], [2, 3, 4], "ellipsoid");
  const whole = (4 / 3) * Math.PI * 6;
  assert(volumeOf(mesh) > whole * 0.99 && volumeOf(mesh) < whole);
});

test("BODY-1: a body of rotation may be hollow, or a ring", () => {
  const bowl = lathe(
    [
      [0, 0],
      [1, 0],
      [1, 1],
      [0.8, 1],
      [0.8, 0.2],
      [0, 0.2],
    ],
    { sides: 20 },
  );
  assertBody(bowl, areaIn(1, 20) - areaIn(0.8, 20) * 0.8, "bowl");
  const ring = lathe(
    [
      [0.5, 0],
      [1, 0],
      [1, 1],
      [0.5, 1],
      [0.5, 0],
    ],
    { sides: 20 },
  );
  assertBody(ring, areaIn(1, 20) - areaIn(0.5, 20), "ring");
  const curved = lathe(
    [
      [0, 0],
      [1, 0.2],
      [1, 0.8],
      [0, 1],
    ],
    { isCurved: true },
  );
  assertSound(curved, "curved");
  assertWatertight(curved, "curved");
});

test("BODY-1: what is moved, turned, stretched, mirrored or merged stays closed and keeps its volume", (t) => {
  const random = seededRandom(t);
  const start = merged([box([0, 0, 0], [1, 2, 3]), sphere([5, 5, 5], 1)]);
  const volume = volumeOf(start);
  for (let count = 0; count < 50; count += 1) {
    const turned = turnedAbout(start, random.pick<Axis>(["x", "y", "z"]), random.below(360));
    const mesh = moved(stretched(turned, [2, -0.5, 1.5]), [1, -2, 3]);
    assertBody(mesh, volume * 1.5, "moved");
  }
});

test("BODY-1: a turn runs counter-clockwise as seen from where its axis points", () => {
  const along: readonly (readonly [Axis, Mesh, Vector])[] = [
    ["x", box([0, 0, 0], [1, 2, 1]), [0, 0, 2]],
    ["y", box([0, 0, 0], [1, 1, 2]), [2, 0, 0]],
    ["z", box([0, 0, 0], [2, 1, 1]), [0, 2, 0]],
  ];
  for (const [axis, mesh, [x, y, z]] of along) {
    const [low, high] = boundsOf([turnedAbout(mesh, axis, 90)]);
    for (const [index, value] of [x, y, z].entries())
      if (value > 0) {
        assertClose(low[index] ?? 9, 0, axis);
        assertClose(high[index] ?? 9, value, axis);
      }
  }
});

test("BODY-1: what would be thinner than a tenth of a millimetre has no triangles", () => {
  const none = [
    box([0, 0, 0], [1, 0, 1]),
    box([0, 0, 0], [1, -1, 1]),
    softBox([0, 0, 0], [1, 1, 0.00005], 0.1),
    cylinder([0, 0, 0], [0, 0, 0], { r: 1 }),
    cylinder([0, 0, 0], [0, 1, 0], { r: 0 }),
    sphere([0, 0, 0], [1, 0, 1]),
  ];
  assert.deepEqual(
    none,
    none.map(() => emptyMesh),
  );
});

test("BODY-1: parts of one material become one mesh", () => {
  const [one, other] = [box([0, 0, 0], [1, 1, 1]), box([2, 0, 0], [3, 1, 1])];
  const parts = mergedParts([
    { mesh: one, material: "wood" },
    { mesh: one, material: "metal" },
    { mesh: emptyMesh, material: "glass" },
    { mesh: other, material: "wood" },
  ]);
  assert.deepEqual(
    parts.map(({ material, mesh }) => [material, Math.round(volumeOf(mesh) * 1e4) / 1e4]),
    [
      ["wood", 2],
      ["metal", 1],
    ],
  );
});
