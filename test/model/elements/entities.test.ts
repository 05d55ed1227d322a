import assert from "node:assert/strict";
import { test } from "node:test";
import { demoPlan } from "../../samples/index.ts";
import {
  entitiesOf,
  findEntity,
  newId,
  type PlanData,
  shareStructure,
} from "../../../src/model/elements/entities.ts";
import { deepEqual, isList, type JsonObject } from "../../../src/model/json.ts";
import { seededRandom } from "../../support/random.ts";

const lamp = { type: "lamp", x: 1, z: 1 };

test("MERGE-10: keys are ids where there are some, and are unique and steady where not", () => {
  const furniture = [{ id: "a" }, { id: 1 }, { id: "a" }, null, lamp, { ...lamp }, { id: "a#2" }];
  const keys = entitiesOf({ furniture }, "furniture").map(({ key }) => key);
  assert.equal(new Set(keys).size, 6);
  assert.deepEqual(keys.slice(0, 3), ["a", "1", "a#2"]);
  const later = { furniture: [{ z: 1, x: 1, type: "lamp" }, { id: "a" }] };
  const [first] = entitiesOf(later, "furniture");
  assert.equal(first?.key, keys[3], "the order of fields and elements is of no account");
  assert.deepEqual(findEntity(later, "furniture", "a")?.index, 1);
  assert.deepEqual(entitiesOf({ furniture: 5 }, "furniture"), []);
});

test("MERGE-10: a new id is one that no element of the plan has", () => {
  const plan: PlanData = { furniture: [lamp] };
  const id = newId(plan, "furniture");
  assert.match(id, /^item_[0-9a-z]{8}$/);
  assert.notEqual(newId(plan, "furniture"), id);
});

test("MERGE-8: a field that is undefined counts as missing, wherever it is", () => {
  const values: readonly (readonly [PlanData, PlanData, boolean])[] = [
    [{ a: 1, b: undefined }, { a: 1, c: 2 }, false],
    [{ a: 1, c: 2 }, { a: 1, b: undefined }, false],
    [{ a: 1, b: undefined }, { c: undefined, a: 1 }, true],
    [{ a: 1 }, { a: 1, b: undefined, c: undefined }, true],
    [{ a: 1, b: undefined }, { a: 1, b: null }, false],
    [{ a: [1, { b: 2 }] }, { a: [1, { b: 3 }] }, false],
  ];
  for (const [one, other, expected] of values) assert.equal(deepEqual(one, other), expected);
});

test("MERGE-8: a plan that comes again shares every element that did not change", () => {
  const old: PlanData = JSON.parse(JSON.stringify(demoPlan("office")));
  assert.equal(shareStructure(old, structuredClone(old)), old);
  const { furniture } = old;
  assert(isList(furniture));
  const next: PlanData = { ...old, furniture: [{ id: "new" }, ...furniture.slice(1)] };
  const adopted = shareStructure(old, structuredClone(next));
  assert.deepEqual(adopted, next);
  const list = adopted["furniture"];
  assert(isList(list));
  assert.equal(list.filter((each) => !furniture.includes(each)).length, 1);
  assert.equal(adopted["rooms"], old["rooms"]);
});

test("MERGE-10: a list that changed has the elements and keys that it would have alone, and what is unchanged stays the same object", (t) => {
  const random = seededRandom(t);
  const make = (): JsonObject => {
    const id = random.pick(["", "", "a", "b", "c#2", "c"]) || `item${random.below(1e6)}`;
    return random.below(6) === 0 ? { x: random.below(3) } : { id, x: random.below(9) };
  };
  const moved = (data: JsonObject): JsonObject => ({ ...data, x: random.below(1e6) });
  let furniture: readonly JsonObject[] = Array.from({ length: 12 }, make);
  for (let round = 0; round < 500; round += 1) {
    const before = entitiesOf({ furniture }, "furniture");
    const at = random.below(furniture.length);
    const change = random.pick(["move", "move", "replace", "add", "remove"]);
    if (change === "move") furniture = furniture.with(at, moved(furniture[at] ?? {}));
    else if (change === "replace") furniture = furniture.with(at, make());
    else if (change === "add") furniture = furniture.toSpliced(at, 0, make());
    else if (furniture.length > 3) furniture = furniture.toSpliced(at, 1);
    const plan = { furniture };
    const now = entitiesOf(plan, "furniture");
    // Other lists of this length were indexed meanwhile; this one is of elements that no index knows.
    const alone = entitiesOf({ furniture: [...structuredClone(furniture), {}] }, "furniture");
    assert.deepEqual(now, alone.slice(0, -1));
    for (const entity of now) assert.equal(findEntity(plan, "furniture", entity.key), entity);
    const { id } = furniture[at] ?? {};
    if (change !== "move" || id === "c#2" || before[at]?.key !== id) continue;
    assert.deepEqual(
      now.flatMap((entity, index) => (entity === before[index] ? [] : [index])),
      [at],
    );
  }
});
