import assert from "node:assert/strict";
import type { PlanData } from "../../../src/model/elements/entities.ts";
import { choicesIn, type Conflict } from "../../../src/model/merge/conflict.ts";
import { merge } from "../../../src/model/merge/merge.ts";
import { answered } from "./room-plans.ts";

/** What comes of both sides without a conflict, whosever is called mine. */
export const mergedInPeace = (base: PlanData, mine: PlanData, theirs: PlanData): PlanData => {
  const [merged, mirror] = [merge(base, mine, theirs), merge(base, theirs, mine)];
  assert.deepEqual([merged.conflicts, mirror.conflicts], [[], []]);
  assert.deepEqual(mirror.plan, merged.plan);
  assert.deepEqual(merge(base, merged.plan, theirs).plan, merged.plan, "merged again");
  return merged.plan;
};

/** The things of each choice. */
export const choicesOf = (conflicts: readonly Conflict[]): readonly (readonly string[])[] =>
  choicesIn(conflicts).map((each) => each.map(({ id }) => id).toSorted());

/** Expects one choice about these; answered for a side it gives that side's plan. */
export const expectOneChoice = (
  base: PlanData,
  mine: PlanData,
  theirs: PlanData,
  things: readonly string[],
): void => {
  for (const [own, other] of [
    [mine, theirs],
    [theirs, mine],
  ] as const) {
    const { plan, conflicts } = merge(base, own, other);
    assert.deepEqual(choicesOf(conflicts), [things]);
    assert.deepEqual(plan, own, "mine until it is chosen");
    assert.deepEqual(answered(plan, conflicts, other, ["theirs"]), other);
  }
};
