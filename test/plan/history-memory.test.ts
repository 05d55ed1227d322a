import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import { Chunk, chunkBytes, Difference } from "../../src/plan/text/chunk.ts";
import {
  decide,
  emptyState,
  evolve,
  historyLength,
  type PlanState,
  type Save,
  supersede,
} from "../../src/plan/state.ts";
import { bytesInUse } from "../server/bytes-in-use.ts";
import { type Random, seededRandom } from "../support/random.ts";
import { eventually } from "../support/polling.ts";
import { readPatchText } from "./changes/read-patch-text.ts";
import { readDraft, textOfPlan } from "./drafts.ts";

const rooms = 300;

const roomText = (number: number, name: string): string =>
  `{"id":"r-${number}","name":"${name}","polygon":[[0,0],[4,0],[4,3],[0,3]]}`;

const firstPlan = `{"rooms":[${Array.from({ length: rooms }, (_, at) => roomText(at, "Küche")).join()}]}`;

/** The state after a save, which tells the plan before of it. */
const saved = (state: PlanState, content: Save["content"]): PlanState => {
  const decided = decide(state, { content, guard: undefined }, new Date());
  assert(isRight(decided));
  const next = evolve(state, decided.right);
  state.current?.superseded(decided.right);
  return next;
};

/** The state after one change of a room in each revision. */
const edited = (edits: number): PlanState => {
  let state = saved(emptyState, readDraft(firstPlan));
  for (let edit = 0; edit < edits; edit += 1) {
    const change = `{"op":"replace","path":"/rooms/0/name","value":"Bad ${edit}"}`;
    state = saved(state, readPatchText(`[${change}]`));
  }
  return state;
};

test("HOMES-181: an earlier plan keeps of an edited part of the plan what differs from the next one", async () => {
  const many = 40;
  const before = bytesInUse();
  const states = Array.from({ length: many }, () => edited(historyLength));
  const plans = many * firstPlan.length;
  // What is collected is not freed at once.
  await eventually(async () => {
    const each = (bytesInUse() - before - plans) / many / historyLength;
    // A whole part would be more; Node.js gives small buffers out of larger ones, which others keep alive.
    return each < (3 * chunkBytes) / 4
      ? { seen: each }
      : { not: `${each} bytes of buffers are kept of each earlier plan` };
  }, 5000);
  const [state] = states;
  assert(state !== undefined);
  const names = state.history.map((plan) => /"name":"(.*?)"/.exec(textOfPlan(plan))?.[1]);
  assert.deepEqual(names, [
    "Küche",
    ...Array.from({ length: historyLength - 1 }, (_, edit) => `Bad ${edit}`),
  ]);
});

/** A change of a plan with so many rooms; each may stay the only one of its revision. */
const randomChange = (random: Random, count: number, edit: number): string => {
  const path = `/rooms/${random.below(count)}`;
  const value = roomText(rooms + edit, "Ö".repeat(random.below(60)));
  return random.pick([
    `{"op":"add","path":"${path}","value":${value}}`,
    `{"op":"remove","path":"${path}"}`,
    `{"op":"move","from":"${path}","path":"/rooms/0"}`,
    `{"op":"replace","path":"${path}","value":${value}}`,
  ]);
};

test("HOMES-181, HIST-6: whatever is edited, every earlier plan is told byte for byte", (t: TestContext) => {
  const random = seededRandom(t);
  let state = saved(emptyState, readDraft(firstPlan));
  const texts = new Map<number, string>();
  for (let edit = 0; edit < 3 * historyLength; edit += 1) {
    const { current } = state;
    assert(current !== undefined);
    texts.set(current.rev, textOfPlan(current));
    const content =
      random.below(10) === 0
        ? readDraft(textOfPlan(state.history[0] ?? current))
        : readPatchText(`[${randomChange(random, current.rooms, edit)}]`);
    state = saved(state, content);
    // As after a jump: those that know of the next plan are told again.
    if (random.below(10) === 0) supersede(state);
    for (const plan of state.history) assert.equal(textOfPlan(plan), texts.get(plan.rev));
  }
});

test("HOMES-181: a difference is what is between the bytes that both texts have", () => {
  const like = { text: Buffer.from(",ää,bb,cc,dd") };
  const between = (text: string): string | undefined => {
    const difference = Difference.of(Buffer.from(text), like);
    if (difference !== undefined) assert.equal(difference.make().toString(), text);
    return difference?.between;
  };
  assert.equal(between(",ää,bb,cc,dd"), "");
  assert.equal(between(",ää,xb,cc,dd"), "x");
  assert.equal(between(",ää,bb,bb,cc,dd"), "bb,");
  assert.equal(between(",ää,cc,dd"), "");
  assert.equal(between(",something else"), undefined);
});

test("HOMES-181: two parts that differ from each other do not both keep the difference", () => {
  const [one, other] = ["one", "two"].map(
    (name) => new Chunk(Buffer.from(`,${name}${"x".repeat(99)}`), 1),
  );
  assert(one !== undefined && other !== undefined);
  one.keepDifference(other);
  other.keepDifference(one);
  assert.deepEqual(
    [one, other].map(({ text }) => text.toString("utf8", 1, 4)),
    ["one", "two"],
  );
});
