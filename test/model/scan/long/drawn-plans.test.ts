import { test } from "node:test";
import { randomOf, seededRandom } from "../../../support/random.ts";
import { ofMany } from "../../../support/timeouts.ts";
import { assertWallsFound } from "../searched-plans.ts";

test(
  "SCAN-1, SCAN-2: of twenty drawn plans, at least 85 % of the walls are found within 5 cm, at most 10 % too much, and most openings",
  ofMany,
  (t) => {
    const seed = 1789;
    t.diagnostic(`seed ${seed}`);
    assertWallsFound(t, randomOf(seed));
  },
);

test("SCAN-1, SCAN-2: the same holds for twenty plans that nobody has seen before", ofMany, (t) => {
  assertWallsFound(t, seededRandom(t));
});
