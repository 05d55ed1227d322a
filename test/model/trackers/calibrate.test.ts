import assert from "node:assert/strict";
import { test } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import type { Point } from "../../../src/model/geometry/vector.ts";
import {
  adviceOn,
  mostPairs,
  pairsIn,
  residualsCm,
  rotationTowards,
} from "../../../src/model/trackers/calibrate.ts";
import { poseMatrix } from "../../../src/model/trackers/pose.ts";
import { bestFit, fitSimilarity, mapped } from "../../../src/model/trackers/similarity.ts";

/** A vacuum's millimetres, whose second axis points up. */
const pairAt = (x: number, z: number) =>
  ({ source: [25500 + x * 1000, 25500 - z * 1000], plan: [x, z] }) as const;

const [dock, door, sofa] = [pairAt(1, 1), pairAt(5, 1), pairAt(3, 4)];

test("POS-20: each pair has its error in centimetres, also where all of them are too poor to use", () => {
  const off = { ...sofa, plan: [3, 10] } as const;
  const pairs = [dock, door, off];
  assert(!isRight(fitSimilarity(pairs)), "too poor");
  const best = bestFit(pairs);
  assert(isRight(best), "but there is a best one");
  const errors = residualsCm(best.right, pairs);
  assert.deepEqual(
    errors.map((each) => Math.round(each)),
    [Math.round(errors[0] ?? 0), Math.round(errors[0] ?? 0), Math.round(best.right.worstCm)],
  );
  assert.equal(best.right.worst, 2);
  const written = { points: [{ source: [1, 2], plan: [3, 4] }, { source: "x" }, 7] };
  assert.deepEqual(pairsIn(written), [{ source: [1, 2], plan: [3, 4] }]);
});

test("POS-21: a source that did not move, and pairs beyond the most, are told", () => {
  assert.equal(adviceOn([dock], dock, undefined).kind, "unmoved");
  const near = { source: [dock.source[0] + 50, dock.source[1]], plan: [4, 4] } as const;
  assert.equal(adviceOn([dock], near, undefined).kind, "fine", "nobody knows the scale yet");
  assert.equal(adviceOn([dock, door], near, undefined).kind, "unmoved", "5 cm");
  const many = Array.from({ length: mostPairs }, (_, at) => pairAt(at, at * at));
  assert.equal(adviceOn(many, sofa, undefined).kind, "full");
});

test("POS-22: a pair that contradicts the others by more than a metre may be of a map that was made anew", () => {
  const pairs = [dock, door];
  assert.equal(adviceOn(pairs, sofa, undefined).kind, "fine");
  const turned = { ...sofa, source: [sofa.source[1], sofa.source[0] - 1000] } as const;
  const advice = adviceOn(pairs, turned, undefined);
  assert(advice.kind === "disagrees" && advice.metres > 1, JSON.stringify(advice));
  // Two pairs are taken as mirrored; the third shows that they are not.
  const upright = [dock, door, sofa].map(({ plan }) => ({ plan, source: plan }));
  const [one, two, three] = upright;
  assert(one && two && three, "three pairs");
  assert.equal(
    adviceOn([one, two], three, undefined).kind,
    "fine",
    "mirrored, and not another map",
  );
});

test("POS-23: where a sensor looks follows from where one of its targets stands", () => {
  const from: Point = [2, 3];
  for (const isMirrored of [false, true])
    for (const rotation of [0, 37, 180, 290]) {
      const pose = { x: 2, z: 3, rotation, mirrored: isMirrored };
      const target: Point = [0.8, 2.5];
      const stands = mapped(poseMatrix(pose), target);
      const found = rotationTowards(from, stands, target, isMirrored);
      assert(Math.abs(found - rotation) < 0.001, `${found} in place of ${rotation}`);
    }
});
