import assert from "node:assert/strict";
import { test } from "node:test";
import { demoPlan } from "../../samples/index.ts";
import { deepEqual, isList, isObject } from "../../../src/model/json.ts";
import type { PlanData } from "../../../src/model/elements/entities.ts";
import { merge } from "../../../src/model/merge/merge.ts";
import { isResolved, takeTheirs } from "../../../src/model/merge/take-theirs.ts";
import { seededRandom } from "../../support/random.ts";
import { edits, somePlan } from "./plan-edits.ts";
import { facts } from "./plan-facts.ts";

const rounds = 300;

test("MERGE-1: a side that changed nothing takes over what the other did", (t) => {
  const random = seededRandom(t);
  for (let round = 0; round < rounds; round += 1) {
    const base = somePlan(random);
    const other = edits(random, base, 1 + random.below(6));
    assert.deepEqual(merge(base, other, base), { plan: other, conflicts: [] });
    assert.deepEqual(merge(base, base, other), { plan: other, conflicts: [] });
    assert.deepEqual(merge(base, other, other), { plan: other, conflicts: [] });
  }
});

test("MERGE-2: every edit of either side is in the merged plan or in a conflict", (t) => {
  const random = seededRandom(t);
  let overlaps = 0;
  for (let round = 0; round < rounds; round += 1) {
    const base = somePlan(random);
    const mine = edits(random, base, 1 + random.below(6));
    const theirs = edits(random, base, 1 + random.below(6));
    const { plan, conflicts } = merge(base, mine, theirs);
    overlaps += conflicts.length;
    const [old, result] = [facts(base), facts(plan)];
    const disputed = new Set(
      conflicts.flatMap(({ id, parts = [] }) => [
        id,
        ...parts.map(({ subject, key }) => `${subject}/${key}`),
      ]),
    );
    for (const side of [mine, theirs]) {
      const own = facts(side);
      for (const fact of new Set([...old.keys(), ...own.keys()])) {
        const value = own.get(fact);
        // Without an id a key names the content, so only what still has it can be compared.
        if (deepEqual(old.get(fact), value) || fact.includes("/~")) continue;
        const [list, key, field] = fact.split("/");
        if (disputed.has(`${list}/${key}`) || disputed.has(`plan/${list}`)) continue;
        // Where both gave an id to one element, its other edits are found under the stored one.
        if (key?.startsWith("given-") === true && !result.has(`${list}/${key}/id`)) {
          const isKept = [...result].some(
            ([name, each]) =>
              name.startsWith(`${list}/`) && name.endsWith(`/${field}`) && deepEqual(each, value),
          );
          assert(field === "id" || isKept || conflicts.length > 0, `${fact} of round ${round}`);
          continue;
        }
        if (deepEqual(result.get(fact), value)) continue;
        assert.equal(result.get(fact), value, `${fact} of round ${round}`);
      }
    }
  }
  assert(overlaps > 0, "some edits overlap");
});

test("MERGE-2: when each conflict is decided for theirs, nothing is left to choose", (t) => {
  const random = seededRandom(t);
  for (let round = 0; round < rounds; round += 1) {
    const base = somePlan(random);
    const mine = edits(random, base, 1 + random.below(6));
    const theirs = edits(random, base, 1 + random.below(6));
    const { plan, conflicts } = merge(base, mine, theirs);
    let chosen = plan;
    for (const conflict of conflicts) {
      chosen = takeTheirs(chosen, conflict, theirs);
      assert(isResolved(chosen, conflict), `${conflict.id} of round ${round}`);
    }
  }
});

test("MERGE-8: a plan of 5,400 items is merged item by item", () => {
  const base: PlanData = JSON.parse(JSON.stringify(demoPlan("office")));
  const change = (at: number, fields: object): PlanData => {
    const plan: PlanData = JSON.parse(JSON.stringify(base));
    const furniture = plan["furniture"];
    assert(isList(furniture));
    const item = furniture[at];
    assert(isObject(item));
    return { ...plan, furniture: furniture.toSpliced(at, 1, { ...item, ...fields }) };
  };
  const { plan, conflicts } = merge(base, change(7, { x: 1 }), change(9, { z: 2 }));
  assert.deepEqual(conflicts, []);
  const expected = change(7, { x: 1 })["furniture"];
  assert(isList(expected));
  const moved = expected[9];
  assert(isObject(moved));
  assert.deepEqual(plan, { ...base, furniture: expected.toSpliced(9, 1, { ...moved, z: 2 }) });
});
