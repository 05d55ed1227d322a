import assert from "node:assert/strict";
import { test } from "node:test";
import { isInside } from "../../../src/model/geometry/polygon.ts";
import {
  cross,
  lengthOf,
  minus,
  nearestOn,
  plus,
  type Point,
  type Wall,
  wallsOf,
} from "../../../src/model/geometry/vector.ts";
import { visibleFrom } from "../../../src/model/geometry/visibility.ts";
import { WallGrid } from "../../../src/model/geometry/wall-grid.ts";
import { seededRandom } from "../../support/random.ts";

/** Whether two lines cross, by the sides on which their ends lie. */
const doCross = (one: Wall, other: Wall): boolean => {
  const side = ({ from, to }: Wall, point: Point): number =>
    Math.sign(cross(minus(to, from), minus(point, from)));
  return (
    side(one, other.from) !== side(one, other.to) && side(other, one.from) !== side(other, one.to)
  );
};

test("LIVE-16: a point is lit if and only if nothing stands between it and the lamp, wherever walls stand and cross", (t) => {
  const random = seededRandom(t);
  const reach = 4;
  const metres = (): number => (random.below(10_000) / 10_000) * 10 - 5;
  let [lit, dark] = [0, 0];
  for (let plan = 0; plan < 300; plan += 1) {
    const walls = Array.from({ length: random.below(12) }, (): Wall => {
      const from: Point = [metres(), metres()];
      // Many walls of plans are straight, and many meet.
      const to: Point = random.below(2) === 0 ? [from[0], metres()] : [metres(), from[1]];
      return { from, to: random.below(3) === 0 ? [metres(), metres()] : to };
    });
    const eye: Point = [metres() / 2, metres() / 2];
    if (walls.some((wall) => nearestOn(wall, eye).away < 0.02)) continue;
    const seen = visibleFrom(eye, walls, reach);
    assert.equal(
      visibleFrom(eye, new WallGrid(walls).near(eye, reach), reach).length,
      seen.length,
      "nothing near is left out",
    );
    const area = seen.map((point) => plus(point, eye));
    for (let trial = 0; trial < 40; trial += 1) {
      const point: Point = [eye[0] + metres() * 0.79, eye[1] + metres() * 0.79];
      const ray = { from: eye, to: point };
      // At the edges of shadows and of walls, which are closed by some millimetres, either answer holds.
      const isClear = (wall: Wall): boolean => nearestOn(wall, point).away > 0.02;
      const isOfEdge = (edge: Point): boolean =>
        nearestOn({ from: eye, to: plus(eye, minus(point, eye)) }, edge).away < 0.03;
      if (!walls.every(isClear) || walls.some(({ from, to }) => isOfEdge(from) || isOfEdge(to)))
        continue;
      const isLit = !walls.some((wall) => lengthOf(wall) > 0 && doCross(ray, wall));
      assert.equal(isInside(point, area), isLit, JSON.stringify({ eye, point, walls }));
      if (isLit) lit += 1;
      else dark += 1;
    }
  }
  assert(lit > 1000 && dark > 1000, `${lit} lit, ${dark} dark`);
});

test("LIVE-16: no light passes where walls meet, nor from a lamp within a wall", () => {
  const room: readonly Point[] = [
    [0, 0],
    [3, 0],
    [3, 2],
    [0, 2],
  ];
  const area = visibleFrom([1, 1], wallsOf(room), 10);
  for (const [x, z] of area) assert(Math.abs(x - 0.5) <= 1.51 && Math.abs(z) <= 1.01, `${x} ${z}`);
  assert.deepEqual(visibleFrom([1, 0], wallsOf(room), 10), []);
});
