import assert from "node:assert/strict";
import type { Point } from "../../../src/model/geometry/vector.ts";
import type { Mesh, Vector } from "../../../src/model/solids/mesh.ts";
import { crossProduct, difference } from "../../../src/model/solids/mesh.ts";

const dot = ([ax, ay, az]: Vector, [bx, by, bz]: Vector): number => ax * bx + ay * by + az * bz;

const vectorAt = (numbers: Float32Array, corner: number): Vector => [
  numbers[corner * 3] ?? Number.NaN,
  numbers[corner * 3 + 1] ?? Number.NaN,
  numbers[corner * 3 + 2] ?? Number.NaN,
];

/** A triangle by its corners' positions and normals. */
interface Triangle {
  readonly corners: readonly [Vector, Vector, Vector];
  readonly normals: readonly [Vector, Vector, Vector];
}

/** All triangles of a mesh. */
const trianglesOf = ({ positions, normals, indices }: Mesh): readonly Triangle[] =>
  Array.from({ length: indices.length / 3 }, (_, at) => {
    const [a = -1, b = -1, c = -1] = indices.slice(at * 3, at * 3 + 3);
    return {
      corners: [vectorAt(positions, a), vectorAt(positions, b), vectorAt(positions, c)],
      normals: [vectorAt(normals, a), vectorAt(normals, b), vectorAt(normals, c)],
    };
  });

/** The number of triangles of a mesh. */
export const triangleCount = ({ indices }: Mesh): number => indices.length / 3;

/** The volume inside a closed mesh in cubic metres; negative if its triangles face inwards. */
export const volumeOf = (mesh: Mesh): number =>
  trianglesOf(mesh).reduce(
    (volume, { corners: [a, b, c] }) => volume + dot(a, crossProduct(b, c)) / 6,
    0,
  );

/** The lowest and highest values along the axes. */
export const boundsOf = (meshes: readonly Mesh[]): readonly [low: Vector, high: Vector] => {
  const corners = meshes.flatMap(({ positions }) =>
    Array.from({ length: positions.length / 3 }, (_, corner) => vectorAt(positions, corner)),
  );
  const along = (axis: 0 | 1 | 2, of: (a: number, b: number) => number): number =>
    corners.map((corner) => corner[axis]).reduce((one, other) => of(one, other));
  return [
    [along(0, Math.min), along(1, Math.min), along(2, Math.min)],
    [along(0, Math.max), along(1, Math.max), along(2, Math.max)],
  ];
};

/** Twice the area in square metres below which a triangle is degenerate: a tenth by a hundredth of a millimetre. */
const leastArea = 1e-9;

/** Fails unless a mesh has real triangles only, whose unit normals point to the side from which they run counter-clockwise. */
export const assertSound = (mesh: Mesh, what: string): void => {
  assert.equal(mesh.positions.length, mesh.normals.length, what);
  assert.equal(mesh.indices.length % 3, 0, what);
  for (const { corners, normals } of trianglesOf(mesh)) {
    const [a, b, c] = corners;
    const fail = (is: string): never =>
      assert.fail(`${what}: the triangle ${JSON.stringify(corners)} ${is}`);
    if (![...corners, ...normals].flat().every(Number.isFinite)) fail("is not of numbers");
    const across = crossProduct(difference(a, b), difference(a, c));
    if (Math.hypot(...across) < leastArea) fail("has no area");
    for (const normal of normals) {
      if (Math.abs(Math.hypot(...normal) - 1) > 1e-3) fail("has a normal that is no unit vector");
      if (!(dot(across, normal) > 0)) fail("has a normal on its inner side");
    }
  }
};

/** Fails unless each edge of a mesh belongs to as many triangles one way as the other, so that nothing shows through. */
export const assertWatertight = (mesh: Mesh, what: string): void => {
  const ways = new Map<string, number>();
  const nameOf = (corner: Vector): string => corner.map((value) => Math.fround(value) + 0).join();
  for (const { corners } of trianglesOf(mesh))
    corners.forEach((corner, at) => {
      const [from, to] = [nameOf(corner), nameOf(corners[(at + 1) % 3] ?? corner)];
      const [edge, way] = from < to ? [`${from} to ${to}`, 1] : [`${to} to ${from}`, -1];
      ways.set(edge, (ways.get(edge) ?? 0) + way);
    });
  const open = [...ways].filter(([, sum]) => sum !== 0).map(([edge]) => edge);
  assert.deepEqual(open, [], `${what} is closed`);
};

/** The highest `y` of meshes above or below a place in the plan, in metres; undefined if nothing is there. */
export const topAt = (meshes: readonly Mesh[], [x, z]: Point): number | undefined => {
  const heights = meshes.flatMap(trianglesOf).flatMap(({ corners: [a, b, c] }) => {
    const area = (b[0] - a[0]) * (c[2] - a[2]) - (b[2] - a[2]) * (c[0] - a[0]);
    if (Math.abs(area) < leastArea) return [];
    const ofB = ((x - a[0]) * (c[2] - a[2]) - (z - a[2]) * (c[0] - a[0])) / area;
    const ofC = ((b[0] - a[0]) * (z - a[2]) - (b[2] - a[2]) * (x - a[0])) / area;
    const ofA = 1 - ofB - ofC;
    return Math.min(ofA, ofB, ofC) < 0 ? [] : [ofA * a[1] + ofB * b[1] + ofC * c[1]];
  });
  return heights.length === 0 ? undefined : Math.max(...heights);
};
