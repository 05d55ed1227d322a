import assert from "node:assert/strict";
import { test } from "node:test";
import { isLeft } from "fp-ts/lib/Either.js";
import { distance, type Point } from "../../../src/model/geometry/vector.ts";
import { spreadOf } from "../../../src/model/trackers/covariance.ts";
import { openFloor } from "../../../src/model/trackers/floor.ts";
import { type Range, trilaterate } from "../../../src/model/trackers/trilateration.ts";
import { seededRandom } from "../../support/random.ts";
import { floor } from "./fusion/simulated-home.ts";

const receivers: readonly Point[] = [
  [0.2, 0.2],
  [4.8, 3.8],
  [8.8, 0.2],
  [0.2, 6.8],
  [8.8, 3.8],
];

const rangesTo = (place: Point, length: (metres: number, at: number) => number): readonly Range[] =>
  receivers.map((at, index) => ({
    at,
    height: undefined,
    metres: length(distance(at, place), index),
  }));

const found = (ranges: readonly Range[], on = openFloor) => {
  const place = trilaterate(ranges, on);
  assert(!isLeft(place), JSON.stringify(place));
  return place.right;
};

test("POS-36: exact distances give the place, one that is wrong moves it little, and heights are taken off", () => {
  const place: Point = [3, 2];
  const exact = found(rangesTo(place, (metres) => metres));
  assert(distance(exact.place, place) < 0.02, exact.place.join());
  // A body in between.
  const wrong = found(rangesTo(place, (metres, at) => (at === 2 ? metres * 2 : metres)));
  assert(distance(wrong.place, place) < 1, wrong.place.join());
  const high = rangesTo(place, (metres) => Math.hypot(metres, 1.4));
  const below = found(high.map(({ at, metres }) => ({ at, metres, height: 2.4 })));
  assert(distance(below.place, place) < 0.02, below.place.join());
});

test("POS-36: with a fifth of noise and walls that lengthen distances, the place is within the ellipse that is told", (t) => {
  const random = seededRandom(t);
  let [sum, without, within] = [0, 0, 0];
  const many = 200;
  for (let round = 0; round < many; round += 1) {
    const place: Point = [0.5 + random.below(80) / 10, 0.5 + random.below(30) / 10];
    const ranges = receivers.map((at): Range => {
      const noise = 1 + ((random.below(1000) + random.below(1000)) / 1000 - 1) * 0.35;
      return {
        at,
        height: undefined,
        metres: distance(at, place) * noise + floor.wallsBetween(at, place),
      };
    });
    const told = found(ranges, floor);
    const off = distance(told.place, place);
    sum += off;
    without += distance(found(ranges).place, place);
    if (off < 2.5 * spreadOf(told.covariance).along) within += 1;
  }
  const [mean, plain] = [sum / many, without / many];
  t.diagnostic(
    `${mean.toFixed(2)} m off on average, ${plain.toFixed(2)} without walls, ${within} of ${many} within`,
  );
  assert(mean < 1 && mean < plain, `${mean} m, ${plain} without walls`);
  assert(within > 0.9 * many, `${within} within the ellipse`);
});

test("POS-36: too few distances, and those that contradict each other, give no place; a row of receivers gives an unsure one", () => {
  const two = rangesTo([3, 2], (metres) => metres).slice(0, 2);
  assert.deepEqual(trilaterate(two, openFloor), {
    _tag: "Left",
    left: { problem: "few-distances", value: 2 },
  });
  const torn = trilaterate(
    rangesTo([3, 2], () => 0.3),
    openFloor,
  );
  assert(isLeft(torn) && torn.left.problem === "no-place", JSON.stringify(torn));
  const row = [0, 3, 6].map((x): Range => ({
    at: [x, 0],
    height: undefined,
    metres: distance([x, 0], [2, 3]),
  }));
  const { along, angle } = spreadOf(found(row).covariance);
  assert(along > 2.5 && Math.abs(angle - 90) < 10, `${along} m along ${angle}`);
});
