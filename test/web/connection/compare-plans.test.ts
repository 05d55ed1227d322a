import assert from "node:assert/strict";
import { test } from "node:test";
import library, { type Operation as LibraryOperation } from "fast-json-patch";
import { applyEvent } from "../../../src/client/apply-changes.ts";
import type { Operation } from "../../../src/client/messages.ts";
import { changesBetween } from "../../../src/web/connection/compare-plans.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import { randomCases } from "../../campaign/scale.ts";
import { demoPlan } from "../../samples/index.ts";
import { seededRandom } from "../../support/random.ts";
import { randomEdits, randomPlan } from "./random-edits.ts";

/** What another library makes of the changes. */
const madeOf = (base: JsonObject, changes: readonly Operation[]): unknown => {
  const operations: LibraryOperation[] = JSON.parse(JSON.stringify(changes));
  return library.applyPatch(structuredClone(base), operations, true, true, false).newDocument;
};

const withoutRev = ({ rev: _rev, ...plan }: JsonObject): JsonObject => plan;

/** A plan so long that changes of it are shorter. */
const long = (plan: JsonObject, words = 5000): JsonObject => ({
  note: "long ".repeat(words),
  ...plan,
});

const between = (base: JsonObject, next: JsonObject): readonly Operation[] | undefined =>
  changesBetween(long(base), long(next));

test("SESS-17: the changes of random edits lead exactly to the edited plan, by this client and by another library", (t) => {
  const random = seededRandom(t);
  let [made, operations] = [0, 0];
  for (let round = randomCases(1500, 40_000); round > 0; round -= 1) {
    const base = long(randomPlan(random), 1000);
    const next = randomEdits(random, base);
    const before = JSON.stringify(base);
    const changes = changesBetween(base, next);
    assert.equal(JSON.stringify(base), before, "the plan before stays as it is");
    if (changes === undefined) continue;
    made += 1;
    operations += changes.length;
    assert(changes.every(({ path }) => path !== "/rev" && !path.startsWith("/rev/")));
    const wanted = JSON.stringify(withoutRev(next));
    const oracle = madeOf(withoutRev(base), changes);
    assert.equal(JSON.stringify(oracle), wanted, `${before}\n${JSON.stringify(changes)}`);
    const rev = base["rev"] ?? 0;
    const sent: readonly JsonObject[] = JSON.parse(JSON.stringify(changes));
    const applied = applyEvent(base, { rev, from: rev, changes: sent });
    assert.equal(JSON.stringify(applied && withoutRev(applied)), wanted, JSON.stringify(changes));
    assert.equal(JSON.stringify(base), before, "the plan before stays as it is");
  }
  assert(made > 300 && operations > made, `${made} with ${operations} operations`);
});

const lamp = { id: "lamp", x: 1, z: 2 };
const sofa = { id: "sofa", x: 3, z: 4, tags: ["a"] };
const bed = { id: "bed", x: 5, z: 6 };

test("SESS-17: what is edited in an element is changed there, and nothing beside it", () => {
  const furniture = [lamp, sofa, bed];
  const after = (...list: readonly JsonObject[]) => between({ furniture }, { furniture: list });
  assert.deepEqual(after({ ...lamp, x: 9 }, sofa, bed), [
    { op: "replace", path: "/furniture/0/x", value: 9 },
  ]);
  assert.deepEqual(after(lamp, { ...sofa, tags: ["b"], "a/~b": 1 }, bed), [
    { op: "replace", path: "/furniture/1/tags", value: ["b"] },
    { op: "add", path: "/furniture/1/a~1~0b", value: 1 },
  ]);
  assert.deepEqual(after(sofa, bed, lamp), [
    { op: "move", from: "/furniture/0", path: "/furniture/2" },
  ]);
  assert.deepEqual(after(bed, lamp, { ...sofa, z: 0 }), [
    { op: "move", from: "/furniture/2", path: "/furniture/0" },
    { op: "replace", path: "/furniture/2/z", value: 0 },
  ]);
  const chair = { id: "chair", x: 0 };
  assert.deepEqual(after(lamp, chair, bed), [
    { op: "remove", path: "/furniture/1" },
    { op: "add", path: "/furniture/1", value: chair },
  ]);
  assert.deepEqual(after(lamp, sofa, { ...bed, x: undefined }), [
    { op: "remove", path: "/furniture/2/x" },
  ]);
  assert.deepEqual(after(lamp, sofa, structuredClone(bed)), []);
});

test("SESS-17: where new fields would not come last, the value is replaced, and corners as a whole", () => {
  const points = [
    [0, 0],
    [4, 0],
    [4, 3],
  ];
  const room = { id: "hall", points };
  const rooms = (next: JsonObject) => between({ rooms: [room] }, { rooms: [next] });
  const moved = [[0, 1], ...points.slice(1)];
  assert.deepEqual(rooms({ ...room, points: moved }), [
    { op: "replace", path: "/rooms/0/points", value: moved },
  ]);
  const mixed = (value: number) => ({ notes: ["a", { value, of: [{ value }] }] });
  assert.deepEqual(between(mixed(1), mixed(2)), [
    { op: "replace", path: "/notes", value: mixed(2).notes },
  ]);
  assert.deepEqual(between(mixed(1), mixed(1)), []);
  const reordered = { name: "Hall", ...room };
  assert.deepEqual(rooms(reordered), [{ op: "replace", path: "/rooms/0", value: reordered }]);
  assert.equal(changesBetween(long({ rooms: [] }), { rooms: [], ...long({}) }), undefined);
});

test("SESS-17: elements without an id, or with that of another one, are told apart", () => {
  const texts = [{ text: "a" }, { text: "a" }, { id: "t", text: "b" }, { id: "t", text: "c" }];
  const next = [{ text: "a" }, { id: "t", text: "b" }, { text: "z" }, { id: "t", text: "d" }];
  assert.deepEqual(between({ texts }, { texts: next }), [
    { op: "remove", path: "/texts/1" },
    { op: "add", path: "/texts/2", value: { text: "z" } },
    { op: "replace", path: "/texts/3/text", value: "d" },
  ]);
});

test("SESS-17: a plan that is no longer than its changes, or changes in very many places, is saved as a whole", () => {
  assert.equal(changesBetween({}, { rooms: [] }), undefined);
  const plan: JsonObject = demoPlan("house");
  assert.deepEqual(changesBetween({ ...plan, rev: 4 }, { ...plan, rev: 9 }), []);
  const furniture = Array.from({ length: 301 }, (_, at) => ({ id: `f${at}`, x: 0, z: at }));
  const moved = furniture.map((each) => ({ ...each, x: 1 }));
  assert.equal(between({ furniture }, { furniture: moved.slice(1) }), undefined);
  assert.equal(
    between({ furniture: furniture.slice(1) }, { furniture: moved.slice(1) })?.length,
    300,
  );
});
