import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import type { PlanData } from "../../../src/model/elements/entities.ts";
import { deepEqual } from "../../../src/model/json.ts";
import { type Conflict, merge, type Merged } from "../../../src/model/merge/merge.ts";
import { takeTheirs } from "../../../src/model/merge/take-theirs.ts";
import { scaled } from "../../campaign/scale.ts";
import { seededRandom } from "../../support/random.ts";
import { edits, somePlan } from "./plan-edits.ts";
import { missingEdits, sorted } from "./plan-facts.ts";

interface Round extends Merged {
  readonly base: PlanData;
  readonly mine: PlanData;
  readonly theirs: PlanData;
  readonly name: string;
}

/** Merges of generated edits of plans in which everything has an id, so that each edit can be told. */
const rounds = (t: TestContext, count: number): readonly Round[] => {
  const random = seededRandom(t);
  return Array.from({ length: count }, (_none, at) => {
    const base = somePlan(random, 0);
    const mine = edits(random, base, 1 + random.below(6));
    const theirs = edits(random, base, 1 + random.below(6));
    return { base, mine, theirs, ...merge(base, mine, theirs), name: `round ${at}` };
  });
};

const takeAll = (plan: PlanData, conflicts: readonly Conflict[], theirs: PlanData): PlanData =>
  conflicts.reduce((chosen, conflict) => takeTheirs(chosen, conflict, theirs), plan);

test("MERGE-12: with every conflict decided for one side, the plan has every edit of that side", (t) => {
  let contested = 0;
  for (const { base, mine, theirs, plan, conflicts, name } of rounds(t, scaled(100, 300))) {
    contested += conflicts.length;
    assert.deepEqual(missingEdits(base, mine, plan), [], `mine in ${name}`);
    const chosen = takeAll(plan, conflicts, theirs);
    assert.deepEqual(missingEdits(base, theirs, chosen), [], `theirs in ${name}`);
  }
  assert(contested > 0, "some edits overlap");
});

test("MERGE-12: it makes no difference to the plan whose side is called mine", (t) => {
  for (const { base, mine, theirs, plan, conflicts, name } of rounds(t, scaled(100, 300))) {
    const mirror = merge(base, theirs, mine);
    const ids = (all: readonly Conflict[]): readonly string[] => all.map(({ id }) => id).toSorted();
    assert.deepEqual(ids(mirror.conflicts), ids(conflicts), name);
    assert.deepEqual(sorted(takeAll(plan, conflicts, theirs)), sorted(mirror.plan), name);
  }
});

test("MERGE-12: merging again what was merged changes nothing", (t) => {
  const peaceful = rounds(t, scaled(100, 300)).filter(({ conflicts }) => conflicts.length === 0);
  for (const { base, theirs, plan, name } of peaceful) {
    const again = merge(base, plan, theirs);
    assert.deepEqual(again.conflicts, [], name);
    assert(deepEqual(again.plan, plan), name);
  }
  assert(peaceful.length > 0, "some edits do not overlap");
});
