import assert from "node:assert/strict";
import { test } from "node:test";
import { removeWithParts, rectangle } from "../../../src/model/editing/add-remove.ts";
import { findingsIn } from "../../../src/model/editing/check.ts";
import { copyElements, pasteFragment, withNewIds } from "../../../src/model/editing/fragment.ts";
import { putOpening, takenOn } from "../../../src/model/editing/openings.ts";
import { moveStandingEnd } from "../../../src/model/editing/standing-walls.ts";
import { moveBy } from "../../../src/model/editing/transform.ts";
import { copyLevel } from "../../../src/model/editing/levels.ts";
import { entitiesOf, type PlanData } from "../../../src/model/elements/entities.ts";
import { openingsOf, wallOf } from "../../../src/model/elements/opening-walls.ts";
import { centreOf, levelOfEntity, roomAround } from "../../../src/model/elements/places.ts";
import type { Point } from "../../../src/model/geometry/vector.ts";
import type { JsonObject } from "../../../src/model/json.ts";

/** A hall of 6 by 4 metres on an upper floor, with a screen in it that has a door, and a window in the hall's own wall. */
const plan: PlanData = {
  levels: [{ id: "low" }, { id: "high" }],
  rooms: [{ id: "hall", level: "high", points: rectangle([0, 0], [6, 4]) }],
  walls: [{ id: "screen", level: "high", from: [1, 2], to: [5, 2] }],
  openings: [
    { id: "door", wall_id: "screen", offset: 1, width: 0.8, type: "door" },
    { id: "window", room_id: "hall", edge: 0, offset: 1, width: 0.8, type: "window" },
  ],
};

const openingIn = (of: PlanData, id: string): JsonObject =>
  entitiesOf(of, "openings").find(({ key }) => key === id)?.data ?? {};

const placeIn = (of: PlanData, id: string): Point | undefined =>
  centreOf(of, { collection: "openings", data: openingIn(of, id) });

test("ROOM-16: an opening is in the freestanding wall that it names, unless it names a room", () => {
  const [door] = openingsOf(plan);
  assert(door !== undefined);
  assert.deepEqual(wallOf(plan, door.data), {
    from: [1, 2],
    to: [5, 2],
    owner: "walls/screen",
    edge: 0,
  });
  assert.deepEqual([placeIn(plan, "door"), levelOfEntity(plan, door)], [[2, 2], "high"]);
  assert.equal(roomAround(plan, door)?.id, "hall");
  const inBoth = wallOf(plan, { ...door.data, room_id: "hall", edge: 0 });
  assert.deepEqual([inBoth?.owner, inBoth?.from], ["rooms/hall", [0, 0]]);
  assert.equal(wallOf(plan, { ...door.data, wall_id: "nowhere" }), undefined);
});

test("ROOM-17: a wall that is deleted takes its openings along, and one of two with the same id leaves them", () => {
  const { plan: left, openings } = removeWithParts(plan, ["walls/screen"]);
  assert.deepEqual([openings, openingsOf(left).map(({ key }) => key)], [1, ["window"]]);
  const twice = { ...plan, walls: [...entitiesOf(plan, "walls"), ...entitiesOf(plan, "walls")] };
  const walls = twice.walls.map(({ data }) => data);
  assert.equal(removeWithParts({ ...plan, walls }, ["walls/screen"]).openings, 0);
});

test("ROOM-17: a wall that is moved or copied takes its openings along, and an opening alone slides", () => {
  const moved = moveBy(plan, ["walls/screen", "openings/door"], [0.5, 0.5]);
  assert.deepEqual([placeIn(moved, "door"), openingIn(moved, "door")["offset"]], [[2.5, 2.5], 1]);
  assert.deepEqual(placeIn(moveBy(plan, ["openings/door"], [0.5, 0.5]), "door"), [2.5, 2]);
  for (const ref of ["walls/screen", "rooms/hall"]) {
    const fragment = withNewIds(plan, copyElements(plan, [ref]));
    const pasted = pasteFragment(plan, fragment, "low", [10, 0]);
    const copy = openingsOf(pasted).findLast(({ data }) => data["type"] === "door");
    assert(copy !== undefined && copy.key !== "door");
    const place = [centreOf(pasted, copy), levelOfEntity(pasted, copy)];
    assert.deepEqual(place, [[12, 2], "low"], ref);
    assert.notEqual(copy.data["wall_id"], "screen");
  }
  const copied = copyLevel(plan, "high", { name: "Copy", nameOfFirst: "", isBound: true });
  assert.deepEqual(findingsIn(copied.change(plan)), []);
});

test("ROOM-17: an opening that is copied without its wall goes into the wall where it lands, of either kind", () => {
  const fragment = withNewIds(plan, copyElements(plan, ["openings/door"]));
  const pasteAt = (by: Point) =>
    openingsOf(pasteFragment(plan, fragment, "high", by)).at(-1)?.data ?? {};
  const beside = pasteAt([1.5, 0.1]);
  assert.deepEqual([beside["wall_id"], beside["offset"], "edge" in beside], ["screen", 2.5, false]);
  const below = pasteAt([1.5, 2]);
  assert.deepEqual([below["room_id"], below["edge"], "wall_id" in below], ["hall", 2, false]);
  const window = putOpening(plan, "high", openingIn(plan, "window"), [4, 2.1]);
  assert.deepEqual(openingsOf(window).at(-1)?.data["wall_id"], "screen");
});

test("ROOM-17: openings stay in place as far as the wall allows when an end of it moves", () => {
  const longer = moveStandingEnd(plan, "walls/screen", 0, [0.2, 2]);
  assert.deepEqual([placeIn(longer, "door"), openingIn(longer, "door")["offset"]], [[2, 2], 1.8]);
  const shorter = moveStandingEnd(plan, "walls/screen", 1, [1.9, 2]);
  assert.deepEqual(openingIn(shorter, "door"), { ...openingIn(plan, "door"), offset: 0.5 });
});

test("EDIT-22: a freestanding wall is taken by its openings", () => {
  const taken = takenOn(plan, "high", { from: [1, 2], to: [5, 2] });
  assert.deepEqual(
    taken.map(({ ref, from, to }) => [ref, from.toFixed(2), to.toFixed(2)]),
    [["openings/door", "0.60", "1.40"]],
  );
});

test("PANEL-1: an opening without its freestanding wall, and one beyond its ends, are found", () => {
  const findings = (door: JsonObject, walls = plan["walls"]) =>
    findingsIn({
      ...plan,
      walls: walls ?? null,
      openings: [{ ...openingIn(plan, "door"), ...door }],
    }).map(({ kind, detail }) => `${kind} ${detail}`);
  assert.deepEqual(findings({}), []);
  assert.deepEqual(findings({ wall_id: "nowhere" }), ["walllessOpening nowhere"]);
  assert.deepEqual(findings({ offset: 3.8 }), ["beyondWall 0.20"]);
  const next = { id: "next", level: "high", from: [6, 2], to: [5, 2] };
  assert.deepEqual(
    findings({ offset: 3.8 }, [{ ...entitiesOf(plan, "walls")[0]?.data }, next]),
    [],
  );
});
