import assert from "node:assert/strict";
import { test } from "node:test";
import { isLeft } from "fp-ts/lib/Either.js";
import { distance, type Point } from "../../../src/model/geometry/vector.ts";
import {
  type Fit,
  fitSimilarity,
  mapped,
  type Matrix,
  type PointPair,
  turnedBy,
} from "../../../src/model/trackers/similarity.ts";
import { type Random, seededRandom } from "../../support/random.ts";

const fitOf = (pairs: readonly PointPair[], isMirrored?: boolean): Fit => {
  const fit = fitSimilarity(pairs, isMirrored);
  assert(!isLeft(fit), JSON.stringify(fit));
  return fit.right;
};

const problemOf = (pairs: readonly PointPair[], isMirrored?: boolean): unknown => {
  const fit = fitSimilarity(pairs, isMirrored);
  return isLeft(fit) ? fit.left : fit.right;
};

const between = (random: Random, from: number, to: number): number =>
  from + ((to - from) * random.below(1e6)) / 1e6;

/** Any map that turns, scales, moves and mirrors or not. */
const anySimilarity = (random: Random, isMirrored: boolean): Matrix => {
  const angle = between(random, 0, 2 * Math.PI);
  const scale = random.pick([0.001, 0.01, 1, 2.5]);
  const [cos, sin] = [scale * Math.cos(angle), scale * Math.sin(angle)];
  const sign = isMirrored ? -1 : 1;
  return [cos, sin, -sign * sin, sign * cos, between(random, -50, 50), between(random, -50, 50)];
};

test("POS-2: pairs of points give the map that turned, scaled, moved and mirrored them", (t) => {
  const random = seededRandom(t);
  for (let run = 0; run < 500; run += 1) {
    const isMirrored = random.below(2) === 1;
    const matrix = anySimilarity(random, isMirrored);
    const metres = Math.hypot(matrix[0], matrix[1]);
    // Far from the source's origin, as a vacuum counts.
    const at: Point = [between(random, -3e4, 3e4), between(random, -3e4, 3e4)];
    const sources: readonly Point[] = [
      [at[0], at[1]],
      [at[0] + 4 / metres, at[1] + 1 / metres],
      [at[0] - 1 / metres, at[1] + 3 / metres],
    ];
    const count = 2 + random.below(2);
    const pairs = sources
      .slice(0, count)
      .map((source) => ({ source, plan: mapped(matrix, source) }));
    const fit = fitOf(pairs, count === 2 ? isMirrored : undefined);
    assert.equal(fit.isMirrored, isMirrored);
    assert(fit.errorCm < 0.001, `${fit.errorCm} cm`);
    assert(Math.abs(fit.metresPerUnit / metres - 1) < 1e-6);
    const elsewhere: Point = [at[0] + 7 / metres, at[1] - 5 / metres];
    const apart = distance(mapped(fit.matrix, elsewhere), mapped(matrix, elsewhere));
    assert(apart < 0.001, `${apart} m`);
  }
});

test("POS-2: with inexact points the map is off by about what it tells, and names the worst pair", (t) => {
  const random = seededRandom(t);
  for (let run = 0; run < 200; run += 1) {
    const matrix = anySimilarity(random, random.below(2) === 1);
    const metres = Math.hypot(matrix[0], matrix[1]);
    const corners: readonly Point[] = [
      [0, 0],
      [6, 0],
      [6, 4],
      [0, 4],
      [3, 2],
    ];
    const pairs = corners.map(([u, v]): PointPair => {
      const source: Point = [u / metres, v / metres];
      const [x, z] = mapped(matrix, source);
      return { source, plan: [x + between(random, -0.05, 0.05), z + between(random, -0.05, 0.05)] };
    });
    const fit = fitOf(pairs);
    const errors = pairs.map(
      ({ source, plan }) => 100 * distance(mapped(fit.matrix, source), plan),
    );
    assert(Math.abs(fit.worstCm - Math.max(...errors)) < 1e-6);
    assert.equal(fit.worst, errors.indexOf(Math.max(...errors)));
    // Least squares: no larger than the noise, whose corner is 7.1 cm away.
    assert(fit.errorCm > 0 && fit.errorCm < 7.1, `${fit.errorCm} cm`);
    // No neighbouring map fits better.
    const [a, b, c, d, e, f] = fit.matrix;
    const sum = (one: Matrix): number =>
      pairs.reduce((all, { source, plan }) => all + distance(mapped(one, source), plan) ** 2, 0);
    for (const step of [0.001, -0.001]) {
      assert(sum([a, b, c, d, e + step, f]) > sum(fit.matrix));
      assert(sum([a, b, c, d, e, f + step]) > sum(fit.matrix));
      const grown = 1 + step;
      assert(sum([a * grown, b * grown, c * grown, d * grown, e, f]) > sum(fit.matrix));
    }
  }
});

test("POS-2: of two points nobody can tell whether they are mirrored: by default they are", () => {
  const pairs: readonly PointPair[] = [
    { source: [25500, 25500], plan: [3.4, 1.1] },
    { source: [28000, 25500], plan: [5.9, 1.1] },
  ];
  // A metre up in the source: up on the plan, where z points down, or down.
  const above: Point = [25500, 26500];
  const [x, z] = mapped(fitOf(pairs).matrix, above);
  assert.deepEqual([x.toFixed(3), z.toFixed(3)], ["3.400", "0.100"]);
  const [, plain] = mapped(fitOf(pairs, false).matrix, above);
  assert.equal(plain.toFixed(3), "2.100");
});

test("POS-2: pairs that give no usable map say which of the reasons it is", () => {
  const pair = (source: Point, plan: Point): PointPair => ({ source, plan });
  const origin = pair([0, 0], [0, 0]);
  assert.deepEqual(problemOf([]), { problem: "few-points" });
  assert.deepEqual(problemOf([origin]), { problem: "few-points" });
  const same = { problem: "same-points" };
  assert.deepEqual(problemOf([origin, origin]), same);
  assert.deepEqual(problemOf([origin, pair([0, 0], [3, 0])]), same);
  assert.deepEqual(problemOf([origin, pair([3000, 0], [0.002, 0])]), same);
  assert.deepEqual(problemOf([origin, pair([300, 0], [0.3, 0])]), { problem: "too-close" });
  const line = [origin, pair([1000, 0], [1, 0]), pair([4000, 10], [4, 0.01])];
  assert.deepEqual(problemOf(line), { problem: "one-line" });
  assert.equal(fitOf(line, false).isMirrored, false);
  assert.equal(fitOf(line, true).isMirrored, true);
  // By hand: Σ|q|² − (A² + B²) / Σ|p|² = 51.33 − 663.1 / 21.33, a third of which is 6.75 m².
  const contradicting = [origin, pair([4000, 0], [4, 0]), pair([0, 4000], [9, 4])];
  assert.deepEqual(problemOf(contradicting), { problem: "poor-fit", value: 260 });
});

test("POS-2: a heading turns with the map", () => {
  // The source's first axis is right, its second up.
  const upward: Matrix = [1, 0, 0, -1, 0, 0];
  assert.deepEqual(
    [0, 90, 180, 270, -90].map((degrees) => turnedBy(upward, degrees)),
    [0, 270, 180, 90, 90],
  );
  // A quarter turn clockwise, a hundredth of the size.
  const turned: Matrix = [0, 0.01, -0.01, 0, 5, 5];
  assert.deepEqual(
    [0, 90, 300].map((degrees) => turnedBy(turned, degrees)),
    [90, 180, 30],
  );
});
