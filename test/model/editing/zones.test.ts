import assert from "node:assert/strict";
import { test } from "node:test";
import { findingsIn } from "../../../src/model/editing/check.ts";
import { contentOfLevel, copyLevel } from "../../../src/model/editing/levels.ts";
import { moveBy, withContents } from "../../../src/model/editing/transform.ts";
import {
  addZone,
  addZoneCorner,
  moveZoneCorner,
  moveZoneSide,
  removeZoneCorner,
} from "../../../src/model/editing/zones.ts";
import type { PlanData } from "../../../src/model/elements/entities.ts";
import type { Point } from "../../../src/model/geometry/vector.ts";
import { listIn, objectsIn } from "../../../src/model/json.ts";
import { merge } from "../../../src/model/merge/merge.ts";

const square: readonly Point[] = [
  [1, 1],
  [3, 1],
  [3, 2],
  [1, 2],
];

const ref = "zones/sofa";

const plan: PlanData = {
  levels: [
    { id: "ground", name: "Ground" },
    { id: "upper", name: "Upper" },
  ],
  rooms: [
    {
      id: "living",
      points: [
        [0, 0],
        [4, 0],
        [4, 4],
        [0, 4],
      ],
    },
  ],
  zones: [{ id: "sofa", name: "Sofa", points: square, sensor: { tracker: "radar" } }],
};

const pointsOf = (changed: PlanData): unknown => objectsIn(changed["zones"])[0]?.["points"];

test("ZONE-4: corners and sides of a zone move, and corners come and go, as long as it stays a zone", () => {
  assert.deepEqual(pointsOf(moveZoneCorner(plan, ref, 1, [4, 0.5])), [
    [1, 1],
    [4, 0.5],
    [3, 2],
    [1, 2],
  ]);
  assert.deepEqual(pointsOf(moveZoneSide(plan, ref, 3, [-0.5, 0])), [
    [0.5, 1],
    [3, 1],
    [3, 2],
    [0.5, 2],
  ]);
  const more = addZoneCorner(plan, ref, 3);
  assert.deepEqual(pointsOf(more), [
    [1, 1],
    [3, 1],
    [3, 2],
    [1, 2],
    [1, 1.5],
  ]);
  assert.deepEqual(pointsOf(addZoneCorner(plan, ref, 0, [2, 1])), [
    [1, 1],
    [2, 1],
    [3, 1],
    [3, 2],
    [1, 2],
  ]);
  assert.deepEqual(pointsOf(removeZoneCorner(more, ref, 4)), square);
  assert.deepEqual(
    pointsOf(moveZoneCorner(plan, ref, 0, [4, 1.5])),
    square,
    "it would cross itself",
  );
  assert.deepEqual(pointsOf(moveZoneSide(plan, ref, 0, [0, 1])), square, "it would have no area");
  let many = plan;
  for (let count = 0; count < 40; count += 1) many = addZoneCorner(many, ref, 0);
  assert.equal(listIn(objectsIn(many["zones"])[0]?.["points"]).length, 32, "at most 32 corners");
});

test("ZONE-4: a zone that is none can be corrected by its corners", () => {
  const broken = {
    zones: [
      {
        id: "sofa",
        points: [
          [0, 0],
          [2, 2],
          [2, 0],
          [0, 2],
        ],
      },
    ],
  };
  const moved = moveZoneCorner(broken, ref, 0, [0, 1.9]);
  assert.deepEqual(pointsOf(moved), [
    [0, 1.9],
    [2, 2],
    [2, 0],
    [0, 2],
  ]);
});

test("ZONE-4: a zone moves and is copied with its room and its floor, and merges corner by corner", () => {
  assert.deepEqual(withContents(plan, ["rooms/living"]), ["rooms/living", ref]);
  const moved = moveBy(plan, withContents(plan, ["rooms/living"]), [1, 0]);
  assert.deepEqual(pointsOf(moved), [
    [2, 1],
    [4, 1],
    [4, 2],
    [2, 2],
  ]);
  const { rooms, items, refs } = contentOfLevel(plan, "ground");
  assert.deepEqual([rooms, items, refs], [1, 1, ["rooms/living", ref]]);
  const copied = copyLevel(plan, "ground", { name: "Copy", nameOfFirst: "", isBound: true }).change(
    plan,
  );
  const [first, second] = objectsIn(copied["zones"]);
  assert.deepEqual(
    [first?.["id"], second?.["points"], second?.["sensor"]],
    ["sofa", square, { tracker: "radar" }],
  );
  assert.notEqual(second?.["level"], first?.["level"]);
  const [mine, theirs] = [
    moveZoneCorner(plan, ref, 0, [0.5, 1]),
    moveZoneCorner(plan, ref, 2, [3.5, 2]),
  ];
  const merged = merge(plan, mine, theirs);
  assert.deepEqual(pointsOf(merged.plan), [
    [0.5, 1],
    [3, 1],
    [3.5, 2],
    [1, 2],
  ]);
});

test("ZONE-4: a new zone is on the floor that is shown", () => {
  const added = addZone({ levels: plan["levels"] }, "upper", { id: "bed", corners: square });
  assert.deepEqual(added["zones"], [{ id: "bed", level: "upper", points: square }]);
});

test("ZONE-6: the checks say which element is no zone and why, and which tracker of a zone the plan does not have", () => {
  const checked: PlanData = {
    trackers: [{ id: "radar" }],
    zones: [
      { id: "sofa", points: square, trackers: ["radar", "gone"] },
      { id: "sofa", name: "Again", points: square },
      7,
      {
        id: "line",
        points: [
          [0, 0],
          [1, 0],
        ],
      },
      { id: "up", points: square, level: "attic" },
    ],
  };
  const told = findingsIn(checked).map(({ kind, ref: at, subject, detail }) => [
    kind,
    at ?? subject,
    detail,
  ]);
  assert.deepEqual(told, [
    ["unknownLevel", "zones/up", "attic"],
    ["unknownTracker", "zones/sofa", "gone"],
    ["badZone", "zones/sofa#2", "id: there is another sofa"],
    ["badZone", "zones #3", "expected an object"],
    ["badZone", "zones/line", "points: expected at least 3"],
  ]);
  assert.deepEqual(
    findingsIn({ zones: 7 }).map(({ kind, subject, detail }) => [kind, subject, detail]),
    [["badZone", "zones #", "expected a list"]],
  );
});
