import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import { firstProblem } from "../../src/model/codec.ts";
import { type Draft, draftCodec } from "../../src/plan/draft.ts";
import { StoredPlan } from "../../src/plan/stored-plan.ts";
import { readPlan } from "../../src/plan/read-plan.ts";
import { textOfDraft } from "../../src/plan/text/draft-text.ts";
import { type Random, seededRandom } from "../support/random.ts";
import { runAtOnce } from "../../src/plan/raw-json/json-cursor.ts";
import { planSizes, samplePlan } from "../support/plans.ts";
import { textOf } from "./raw-json/plan-readers.ts";

const limits = { planBytes: 16 * 1024 * 1024, planDepth: 128 };
const now = new Date(0);

/** What the codec makes of a plan's text, which a message holds amid other things. */
const decode = (text: string, within = limits) => {
  const message = Buffer.from(`{"plan": ${text},"id":1}`);
  const read = runAtOnce(readPlan(within)(message, '{"plan": '.length));
  assert(read !== undefined, "the text is JSON");
  assert.equal(read.end, message.length - ',"id":1}'.length);
  return draftCodec.decode(read.value);
};

const draftOf = (plan: unknown, within = limits): Draft => {
  const decoded = decode(JSON.stringify(plan), within);
  assert(isRight(decoded), isLeft(decoded) ? firstProblem(decoded.left) : "");
  return decoded.right;
};

const problemOf = (plan: unknown, within = limits): string =>
  problemOfText(JSON.stringify(plan), within);

const problemOfText = (text: string, within = limits): string => {
  const decoded = decode(text, within);
  assert(isLeft(decoded), "the plan is refused");
  return firstProblem(decoded.left);
};

/** The text of a plan once it is stored as revision 7. */
const storedText = (plan: unknown): string =>
  Buffer.concat(StoredPlan.saved(draftOf(plan), 7, now).json).toString();

/** A random value as JSON holds it. */
const randomValue = (random: Random, depth: number): unknown => {
  const many = random.below(4);
  const inner = (): unknown => randomValue(random, depth - 1);
  const keys = ["rev", "a b", "__proto__", "constructor", "🪑", "", "rooms2", "\ud800"] as const;
  switch (random.below(depth > 0 ? 6 : 4)) {
    case 0:
      return random.pick([null, true, false]);
    case 1:
      return random.pick([0, -1, 1e300, 5e-324, 0.1, 2 ** 53 - 1, random.below(1e9) / 1000]);
    case 2:
      return random.pick(["", "Küche", '\u0000\u2028"\\', "🏠", "\udfff", "NaN"]);
    case 3:
      return random.pick([[], {}]);
    case 4:
      return Array.from({ length: many }, inner);
    default:
      return Object.fromEntries(Array.from({ length: many }, () => [random.pick(keys), inner()]));
  }
};

/** A random plan as it comes out of a message, so that `__proto__` is a key like any other. */
const randomPlan = (random: Random): object => {
  const entries = Array.from({ length: random.below(8) }, (_, each) => [
    random.pick(["rev", "__proto__", "name", `field${each}`]),
    randomValue(random, 4),
  ]);
  const plan: unknown = JSON.parse(JSON.stringify(Object.fromEntries(entries)));
  assert(typeof plan === "object" && plan !== null);
  return plan;
};

test("SAVE-5: whatever is in a plan is stored as it came, except for its rev", (t: TestContext) => {
  const random = seededRandom(t);
  for (let time = 0; time < 2000; time += 1) {
    const plan = randomPlan(random);
    const rest = JSON.stringify(
      Object.fromEntries(Object.entries(plan).filter(([key]) => key !== "rev")),
    );
    const expected = rest === "{}" ? '{"rev":7}' : rest.replace("{", '{"rev":7,');
    assert.equal(storedText(plan), expected);
  }
});

test("SAVE-5: the sample plans are stored as they came", () => {
  for (const size of planSizes) {
    const plan = samplePlan(size, 1);
    assert.deepEqual(JSON.parse(storedText(plan)), { ...plan, rev: 7 });
  }
});

test("SAVE-6: the lists of a plan must be arrays where they are present", () => {
  for (const list of ["rooms", "levels", "furniture", "devices", "sensors", "texts"]) {
    for (const wrong of [{}, "", 0, true])
      assert.equal(problemOf({ [list]: wrong }), `${list}: expected array`);
    assert.equal(storedText({ [list]: [1, null] }), `{"rev":7,"${list}":[1,null]}`);
  }
  assert.equal(storedText({}), '{"rev":7}');
});

test("SAVE-6: backgrounds are an object of objects whose url, where present, is a string", () => {
  for (const wrong of [[], "", 0, false])
    assert.match(problemOf({ backgrounds: wrong }), /^backgrounds: expected object$/);
  assert.equal(problemOf({ backgrounds: { 0: [] } }), "backgrounds.0: expected object");
  assert.equal(problemOf({ backgrounds: { 0: { url: 1 } } }), "backgrounds.0.url: expected string");
  const second = { ground: { url: "/a.svg", opacity: 0.5 }, first: { url: false } };
  assert.equal(problemOf({ backgrounds: second }), "backgrounds.first.url: expected string");
  draftOf({ backgrounds: { ground: { url: "/a.svg", opacity: 0.5 }, first: {} } });
});

test("PLAN-6: a null in a documented field counts as absent and is stored as it came", () => {
  const nulls = { rooms: null, levels: null, furniture: null, devices: null, sensors: null };
  const plans: readonly object[] = [
    { ...nulls, texts: null, backgrounds: null },
    { backgrounds: { ground: null, first: { url: null }, second: { url: "/a.svg" } } },
  ];
  for (const plan of plans) {
    const draft = draftOf(plan);
    assert.deepEqual(textOfDraft(draft).counts, { rooms: 0, items: 0 });
    assert.equal(textOf(draft), JSON.stringify(plan));
  }
});

test("SAVE-7: a plan may have exactly plan-bytes, however many bytes its characters take", () => {
  const plan = { name: "Küche 🏠", rev: 123_456_789 };
  const bytes = Buffer.byteLength('{"name":"Küche 🏠"}');
  draftOf(plan, { ...limits, planBytes: bytes });
  assert.equal(
    problemOf(plan, { ...limits, planBytes: bytes - 1 }),
    `${bytes} bytes as JSON, more than plan-bytes, ${bytes - 1}`,
  );
});

test("SAVE-7: a plan may be nested exactly plan-depth deep, in lists and objects", () => {
  const nested = (levels: number, inner: unknown): unknown =>
    levels === 0 ? inner : nested(levels - 1, levels % 2 === 0 ? [inner] : { a: inner });
  const within = { ...limits, planDepth: 6 };
  draftOf({ a: nested(5, 1) }, within);
  for (const innermost of [[], {}])
    assert.match(
      problemOf({ a: nested(5, innermost) }, within),
      /nested deeper than plan-depth, 6 levels$/,
    );
  draftOf({ a: nested(4, []) }, within);
});

test("SAVE-8: a number beyond a double is refused with its path", () => {
  const plan = (number: string): string => `{"rooms":[{"points":[[0,${number}]]}]}`;
  for (const number of ["1e999", "-1e999", "1e309", "9".repeat(309)])
    assert.equal(problemOfText(plan(number)), "rooms.0.points.0.1: number out of range");
  const largest = `-${"9".repeat(308)}`;
  for (const number of ["1e308", "-1.7976931348623157e308", "5e-324", "1e-999", "0e999", largest])
    assert(isRight(decode(plan(number))), number);
});

test("HIST-3: a draft counts its rooms and its items", () => {
  const counted = draftOf({
    rooms: [1, 2, 3],
    levels: [1],
    furniture: [1],
    devices: [1, 2],
    sensors: [1, 2, 3, 4],
    texts: [1, 2, 3, 4, 5, 6, 7, 8],
    others: [1],
  });
  assert.deepEqual(textOfDraft(counted).counts, { rooms: 3, items: 15 });
  assert.deepEqual(textOfDraft(draftOf({ levels: [1] })).counts, { rooms: 0, items: 0 });
});
