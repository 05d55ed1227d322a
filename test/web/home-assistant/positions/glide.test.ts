import assert from "node:assert/strict";
import { test } from "node:test";
import type { Point } from "../../../../src/model/geometry/vector.ts";
import { Glide } from "../../../../src/web/home-assistant/positions/glide.ts";
import { Trail, trailMs } from "../../../../src/web/home-assistant/positions/trail.ts";
import { roomNameOf } from "../../../../src/web/home-assistant/positions/position-room.ts";
import type { Position } from "../../../../src/web/home-assistant/positions/position.ts";

test("POS-13: a target reaches a reported place as late as the report came after the one before, and goes no further", () => {
  const glide = new Glide([0, 0], 0);
  assert.equal(glide.report([1, 0], 500, true), true);
  assert.deepEqual(glide.at(500), [0, 0]);
  assert.deepEqual(glide.at(750), [0.5, 0]);
  assert.equal(glide.isMoving(999), true);
  assert.deepEqual(glide.at(1000), [1, 0]);
  assert.equal(glide.isMoving(1000), false);
  assert.deepEqual(glide.at(9000), [1, 0], "nobody is drawn where no report said so");
  glide.report([2, 0], 9000, true);
  assert.deepEqual(glide.at(9500), [1.5, 0], "after a long rest it takes a second");
  glide.report([2, 1], 9501, true);
  glide.report([2, 2], 9502, true);
  assert.equal(glide.isMoving(9601), true, "it takes a tenth of a second at least");
  assert.equal(glide.isMoving(9602), false);
});

test("POS-13: a target jumps over more than three metres, and where it may not glide", () => {
  const glide = new Glide([0, 0], 0);
  assert.equal(glide.report([3.1, 0], 500, true), false);
  assert.deepEqual(glide.at(500), [3.1, 0]);
  assert.equal(glide.report([3, 0], 1000, false), false);
  assert.deepEqual(glide.at(1000), [3, 0]);
});

test("POS-14: a trail has the last 30 seconds in at most 300 points, and fades", () => {
  const trail = new Trail();
  const at = (step: number): Point => [step / 10, 1];
  for (let step = 0; step <= 600; step += 1) trail.add(at(step), step * 200);
  const drawn = trail.drawn(120_000);
  const points = drawn.map(({ path }) => path.match(/[ML]/g)?.length ?? 0);
  assert(points.reduce((sum, many) => sum + many, 0) <= 300, points.join());
  assert.match(drawn.at(-1)?.path ?? "", /L60 1$/);
  const first = Number(/^M([\d.]+)/.exec(drawn[0]?.path ?? "")?.[1]);
  assert(first > 44 && first < 47, `the oldest is from 30 s ago: ${first}`);
  const opacities = drawn.map(({ opacity }) => opacity);
  assert.deepEqual(
    opacities,
    opacities.toSorted((one, other) => one - other),
    "older is fainter",
  );
  assert.deepEqual(trail.drawn(120_000 + trailMs), [], "it fades away where nobody moves");
  const fast = new Trail();
  for (let step = 0; step < 900; step += 1) fast.add(at(step), step * 10);
  const many = fast.drawn(9000).map(({ path }) => path.match(/[ML]/g)?.length ?? 0);
  const all = many.reduce((sum, each) => sum + each, 0);
  assert(all > 100 && all <= 310, `${all} points`);
  fast.clear();
  fast.add([9, 9], 9000);
  assert.deepEqual(
    fast.drawn(9000),
    [{ path: "M9 9", opacity: 1, places: [[9, 9]] }],
    "a jump leaves no line",
  );
});

test("POS-15: the room of a target is the one around it on its floor, else the one that its source names", () => {
  const square = (left: number) => [
    [left, 0],
    [left + 4, 0],
    [left + 4, 4],
    [left, 4],
  ];
  const plan = {
    levels: [{ id: "down" }, { id: "up" }],
    rooms: [
      { id: "k", name: "Kitchen", points: square(0), level: "down" },
      { id: "b", name: "Bath", area_id: "bath_area", points: square(0), level: "up" },
    ],
  };
  const told = {
    id: "a",
    name: undefined,
    kind: "person",
    partOf: undefined,
    sources: undefined,
    changedAt: 0,
    source: undefined,
    map: undefined,
    dock: undefined,
  } as const;
  const rest = { path: undefined, heading: undefined, accuracy: undefined, spread: undefined };
  const at = (x: number, level?: string, room?: string): Position => ({
    ...told,
    ...rest,
    state: "located",
    place: [x, 1],
    level,
    room,
  });
  assert.equal(roomNameOf(plan, at(1)), "Kitchen");
  assert.equal(roomNameOf(plan, at(1, "up", "Kitchen")), "Bath", "its place tells better");
  assert.equal(roomNameOf(plan, at(9, "up", "Garden")), "Garden");
  assert.equal(roomNameOf(plan, at(9)), undefined);
  for (const [room, name] of [
    ["kitchen ", "Kitchen"],
    ["bath_area", "Bath"],
    ["b", "Bath"],
    ["Attic", "Attic"],
  ] as const)
    assert.equal(roomNameOf(plan, { ...told, state: "room", room }), name);
  assert.equal(roomNameOf(plan, { ...told, state: "absent" }), undefined);
});
