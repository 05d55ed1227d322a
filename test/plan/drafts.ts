import assert from "node:assert/strict";
import { isLeft } from "fp-ts/lib/Either.js";
import { type Draft, SubmittedPlan } from "../../src/plan/draft.ts";
import { runAtOnce } from "../../src/plan/raw-json/json-cursor.ts";
import { readPlan } from "../../src/plan/read-plan.ts";
import type { PlanState } from "../../src/plan/state.ts";
import { type StoredPlan, summarize } from "../../src/plan/stored-plan.ts";

const limits = { planBytes: Infinity, planDepth: 128 };

/** The draft of a plan that must be accepted, whose text is all of its message. */
export const readDraft = (text: string): Draft => {
  const message = Buffer.from(text);
  const read = runAtOnce(readPlan(limits)(message, 0));
  assert(read?.value instanceof SubmittedPlan, "the text is JSON");
  assert.equal(read.end, message.length);
  const { draft } = read.value;
  if (isLeft(draft)) assert.fail(`${draft.left.path.join(".")}: ${draft.left.what}`);
  return draft.right;
};

/** The text of a list of so many elements. */
export const listOf = (count: number): string =>
  `[${Array.from({ length: count }, () => 0).join()}]`;

/** A revision's plan as text. */
export const textOfPlan = ({ json }: StoredPlan): string => Buffer.concat(json).toString();

/** All that a revision is to everybody who reads it. */
export const contentOfPlan = (plan: StoredPlan) => ({
  ...summarize(plan),
  by: plan.by,
  text: textOfPlan(plan),
});

/** The same of all that is kept. */
export const contentOfState = ({ current, history }: PlanState) => ({
  current: current && contentOfPlan(current),
  history: history.map(contentOfPlan),
});
