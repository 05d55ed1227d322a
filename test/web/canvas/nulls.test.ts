import assert from "node:assert/strict";
import { test } from "node:test";
import { backgroundOf, levelsOf } from "../../../src/model/elements/levels.ts";
import { planBounds, refsWithin } from "../../../src/model/elements/places.ts";
import type { PlanData } from "../../../src/model/elements/entities.ts";
import type { Json } from "../../../src/model/json.ts";
import { differences } from "../../../src/model/merge/difference.ts";
import { merge } from "../../../src/model/merge/merge.ts";
import { collections } from "../../../src/model/kinds/kinds.ts";
import { floorOf } from "../../../src/model/elements/floor.ts";
import {
  partOf,
  readPlanFile,
  replacePart,
  writePlanFile,
} from "../../../src/model/editing/plan-text.ts";
import {
  placeBackground,
  removeBackground,
  setBackground,
} from "../../../src/model/editing/background-image.ts";
import { addElements } from "../../../src/model/editing/change.ts";
import { findingsIn, imagesIn } from "../../../src/model/editing/check.ts";
import { comparePlans } from "../../../src/web/store/revisions.ts";
import { copyElements, pasteFragment } from "../../../src/model/editing/fragment.ts";
import {
  addItem,
  addRoom,
  rectangle,
  removeWithParts,
} from "../../../src/model/editing/add-remove.ts";
import {
  addLevel,
  contentOfLevel,
  moveLevel,
  removeLevel,
  renameLevel,
} from "../../../src/model/editing/levels.ts";
import { outlineOf } from "../../../src/web/canvas/inspector/outline-tree.ts";
import { targetsOn } from "../../../src/web/canvas/snap-targets.ts";

const fields = ["levels", ...collections, "backgrounds", "labels"] as const;

/** A plan in which every field is null. */
const nulls: PlanData = Object.fromEntries(fields.map((field) => [field, null]));

const ground = { levels: [{ id: "ground", name: "Ground" }] };
const hall = { id: "hall", points: rectangle([0, 0], [4, 3]) };
const other = { id: "other", points: rectangle([8, 0], [9, 3]) };

/** A value as JSON, without the fields that are null, anywhere. */
const withoutNulls = (value: unknown): PlanData =>
  JSON.parse(
    JSON.stringify(value, (_key, each: unknown) =>
      typeof each !== "object" || each === null || Array.isArray(each)
        ? each
        : Object.fromEntries(Object.entries(each).filter(([, inner]) => inner !== null)),
    ) ?? "null",
  );

/** What a person sees, makes and is told of a plan. */
const uses: Readonly<Record<string, (plan: PlanData) => unknown>> = {
  floor: (plan) => floorOf(plan, undefined).rooms,
  bounds: (plan) => planBounds(plan, undefined),
  tracing: (plan) => [backgroundOf(plan, "ground"), [...imagesIn(plan)]],
  levels: (plan) => [levelsOf(plan), contentOfLevel(plan, "ground")],
  findings: (plan) => findingsIn(plan).map(({ kind }) => kind),
  outline: outlineOf,
  snapping: (plan) => targetsOn(plan, undefined, new Set()),
  frame: (plan) => refsWithin(plan, undefined),
  differences: (plan) => [differences(plan, {}), differences({}, plan), differences(plan, nulls)],
  comparison: (plan) => comparePlans(plan, ground).changes,
  text: (plan) => [partOf(plan, ["rooms/hall"]), replacePart(plan, [], { rooms: [hall] })],
  "new room": (plan) =>
    addRoom(plan, undefined, { id: "hall", name: "Hall", corners: hall.points }),
  "new item": (plan) =>
    addItem(plan, undefined, "furniture", {
      id: "sofa",
      piece: "sofa",
      name: "",
      at: [1, 1],
      rotation: 0,
    }),
  "new level": (plan) => addLevel(plan, "Roof", "Ground", "roof").plan,
  "renamed level": (plan) => renameLevel(plan, "ground", "Low"),
  "moved level": (plan) => moveLevel(plan, "ground", 1),
  "removed level": (plan) => removeLevel(plan, "ground"),
  "removed room": (plan) => removeWithParts(plan, ["rooms/hall"]).plan,
  image: (plan) => [
    placeBackground(plan, "ground", "/a.png", "Ground floor"),
    setBackground(plan, "ground", { left: 1 }),
    removeBackground(plan, "ground"),
  ],
  copies: (plan) =>
    pasteFragment(
      plan,
      copyElements(addElements(plan, "rooms", hall), ["rooms/hall"]),
      undefined,
      [1, 1],
    ),
  file: (plan) => readPlanFile(writePlanFile(plan)),
};

for (const [what, use] of Object.entries(uses))
  test(`PLAN-6: the ${what} of a plan full of nulls is the one of a plan without them`, () => {
    const backgrounds = { ground: null, upper: { url: null } };
    const cases: readonly (readonly [given: PlanData, like: PlanData])[] = [
      [nulls, {}],
      [{ ...nulls, ...ground }, ground],
      [
        { ...nulls, ...ground, rooms: [hall] },
        { ...ground, rooms: [hall] },
      ],
      [
        { ...ground, backgrounds },
        { ...ground, backgrounds: { upper: {} } },
      ],
    ];
    for (const [given, like] of cases)
      assert.deepEqual(withoutNulls(use(given)), withoutNulls(use(like)), JSON.stringify(given));
  });

const listValues: readonly Json[] = [null, [], [hall], [hall, other], [{ ...hall, name: "Hall" }]];
const images: readonly Json[] = [
  { ground: { url: "/a.png", left: 1 } },
  { ground: { url: "/b.png", left: 1 } },
  { ground: { url: null, left: 1 } },
];

for (const [field, values] of [
  ["rooms", listValues],
  ["levels", listValues],
  ["backgrounds", [null, {}, ...images]],
  ["backgrounds", [{ ground: null }, ...images]],
] as const)
  test(`PLAN-6: ${field} merge with null on any side as without the field`, () => {
    for (const base of values)
      for (const mine of values)
        for (const theirs of values) {
          const sides = [base, mine, theirs].map((value): PlanData => ({ [field]: value }));
          const [old = {}, own = {}, others = {}] = sides;
          const [bareOld = {}, bareOwn = {}, bareOthers = {}] = sides.map(withoutNulls);
          const merged = merge(old, own, others);
          const expected = merge(bareOld, bareOwn, bareOthers);
          assert.deepEqual(withoutNulls(merged), withoutNulls(expected), JSON.stringify(sides));
        }
  });

test("PLAN-6: nulls that nobody touches stay through a merge and an edit", () => {
  const mine = { ...nulls, name: "mine" };
  const theirs = { ...nulls, rooms: [hall] };
  const { plan, conflicts } = merge(nulls, mine, theirs);
  assert.deepEqual([plan, conflicts], [{ ...nulls, name: "mine", rooms: [hall] }, []]);
  assert.deepEqual(addElements(nulls, "rooms", hall), theirs);
});
