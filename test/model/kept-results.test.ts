import assert from "node:assert/strict";
import { test } from "node:test";
import { keptResults } from "../../src/model/kept-results.ts";
import { seededRandom } from "../support/random.ts";

void test("results are those of the list's own elements, and only what is new or moved is asked for again", (t) => {
  const random = seededRandom(t);
  let asked = 0;
  const results = keptResults((element: { readonly name: number }) => {
    asked += 1;
    return { of: element };
  });
  let names = 0;
  const make = (): { readonly name: number } => ({ name: (names += 1) });
  let list = Array.from({ length: 40 }, make);
  results(list);
  for (let round = 0; round < 300; round += 1) {
    const at = random.below(list.length + 1);
    const change = random.pick(["replace", "add", "remove", "swap"]);
    const before = new Set(list);
    if (change === "replace") list = list.toSpliced(at, 1, make());
    else if (change === "add") list = list.toSpliced(at, 0, make());
    else if (change === "remove") list = list.toSpliced(at, 1);
    else list = [...list.slice(at), ...list.slice(0, at)];
    asked = 0;
    const found = results(list);
    assert.deepEqual(
      found.map(({ of }) => of),
      list,
    );
    const fresh = list.filter((element) => !before.has(element)).length;
    if (change !== "swap") assert.equal(asked, fresh, change);
    assert.equal(results(list), found);
  }
});
