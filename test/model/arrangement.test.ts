import assert from "node:assert/strict";
import { test } from "node:test";
import { longestIncreasing } from "../../src/model/arrangement.ts";
import { seededRandom } from "../support/random.ts";

/** The length of the longest rising part, by trying all. */
const longest = (numbers: readonly number[], above = -1): number => {
  const [first, ...rest] = numbers;
  if (first === undefined) return 0;
  const without = longest(rest, above);
  return first > above ? Math.max(without, 1 + longest(rest, first)) : without;
};

test("DRAW-12: of things that change their order, as few are moved as can be", (t) => {
  const random = seededRandom(t);
  for (let round = 0; round < 200; round += 1) {
    const numbers = Array.from({ length: random.below(10) }, (_, at) => ({
      at,
      by: random.below(99),
    }))
      .toSorted((one, other) => one.by - other.by)
      .map(({ at }) => at);
    const kept = [...longestIncreasing(numbers)]
      .toSorted((one, other) => one - other)
      .map((at) => numbers[at]);
    assert.deepEqual(
      kept,
      kept.toSorted((one = 0, other = 0) => one - other),
      numbers.join(),
    );
    assert.equal(kept.length, longest(numbers), numbers.join());
  }
  assert.deepEqual(
    [...longestIncreasing([1, 2, 3, 0])].length,
    3,
    "the last goes to the front alone",
  );
});
