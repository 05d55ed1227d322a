import assert from "node:assert/strict";
import { test } from "node:test";
import { makeOpening } from "../../../src/model/kinds/opening.ts";
import { entitiesOf, findEntity, type PlanData } from "../../../src/model/elements/entities.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import { merge } from "../../../src/model/merge/merge.ts";
import { changedOutlines, reattachOpenings } from "../../../src/model/merge/reattach-openings.ts";
import { takeTheirs } from "../../../src/model/merge/take-theirs.ts";
import { positionOf } from "../../../src/model/merge/difference.ts";
import { addElements, setFields } from "../../../src/model/editing/change.ts";
import {
  addCorner,
  moveCorner,
  moveWall,
  removeCorner,
} from "../../../src/model/editing/reshape-rooms.ts";
import { moveStandingEnd } from "../../../src/model/editing/standing-walls.ts";
import { removeWithParts } from "../../../src/model/editing/add-remove.ts";
import { type Random, seededRandom } from "../../support/random.ts";

const door = (id: string, edge: number, offset: number): JsonObject =>
  makeOpening(id, "door", { room_id: "hall", edge }, { offset, width: 0.9 });

/** A room of 6 by 4 metres with a door in its right wall and a passage in its lower one. */
const hall: PlanData = {
  rooms: [
    {
      id: "hall",
      points: [
        [0, 0],
        [6, 0],
        [6, 4],
        [0, 4],
      ],
    },
  ],
  openings: [door("right", 1, 2), door("below", 2, 3)],
};

const place = (plan: PlanData, id: string): readonly number[] | undefined =>
  positionOf(plan, "openings", findEntity(plan, "openings", id)?.data);

const withCorner = addCorner(hall, "rooms/hall", 0, [2, 0]);

test("MERGE-11: an opening that one side adds stays in its place when the other adds a corner", () => {
  const mine = addElements(hall, "openings", door("left", 3, 1), door("above", 0, 4));
  for (const { plan, conflicts } of [
    merge(hall, mine, withCorner),
    merge(hall, withCorner, mine),
  ]) {
    assert.deepEqual(conflicts, []);
    assert.deepEqual(
      [place(plan, "left"), place(plan, "above")],
      [
        [0, 3],
        [4, 0],
      ],
    );
    assert.deepEqual(findEntity(plan, "openings", "above")?.data["edge"], 1);
  }
});

test("MERGE-11: an opening that one side slides takes no notice of the other's new corner", () => {
  const mine = setFields(hall, "openings/right", { offset: 3 });
  const { plan, conflicts } = merge(hall, mine, withCorner);
  assert.deepEqual([conflicts, place(plan, "right"), place(plan, "below")], [[], [6, 3], [3, 4]]);
});

test("MERGE-11: an opening follows its wall when the other side moves it", () => {
  const mine = addElements(hall, "openings", door("left", 3, 1));
  const pulled = merge(hall, mine, moveWall(hall, "rooms/hall", 3, [-1, 0]));
  assert.deepEqual([pulled.conflicts, place(pulled.plan, "left")], [[], [-1, 3]]);
  const longer = merge(hall, mine, moveWall(hall, "rooms/hall", 2, [0, 1]));
  assert.deepEqual([longer.conflicts, place(longer.plan, "left")], [[], [0, 3]]);
});

// Without the second corner there is neither the upper nor the right wall.
const cut = removeCorner(hall, "rooms/hall", 1);

test("MERGE-11: an opening whose wall the other side took away is a conflict: added", () => {
  const mine = addElements(hall, "openings", door("above", 0, 4));
  const own = merge(hall, mine, cut);
  assert.deepEqual(
    own.conflicts.map(({ id, kind, theirs }) => [id, kind, theirs]),
    [["openings/above", "whole", undefined]],
  );
  const [taken] = own.conflicts;
  assert(taken !== undefined && findEntity(own.plan, "openings", "above") !== undefined);
  assert.deepEqual(takeTheirs(own.plan, taken, cut), cut);
  const other = merge(hall, cut, mine);
  assert.deepEqual(other.plan, cut, "it is not there until it is chosen");
  assert.deepEqual(
    other.conflicts.map(({ id, kind, mine: none }) => [id, kind, none]),
    [["openings/above", "whole", undefined]],
  );
});

test("MERGE-11: an opening whose wall the other side took away is a conflict: moved", () => {
  const mine = setFields(hall, "openings/right", { offset: 3 });
  for (const { conflicts } of [merge(hall, mine, cut), merge(hall, cut, mine)]) {
    assert.deepEqual(
      conflicts.map(({ id, kind }) => [id, kind]),
      [["openings/right", "fields"]],
    );
  }
  const painted = merge(hall, setFields(hall, "openings/right", { color: "red" }), cut);
  assert.deepEqual(painted.conflicts, [], "what has nothing to do with its place is kept");
  assert.deepEqual(place(painted.plan, "right"), place(cut, "right"));
  assert.equal(findEntity(painted.plan, "openings", "right")?.data["color"], "red");
});

test("MERGE-11: when the others' corners are chosen, the openings stay in their places", () => {
  const theirs = moveWall(hall, "rooms/hall", 1, [1, 0]);
  const mine = addElements(withCorner, "openings", door("above", 1, 2));
  const { plan, conflicts } = merge(hall, mine, theirs);
  const [corners] = conflicts;
  assert(corners?.id === "rooms/hall" && conflicts.length === 1);
  assert.deepEqual(place(plan, "above"), [4, 0]);
  const chosen = takeTheirs(plan, corners, theirs);
  assert.deepEqual(
    [place(chosen, "above"), place(chosen, "right")],
    [
      [4, 0],
      [7, 2],
    ],
  );
  assert.equal(findEntity(chosen, "openings", "above")?.data["edge"], 0);
});

const cornersIn = (plan: PlanData): number => {
  const points = findEntity(plan, "rooms", "hall")?.data["points"];
  return Array.isArray(points) ? points.length : 0;
};

const lengthAt = (plan: PlanData, edge: number): number => {
  const [from, to] = [0, 1].map((by) => {
    const points = findEntity(plan, "rooms", "hall")?.data["points"];
    const point: unknown = Array.isArray(points) ? points[(edge + by) % points.length] : undefined;
    return Array.isArray(point) ? point.map(Number) : [];
  });
  return Math.hypot((to?.[0] ?? 0) - (from?.[0] ?? 0), (to?.[1] ?? 0) - (from?.[1] ?? 0));
};

let serial = 0;

const edited = (random: Random, plan: PlanData): PlanData => {
  serial += 1;
  const edge = random.below(cornersIn(plan));
  const length = lengthAt(plan, edge);
  const offset = 0.45 + (random.below(100) / 100) * Math.max(0, length - 0.9);
  const openings = entitiesOf(plan, "openings");
  const known = openings[random.below(openings.length)];
  switch (random.below(6)) {
    case 0:
      return addCorner(plan, "rooms/hall", edge);
    case 1:
      return removeCorner(plan, "rooms/hall", edge);
    case 2: {
      const split = addCorner(plan, "rooms/hall", edge);
      const by = [random.below(20) / 10, random.below(20) / 10] as const;
      return moveCorner(split, "rooms/hall", edge + 1, [3 + by[0], 2 + by[1]]);
    }
    case 3:
      return length < 1 ? plan : addElements(plan, "openings", door(`new-${serial}`, edge, offset));
    case 4:
      return known === undefined || length < 1
        ? plan
        : setFields(plan, `openings/${known.key}`, { edge, offset });
    default:
      return known === undefined ? plan : removeWithParts(plan, [`openings/${known.key}`]).plan;
  }
};

const isNear = (
  one: readonly number[] | undefined,
  other: readonly number[] | undefined,
): boolean =>
  one !== undefined &&
  other !== undefined &&
  Math.hypot((one[0] ?? 0) - (other[0] ?? 0), (one[1] ?? 0) - (other[1] ?? 0)) <= 0.01;

test("MERGE-11: an opening stands where the side that placed it has it, or in a conflict", (t) => {
  const random = seededRandom(t);
  let kept = 0;
  let contested = 0;
  for (let round = 0; round < 200; round += 1) {
    const some = (plan: PlanData, count: number): PlanData =>
      Array.from({ length: count }).reduce<PlanData>((each) => edited(random, each), plan);
    const base = some(hall, 3);
    const [mine, theirs] = [some(base, 1 + random.below(3)), some(base, 1 + random.below(3))];
    const { plan, conflicts } = merge(base, mine, theirs);
    const disputed = new Set(conflicts.map(({ id }) => id));
    contested += conflicts.filter(({ subject }) => subject === "openings").length;
    const keys = [base, mine, theirs].flatMap((each) => entitiesOf(each, "openings"));
    for (const key of new Set(keys.map((each) => each.key))) {
      if (disputed.has(`openings/${key}`)) continue;
      const [was, own, other, now] = [base, mine, theirs, plan].map((each) => place(each, key));
      const isGone = was !== undefined && (own === undefined || other === undefined);
      assert.equal(now === undefined, isGone, `${key} of round ${round} is there`);
      if (isGone) continue;
      // Until the corners are chosen, what stands between those of others may have no place.
      const sides = disputed.has("rooms/hall") ? [own] : [own, other];
      const moved = sides.filter((side) => !isNear(was, side));
      kept += moved.length;
      // Where one bent the wall and the other slid the opening, it is where it was slid to.
      const fits =
        moved.length === 0 || [own, other].some((side) => isNear(now, side) && !isNear(was, side));
      const places = moved.map(String).join(" or ");
      assert(fits, `${key} of round ${round}: ${String(now)} instead of ${places}`);
    }
  }
  assert(kept > 0 && contested > 0, "some are kept, some contested");
});

test("MERGE-11: the editor takes openings along as a merge finds them again", (t) => {
  const random = seededRandom(t);
  let sure = 0;
  for (let round = 0; round < 400; round += 1) {
    const before = [0, 1, 2].reduce<PlanData>((each) => edited(random, each), hall);
    const edge = random.below(cornersIn(before));
    const by = [random.below(20) / 10 - 1, random.below(20) / 10 - 1] as const;
    const edits = [addCorner, removeCorner, moveWall] as const;
    const after = edits[random.below(3)]?.(before, "rooms/hall", edge, by) ?? before;
    const { plan, unsure } = reattachOpenings(before, changedOutlines(before, after));
    const found = { ...plan, rooms: after["rooms"] };
    for (const { key, data } of entitiesOf(found, "openings")) {
      // Of a wall that is gone, only the editor knows which it has become.
      if (unsure.has(data)) continue;
      sure += 1;
      assert(isNear(place(found, key), place(after, key)), `${key} of round ${round}`);
    }
  }
  assert(sure > 0, "some are found for sure");
});

/** A freestanding wall of 4 metres with a door in it. */
const screen: PlanData = {
  walls: [{ id: "screen", from: [0, 0], to: [4, 0] }],
  openings: [{ id: "door", wall_id: "screen", offset: 1, width: 0.9, type: "door" }],
};

test("MERGE-11: an opening in a freestanding wall keeps its place when the other side moves the wall's start", () => {
  const theirs = moveStandingEnd(screen, "walls/screen", 0, [-1, 0]);
  const slid = setFields(screen, "openings/door", { offset: 2.5 });
  const added = addElements(screen, "openings", {
    id: "window",
    wall_id: "screen",
    offset: 3,
    width: 0.6,
    type: "window",
  });
  for (const [mine, id, at] of [
    [slid, "door", [2.5, 0]],
    [added, "window", [3, 0]],
  ] as const)
    for (const { plan, conflicts } of [merge(screen, mine, theirs), merge(screen, theirs, mine)]) {
      assert.deepEqual([conflicts, place(plan, id)], [[], at]);
      assert.equal(findEntity(plan, "openings", id)?.data["edge"], undefined);
    }
});

test("MERGE-11: a wall that one side deletes and in which the other puts an opening is one conflict with both", () => {
  const window = { id: "window", wall_id: "screen", offset: 3, width: 0.6, type: "window" };
  const base = addElements(screen, "openings", window);
  const gone = removeWithParts(base, ["walls/screen"]).plan;
  const wider = setFields(base, "openings/door", { width: 1.2 });
  const { plan, conflicts } = merge(base, gone, wider);
  assert.deepEqual(
    plan["openings"],
    [],
    "what nobody changed goes with the wall until somebody decides",
  );
  const refs = conflicts.map(({ subject, key }) => `${subject}/${key}`);
  assert(refs.includes("walls/screen"), refs.join());
  const theirs = conflicts.reduce((each, conflict) => takeTheirs(each, conflict, wider), plan);
  assert.deepEqual([theirs["walls"], theirs["openings"]], [wider["walls"], wider["openings"]]);
});

test("MERGE-14: the wall of an opening is merged with its place in it", () => {
  const both = { ...screen, rooms: hall["rooms"] ?? null };
  const { offset: _, wall_id: __, ...bare } = entitiesOf(both, "openings")[0]?.data ?? {};
  const mine = { ...both, openings: [{ ...bare, room_id: "hall", edge: 0, offset: 3 }] };
  const theirs = setFields(both, "openings/door", { offset: 2 });
  const { conflicts } = merge(both, mine, theirs);
  assert.deepEqual(
    conflicts.map(({ fields }) => [...fields].toSorted((one, other) => one.localeCompare(other))),
    [["edge", "offset", "room_id", "wall_id"]],
  );
  const contact = setFields(both, "openings/door", { contact: "binary_sensor.door" });
  assert.deepEqual(merge(both, mine, contact).conflicts, []);
});
