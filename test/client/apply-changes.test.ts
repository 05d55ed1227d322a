import assert from "node:assert/strict";
import { test } from "node:test";
import { applyChanges } from "../../src/client/apply-changes.ts";
import { type Json, type JsonObject, listIn } from "../../src/model/json.ts";
import { randomCases } from "../campaign/scale.ts";
import { doOnMarked } from "../plan/changes/library-oracle.ts";
import { randomOperation, randomPlan } from "../plan/changes/random-changes.ts";
import { seededRandom } from "../support/random.ts";

const copyOf = (value: unknown): JsonObject => JSON.parse(JSON.stringify(value));

const planAfter = (plan: JsonObject, ...changes: readonly Json[]): JsonObject => {
  const applied = applyChanges(plan, changes);
  return "plan" in applied ? applied.plan : assert.fail(applied.refusal);
};

const refusalOf = (plan: JsonObject, ...changes: readonly Json[]): string => {
  const applied = applyChanges(plan, changes);
  return "refusal" in applied ? applied.refusal : assert.fail(JSON.stringify(applied.plan));
};

test("API-12: random changes make the plan that another library makes of them; what they do not reach stays the same object", (t) => {
  const random = seededRandom(t);
  let [made, refused] = [0, 0];
  for (let round = randomCases(300, 20_000); round > 0; round -= 1) {
    let plan = copyOf(randomPlan(random));
    for (let count = 0; count < 8; count += 1) {
      const operation = randomOperation(random, plan);
      if (operation === undefined) continue;
      const text = JSON.stringify(plan);
      const isOdd = /"(?:constructor|__proto__)"/.test(text + JSON.stringify(operation));
      const expected = copyOf(plan);
      const isMade = doOnMarked(expected, structuredClone(operation));
      // Where the library cannot tell.
      if (isMade === undefined) break;
      const applied = applyChanges(plan, [copyOf(operation)]);
      assert.equal(JSON.stringify(plan), text, "the plan before stays as it was");
      if ("refusal" in applied) {
        assert(isOdd || !isMade, `${applied.refusal}: ${JSON.stringify(operation)} of ${text}`);
        refused += 1;
        break;
      }
      made += 1;
      assert.equal(JSON.stringify(applied.plan), JSON.stringify(expected), text);
      const reached = new Set(
        [operation.path, "from" in operation ? operation.from : ""].map((path) =>
          path.split("/")[1]?.replaceAll("~1", "/").replaceAll("~0", "~"),
        ),
      );
      for (const key of Object.keys(plan))
        if (!reached.has(key)) assert.equal(applied.plan[key], plan[key], key);
      plan = copyOf(applied.plan);
    }
  }
  t.diagnostic(`${made} were made, ${refused} refused`);
  assert(made > refused);
});

test("API-12: only what lies on the way to a change is copied", () => {
  const plan: JsonObject = { rooms: [{ id: "a", points: [[0, 0]] }, { id: "b" }], texts: [{}] };
  const before = JSON.stringify(plan);
  const after = planAfter(plan, { op: "replace", path: "/rooms/1/id", value: "c" });
  assert.equal(JSON.stringify(after), before.replace('"b"', '"c"'));
  assert.equal(JSON.stringify(plan), before);
  assert.equal(after["texts"], plan["texts"]);
  assert.equal(listIn(after["rooms"])[0], listIn(plan["rooms"])[0]);
});

const place = /^changes\.0: there is no such place$/;

test("API-13: what has no place in the plan is not made, whatever a library would make of it", () => {
  const plan: JsonObject = { rooms: [{ id: "a" }, { id: "b" }], note: "x", nothing: null };
  const changes: readonly JsonObject[] = [
    { op: "replace", path: "/none", value: 1 },
    { op: "replace", path: "/rooms/2", value: 1 },
    { op: "replace", path: "/rooms/-", value: 1 },
    { op: "remove", path: "/none" },
    { op: "remove", path: "" },
    { op: "remove", path: "/rooms/01" },
    { op: "remove", path: "/rooms/1x" },
    { op: "remove", path: "/rooms/length" },
    { op: "remove", path: "/toString" },
    { op: "add", path: "/rooms/3", value: 1 },
    { op: "add", path: "/rooms/-1", value: 1 },
    { op: "add", path: "/none/x", value: 1 },
    { op: "add", path: "/note/x", value: 1 },
    { op: "add", path: "/nothing/x", value: 1 },
    { op: "add", path: "/valueOf/x", value: 1 },
    { op: "add", path: "/x" },
    { op: "add", path: "x", value: 1 },
    { op: "add", path: "/~2", value: 1 },
    { op: "add", path: 1, value: 1 },
    { op: "move", from: "/none", path: "/x" },
    { op: "move", from: "/rooms", path: "/rooms/0" },
    { op: "move", from: "/rooms/0", path: "/rooms/2" },
    { op: "move", path: "/x" },
    { op: "copy", from: "/rooms/2", path: "/x" },
    { op: "test", path: "/none", value: 1 },
    { op: "grow", path: "/note", value: 1 },
    { path: "/note", value: 1 },
  ];
  for (const change of changes)
    assert.match(refusalOf(plan, change), place, JSON.stringify(change));
  assert.equal(refusalOf(plan, null), "changes.0: expected object");
  const removed = { op: "remove", path: "/note" };
  assert.equal(refusalOf(plan, removed, removed), "changes.1: there is no such place");
  const other = { op: "test", path: "/note", value: "y" };
  assert.equal(refusalOf(plan, other), "changes.0: the value there is another one");
  assert.match(refusalOf(plan, { op: "replace", path: "", value: [] }), /changes\.0: plan/);
});

test("API-13: a member with the name of what every object has is changed rightly or not at all", () => {
  const odd: JsonObject = JSON.parse(
    '{"a":{"constructor":{"b":1},"c":1},"d":{"__proto__":{"e":1}}}',
  );
  const text = JSON.stringify(odd);
  const value = { polluted: true };
  for (const change of [
    { op: "remove", path: "/a/c" },
    { op: "replace", path: "/a/constructor/b", value: 2 },
    { op: "add", path: "/d/__proto__", value },
    { op: "add", path: "/d/__proto__/polluted", value },
    { op: "add", path: "/constructor/prototype/polluted", value },
  ])
    assert.match(refusalOf(odd, change), place, change.path);
  assert.equal(JSON.stringify(odd), text);
  assert.equal(Reflect.get({}, "polluted"), undefined);
  const after = planAfter(odd, { op: "add", path: "/d/f", value: 1 });
  assert.equal(JSON.stringify(after["d"]), '{"__proto__":{"e":1},"f":1}');
});

test("API-14: objects are the same for a test whatever the order of their members, and a move onto itself is one", () => {
  const plan: JsonObject = { a: { x: 1, y: [2] }, b: 1 };
  const same = { op: "test", path: "/a", value: { y: [2], x: 1 } };
  assert.equal(planAfter(plan, same), plan);
  assert.deepEqual(planAfter(plan, { op: "move", from: "/a", path: "/a" }), plan);
  assert.equal(planAfter(plan, { op: "move", from: "", path: "" }), plan);
  assert.deepEqual(planAfter(plan, { op: "copy", from: "/a/y/0", path: "/a/y/-" })["a"], {
    x: 1,
    y: [2, 2],
  });
});
