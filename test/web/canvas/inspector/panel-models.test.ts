import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "../../../../src/model/json.ts";
import { backgroundOf } from "../../../../src/model/elements/levels.ts";
import { demoPlan } from "../../../samples/index.ts";
import { entitiesOf, findRefs, type PlanData } from "../../../../src/model/elements/entities.ts";
import { collections } from "../../../../src/model/kinds/kinds.ts";
import {
  partOf,
  readPlanFile,
  replacePart,
  writePlanFile,
} from "../../../../src/model/editing/plan-text.ts";
import { scaleBackground, setBackground } from "../../../../src/model/editing/background-image.ts";
import { findingsIn } from "../../../../src/model/editing/check.ts";
import { comparePlans } from "../../../../src/web/store/revisions.ts";
import {
  type OutlineNode,
  outlineOf,
  pathTo,
} from "../../../../src/web/canvas/inspector/outline-tree.ts";
import { setField, sharedValue } from "../../../../src/model/editing/change.ts";
import { changeWords } from "../../../../src/web/i18n/change-words.ts";
import { textsIn } from "../../i18n/texts-in.ts";

/** The corners of a room of 4 m from left to right. */
const box = (left: number, right: number): readonly (readonly number[])[] => [
  [left, 0],
  [right, 0],
  [right, 4],
  [left, 4],
];

const square = box(0, 4);

/** A room with a door, a table and a sensor without an id. */
const small: PlanData = {
  levels: [{ id: "ground", name: "Ground" }],
  rooms: [{ id: "hall", name: "Hall", points: square }],
  openings: [{ id: "door", room_id: "hall", edge: 0, offset: 1, width: 0.9, type: "door" }],
  furniture: [{ id: "table", type: "table", x: 1, z: 1, w: 1, d: 1, rotation: 0, tag: [1, 2] }],
  sensors: [{ entity: "sensor.hall", x: 2, z: 2 }],
};

const wrong = [
  ["roomlessOpening", { openings: [{ id: "a", room_id: "attic", edge: 0, offset: 1, width: 1 }] }],
  ["missingEdge", { openings: [{ id: "a", room_id: "hall", edge: 4, offset: 1, width: 1 }] }],
  ["beyondWall", { openings: [{ id: "a", room_id: "hall", edge: 0, offset: 3.6, width: 1 }] }],
  ["beyondWall", { openings: [{ id: "a", room_id: "hall", edge: 0, offset: 0.4, width: 1 }] }],
  ["duplicateId", { devices: [{ id: "a" }, { id: "b" }, { id: "a" }] }],
  ["duplicateId", { levels: [{ id: "ground" }, { id: "ground" }] }],
  ["unknownLevel", { texts: [{ id: "a", level: "cellar" }] }],
  ["missingImage", { backgrounds: { ground: { left: 0 } } }],
  ["backgroundLevel", { backgrounds: { cellar: { url: "/local/bg_cellar.png" } } }],
  ["unknownLabel", { labels: { attic: [1, 1] } }],
  ["unknownOutdoor", { outdoor: "garden" }],
  ["oddThickness", { wall_thickness: 3 }],
  ["oddThickness", { outer_wall_thickness: "thick" }],
  ["oddThickness", { rooms: [{ id: "hall", points: square, wall_thickness: 0.001 }] }],
  [
    "fewCorners",
    {
      rooms: [
        { id: "hall", points: square },
        { id: "bay", points: [[0, 0]] },
      ],
    },
  ],
  [
    "overlappingRooms",
    { rooms: ["hall", "bay"].map((id, at) => ({ id, points: box(at * 3, at * 3 + 4) })) },
  ],
] satisfies readonly (readonly [string, PlanData])[];

for (const [kind, change] of wrong) {
  test(`PANEL-1: the check list finds ${kind} in ${JSON.stringify(change)}, and nothing else`, () => {
    const findings = findingsIn({ ...small, ...change });
    assert.deepEqual(
      findings.map((finding) => finding.kind),
      [kind],
    );
  });
}

test("PANEL-1: rooms overlap by how far one reaches into the other, on one floor, and not where one is in the other or they only touch", () => {
  const overlaps = (...rooms: readonly JsonObject[]): unknown =>
    findingsIn({ levels: [{ id: "ground" }, { id: "attic" }], rooms }).map(
      ({ kind, ref, other, detail }) => [kind, ref, other, detail],
    );
  const hall = { id: "hall", points: square };
  const found = ["overlappingRooms", "rooms/hall", "rooms/bay", "1.00"];
  assert.deepEqual(overlaps(hall, { id: "bay", points: box(3, 8) }), [found]);
  assert.deepEqual(overlaps(hall, { id: "bay", points: box(3, 8).toReversed() }), [found]);
  assert.deepEqual(overlaps(hall, { id: "bay", points: box(1, 4) }), [], "a room in a room");
  assert.deepEqual(overlaps(hall, { id: "bay", points: box(4, 8) }), [], "wall to wall");
  assert.deepEqual(overlaps(hall, { id: "bay", points: box(3.9, 8) }), [], "within the wall");
  const twice = [["overlappingRooms", "rooms/hall", "rooms/bay", "4.00"]];
  assert.deepEqual(overlaps(hall, { id: "bay", points: square }), twice, "pasted in place");
  assert.deepEqual(overlaps(hall, { id: "bay", level: "attic", points: box(3, 8) }), []);
});

test("PANEL-1: the sample plans have no findings", () => {
  for (const size of ["flat", "house", "office"] as const)
    assert.deepEqual(findingsIn(demoPlan(size)), [], size);
});

test("PANEL-2: removing a reference to nothing leaves the rest of the plan as it is", () => {
  const plan = { ...small, labels: { hall: [1, 1], attic: [2, 2] }, outdoor: "garden" };
  const repaired = findingsIn(plan).reduce<PlanData>(
    (result, { remove }) => remove?.(result) ?? result,
    plan,
  );
  assert.deepEqual(repaired, { ...small, labels: { hall: [1, 1] } });
});

test("PANEL-3: a field that is set changes one element, and gives an id to what has none", () => {
  const [sensor] = entitiesOf(small, "sensors");
  assert(sensor !== undefined);
  const edit = setField(small, [`sensors/${sensor.key}`], "size", "l");
  const after = edit.change(small);
  const [changed] = findRefs(after, edit.refs);
  assert.deepEqual(changed?.data, { id: changed?.key, ...sensor.data, size: "l" });
  assert.equal(after["furniture"], small["furniture"]);
});

test("PANEL-3: a field that is set to what it is changes nothing, not even an id", () => {
  const refs = entitiesOf(small, "sensors").map(({ key }) => `sensors/${key}`);
  const edit = setField(small, refs, "x", 2);
  assert.equal(edit.change(small), small);
  assert.deepEqual(edit.refs, refs);
  assert.equal(setField(small, ["furniture/table"], "level", undefined).change(small), small);
});

test("PANEL-4: several things share a value or differ in it", () => {
  const plan = { ...small, devices: [{ id: "fan", x: 1, z: 3 }] };
  const refs = ["furniture/table", "devices/fan"];
  assert.deepEqual(sharedValue(plan, refs, "x"), { value: 1 });
  assert.equal(sharedValue(plan, refs, "z"), "mixed");
  const { change } = setField(plan, refs, "layer", "lights");
  assert.deepEqual(sharedValue(change(plan), refs, "layer"), { value: "lights" });
});

const entitiesBelow = (nodes: readonly OutlineNode[]): readonly string[] =>
  nodes.flatMap(({ id, entity, children }) => [
    ...(entity === undefined ? [] : [id]),
    ...entitiesBelow(children),
  ]);

test("PANEL-5: the outline lists every element of a plan once, openings and items in their rooms", () => {
  const office = demoPlan("office");
  const listed = entitiesBelow(outlineOf(office));
  const all = collections.flatMap((collection) =>
    entitiesOf(office, collection).map(({ key }) => `${collection}/${key}`),
  );
  assert.deepEqual(listed.toSorted(), all.toSorted());
  const nodes = outlineOf({ ...small, texts: [{ id: "far", x: 9, z: 9, level: "moon" }] });
  assert.deepEqual(pathTo(nodes, "openings/door"), ["level/ground", "rooms/hall"]);
  assert.deepEqual(pathTo(nodes, "texts/far"), ["level/moon", "elsewhere/moon"]);
});

test("PANEL-6: two points of a tracing image and their true distance give its scale", () => {
  const plan = setBackground(small, "ground", {
    url: "/x.png",
    left: 1,
    top: 2,
    width: 10,
  });
  const points = [
    [3, 4],
    [3, 6],
  ] as const;
  const scaled = backgroundOf(scaleBackground(plan, "ground", points, 3), "ground");
  assert.deepEqual(scaled, {
    url: "/x.png",
    left: 0,
    top: 1,
    width: 15,
    height: 0,
    opacity: 0.5,
    rotation: 0,
  });
  assert.equal(scaleBackground(plan, "ground", points, 0), plan);
  assert.equal(scaleBackground(plan, "ground", [points[0], points[0]], 3), plan);
});

test("PANEL-7: what is applied replaces by id, then in order; the rest is added or removed", () => {
  const [sensor] = entitiesOf(small, "sensors");
  const refs = ["openings/door", "furniture/table", `sensors/${sensor?.key}`];
  assert.deepEqual(replacePart(small, refs, partOf(small, refs)), small);
  const part = {
    openings: [{ id: "gate", type: "door" }],
    furniture: [
      { id: "lamp", type: "lamp_floor" },
      { id: "table", type: "desk" },
    ],
  };
  assert.deepEqual(replacePart(small, refs, part), {
    ...small,
    openings: [{ id: "gate", type: "door" }],
    furniture: [
      { id: "table", type: "desk" },
      { id: "lamp", type: "lamp_floor" },
    ],
    sensors: [],
  });
});

test("PANEL-8: an exported plan is imported as it was, without a revision", () => {
  assert.deepEqual(readPlanFile(writePlanFile({ rev: 7, ...small })), { plan: small });
  assert.deepEqual(readPlanFile("[]"), { problem: { kind: "noPlan" } });
  assert.deepEqual(readPlanFile('{"rooms": [{}, 3]}'), {
    problem: { kind: "wrongField", field: "rooms[1]", expected: "object" },
  });
  assert.deepEqual(readPlanFile('{"labels": []}'), {
    problem: { kind: "wrongField", field: "labels", expected: "object" },
  });
  const broken = readPlanFile("{");
  assert("problem" in broken && broken.problem.kind === "noJson" && broken.problem.reason !== "");
});

test("PANEL-9: the comparison of two plans keeps what was removed, with marks and words", () => {
  const after = {
    ...small,
    openings: [{ ...entitiesOf(small, "openings")[0]?.data, offset: 1.4 }],
    furniture: [],
    texts: [{ id: "note", text: "Mind the step", x: 1, z: 1 }],
  };
  const { plan, marks, changes } = comparePlans(small, after);
  assert.deepEqual(
    marks,
    new Map([
      ["furniture/table", "removed"],
      ["openings/door", "moved"],
      ["texts/note", "added"],
    ]),
  );
  assert.deepEqual(plan["furniture"], small["furniture"]);
  assert.deepEqual(
    changes.map((change) => changeWords(change, textsIn("en"), "en")),
    ["Door moved 0.4 m in Hall", "Table removed in Hall", "Mind the step added in Hall"],
  );
  assert.deepEqual(
    changes.map((change) => changeWords(change, textsIn("de"), "de")),
    ["Tür in Hall 0,4 m verschoben", "Tisch in Hall entfernt", "Mind the step in Hall hinzugefügt"],
  );
});
