import assert from "node:assert/strict";
import { test } from "node:test";
import { pastedRefs } from "../../../src/model/editing/fragment.ts";
import { entitiesOf, type List, type PlanData } from "../../../src/model/elements/entities.ts";
import type { Point } from "../../../src/model/geometry/vector.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import type { FoundPlan } from "../../../src/model/scan/find-walls.ts";
import { WallProposal } from "../../../src/model/scan/wall-proposal.ts";

const image = { url: "a.png", left: 0, top: 0, width: 10, height: 0, opacity: 1, rotation: 0 };

const wall = (from: Point, to: Point) => ({ from, to, thickness: 10 });

/** Two rooms in pixels, 50 per metre, with a wall between them in which there is a door, and a wall that ends free. */
const found: FoundPlan = {
  walls: [
    wall([50, 50], [450, 50]),
    wall([50, 250], [450, 250]),
    wall([50, 50], [50, 250]),
    wall([450, 50], [450, 250]),
    wall([250, 50], [250, 250]),
    wall([450, 150], [600, 150]),
  ],
  openings: [
    {
      kind: "door",
      wall: 4,
      from: [250, 100],
      to: [250, 145],
      leaf: { hinge: [250, 100], end: [205, 100] },
    },
    { kind: "window", wall: 5, from: [500, 150], to: [550, 150] },
  ],
};

const proposal = WallProposal.of("g", found, image, 50);

const listOf = (plan: PlanData, list: List): readonly JsonObject[] =>
  entitiesOf(plan, list).map(({ data }) => data);

const empty: PlanData = { levels: [{ id: "g", name: "Ground" }] };

const accepted = async (chosen: WallProposal, plan = empty): Promise<PlanData> =>
  chosen.addedTo(plan, await chosen.addition(() => plan, "Room"));

test("SCAN-3: rooms are added where walls close some, else freestanding walls, each with its openings", async () => {
  assert.equal(proposal.rooms.length, 2);
  const plan = await accepted(proposal);
  const rooms = listOf(plan, "rooms");
  assert.deepEqual(
    rooms.map(({ level, name }) => [level, name]),
    [
      ["g", "Room 1"],
      ["g", "Room 2"],
    ],
  );
  const [standing, ...others] = listOf(plan, "walls");
  assert.deepEqual(others, []);
  assert.deepEqual([standing?.["to"], standing?.["thickness"]], [[12, 3], 0.2]);
  const openings = listOf(plan, "openings");
  const door = openings.find(({ type }) => type === "door");
  assert(rooms.some(({ id }) => id === door?.["room_id"]));
  assert.equal(door?.["width"], 0.9);
  assert.deepEqual(
    openings.filter(({ type }) => type === "window").map(({ wall_id: id, width }) => [id, width]),
    [[standing?.["id"], 1]],
  );
});

test("SCAN-3: without a wall that is left out, a room is not closed: its other walls stand free", async () => {
  const less = proposal.toggled(3);
  assert.deepEqual([less.rooms.length, less.taken.size], [1, 5]);
  const plan = await accepted(less);
  assert.equal(listOf(plan, "rooms").length, 1);
  assert.equal(listOf(plan, "walls").length, 3);
  assert.equal(less.toggled(3).rooms.length, 2, "and taken again it closes the room");
  assert.deepEqual(less.whole().taken, proposal.taken);
});

test("SCAN-3: openings of walls that are left out are left out", async () => {
  const plan = await accepted(proposal.toggled(5).toggled(4));
  assert.deepEqual(listOf(plan, "openings"), []);
  assert.equal(listOf(plan, "rooms").length, 1);
});

test("SCAN-3: what is added has new ids and names, and nothing else changes", async () => {
  const plan = await accepted(proposal);
  const again = await proposal.addition(() => plan, "Room");
  const both = proposal.addedTo(plan, again);
  assert.equal(pastedRefs(both, again).length, 5);
  for (const list of ["rooms", "walls", "openings"] as const) {
    const [before, after] = [listOf(plan, list), listOf(both, list)];
    assert.deepEqual(after.slice(0, before.length), before);
    assert.equal(new Set(after.map(({ id }) => id)).size, 2 * before.length);
  }
  assert.deepEqual(
    listOf(both, "rooms").map(({ name }) => name),
    ["Room 1", "Room 2", "Room 3", "Room 4"],
  );
});

test("SCAN-4: a proposal is of its floor alone, and of its image only while that is the same, at the same place", () => {
  assert(proposal.isOf("g", image));
  assert(
    proposal
      .toggled(1)
      .whole()
      .isOf("g", { ...image, opacity: 0.5 }),
  );
  assert(!proposal.isOf("upper", image));
  assert(!proposal.isOf("g", undefined));
  for (const other of [{ url: "b.png" }, { left: 1 }, { top: 1 }, { width: 9 }, { rotation: 90 }])
    assert(!proposal.isOf("g", { ...image, ...other }), JSON.stringify(other));
});

test("SCAN-3: walls lie on the plan where the image shows them, also where it is moved, scaled and turned", () => {
  const turnedImage = { ...image, left: 3, top: 4, rotation: 90 };
  const [first] = WallProposal.of("g", found, turnedImage, 50).walls;
  const close = (one: Point | undefined, other: Point): boolean =>
    one !== undefined && Math.hypot(one[0] - other[0], one[1] - other[1]) < 1e-9;
  assert(close(first?.from, [2, 5]) && close(first?.to, [2, 13]), JSON.stringify(first));
  assert.equal(first?.thickness, 0.2);
});

test("SCAN-7: what is accepted is made in turns, room by room, and takes its ids from the plan as it is then", async (t) => {
  let now = 0;
  t.mock.method(performance, "now", () => (now += 1000));
  const given = t.mock.method(globalThis, "setTimeout");
  const asked: number[] = [];
  const addition = await proposal.addition(() => {
    asked.push(given.mock.callCount());
    return empty;
  }, "Room");
  assert.deepEqual(asked, [3], "after a turn before each room, and one before they are added");
  assert.equal(pastedRefs(proposal.addedTo(empty, addition), addition).length, 5);
});
