import assert from "node:assert/strict";
import { test } from "node:test";
import { entitiesOf, type PlanData } from "../../../src/model/elements/entities.ts";
import { rectangle } from "../../../src/model/editing/add-remove.ts";
import { freeSpan, nearestFree, takenOn } from "../../../src/model/editing/openings.ts";
import { moveBy } from "../../../src/model/editing/transform.ts";
import { roomTargets } from "../../../src/web/canvas/tools/room.ts";

const wall = { from: [4, 0], to: [4, 3] } as const;

/** Two rooms side by side, and one above the first; each has an opening at the same place. */
const plan: PlanData = {
  levels: [
    { id: "low", name: "Low" },
    { id: "high", name: "High" },
    { id: "roof", name: "Roof" },
  ],
  rooms: [
    { id: "west", level: "low", points: rectangle([0, 0], [4, 3]) },
    { id: "east", level: "low", points: rectangle([4, 0], [8, 3]) },
    { id: "above", level: "high", points: rectangle([0.5, 0.25], [4, 3]) },
  ],
  openings: [
    { id: "door", room_id: "west", edge: 1, offset: 1, width: 0.8, type: "door" },
    { id: "behind", room_id: "east", edge: 3, offset: 0.5, width: 0.6, type: "window" },
    { id: "across", room_id: "west", edge: 0, offset: 3.9, width: 0.2, type: "window" },
    { id: "upstairs", room_id: "above", edge: 1, offset: 1, width: 0.8, type: "door" },
  ],
};

test("EDIT-22: a wall is taken by the openings of both its rooms, and by no others", () => {
  const taken = takenOn(plan, "low", wall).map(({ ref, from, to }) => [
    ref,
    from.toFixed(2),
    to.toFixed(2),
  ]);
  assert.deepEqual(taken, [
    ["openings/door", "0.60", "1.40"],
    ["openings/behind", "2.20", "2.80"],
  ]);
});

test("EDIT-22: an opening goes into what is free around the pointer, and nowhere where that is too narrow", () => {
  const taken = takenOn(plan, "low", wall);
  assert.deepEqual(freeSpan({ offset: 1.5, width: 0.6 }, 1.5, wall, taken), {
    offset: 1.7,
    width: 0.6,
  });
  assert.deepEqual(freeSpan({ offset: 2, width: 0.9 }, 2, wall, taken), {
    offset: 1.8,
    width: 0.8,
  });
  assert.deepEqual(freeSpan({ offset: 0.2, width: 0.9 }, 0.2, wall, taken), {
    offset: 0.3,
    width: 0.6,
  });
  assert.equal(freeSpan({ offset: 2.9, width: 0.9 }, 2.9, wall, taken), undefined);
  assert.deepEqual(freeSpan({ offset: 1.5, width: 0.9 }, 1.5, wall, []), {
    offset: 1.5,
    width: 0.9,
  });
});

test("EDIT-22: an opening that is dragged lies at the nearest free place as wide as it, or nowhere", () => {
  const taken = takenOn(plan, "low", wall);
  const at = (offset: number, width: number) => nearestFree({ offset, width }, 3, taken);
  assert.deepEqual(at(1.1, 0.5), { offset: 1.65, width: 0.5 }, "beside the one that is there");
  assert.deepEqual(at(0.6, 0.5), { offset: 0.35, width: 0.5 }, "on its near side");
  assert.deepEqual(at(1.8, 0.8), { offset: 1.8, width: 0.8 }, "right between two");
  assert.equal(at(1.8, 0.9), undefined);
  assert.deepEqual(nearestFree({ offset: 1, width: 4 }, 3, []), { offset: 1.5, width: 3 });
});

test("EDIT-6, EDIT-22: openings that slide along their wall do not slide over others, nor over each other", () => {
  const list = [
    { id: "one", room_id: "west", edge: 1, offset: 1.6, width: 0.4, type: "window" },
    { id: "two", room_id: "west", edge: 1, offset: 0.5, width: 0.6, type: "window" },
    { id: "three", room_id: "west", edge: 1, offset: 2.7, width: 0.4, type: "window" },
  ];
  const windows = { ...plan, openings: list };
  const offsets = (by: number, ...ids: readonly string[]) =>
    entitiesOf(
      moveBy(
        windows,
        ids.map((id) => `openings/${id}` as const),
        [0, by],
      ),
      "openings",
    ).map(({ data }) => data["offset"]);
  assert.deepEqual(offsets(0.2, "one"), [1.8, 0.5, 2.7]);
  assert.deepEqual(offsets(0.8, "one"), [2.3, 0.5, 2.7]);
  assert.deepEqual(offsets(2, "two", "one"), [2.3, 1.8, 2.7], "the one ahead makes room");
  assert.deepEqual(offsets(-2, "two", "one", "three"), [0.8, 0.3, 1.2]);
});

test("EDIT-24: a new room snaps to the rooms of its floor and of the floor under it", () => {
  const corners = (level: string): readonly string[] =>
    roomTargets(plan, level).corners.map((corner) => corner.join(" "));
  assert(corners("high").includes("8 0") && corners("high").includes("0.5 0.25"));
  assert(corners("roof").includes("0.5 0.25") && !corners("roof").includes("8 0"));
  assert(corners("low").includes("0.5 0.25"), "the lowest one takes the floor above it");
});
