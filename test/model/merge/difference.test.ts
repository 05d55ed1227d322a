import assert from "node:assert/strict";
import { test } from "node:test";
import { differences } from "../../../src/model/merge/difference.ts";
import type { PlanData } from "../../../src/model/elements/entities.ts";
import { changeWords } from "../../../src/web/i18n/change-words.ts";
import { textsIn } from "../../web/i18n/texts-in.ts";
import { seededRandom } from "../../support/random.ts";
import { edits, somePlan } from "./plan-edits.ts";

const square = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 4],
];

const before: PlanData = {
  rev: 1,
  levels: [{ id: "ground" }, { id: "upper" }],
  rooms: [{ id: "k", name: "Kitchen", points: square }],
  openings: [{ id: "d", room_id: "k", edge: 0, offset: 1, width: 0.9, type: "door" }],
  furniture: [{ type: "table", x: 1, z: 1 }],
  sensors: [{ entity: "sensor.heat", x: 9, z: 9 }],
  outdoor: "k",
};

const after: PlanData = {
  rev: 2,
  levels: [{ id: "upper" }, { id: "ground" }],
  rooms: [{ id: "k", name: "Cuisine", points: square }],
  openings: [{ id: "d", room_id: "k", edge: 0, offset: 1.4, width: 0.9, type: "door" }],
  furniture: [
    { id: "new", type: "table", x: 1, z: 2 },
    { type: "bed", x: 3, z: 3 },
  ],
  sensors: [],
};

test("MERGE-9: differences are said in words, with the distance and the room", () => {
  const found = differences(before, after);
  const said = (language: string): readonly string[] =>
    found.map((change) => changeWords(change, textsIn(language), language));
  assert.deepEqual(said("en"), [
    "Floors: order changed",
    "Cuisine changed: Name",
    "Door moved 0.4 m in Cuisine",
    "Table moved 1 m in Cuisine",
    "Bed added in Cuisine",
    "Sensor · Heat removed",
    "Outdoor room removed",
  ]);
  assert.equal(said("de")[2], "Tür in Cuisine 0,4 m verschoben");
});

test("MERGE-9: plans differ exactly when a difference is found", (t) => {
  const random = seededRandom(t);
  for (let round = 0; round < 100; round += 1) {
    const plan = somePlan(random);
    const copy: PlanData = structuredClone(plan);
    assert.deepEqual(differences(plan, copy), []);
    const edited = edits(random, plan, 3);
    const isSame = JSON.stringify(edited) === JSON.stringify(plan);
    assert.equal(differences(plan, edited).length === 0, isSame);
  }
});
