import assert from "node:assert/strict";
import { test } from "node:test";
import { lengthOf, type Point, pointAlong, tidyPoint } from "../../../src/model/geometry/vector.ts";
import { spanOf } from "../../../src/model/kinds/opening.ts";
import { wallOf } from "../../../src/model/elements/opening-walls.ts";
import { cornersOf } from "../../../src/model/elements/places.ts";
import { entitiesOf, findRef, type PlanData } from "../../../src/model/elements/entities.ts";
import {
  addElements,
  assignIds,
  newIdsFor,
  renamedRef,
} from "../../../src/model/editing/change.ts";
import {
  addCorner,
  moveCorner,
  moveWall,
  removeCorner,
} from "../../../src/model/editing/reshape-rooms.ts";
import { addRoom, areaOf, isRoom, rectangle } from "../../../src/model/editing/add-remove.ts";
import { moveBy, withContents } from "../../../src/model/editing/transform.ts";
import { bounded } from "../../support/timeouts.ts";
import { type Random, seededRandom } from "../../support/random.ts";

/** Two rooms of 4 by 3 metres, side by side, with a door between them and a window at the top left. */
const twoRooms: PlanData = {
  rooms: [
    { id: "west", name: "West", points: rectangle([0, 0], [4, 3]), flooring: "oak" },
    { id: "east", name: "East", points: rectangle([4, 0], [8, 3]) },
  ],
  openings: [
    { id: "door", room_id: "west", edge: 1, offset: 1.5, width: 0.9, type: "door" },
    { id: "window", room_id: "west", edge: 0, offset: 2, width: 1.2, type: "window" },
  ],
  furniture: [{ type: "sofa", x: 1, z: 1, w: 2, d: 1 }],
  labels: { west: [2, 2], east: [6, 2] },
  untouched: { by: "another program" },
};

const corners = (plan: PlanData, id: string): readonly Point[] =>
  cornersOf(findRef(plan, `rooms/${id}`)?.data ?? {});

const field = (plan: PlanData, ref: string, name: string): unknown =>
  findRef(plan, ref)?.data[name];

const centreOf = (plan: PlanData, id: string): Point => {
  const opening = findRef(plan, `openings/${id}`)?.data ?? {};
  const wall = wallOf(plan, opening);
  assert(wall, `${id} has its wall`);
  return tidyPoint(pointAlong(wall, spanOf(opening).offset));
};

test("EDIT-1: an edit shares what it does not change, and keeps fields that it does not know", () => {
  const moved = moveBy(twoRooms, ["rooms/west"], [1, 0]);
  assert.equal(moved["openings"], twoRooms["openings"]);
  assert.equal(moved["untouched"], twoRooms["untouched"]);
  assert.equal(findRef(moved, "rooms/east")?.data, findRef(twoRooms, "rooms/east")?.data);
  assert.equal(field(moved, "rooms/west", "flooring"), "oak");
});

test("EDIT-1: what a corner holds besides its two coordinates stays with it", () => {
  const points = [
    [0, 0, 2.4],
    [4, 0, 2.5, "beam"],
    [4, 3],
    [0, 3, 2.7],
  ];
  const plan: PlanData = { rooms: [{ id: "attic", points }] };
  const after = (change: PlanData): unknown => findRef(change, "rooms/attic")?.data["points"];
  assert.deepEqual(after(moveCorner(plan, "rooms/attic", 1, [5, 0])), [
    [0, 0, 2.4],
    [5, 0, 2.5, "beam"],
    [4, 3],
    [0, 3, 2.7],
  ]);
  assert.deepEqual(after(moveBy(plan, ["rooms/attic"], [0, 1])), [
    [0, 1, 2.4],
    [4, 1, 2.5, "beam"],
    [4, 4],
    [0, 4, 2.7],
  ]);
  const more = addCorner(plan, "rooms/attic", 0);
  assert.deepEqual(after(more), [[0, 0, 2.4], [2, 0], ...points.slice(1)]);
  assert.deepEqual(after(removeCorner(more, "rooms/attic", 0)), [[2, 0], ...points.slice(1)]);
});

test("EDIT-2: a corner moves together with the corners of other rooms that lie on it", () => {
  const moved = moveCorner(twoRooms, "rooms/west", 1, [4.5, -0.5]);
  assert.deepEqual(corners(moved, "west")[1], [4.5, -0.5]);
  assert.deepEqual(corners(moved, "east")[0], [4.5, -0.5]);
  assert.deepEqual(corners(moved, "east").slice(1), corners(twoRooms, "east").slice(1));
});

test("EDIT-2: a corner of another floor stays where it is", () => {
  const levels = [
    { id: "low", name: "Low" },
    { id: "high", name: "High" },
  ];
  const above = { id: "above", level: "high", points: rectangle([0, 0], [4, 3]) };
  const plan = addElements({ ...twoRooms, levels }, "rooms", above);
  const moved = moveCorner(plan, "rooms/west", 1, [5, 0]);
  assert.deepEqual(corners(moved, "above"), rectangle([0, 0], [4, 3]));
});

test("EDIT-3: rooms that stand wall to wall still do when the wall moves", () => {
  const moved = moveWall(twoRooms, "rooms/west", 1, [0.7, 0]);
  assert.deepEqual(corners(moved, "west"), rectangle([0, 0], [4.7, 3]));
  assert.deepEqual(corners(moved, "east"), rectangle([4.7, 0], [8, 3]));
});

test("EDIT-3: walls in line with the moved one come along, so that no room gets crooked", () => {
  const below = { id: "south", points: rectangle([4, 3], [8, 6]) };
  const moved = moveWall(addElements(twoRooms, "rooms", below), "rooms/west", 1, [-1, 0]);
  assert.deepEqual(corners(moved, "east"), rectangle([3, 0], [8, 3]));
  assert.deepEqual(corners(moved, "south"), rectangle([3, 3], [8, 6]));
});

test("EDIT-4: an opening stays in its place when the wall grows or shrinks at either end", () => {
  const before = centreOf(twoRooms, "window");
  const longer = moveCorner(twoRooms, "rooms/west", 0, [-2, 0]);
  assert.deepEqual(centreOf(longer, "window"), before);
  assert.equal(field(longer, "openings/window", "offset"), 4);
  const shorter = moveWall(twoRooms, "rooms/west", 1, [-1, 0]);
  assert.deepEqual(centreOf(shorter, "window"), before);
});

test("EDIT-4: an opening is clamped into a wall that got shorter, and narrowed only if it must be", () => {
  const clamped = moveWall(twoRooms, "rooms/west", 1, [-1.6, 0]);
  assert.equal(field(clamped, "openings/window", "offset"), 1.8);
  assert.equal(field(clamped, "openings/window", "width"), 1.2);
  const narrowed = moveWall(twoRooms, "rooms/west", 1, [-3, 0]);
  assert.equal(field(narrowed, "openings/window", "width"), 1);
});

test("EDIT-5: a corner that is added leaves every opening where it was", () => {
  const split = addCorner(twoRooms, "rooms/west", 0, [1, 0]);
  assert.equal(corners(split, "west").length, 5);
  assert.deepEqual(centreOf(split, "door"), centreOf(twoRooms, "door"));
  assert.deepEqual(centreOf(split, "window"), centreOf(twoRooms, "window"));
  assert.equal(field(split, "openings/door", "edge"), 2);
  assert.equal(field(split, "openings/window", "edge"), 1);
});

test("EDIT-5: any corner that was added can be taken away again, and the plan is as before", () => {
  for (const edge of [0, 1, 2, 3]) {
    const split = addCorner(twoRooms, "rooms/west", edge);
    const back = removeCorner(split, "rooms/west", edge + 1);
    assert.deepEqual(corners(back, "west"), corners(twoRooms, "west"), `edge ${edge}`);
  }
  const withoutFirst = removeCorner(twoRooms, "rooms/west", 0);
  assert.deepEqual(centreOf(withoutFirst, "door"), centreOf(twoRooms, "door"));
  assert.equal(field(withoutFirst, "openings/door", "edge"), 0);
  const three = removeCorner(withoutFirst, "rooms/west", 0);
  assert.equal(three, withoutFirst, "three corners are the fewest");
});

const randomEdit = (random: Random, plan: PlanData): PlanData => {
  const rooms = ["rooms/west", "rooms/east"] as const;
  const room = random.pick(rooms);
  const count = cornersOf(findRef(plan, room)?.data ?? {}).length;
  const by: Point = [(random.below(41) - 20) / 20, (random.below(41) - 20) / 20];
  switch (random.below(4)) {
    case 0:
      return moveCorner(plan, room, random.below(count), by);
    case 1:
      return moveWall(plan, room, random.below(count), by);
    case 2:
      return addCorner(plan, room, random.below(count));
    default:
      return removeCorner(plan, room, random.below(count));
  }
};

test(
  "EDIT-4, EDIT-5: whatever is done to the corners, each opening keeps a wall that it fits into",
  bounded,
  (t) => {
    const random = seededRandom(t);
    for (let run = 0; run < 200; run += 1) {
      let plan = twoRooms;
      for (let step = 0; step < 12; step += 1) {
        plan = randomEdit(random, plan);
        for (const { data, key } of entitiesOf(plan, "openings")) {
          const wall = wallOf(plan, data);
          assert(wall, `${key} has its wall in run ${run}, step ${step}`);
          const { offset, width } = spanOf(data);
          const length = lengthOf(wall);
          const fits = offset - width / 2 > -0.001 && offset + width / 2 < length + 0.001;
          assert(fits, `${key} at ${offset}, ${width} wide, in ${length} (run ${run}, ${step})`);
        }
      }
    }
  },
);

test("EDIT-6: a room takes its label and what stands in it along", () => {
  const refs = withContents(twoRooms, ["rooms/west"]);
  const ids = newIdsFor(twoRooms, refs);
  const named = refs.map((ref) => renamedRef(ref, ids));
  const moved = moveBy(assignIds(twoRooms, ids), named, [0.5, 1]);
  const [sofa] = entitiesOf(moved, "furniture");
  assert.deepEqual([sofa?.data["x"], sofa?.data["z"]], [1.5, 2]);
  assert.deepEqual(moved["labels"], { west: [2.5, 3], east: [6, 2] });
  assert.deepEqual(centreOf(moved, "door"), [4.5, 2.5]);
});

test("EDIT-6: an opening slides along its wall, and not past its end", () => {
  const along = moveBy(twoRooms, ["openings/window"], [0.5, 7]);
  assert.equal(field(along, "openings/window", "offset"), 2.5);
  const end = moveBy(twoRooms, ["openings/window"], [50, 0]);
  assert.equal(field(end, "openings/window", "offset"), 3.4);
});

test("EDIT-9: an element without an id gets one when it is edited, and is found by its new name", () => {
  const [sofa] = entitiesOf(twoRooms, "furniture");
  const ref = `furniture/${sofa?.key ?? ""}`;
  const ids = newIdsFor(twoRooms, [ref, "rooms/west"]);
  assert.deepEqual([...ids.keys()], [ref], "what has an id keeps it");
  const plan = assignIds(twoRooms, ids);
  assert.equal(findRef(plan, ref), undefined);
  assert.equal(field(plan, renamedRef(ref, ids), "type"), "sofa");
});

test("EDIT-10: a new room runs clockwise, lies on the shown floor, and is not a sliver", () => {
  const anticlockwise = rectangle([0, 0], [2, 2]).toReversed();
  const levels = [
    { id: "low", name: "Low" },
    { id: "high", name: "High" },
  ];
  const room = { id: "new", name: "New", corners: anticlockwise };
  const plan = addRoom({ levels }, "high", room);
  assert.deepEqual(corners(plan, "new"), rectangle([0, 0], [2, 2]).toSpliced(0, 0));
  assert.equal(field(plan, "rooms/new", "level"), "high");
  assert.equal(areaOf(anticlockwise), 4);
  assert(isRoom(anticlockwise));
  assert(!isRoom(rectangle([0, 0], [4, 0.1])));
  assert(
    !isRoom([
      [0, 0],
      [1, 1],
    ]),
  );
});
