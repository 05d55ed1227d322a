import assert from "node:assert/strict";
import { test } from "node:test";
import { PerspectiveCamera } from "three";
import type { Point } from "../../../src/model/geometry/vector.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import { House } from "../../../src/web/view-3d/house.ts";
import { Walk } from "../../../src/web/view-3d/walk.ts";
import { walkFrom } from "../../../src/web/view-3d/walk-start.ts";
import { seededRandom } from "../../support/random.ts";
import { nothingKnown } from "../../../src/web/home-assistant/home-assistant.ts";
import { card } from "../../../src/web/i18n/en/screens.ts";
import { drawing } from "../../../src/web/i18n/en/kinds.ts";

const square = (left: number): readonly (readonly number[])[] => [
  [left, 0],
  [left + 4, 0],
  [left + 4, 4],
  [left, 4],
];

/** Two rooms with a door between them, and a window to the outside. */
const plan: JsonObject = {
  rooms: [
    { id: "hall", points: square(0) },
    { id: "bath", points: square(4) },
  ],
  openings: [
    {
      id: "door",
      room_id: "hall",
      edge: 1,
      offset: 2,
      width: 1,
      type: "door",
      contact: "binary_sensor.door",
    },
    { id: "window", room_id: "bath", edge: 1, offset: 2, width: 1.2, type: "window" },
  ],
};

/** The plan with another door between its rooms. */
const planWith = (door: JsonObject): JsonObject => ({
  ...plan,
  openings: [{ id: "door", room_id: "hall", edge: 1, offset: 2, width: 1, ...door }],
});

/** A walk from the middle of the hall to the right, past a contact in a state. */
const walkBy = (contact: "on" | "off", shownPlan = plan): Walk => {
  const states = (): { readonly state: string } => ({ state: contact });
  const house = new House();
  house.show({
    plan: shownPlan,
    level: undefined,
    arrangement: "alone",
    lowersWalls: false,
    hasCeilings: true,
    states,
    look: () => ({ color: [1, 1, 1], shine: 0 }),
  });
  // As before each frame.
  house.lookFrom([0, 0], new PerspectiveCamera(), { height: 800, isCoarse: false });
  const shown = {
    plan: shownPlan,
    level: undefined,
    homeAssistant: { ...nothingKnown, standing: "connected", states },
    pastAt: undefined,
    languages: [],
    words: { card, drawing },
    touch: () => undefined,
    awaitsSecond: () => false,
    close: () => undefined,
  } as const;
  return walkFrom({ place: [2, 2], heading: Math.PI / 2 }, house, shown, () => shown);
};

const go = (walk: Walk, steps: number, metres = 0.1): Point => {
  for (let step = 0; step < steps; step += 1) walk.go(metres);
  return walk.place;
};

const near = ([x, z]: Point, [toX, toZ]: Point): boolean => Math.hypot(x - toX, z - toZ) < 0.15;

test("VIEW3D-9: a walk begins in the room in the middle of the view, goes through an open door, and is stopped by a wall with a window", () => {
  const walk = walkBy("on");
  assert(near(walk.place, [2, 2]), walk.place.join());
  const end = go(walk, 100);
  assert(end[0] > 7.4 && end[0] < 7.85, `it ends before the window: ${end.join()}`);
});

test("VIEW3D-9: a door whose contact says that it is shut is in the way", () => {
  const end = go(walkBy("off"), 100);
  assert(end[0] > 3.4 && end[0] < 3.85, end.join());
});

test("VIEW3D-9: along a wall a walk goes on, and keys of a slow machine make no longer steps", () => {
  const walk = walkBy("off");
  go(walk, 100);
  // Down the screen, and a little into the wall.
  walk.turn(-(Math.PI / 2 - 0.4) / 0.004, 0);
  const [x, z] = go(walk, 100);
  assert(x > 3.4 && z > 3.4 && z < 3.95, `${x}, ${z}`);
  const slow = walkBy("on");
  slow.press("ArrowUp");
  assert.equal(slow.step(60), true);
  assert(slow.place[0] < 2.5, slow.place.join());
  slow.release("ArrowUp");
  assert.equal(slow.step(60), false);
});

test("VIEW3D-9: what is of glass and shut is in the way like any other door, and so are windows down to the floor", () => {
  const openings = [
    { type: "door", style: "french", contact: "binary_sensor.door" },
    { type: "door", style: "sliding", contact: "binary_sensor.door" },
    { type: "door", style: "folding", contact: "binary_sensor.door" },
    { type: "door", style: "revolving", contact: "binary_sensor.door" },
    { type: "window", sill: 0, lintel: 2.1, contact: "binary_sensor.door" },
    { type: "window", sill: 0, lintel: 2.1 },
  ];
  for (const opening of openings) {
    const end = go(walkBy("off", planWith(opening)), 100);
    assert(end[0] > 3.2 && end[0] < 3.95, `${JSON.stringify(opening)}: ${end.join()}`);
  }
  for (const opening of openings.slice(0, 5)) {
    const end = go(walkBy("on", planWith(opening)), 100);
    assert(end[0] > 4, `${JSON.stringify(opening)}: ${end.join()}`);
  }
});

test("VIEW3D-9: keys mean their places on the keyboard, and two of them go no faster than one", () => {
  const after = (codes: readonly string[]): Point => {
    const walk = walkBy("on");
    for (const code of codes) assert(walk.press(code), code);
    walk.step(0.1);
    return walk.place;
  };
  const far = ([x, z]: Point): number => Math.hypot(x - 2, z - 2);
  const straight = after(["KeyW"]);
  assert(straight[0] > 2.1, straight.join());
  assert(Math.abs(far(after(["KeyW", "KeyD"])) - far(straight)) < 1e-9);
  assert.equal(walkBy("on").press("KeyZ"), false);
});

test("VIEW3D-9: nobody walks on a floor that is not shown", () => {
  const anything = (): boolean => true;
  assert.equal(new House().isFree("attic", [1, 1], [2, 1], anything), false);
});

test("VIEW3D-9: nobody walks out of a house whose doors to the outside are missing", (t) => {
  const random = seededRandom(t);
  const walk = walkBy("on");
  for (let step = 0; step < 3000; step += 1) {
    walk.turn(random.below(800) - 400, 0);
    walk.go((random.below(100) - 20) / 300, (random.below(100) - 50) / 300);
    const [x, z] = walk.place;
    assert(x > 0 && x < 8 && z > 0 && z < 4, `step ${step}: ${x}, ${z}`);
  }
});
