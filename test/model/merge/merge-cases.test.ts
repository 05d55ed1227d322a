import assert from "node:assert/strict";
import { test } from "node:test";
import { deepEqual, type Json, type JsonObject } from "../../../src/model/json.ts";
import { type PlanData, shareStructure } from "../../../src/model/elements/entities.ts";
import { differences } from "../../../src/model/merge/difference.ts";
import { type Conflict, merge } from "../../../src/model/merge/merge.ts";
import { takeTheirs } from "../../../src/model/merge/take-theirs.ts";

const sofa = { id: "sofa", type: "sofa", x: 1, z: 1, rotation: 0, w: 2, d: 1 };
const bed = { id: "bed", type: "bed", x: 5, z: 5 };
const items = (...furniture: readonly Json[]): PlanData => ({ furniture });

const ids = (conflicts: readonly Conflict[]): readonly string[] => conflicts.map(({ id }) => id);

test("MERGE-3: different fields of one element are both kept", () => {
  const merged = merge(items(sofa), items({ ...sofa, x: 2 }), items({ ...sofa, color: "red" }));
  assert.deepEqual(merged, { plan: items({ ...sofa, x: 2, color: "red" }), conflicts: [] });
});

test("MERGE-3: what belongs together is taken whole from one side", () => {
  const mine = items({ ...sofa, x: 2, color: "red" });
  const theirs = items({ ...sofa, rotation: 90, icon: "mdi:sofa" });
  const { plan, conflicts } = merge(items(sofa), mine, theirs);
  assert.deepEqual(plan, items({ ...sofa, x: 2, color: "red", icon: "mdi:sofa" }));
  const [conflict] = conflicts;
  assert(conflict !== undefined);
  assert.deepEqual([conflict.id, conflict.kind], ["furniture/sofa", "fields"]);
  assert.deepEqual(conflict.fields.toSorted(), ["rotation", "x"]);
  assert.deepEqual(
    takeTheirs(plan, conflict, theirs),
    items({ ...sofa, rotation: 90, color: "red", icon: "mdi:sofa" }),
  );
});

for (const isMine of [true, false]) {
  test(`MERGE-4: deleted here and changed there is a conflict: ${isMine ? "mine" : "theirs"} deleted`, () => {
    const [without, changed] = [items(bed), items({ ...sofa, color: "red" }, bed)];
    const [mine, theirs] = isMine ? [without, changed] : [changed, without];
    const { plan, conflicts } = merge(items(sofa, bed), mine, theirs);
    assert.deepEqual(plan, mine);
    const [conflict] = conflicts;
    assert(conflict !== undefined);
    assert.deepEqual([conflict.id, conflict.kind], ["furniture/sofa", "whole"]);
    assert.deepEqual(takeTheirs(plan, conflict, theirs), theirs);
  });
}

const kitchen: JsonObject = { id: "kitchen", name: "Kitchen", level: "ground", points: [] };
const house: PlanData = {
  levels: [{ id: "ground" }, { id: "upper" }],
  rooms: [kitchen],
  openings: [],
};

const builtUpon: Readonly<Record<string, readonly [PlanData, PlanData, readonly string[]]>> = {
  "a new door": [
    { ...house, rooms: [] },
    { ...house, openings: [{ id: "door", room_id: "kitchen", edge: 0 }] },
    ["rooms/kitchen"],
  ],
  "its label": [
    { ...house, rooms: [] },
    { ...house, labels: { kitchen: [1, 1] } },
    ["rooms/kitchen"],
  ],
  "a new item": [
    { ...house, levels: [{ id: "ground" }] },
    { ...house, furniture: [{ ...sofa, level: "upper" }] },
    ["levels/upper"],
  ],
  "a door on its floor": [
    { ...house, levels: [{ id: "upper" }], rooms: [] },
    { ...house, openings: [{ id: "door", room_id: "kitchen", edge: 0 }] },
    ["levels/ground", "rooms/kitchen"],
  ],
};

for (const [what, [without, built, expected]] of Object.entries(builtUpon)) {
  test(`MERGE-4: a room or level that one deleted and the other built upon is a conflict: ${what}`, () => {
    assert.deepEqual(ids(merge(house, without, built).conflicts), expected);
    const other = merge(house, built, without);
    assert.deepEqual(ids(other.conflicts), expected);
    assert.deepEqual(other.plan, built, "what was built upon stays until it is chosen");
  });
}

test("MERGE-5: an element without an id is found again after one side moved it and gave it an id", () => {
  const lamp = { type: "lamp", x: 1, z: 1 };
  const other = { type: "lamp", x: 8, z: 8 };
  const moved = { ...lamp, id: "a", x: 2 };
  const { plan, conflicts } = merge(
    items(lamp, other),
    items(moved, other),
    items({ ...lamp, color: "red" }, other),
  );
  assert.deepEqual([plan, conflicts], [items({ ...moved, color: "red" }, other), []]);
});

test("MERGE-5: when both gave an id to one element, it stays one, with the stored id", () => {
  const lamp = { type: "lamp", x: 1, z: 1 };
  const { plan, conflicts } = merge(
    items(lamp),
    items({ ...lamp, id: "a", x: 2 }),
    items({ ...lamp, id: "b", color: "red" }),
  );
  assert.deepEqual(
    [plan, conflicts],
    [items({ type: "lamp", x: 2, z: 1, id: "b", color: "red" }), []],
  );
});

test("MERGE-5: a conflict about an element without an id gives it one, so that it is found when chosen", () => {
  const lamp = { type: "lamp", x: 1, z: 1 };
  const theirs = items({ ...lamp, x: 3 });
  const { plan, conflicts } = merge(items(lamp), items({ ...lamp, x: 2 }), theirs);
  const [conflict] = conflicts;
  assert(conflict !== undefined && conflict.key !== "");
  const id = conflict.key;
  assert.deepEqual(plan, items({ ...lamp, x: 2, id }));
  assert.deepEqual(takeTheirs(plan, conflict, theirs), items({ ...lamp, x: 3, id }));
});

const floors = (...names: readonly string[]): PlanData => ({ levels: names.map((id) => ({ id })) });

test("MERGE-6: one side's order and the other's additions are both kept", () => {
  const { plan, conflicts } = merge(
    floors("a", "b", "c"),
    floors("c", "a", "b"),
    floors("a", "x", "b", "c"),
  );
  assert.deepEqual([plan, conflicts], [floors("c", "a", "x", "b"), []]);
});

test("MERGE-6: two different orders are a conflict", () => {
  const theirs = floors("b", "a", "c");
  const { plan, conflicts } = merge(floors("a", "b", "c"), floors("c", "a", "b"), theirs);
  assert.deepEqual(plan, floors("c", "a", "b"));
  const [conflict] = conflicts;
  assert(conflict !== undefined);
  assert.equal(conflict.kind, "order");
  assert.deepEqual(takeTheirs(plan, conflict, theirs), theirs);
});

test("MERGE-7: unknown fields and lists are merged, and odd elements are kept", () => {
  const base: PlanData = {
    made: { up: 1, of: 2 },
    furniture: [sofa, null, "odd"],
    sensors: "none",
  };
  const { plan, conflicts } = merge(
    base,
    { ...base, made: { up: 5, of: 2 }, more: [1] },
    { ...base, made: { up: 1, of: 6 }, furniture: [sofa, null, "odd", bed] },
  );
  assert.deepEqual(conflicts, []);
  assert.deepEqual(plan, {
    made: { up: 5, of: 6 },
    furniture: [sofa, null, "odd", bed],
    sensors: "none",
    more: [1],
  });
});

test("MERGE-7: elements that share an id are all kept, and each takes its own edits", () => {
  const twin = { ...sofa, x: 7 };
  const { plan, conflicts } = merge(
    items(sofa, twin),
    items({ ...sofa, color: "red" }, twin),
    items(sofa, { ...twin, color: "blue" }, bed),
  );
  assert.deepEqual(conflicts, []);
  assert.deepEqual(plan, items({ ...sofa, color: "red" }, { ...twin, color: "blue" }, bed));
});

test("MERGE-5: of two equal elements without an id, each takes its own edits", () => {
  const chair = { type: "chair", x: 1, z: 1 };
  const { plan, conflicts } = merge(
    items(chair, { ...chair }),
    items({ ...chair, id: "a", x: 2 }, { ...chair }),
    items({ ...chair }, { ...chair, id: "b", color: "red" }),
  );
  assert.deepEqual(conflicts, []);
  assert.deepEqual(plan, items({ ...chair, id: "a", x: 2 }, { ...chair, id: "b", color: "red" }));
});

test("MERGE-5: what both sides know by one id is no other element to one of them", () => {
  const sink = { type: "sink", x: 1, z: 1 };
  const added = { type: "sink", x: 2, z: 1, id: "added" };
  // Here the old sink was taken away, so that the new one might be taken for it.
  const kept = merge(items(sink), items(added), items(sink, added));
  assert.deepEqual([kept.plan, kept.conflicts], [items(added), []]);
  const first = { ...sink, x: 9, id: "first" };
  const both = merge(items(sink), items(added, first), items(first));
  assert.deepEqual([both.plan, both.conflicts], [items(added, first), []]);
});

const wallpapered = { ...kitchen, color: "red" };
const furnished: PlanData = {
  levels: [{ id: "ground" }, { id: "upper" }],
  rooms: [kitchen, { id: "hall", level: "upper" }],
  openings: [
    { id: "door", room_id: "kitchen", edge: 0 },
    { id: "hatch", room_id: "hall", edge: 1 },
    { id: "window", room_id: "kitchen", edge: 1 },
  ],
  labels: { kitchen: [1, 2], hall: [3, 4] },
  outdoor: "kitchen",
};
const withoutKitchen: PlanData = {
  levels: furnished["levels"],
  rooms: [{ id: "hall", level: "upper" }],
  openings: [{ id: "hatch", room_id: "hall", edge: 1 }],
  labels: { hall: [3, 4] },
};
const repainted = { ...furnished, rooms: [wallpapered, { id: "hall", level: "upper" }] };

const decided = (mine: PlanData, theirs: PlanData, side: "mine" | "theirs"): PlanData => {
  const { plan, conflicts } = merge(furnished, mine, theirs);
  assert.deepEqual(ids(conflicts), ["rooms/kitchen"]);
  return side === "mine"
    ? plan
    : conflicts.reduce((each, conflict) => takeTheirs(each, conflict, theirs), plan);
};

test("MERGE-13: a room that is kept against its deletion keeps its openings, its label and the open air", () => {
  assert.deepEqual(decided(repainted, withoutKitchen, "mine"), repainted);
  assert.deepEqual(decided(repainted, withoutKitchen, "theirs"), withoutKitchen);
});

test("MERGE-13: a room that comes back after its deletion brings its openings, its label and the open air", () => {
  assert.deepEqual(decided(withoutKitchen, repainted, "mine"), withoutKitchen);
  assert.deepEqual(decided(withoutKitchen, repainted, "theirs"), repainted);
});

test("MERGE-13: a floor that is kept against its deletion keeps its rooms, and they their openings", () => {
  const image = { url: "/local/floorplan/ground.png", left: 0, top: 0, width: 1, opacity: 1 };
  const base = { ...furnished, backgrounds: { ground: image }, furniture: [sofa] };
  const mine = { ...base, levels: [{ id: "ground", name: "Ground" }, { id: "upper" }] };
  const theirs = {
    ...withoutKitchen,
    levels: [{ id: "upper" }],
    backgrounds: {},
    furniture: [],
  };
  const { plan, conflicts } = merge(base, mine, theirs);
  assert.deepEqual([plan, ids(conflicts)], [mine, ["levels/ground"]]);
  const [conflict] = conflicts;
  assert(conflict !== undefined);
  assert.deepEqual(takeTheirs(plan, conflict, theirs), theirs);
  const other = merge(base, theirs, mine);
  const [back] = other.conflicts;
  assert(back !== undefined);
  assert.deepEqual(other.plan, theirs);
  assert.deepEqual(takeTheirs(theirs, back, mine), mine);
});

test("MERGE-7: what is called as something that every object inherits is merged like any other", () => {
  const said = (text: string): PlanData => {
    const parsed: PlanData = JSON.parse(text);
    return parsed;
  };
  const names = ["constructor", "__proto__", "toString"];
  for (const name of names) {
    const labelled = said(`{"labels": {"${name}": [1, 2]}, "${name}": {}}`);
    assert.deepEqual(merge({}, labelled, {}), { plan: labelled, conflicts: [] });
    assert.deepEqual(merge({}, {}, labelled), { plan: labelled, conflicts: [] });
    assert.deepEqual(merge({ labels: {} }, labelled, { labels: {} }).conflicts, []);
    assert.deepEqual(
      differences({}, labelled).map(({ kind, key, before }) => [kind, key, before]),
      [
        ["added", name, undefined],
        ["added", name, undefined],
      ],
    );
    assert.deepEqual(shareStructure({}, labelled), labelled);
    const [one, other] = [said(`{"labels": {"${name}": {}}}`), said('{"labels": {"x": 1}}')];
    assert.equal(differences(one, other).length, 2, "one went and another came");
    assert.equal(deepEqual(one, other), false, name);
    assert.equal(deepEqual(other, one), false, name);
  }
});
