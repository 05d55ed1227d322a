import assert from "node:assert/strict";
import { test } from "node:test";
import type { Point, Wall } from "../../../src/model/geometry/vector.ts";
import { Floor } from "../../../src/model/trackers/floor.ts";
import { seededRandom } from "../../support/random.ts";

test("MESH-10, POS-32: of many walls and doors, a way crosses those walls that have no door within 30 cm of it", (t) => {
  const random = seededRandom(t);
  const upright = (x: number, from: number, to: number): Wall => ({ from: [x, from], to: [x, to] });
  for (let round = 0; round < 200; round += 1) {
    const xs = Array.from({ length: 40 }, (_, at) => at + 1);
    const walls = xs.map((x) => upright(x, 0, 10));
    const starts = new Map(xs.map((x) => [x, random.below(90) / 10]));
    // Rooms that share a wall are often drawn a little apart.
    const aside = random.pick([0, 0.25, 0.4]);
    const doors = [...starts].map(([x, start]) => upright(x + aside, start, start + 1));
    // Between two steps of the doors, so that nothing is just as far as the bound.
    const z = random.below(100) / 10 + 0.05;
    const end = random.below(42) + 0.5;
    const [from, to]: readonly [Point, Point] = [
      [0.5, z],
      [end, z],
    ];
    const crossed = xs.filter((x) => {
      const start = starts.get(x) ?? 0;
      return x < end && Math.hypot(aside, Math.max(0, start - z, z - start - 1)) > 0.3;
    });
    const floor = new Floor(walls, doors, []);
    assert.equal(floor.wallsBetween(from, to), crossed.length, `${z} to ${end}`);
    assert.equal(floor.wallOnWay(from, to)?.[0], crossed[0], `${z} to ${end}`);
  }
});
