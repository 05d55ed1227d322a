import assert from "node:assert/strict";
import { test } from "node:test";
import { entitiesOf, findRef, type PlanData } from "../../../src/model/elements/entities.ts";
import { levelsOf } from "../../../src/model/elements/levels.ts";
import { levelOfEntity } from "../../../src/model/elements/places.ts";
import { type Json, type JsonObject, textIn } from "../../../src/model/json.ts";
import { collections } from "../../../src/model/kinds/kinds.ts";
import { findingsIn } from "../../../src/model/editing/check.ts";
import { copyLevel, entitiesOnLevel } from "../../../src/model/editing/levels.ts";
import {
  copyElements,
  type Fragment,
  pastedRefs,
  pasteFragment,
  readFragment,
  withNewIds,
  writeFragment,
} from "../../../src/model/editing/fragment.ts";
import { rectangle } from "../../../src/model/editing/add-remove.ts";
import { withGroups } from "../../../src/model/editing/arrange.ts";
import { demoPlan } from "../../samples/index.ts";
import { listOf } from "../editing.ts";

/** A flat whose garden and hall say no level, with all that a copy has to follow. */
const home: PlanData = {
  levels: [
    { id: "low", name: "Ground floor", height: 2.5 },
    { id: "high", name: "First floor" },
  ],
  rooms: [
    { id: "hall", name: "Hall", points: rectangle([0, 0], [4, 3]), area_id: "hall" },
    { id: "garden", name: "Garden", points: rectangle([4, 0], [9, 3]), temperature: "sensor.out" },
    { id: "attic", name: "Attic", level: "high", points: rectangle([0, 0], [4, 3]) },
  ],
  openings: [
    { id: "door", room_id: "hall", edge: 0, offset: 1, width: 0.9, type: "door", lock: "lock.a" },
  ],
  furniture: [
    { id: "bench", type: "bench", x: 2, z: 1, group: "seats" },
    { id: "lamp", type: "lamp_ceiling", x: 2, z: 2, group: "seats", entity: "light.hall" },
  ],
  devices: [
    {
      id: "fan",
      kind: "fan",
      name: "Fan",
      x: 1,
      z: 1,
      entity: "fan.hall",
      tap_action: { action: "toggle", entity: "switch.b" },
      hold_action: { action: "none" },
      rules: [{ if: [{ entity: "fan.hall", state: "on" }], color: "red" }],
      text: "{{ states('sensor.x') }}",
    },
  ],
  sensors: [{ entity: "sensor.hall", x: 1, z: 1 }],
  dimensions: [{ id: "wide", from: [0, 0], to: [4, 0], level: "low" }],
  labels: { hall: [1, 1], attic: [2, 2] },
  outdoor: "garden",
  backgrounds: { low: { url: "/local/floorplan/bg_low.png?v=1", left: 0, top: 0, width: 9 } },
};

const copied = (isBound: boolean): { readonly plan: PlanData; readonly id: string } => {
  const { id, change } = copyLevel(home, "low", { name: "Copy", nameOfFirst: "Floor", isBound });
  return { plan: change(home), id };
};

const own: ReadonlySet<string> = new Set(["id", "level", "room_id"]);

/** An element without what a copy must have of its own. */
const alike = (data: JsonObject): Json => {
  const rest = Object.entries(data).filter(([field]) => !own.has(field));
  return Object.fromEntries(
    rest.map(([field, value]) => [field, field === "group" ? "some" : value]),
  );
};

/** Everything on a level, without what a copy must have of its own. */
const contentOn = (plan: PlanData, level: string): Json =>
  collections.flatMap((list) =>
    entitiesOf(plan, list)
      .filter((entity) => levelOfEntity(plan, entity) === level)
      .map(({ data }) => alike(data)),
  );

test("COPY-2: a floor is copied with all that is on it, right above it, with ids of its own that refer to each other", () => {
  const { plan, id } = copied(true);
  assert.deepEqual(
    levelsOf(plan).map(({ name }) => name),
    ["Ground floor", "Copy", "First floor"],
  );
  assert.equal(entitiesOf(plan, "levels")[1]?.data["height"], 2.5, "with fields of its own");
  assert.deepEqual(contentOn(plan, id), contentOn(home, "low"));
  assert.deepEqual(contentOn(plan, "low"), contentOn(home, "low"));
  assert.deepEqual(findingsIn(plan), [], "no id stands twice, and nothing leads nowhere");
  const [, , , hall] = listOf(plan, "rooms");
  const room = textIn(hall?.["id"]) ?? "";
  assert.equal(listOf(plan, "openings")[1]?.["room_id"], room);
  assert.deepEqual(Object.values(plan["labels"] ?? {}), [
    [1, 1],
    [2, 2],
    [1, 1],
  ]);
  assert.deepEqual(new Map(Object.entries(plan["labels"] ?? {})).get(room), [1, 1]);
  assert.equal(plan["outdoor"], "garden", "which a plan has once");
  const { backgrounds } = plan;
  assert.deepEqual(Object.values(backgrounds ?? {}), [
    { url: "/local/floorplan/bg_low.png?v=1", left: 0, top: 0, width: 9 },
    { url: "/local/floorplan/bg_low.png?v=1", left: 0, top: 0, width: 9 },
  ]);
});

test("COPY-2: the copy of a floor is the same however often the edit is made, and follows what others did meanwhile", () => {
  const { change } = copyLevel(home, "low", { name: "Copy", nameOfFirst: "", isBound: true });
  assert.deepEqual(change(home), change(home));
  const { levels: _, ...bare } = home;
  const { id, change: grow } = copyLevel(bare, undefined, {
    name: "Copy",
    nameOfFirst: "Ground floor",
    isBound: true,
  });
  const grown = grow({ rooms: [{ id: "hall", points: rectangle([0, 0], [4, 3]) }] });
  assert.deepEqual(
    levelsOf(grown).map(({ name }) => name),
    ["Ground floor", "Copy"],
  );
  assert.equal(listOf(grown, "rooms").at(-1)?.["level"], id);
});

test("COPY-3: the copies of a floor name the same entities, or none of the house and look as they did", () => {
  assert.equal(entitiesOnLevel(home, "low"), 6);
  assert.equal(entitiesOnLevel(home, "high"), 0);
  assert.equal(entitiesOnLevel({ furniture: [{ entity: "light.a" }] }, ""), 1, "without floors");
  const bound = copied(true);
  assert.equal(entitiesOnLevel(bound.plan, bound.id), 6);
  const { plan, id } = copied(false);
  assert.equal(entitiesOnLevel(plan, id), 0);
  const { id: fanId, ...fan } = listOf(plan, "devices")[1] ?? {};
  assert.equal(typeof fanId, "string");
  assert.deepEqual(fan, {
    kind: "fan",
    name: "Fan",
    x: 1,
    z: 1,
    level: id,
    hold_action: { action: "none" },
  });
  assert.equal(listOf(plan, "rooms")[3]?.["area_id"], undefined);
  assert.equal(listOf(plan, "sensors").length, 2, "what only shows an entity keeps its place");
  assert.equal(entitiesOnLevel(plan, "low"), 6, "the floor itself keeps what it names");
});

test("COPY-2: the sample house's floor of hundreds of items is copied without a finding", () => {
  const house: PlanData = { ...demoPlan("house") };
  const [level] = levelsOf(house);
  const { change } = copyLevel(house, level?.id, { name: "Copy", nameOfFirst: "", isBound: true });
  assert.deepEqual(findingsIn(change(house)), findingsIn(house));
});

const pasted = (
  plan: PlanData,
  fragment: Fragment,
  level: string,
): { readonly plan: PlanData; readonly refs: readonly string[] } => {
  const fresh = withNewIds(plan, fragment);
  const next = pasteFragment(plan, fresh, level, [0, 0]);
  return { plan: next, refs: pastedRefs(next, fresh) };
};

test("COPY-4: what is pasted in place on another floor lies exactly where it was copied", () => {
  const fragment = copyElements(home, ["rooms/hall", "dimensions/wide"]);
  const { plan, refs } = pasted(home, fragment, "high");
  assert.equal(refs.length, 7, "room, door, bench, lamp, fan, sensor and dimension");
  const room = refs.find((ref) => ref.startsWith("rooms/")) ?? "";
  assert.deepEqual(findRef(plan, room)?.data["points"], rectangle([0, 0], [4, 3]));
  const line = refs.find((ref) => ref.startsWith("dimensions/")) ?? "";
  assert.deepEqual(findRef(plan, line)?.data["from"], [0, 0]);
  assert.deepEqual(
    refs.map((ref) => {
      const entity = findRef(plan, ref);
      return entity && levelOfEntity(plan, entity);
    }),
    refs.map(() => "high"),
  );
});

test("COPY-6: an opening without its room goes into the wall at that place, beside what is there, and nowhere without one", () => {
  const fragment = copyElements(home, ["openings/door"]);
  const above = pasted(home, fragment, "high");
  assert.deepEqual(
    [listOf(above.plan, "openings")[1]].map((each) => [
      each?.["room_id"],
      each?.["edge"],
      each?.["offset"],
    ]),
    [["attic", 0, 1]],
  );
  const here = pasted(home, fragment, "low");
  assert.equal(listOf(here.plan, "openings")[1]?.["offset"], 1.9, "right beside the first");
  const nowhere = pasted({ ...home, rooms: [] }, fragment, "high");
  assert.deepEqual(nowhere.refs, []);
  assert.deepEqual(listOf(nowhere.plan, "openings"), home["openings"]);
});

test("COPY-4: the mark of the outdoors goes along to a plan that has none, and a level of another plan does not", () => {
  const fragment = copyElements(home, ["rooms/garden"]);
  const other: PlanData = { rooms: [] };
  const { plan } = pasted(other, fragment, "");
  const [garden] = listOf(plan, "rooms");
  assert.equal(plan["outdoor"], garden?.["id"]);
  const attic = pasted(other, copyElements(home, ["rooms/attic"]), "");
  assert(!("level" in (listOf(attic.plan, "rooms")[0] ?? {})));
  assert.equal(pasted(home, fragment, "high").plan["outdoor"], "garden");
});

test("COPY-12: copies of a group are a group of their own", () => {
  const { plan, refs } = pasted(
    home,
    copyElements(home, ["furniture/bench", "furniture/lamp"]),
    "low",
  );
  const [bench = ""] = refs;
  assert.deepEqual(withGroups(plan, [bench]).toSorted(), refs.toSorted());
  assert.deepEqual(withGroups(plan, ["furniture/lamp"]).toSorted(), [
    "furniture/bench",
    "furniture/lamp",
  ]);
});

test("COPY-5: a fragment is the same after a clipboard has carried its text", () => {
  const fragment = copyElements(home, ["rooms/garden", "rooms/hall", "openings/door"]);
  assert.deepEqual(readFragment(writeFragment(fragment)), fragment);
  const alone = copyElements(home, ["openings/door"]);
  assert.deepEqual(readFragment(`\n${writeFragment(alone)}\n`), alone);
});

const deep = `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`;

test("COPY-5: what is no fragment of a plan is refused, and what is odd within one is left out", () => {
  const write = (value: object): string =>
    JSON.stringify({ floorplan: "fragment", version: 1, ...value });
  const sofa = { collection: "furniture", data: { id: "sofa", x: 1, z: 2 } };
  for (const text of [
    "",
    "Hello",
    "{",
    "[]",
    "null",
    "fragment",
    JSON.stringify({ elements: [sofa], note: "fragment" }),
    write({ version: 2, elements: [sofa] }),
    write({ elements: {} }),
    write({ elements: [] }),
    write({ elements: [null, 1, [], { collection: "levels", data: {} }, { collection: "rooms" }] }),
    write({ elements: [{ collection: "__proto__", data: {} }] }),
    write({ elements: [sofa], more: "$" }).replace('"$"', deep),
  ])
    assert.equal(readFragment(text), undefined, text.slice(0, 90));
  const odd = write({
    elements: [sofa, 7, { ...sofa, at: ["x", 1] }],
    labels: { a: [1, 2], b: "x" },
    outdoor: {},
    middle: "here",
  });
  const read = readFragment(odd);
  assert.deepEqual(read, { elements: [sofa, sofa], labels: { a: [1, 2] }, middle: [0, 0] });
  const plan = pasted({}, read, "").plan;
  assert.deepEqual(
    listOf(plan, "furniture").map(({ x, z }) => [x, z]),
    [
      [1, 2],
      [1, 2],
    ],
  );
});
