import assert from "node:assert/strict";
import { test } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import { change } from "../plan/raw-json/change-plans.ts";
import { isJson, limits, open, planOf, textOf } from "../plan/raw-json/plan-readers.ts";
import { told, verdictOn } from "../plan/raw-json/plan-oracle.ts";
import { smallPlans } from "../plan/raw-json/small-plans.ts";
import type { Draft, Problem } from "../../src/plan/draft.ts";
import type { PlanLimits } from "../../src/plan/read-plan.ts";
import { decide, emptyState, type PlanState, stateOf } from "../../src/plan/state.ts";
import { StoredPlan } from "../../src/plan/stored-plan.ts";
import { type Random, randomOf, seededRandom } from "../support/random.ts";
import { randomCases, scaled } from "./scale.ts";

/** Case seeds that once found a bug; each is tried again for good. */
const onceFailed: readonly number[] = [];

type Surrounding = readonly [string, string];

/** What stands in front of a plan in its frame, and behind it. */
const surroundings: readonly [Surrounding, ...Surrounding[]] = [
  ['{"plan":', "}"],
  ['{"plan": \n', " \t}\r\n"],
  ['{"id":1,"type":"floorplan/plan/save","plan":', ',"rev":7}'],
  ['{"x":[1e999,{"plan":2}],"plan":3,"pl\\u0061n":', ',"y":"é"}'],
  ['[{"plan":', '},{"plan":{"rooms":[1e9]}}]'],
  [`{"x":"${"x".repeat(500)}","plan":`, "}"],
];

/** Frames come out of larger buffers, at any place. */
const frameOf = (text: string, random: Random): Buffer => {
  const before = random.below(9);
  const bytes = Buffer.from(`${'"'.repeat(before)}${text}${'"]}'.repeat(random.below(3))}`);
  return bytes.subarray(before, before + Buffer.byteLength(text));
};

/** The state in which a plan is stored; the empty one if it is refused. */
const stateWith = (text: string): PlanState => {
  const plan = planOf(open(Buffer.from(`{"plan":${text}}`))?.[0]);
  return "members" in plan ? stateOf([StoredPlan.saved(plan, 6, new Date(0))]) : emptyState;
};

/** Compares a draft with what the rules say of its text, stored alone and in the place of the plan that it was changed from. */
const compareDraft = (draft: Draft, text: string, within: PlanLimits, before: string): void => {
  const verdict = verdictOn(text, within);
  assert.equal([...verdict.types, ...verdict.troubles, ...verdict.sizes].join(), "");
  const compact = textOf(draft);
  assert.equal(compact, verdict.compact);
  assert.equal(draft.bytes, Buffer.byteLength(compact));
  const plan = StoredPlan.saved(draft, 7, new Date(0));
  assert.equal(plan.rooms, verdict.rooms);
  assert.equal(plan.items, verdict.items);
  const stored = Buffer.concat(plan.json).toString();
  assert.equal(stored, compact === "{}" ? '{"rev":7}' : `{"rev":7,${compact.slice(1)}`);
  const state = stateWith(before);
  const decided = decide(state, { content: draft, guard: undefined }, new Date(0));
  assert(isRight(decided));
  assert.equal(Buffer.concat(decided.right.text.json(7)).toString(), stored);
  assert.deepEqual(decided.right.text.counts, plan.text.counts);
  const submitted: unknown = JSON.parse(text);
  assert(typeof submitted === "object");
  const { rev: _theirs, ...expected } = { ...submitted, rev: 7 };
  const { rev, ...others } = { rev: 0, ...Object(JSON.parse(stored)) };
  assert.equal(rev, 7);
  assert.equal(JSON.stringify(others), JSON.stringify(expected));
};

/** Compares what is told of a refused plan with what the rules say of its text. */
const compareProblem = ({ path, what }: Problem, text: string, within: PlanLimits): void => {
  const { types, troubles, sizes } = verdictOn(text, within);
  const first = [types, troubles.slice(0, 1), sizes].find((some) => some.length > 0) ?? [];
  assert(first.includes(told(path, what)), `${told(path, what)}, and not one of ${first.join()}`);
};

type Outcome = "no JSON" | "JSON" | "refused" | "stored";

/** A plan that is changed as the case's seed says. */
const tryCase = (plans: readonly string[], seed: number): readonly [Outcome, readonly string[]] => {
  const random = randomOf(seed);
  const before = plans[random.below(plans.length)] ?? "";
  const { names, text } = change(before, random);
  try {
    return [judge(text, random, before), names];
  } catch (error) {
    const shown = JSON.stringify(text);
    throw new Error(`case ${seed} fails: put it into onceFailed: ${shown}`, { cause: error });
  }
};

const judge = (text: string, random: Random, before: string): Outcome => {
  const [ahead, behind] = random.pick(surroundings);
  const size = Buffer.byteLength(text);
  const within: PlanLimits = {
    planBytes: random.below(6) > 0 ? limits.planBytes : size - random.below(12),
    planDepth: random.pick([128, 128, 128, 7, 5, 3, 1]),
  };
  const isText = isJson(text);
  if (random.below(8) === 0) {
    assert.equal(open(frameOf(text, random), within) !== undefined, isText);
    return isText ? "JSON" : "no JSON";
  }
  const frame = `${ahead}${text}${behind}`;
  const opened = open(frameOf(frame, random), within);
  assert.equal(opened !== undefined, isText || isJson(frame));
  if (opened === undefined || !isText) return "no JSON";
  const plan = planOf(opened[0]);
  if ("members" in plan) compareDraft(plan, text, within, before);
  else compareProblem(plan, text, within);
  return "members" in plan ? "stored" : "refused";
};

/** The same plans for the same seed. */
const plansOf = (seed: number): readonly string[] => smallPlans(randomOf(seed), 200);

for (const seed of onceFailed)
  test(`SAVE-17: case ${seed}, which once failed, is judged as by JSON.parse`, () => {
    tryCase(plansOf(1), seed);
  });

test("SAVE-5, SAVE-6, SAVE-7, SAVE-8, SAVE-17, PLAN-6: however a plan is changed, it is taken exactly where JSON.parse and the rules take it, kept token by token, and else its problem is told", (t) => {
  const random = seededRandom(t);
  const plans = plansOf(1);
  const outcomes = new Map<string, number>();
  const seen = new Map<string, number>();
  const count = (of: Map<string, number>, name: string): void =>
    void of.set(name, (of.get(name) ?? 0) + 1);
  for (let cases = randomCases(6000, 200_000); cases > 0; cases -= 1) {
    const [outcome, names] = tryCase(plans, random.below(2 ** 32));
    count(outcomes, outcome);
    for (const name of names) count(seen, `${name}, ${outcome}`);
  }
  t.diagnostic(JSON.stringify([...outcomes, ...seen]));
  for (const outcome of ["no JSON", "refused", "stored"])
    assert((outcomes.get(outcome) ?? 0) > scaled(600, 2000), `some are ${outcome}`);
});
