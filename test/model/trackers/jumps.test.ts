import assert from "node:assert/strict";
import { test } from "node:test";
import type { Point } from "../../../src/model/geometry/vector.ts";
import { Jumps } from "../../../src/model/trackers/jumps.ts";
import type { Located } from "../../../src/model/trackers/locate.ts";
import { isTarget, readTracker, targetsOfTrackers } from "../../../src/model/trackers/tracker.ts";

const sources = [1, 2].map((each) => ({ x: `sensor.x_${each}`, y: `sensor.y_${each}` }));
const radar = { id: "r", pose: { x: 0, z: 0, rotation: 0 }, targets: sources };
const [one, other] = targetsOfTrackers([readTracker(radar)]).filter(isTarget);
assert(one && other, "two targets");

const at = (place: Point, accuracy?: number): Located => ({
  kind: "located",
  place,
  level: undefined,
  source: place,
  heading: undefined,
  accuracy,
  room: undefined,
  map: undefined,
  dock: undefined,
  path: undefined,
});

test("POS-35: a target that is elsewhere again and again is a problem, until it has not jumped for a minute", () => {
  const jumps = new Jumps();
  const kinds = [0, 1, 2, 3].map((second) =>
    jumps.see(one, at([second % 2 === 0 ? 0 : 20, 0]), second),
  );
  assert.deepEqual(
    kinds.map(({ kind }) => kind),
    ["located", "located", "located", "problem"],
    "once may be somebody else",
  );
  assert.deepEqual(kinds[3], { kind: "problem", problem: "jumps", value: 20, source: [20, 0] });
  assert.equal(jumps.see(one, at([20, 0]), 3).kind, "problem", "nothing new");
  assert.equal(jumps.see(one, at([21, 0]), 40).kind, "problem", "not for long enough");
  assert.equal(jumps.see(one, at([22, 0]), 62).kind, "located");
});

test("POS-35: who walks, is only roughly known, was away, or got another number, has not jumped", () => {
  const jumps = new Jumps();
  const [near, far]: readonly [Point, Point] = [
    [0, 0],
    [20, 0],
  ];
  for (let second = 0; second < 20; second += 1) {
    const even = second % 2 === 0;
    const [first, then]: readonly [Point, Point] = even ? [near, far] : [far, near];
    assert.equal(jumps.see(one, at(first), second).kind, "located", "swapped");
    assert.equal(jumps.see(other, at(then), second).kind, "located", "swapped");
  }
  const rough = new Jumps();
  for (let second = 0; second < 10; second += 1)
    assert.equal(rough.see(one, at([(second % 2) * 20, 0], 5), second).kind, "located", "20 m ± 5");
  const away = new Jumps();
  for (let second = 0; second < 10; second += 1) {
    assert.equal(away.see(one, at([second * 30, 0]), second).kind, "located");
    away.see(one, { kind: "absent" }, second);
  }
});
