import assert from "node:assert/strict";
import { test } from "node:test";
import { insideOf, roomsOf } from "../../../src/model/elements/rooms.ts";
import { outlineOf } from "../../../src/model/elements/places.ts";
import { resizeItem, rotateBy } from "../../../src/model/editing/transform.ts";
import { entitiesOf, findRef, type PlanData } from "../../../src/model/elements/entities.ts";
import { type JsonObject, textIn } from "../../../src/model/json.ts";
import { findingsIn } from "../../../src/model/editing/check.ts";
import {
  copyElements,
  pasteFragment,
  refsOfFragment,
  withNewIds,
} from "../../../src/model/editing/fragment.ts";
import { rectangle, removeWithParts } from "../../../src/model/editing/add-remove.ts";
import {
  addLevel,
  contentOfLevel,
  moveLevel,
  removeLevel,
  renameLevel,
} from "../../../src/model/editing/levels.ts";
import { levelOf, levelsOf } from "../../../src/model/elements/levels.ts";
import { onGrid, snapMove, snapPoint } from "../../../src/web/canvas/snapping.ts";
import type { SnapTargets } from "../../../src/web/canvas/snap-targets.ts";
import { type Point, tidyPoint } from "../../../src/model/geometry/vector.ts";

/** A house of two floors; the first holds things that say no level. */
const house: PlanData = {
  levels: [
    { id: "low", name: "Ground floor" },
    { id: "high", name: "First floor", height: 2.5 },
  ],
  rooms: [
    { id: "hall", points: rectangle([0, 0], [4, 3]) },
    { id: "attic", level: "high", points: rectangle([0, 0], [4, 3]) },
  ],
  openings: [
    { id: "door", room_id: "hall", edge: 0, offset: 1, width: 0.9, type: "door" },
    { id: "skylight", room_id: "attic", edge: 0, offset: 1, width: 0.9, type: "window" },
  ],
  furniture: [
    { id: "bench", type: "bench", x: 2, z: 1 },
    { id: "bed", type: "bed", x: 2, z: 1, level: "high" },
  ],
  sensors: [{ entity: "sensor.hall", x: 1, z: 1 }],
  labels: { hall: [1, 1] },
  outdoor: "hall",
  backgrounds: { high: { url: "/local/floorplan/bg_high.png?v=1" } },
};

const levelsByKey = (plan: PlanData): ReadonlyMap<string, string | undefined> =>
  new Map(
    (["rooms", "furniture", "sensors"] as const).flatMap((collection) =>
      entitiesOf(plan, collection).map(
        ({ data }) =>
          [textIn(data["id"]) ?? textIn(data["entity"]) ?? "", levelOf(plan, data)] as const,
      ),
    ),
  );

test("EDIT-7: a deleted room takes its openings, its label and the mark of the outdoors with it", () => {
  const { plan, removed, openings } = removeWithParts(house, ["rooms/hall"]);
  assert.deepEqual([removed, openings], [1, 1]);
  assert.equal(findRef(plan, "openings/door"), undefined);
  assert(findRef(plan, "openings/skylight"));
  assert.deepEqual(plan["labels"], {});
  assert(!("outdoor" in plan));
  assert.deepEqual(findingsIn(plan), []);
});

test("EDIT-8: copies have ids of their own, and a room comes with its openings, label and contents", () => {
  const fragment = withNewIds(house, copyElements(house, ["rooms/hall"]));
  const plan = pasteFragment(house, fragment, "high", [5, 0]);
  const refs = refsOfFragment(fragment);
  assert.equal(refs.length, 4, "room, bench, sensor and door");
  assert.deepEqual(
    refs.filter((ref) => findRef(house, ref) !== undefined),
    [],
  );
  const room = refs.find((ref) => ref.startsWith("rooms/"));
  const copied = findRef(plan, room ?? "");
  assert.deepEqual(copied?.data["points"], rectangle([5, 0], [9, 3]));
  assert.equal(copied?.data["level"], "high");
  const labels = new Map(Object.entries(plan["labels"] ?? {}));
  assert.deepEqual(labels.get(copied?.key ?? ""), [6, 1]);
  const door = refs.find((ref) => ref.startsWith("openings/"));
  assert.equal(findRef(plan, door ?? "")?.data["room_id"], copied?.key);
  assert.deepEqual(findingsIn(plan), []);
});

test("EDIT-11: whatever is done to the floors, what says no level stays on its own", () => {
  const before = levelsByKey(house);
  const swapped = moveLevel(house, "low", 1);
  assert.deepEqual(
    levelsOf(swapped).map(({ id }) => id),
    ["high", "low"],
  );
  assert.deepEqual(levelsByKey(swapped), before);
  const grown = addLevel(house, "Roof", "Ground floor").plan;
  assert.deepEqual(levelsByKey(grown), before);
  const [, high] = entitiesOf(renameLevel(house, "high", "Attic"), "levels");
  assert.deepEqual(high?.data, { id: "high", name: "Attic", height: 2.5 });
});

test("EDIT-11: a plan without floors gets one for what is there with its second floor", () => {
  const flat: PlanData = { rooms: [{ id: "hall", points: rectangle([0, 0], [4, 3]) }] };
  const { plan, id } = addLevel(flat, "First floor", "Ground floor");
  assert.deepEqual(
    levelsOf(plan).map(({ name }) => name),
    ["Ground floor", "First floor"],
  );
  assert.equal(levelsByKey(plan).get("hall"), levelsOf(plan)[0]?.id);
  assert.equal(levelsOf(plan)[1]?.id, id);
});

test("EDIT-12: what goes with a deleted floor is counted before, and nothing else goes", () => {
  const { refs: _, ...low } = contentOfLevel(house, "low");
  assert.deepEqual(low, { rooms: 1, openings: 1, items: 2, hasImage: false });
  assert.equal(contentOfLevel(house, "high").hasImage, true);
  const plan = removeLevel(house, "low");
  assert.deepEqual(findingsIn(plan), []);
  assert.deepEqual(
    [...levelsByKey(plan)],
    [
      ["attic", "high"],
      ["bed", "high"],
    ],
  );
  assert.deepEqual(removeLevel(house, "high")["backgrounds"], {});
});

const targets: SnapTargets = {
  corners: [
    [0, 0],
    [4, 0],
    [4, 3],
  ],
  walls: [{ from: [4, 0], to: [6, 2] }],
  items: [],
};

const on = { isOn: true, tolerance: 0.1 };

test("EDIT-13: a point snaps to a corner before anything else, else to what it lines up with, else to the grid", () => {
  assert.deepEqual(snapPoint([4.06, 0.05], targets, on).point, [4, 0]);
  assert.deepEqual(snapPoint([5.03, 1], targets, on).point, [5.015, 1.015]);
  const aligned = snapPoint([4.06, 1.514], targets, on);
  assert.deepEqual(aligned.point, [4, 1.5]);
  assert.deepEqual(aligned.guides, [{ from: [4, 3], to: [4, 1.5] }]);
  assert.deepEqual(snapPoint([2.13, 1.514], targets, on), { point: [2.15, 1.5], guides: [] });
});

test("EDIT-13: from the last corner, right angles and diagonals hold", () => {
  const origin = [1, 1] as const;
  assert.deepEqual(snapPoint([1.06, 2.31], targets, on, [origin]).point, [1, 2.3]);
  assert.deepEqual(snapPoint([2.53, 2.47], targets, on, [origin]).point, [2.5, 2.5]);
});

test("EDIT-13: without snapping, everything stays where it was put", () => {
  const off = { isOn: false, tolerance: 0.1 };
  assert.deepEqual(snapPoint([4.06, 0.05], targets, off), { point: [4.06, 0.05], guides: [] });
  const box = { left: 0, top: 0, width: 1, height: 1 };
  const { by } = snapMove(box, [0, 0], [2.963, 0.4], targets, off);
  assert.deepEqual(by, [2.963, 0.4]);
});

test("EDIT-13: what is moved snaps by its sides, and by the grid where nothing is near", () => {
  const box = { left: 0, top: 0, width: 1, height: 1 };
  const { by, guides } = snapMove(box, [0.5, 0.5], [2.963, 1.33], targets, on);
  assert.deepEqual(by, [3, 1.35]);
  assert.equal(guides.length, 1);
});

test("TRACE-8: over an image there is no grid, and all else attracts as before", () => {
  const over = { ...on, isOverImage: true };
  assert.deepEqual(snapPoint([2.13, 1.764], targets, over).point, [2.13, 1.764]);
  assert.deepEqual(snapPoint([4.06, 0.05], targets, over).point, [4, 0]);
  assert.deepEqual(snapPoint([4.06, 1.764], targets, over).point, [4, 1.764]);
  const box = { left: 0, top: 0, width: 1, height: 1 };
  assert.deepEqual(snapMove(box, [0.5, 0.5], [2.963, 1.33], targets, over).by, [3, 1.33]);
});

test("EDIT-27: what stands in a room snaps to the faces of its walls, whichever way its corners run", () => {
  const points = [...rectangle([0, 0], [4, 3])];
  const faces = [
    [0.06, 0.06],
    [3.94, 0.06],
    [3.94, 2.94],
    [0.06, 2.94],
  ];
  const inside = (room: JsonObject): readonly Point[] => {
    const plan: PlanData = { outdoor: "garden", rooms: [room] };
    return roomsOf(plan).flatMap((each) => insideOf(each, plan));
  };
  const cornersOf = (room: JsonObject): unknown => inside(room).map(tidyPoint);
  assert.deepEqual(cornersOf({ points }), faces);
  assert.deepEqual(cornersOf({ points: points.toReversed() }), faces.toReversed());
  const bent = [points, [[0, 3]], [[0, 1.5]]].flat();
  assert.deepEqual(
    cornersOf({ points: bent }),
    [...faces, [0.06, 1.5]],
    "a corner that bends nothing",
  );
  assert.deepEqual(cornersOf({ id: "garden", points }), points, "no walls in the open");
  const shelf = { left: 1, top: 1, width: 1, height: 0.4 };
  const within = { corners: inside({ points }), walls: [], items: [] };
  assert.deepEqual(snapMove(shelf, [1.5, 1.2], [0.52, -0.9], within, on).by, [0.5, -0.94]);
});

test("EDIT-14: a handle moves its side of a piece, and the opposite side stays", () => {
  const desk = { type: "desk", x: 1, z: 1, w: 2, d: 1, rotation: 90 };
  // Turned by 90 degrees, the right side is at the bottom.
  const resized = (to: Point): JsonObject =>
    resizeItem({ collection: "furniture", data: desk }, [1, 0], to, onGrid);
  const longer = resized([1.3, 2.52]);
  assert.deepEqual([longer["w"], longer["d"]], [2.5, 1]);
  const tops = outlineOf({ collection: "furniture", data: longer }).map(([, z]) => z);
  assert.equal(Math.min(...tops).toFixed(4), "0.0000");
  const smallest = resized([1, -9]);
  assert.equal(smallest["w"], 0.05);
});

test("EDIT-14: a piece turns about a point, and comes back after a full turn", () => {
  const desk = { id: "desk", type: "desk", x: 2, z: 1, w: 2, d: 1, rotation: 0 };
  const turn = (plan: PlanData): PlanData => rotateBy(plan, ["furniture/desk"], 90, [1, 1]);
  const turned = turn({ furniture: [desk] });
  assert.deepEqual(turn(turn(turn(turned)))["furniture"], [desk]);
});
