import assert from "node:assert/strict";
import { test, type TestContext } from "node:test";
import { runInNewContext } from "node:vm";
import { planBounds } from "../../../src/model/elements/places.ts";
import { demoPlan } from "../../samples/index.ts";
import { entitiesOf, type PlanData } from "../../../src/model/elements/entities.ts";
import { floorOf } from "../../../src/model/elements/floor.ts";
import { interiorPoint, isInside } from "../../../src/model/geometry/polygon.ts";
import { signOf } from "../../../src/web/renderer/icons/icon.ts";
import { fieldsOf } from "../../../src/web/canvas/inspector/form-fields.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import { statesInUse, shownText } from "../../../src/web/renderer/element-look.ts";
import { placeOfOpening } from "../../../src/model/elements/opening-place.ts";
import type { Point } from "../../../src/model/geometry/vector.ts";
import { Viewport } from "../../../src/web/renderer/viewport.ts";
import { deviceNames } from "../../../src/model/kinds/catalogue/device-names.ts";
import { deviceKind } from "../../../src/model/kinds/catalogue/devices.ts";
import { furnitureSize, furnitureTypes } from "../../../src/model/kinds/catalogue/furniture.ts";
import { symbolOf } from "../../../src/model/kinds/catalogue/symbols.ts";
import { randomOf, seededRandom } from "../../support/random.ts";
import {
  ellipsePath,
  placedPath,
  rectPath,
  turnedPath,
} from "../../../src/model/geometry/svg-path.ts";

const flat: PlanData = demoPlan("flat");

const near = (one: readonly number[], other: readonly number[]): boolean =>
  one.every((value, at) => Math.abs(value - (other[at] ?? Number.NaN)) < 1e-6);

/** Frames of a page that come when the test says so; without `isHeld`, with the next timer. */
const withFrames = (t: TestContext, isHeld = false): { readonly next: () => void } => {
  const asked: FrameRequestCallback[] = [];
  const request = (callback: FrameRequestCallback): number => {
    if (isHeld) return asked.push(callback);
    setTimeout(callback, 0, 0);
    return 0;
  };
  Object.assign(globalThis, { requestAnimationFrame: request });
  t.after(() => Reflect.deleteProperty(globalThis, "requestAnimationFrame"));
  const next = (): void => {
    for (const callback of asked.splice(0)) callback(0);
    t.mock.timers.tick(1);
  };
  return { next };
};

test("DRAW-1: a level holds its own rooms, and the first also those that name none", () => {
  const house: PlanData = demoPlan("house");
  const names = (level: string | undefined): number => floorOf(house, level).rooms.length;
  assert.deepEqual(["ground", "upper", "attic", undefined, "nowhere"].map(names), [9, 8, 3, 9, 9]);
  assert.equal(floorOf(house, "ground").rooms[0]?.isOutdoor, true, "the terrace lies undermost");
});

test("DRAW-2: an opening lies on its wall, seen from its room, and knows whether it leads outside", () => {
  const floor = floorOf(flat, undefined);
  const placeOf = (id: string): ReturnType<typeof placeOfOpening> => {
    const found = entitiesOf(flat, "openings").find(({ key }) => key === id);
    return found === undefined ? undefined : placeOfOpening(flat, floor, found);
  };
  const window = placeOf("window_kitchen");
  assert(window !== undefined && near(window.centre, [7.8, 0]));
  assert.deepEqual([window.angle, window.width, window.isOuter], [0, 1.4, true]);
  assert.equal(placeOf("bedroom_door")?.isOuter, false);
  const front = placeOf("front_door");
  assert(front !== undefined && front.isOuter && near(front.centre, [0, 4.6]), "in the west");
});

test("DRAW-2: an opening without its room or its wall is left out", () => {
  const odd = [{ room_id: "kitchen", edge: 9 }, { room_id: "nowhere", edge: 0 }, {}];
  const plan: PlanData = { ...flat, openings: odd };
  const floor = floorOf(plan, undefined);
  const places = entitiesOf(plan, "openings").map((each) => placeOfOpening(plan, floor, each));
  assert.deepEqual(places, [undefined, undefined, undefined]);
});

test("ROOM-16: an opening in a freestanding wall goes through all of it, on the wall's floor, with in to the right", () => {
  const plan: PlanData = {
    levels: [{ id: "low" }, { id: "high" }],
    rooms: [
      {
        id: "hall",
        name: "Hall",
        level: "high",
        points: [
          [0, 0],
          [6, 0],
          [6, 4],
          [0, 4],
        ],
      },
    ],
    walls: [{ id: "screen", level: "high", from: [5, 2], to: [1, 2], thickness: 0.2 }],
    openings: [{ id: "door", wall_id: "screen", offset: 1, width: 0.9, type: "door" }],
  };
  const [door] = entitiesOf(plan, "openings");
  assert(door !== undefined);
  assert.equal(placeOfOpening(plan, floorOf(plan, "low"), door), undefined);
  const place = placeOfOpening(plan, floorOf(plan, "high"), door);
  assert(place !== undefined && near(place.centre, [4, 2]));
  // The wall runs to the left, so that its right is up.
  assert.deepEqual([place.angle, place.reach, place.isOuter], [180, [0.1, 0.1], false]);
  assert.equal(place.room?.id, "hall");
});

test("DRAW-3: odd data leaves the bounds of the rest as they are", () => {
  const odd: PlanData = {
    rooms: [
      { id: 1, points: [["0", "0"], [4, 0], [4, 3], ["x", null], "?", [Infinity, 1]] },
      { id: 2, points: [[90, 90]] },
      { id: 3 },
      null,
    ],
    furniture: [{ x: "NaN", z: 90 }, { x: null }, "?", { x: "2", z: 1 }],
    devices: "none",
    levels: 7,
  };
  assert.deepEqual(planBounds(odd, "?"), { left: 0, top: 0, width: 4, height: 3 });
  const { width, height } = planBounds({}, undefined);
  assert(width > 1 && height > 1, "an empty plan is a sheet");
});

test("DRAW-25: the bounds of a floor hold whole pieces of furniture, as they are turned, and not only their middle", () => {
  const pool = { type: "pool", x: -4, z: 0, w: 7, d: 3.5 };
  assert.deepEqual(planBounds({ furniture: [pool] }, undefined), {
    left: -7.5,
    top: -1.75,
    width: 7,
    height: 3.5,
  });
  const rooms = [
    {
      id: "r",
      points: [
        [0, 0],
        [4, 0],
        [4, 3],
        [0, 3],
      ],
    },
  ];
  const { left, top, width, height } = planBounds(
    {
      rooms,
      furniture: [
        { ...pool, rotation: 90 },
        { type: "car", x: 2, z: 7 },
      ],
    },
    undefined,
  );
  assert(near([left, top, width, height], [-5.75, -3.5, 9.75, 12.8]));
});

test("DRAW-4: a viewport leads from the screen to the plan and back, wherever it was moved", (t) => {
  const random = seededRandom(t);
  const number = (): number => random.below(2000) - 1000;
  for (let round = 0; round < 50; round += 1) {
    const view = new Viewport({ left: 2, top: -3, width: 1 + random.below(30), height: 6 });
    view.mayTurn = true;
    view.resize(200 + random.below(900), 200 + random.below(900));
    view.pan(number(), number());
    view.zoom(0.2 + random.below(40) / 10, [number(), number()]);
    const at: Point = [number(), number()];
    const there = view.toScreen(view.toPlan(at));
    assert(near(there, at), `${there.join()} is ${at.join()}`);
  }
});

test("DRAW-4: zooming keeps what is under the pointer, pinching what is under both fingers", () => {
  const view = new Viewport({ left: 0, top: 0, width: 10, height: 8 });
  view.resize(500, 400);
  assert(view.isFitted);
  const under = view.toPlan([120, 90]);
  view.zoom(3, [120, 90]);
  assert(near(view.toPlan([120, 90]), under) && !view.isFitted);
  const [left, right] = [view.toPlan([100, 200]), view.toPlan([300, 200])];
  view.pinch(
    [
      [100, 200],
      [300, 200],
    ],
    [
      [50, 220],
      [450, 220],
    ],
  );
  assert(near(view.toPlan([50, 220]), left) && near(view.toPlan([450, 220]), right));
  view.fit();
  assert(view.isFitted && near(view.toPlan([250, 200]), [5, 4]));
});

test("DRAW-18: a gesture moves the finished picture, which is drawn for the view once it rests", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  withFrames(t);
  const view = new Viewport({ left: 0, top: 0, width: 10, height: 8 });
  view.resize(500, 400);
  let rests = 0;
  view.rested = () => (rests += 1);
  const first = view.viewBox;
  assert.equal(view.shift, "");
  view.pan(30, -20);
  assert.match(view.shift, /^translate\(30(?:\.0\d*)?px,-20(?:\.0\d*)?px\)scale\(1\)$/);
  // The point in the upper left of the screen stays where it is.
  const corner = view.toPlan([0, 0]);
  view.zoom(1.5, [0, 0]);
  assert(near(view.toPlan([0, 0]), corner));
  assert.equal(view.viewBox, first);
  assert.match(view.shift, /px\)scale\(1\.5/);
  t.mock.timers.tick(1000);
  assert.deepEqual([view.shift, rests], ["", 1]);
  const [left, top] = view.viewBox.split(" ").map(Number);
  assert(near([left ?? 0, top ?? 0], view.toPlan([0, 0])), view.viewBox);
  const rested = view.viewBox;
  view.zoom(0.6);
  assert.equal(view.viewBox, rested);
  view.zoom(0.6);
  assert.notEqual(view.viewBox, rested, "reduced twofold, it is drawn anew");
  assert.deepEqual([view.shift, rests], ["", 1], "while the gesture goes on");
});

test("DRAW-18: moves that waited for a busy page continue the gesture", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const frames = withFrames(t, true);
  const view = new Viewport({ left: 0, top: 0, width: 10, height: 8 });
  view.resize(500, 400);
  let rests = 0;
  view.rested = () => (rests += 1);
  view.pan(30, -20);
  t.mock.timers.tick(1000);
  // What waited meanwhile comes before the frame.
  view.pan(30, -20);
  frames.next();
  assert.equal(rests, 0);
  t.mock.timers.tick(1000);
  frames.next();
  assert.deepEqual([view.shift, rests], ["", 1]);
});

test("DRAW-21: whatever the gesture, and turned as well, the middle stays near the plan", () => {
  const random = randomOf(21);
  for (const size of [
    [500, 400],
    [300, 800],
  ] as const) {
    const view = new Viewport({ left: 2, top: 1, width: 14, height: 6 });
    view.mayTurn = true;
    view.resize(size[0], size[1]);
    assert.equal(view.turn, size[0] < size[1] ? 90 : 0);
    for (let turn = 0; turn < 200; turn += 1) {
      const [x, y] = [random.below(4000) - 2000, random.below(4000) - 2000];
      if (random.below(3) === 0) view.zoom(0.3 + random.below(30) / 10, [x, y]);
      else view.pan(x, y);
      const middle = view.toPlan([size[0] / 2, size[1] / 2]);
      const [across, down] = view.turn === 0 ? size : [size[1], size[0]];
      const [right, below] = [across / 4 / view.scale, down / 4 / view.scale];
      assert(middle[0] > 2 - right - 1e-6 && middle[0] < 16 + right + 1e-6, middle.join());
      assert(middle[1] > 1 - below - 1e-6 && middle[1] < 7 + below + 1e-6, middle.join());
    }
  }
});

test("DRAW-18: what is drawn follows the scale once the zooming rests", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  withFrames(t);
  const view = new Viewport({ left: 0, top: 0, width: 10, height: 8 });
  view.resize(500, 400);
  const seen: string[] = [];
  view.rested = () => seen.push(view.detail);
  const { step } = view;
  for (let turn = 0; turn < 4; turn += 1) {
    view.zoom(0.6);
    t.mock.timers.tick(100);
    assert.deepEqual([view.step, view.detail, seen], [step, "near", []], "still zooming");
  }
  t.mock.timers.tick(100);
  assert.deepEqual(seen, ["tiny"]);
  assert(view.step < step / 4);
  view.zoom(1.1);
  view.fit();
  assert.deepEqual([view.step, view.detail], [step, "near"], "fitted, it has come to rest");
  t.mock.timers.runAll();
  assert.equal(seen.length, 1);
});

test("DRAW-4: a wide plan on a high screen is turned by a quarter where that is wanted", () => {
  const view = new Viewport({ left: 0, top: 0, width: 20, height: 8 });
  view.resize(400, 800);
  const unturned = view.scale;
  assert.equal(view.transform, "");
  view.mayTurn = true;
  view.fit();
  assert.deepEqual([view.turn, view.transform], [90, "rotate(90)"]);
  assert(view.scale > unturned * 1.8);
  assert(near(view.toScreen([10, 4]), [200, 400]), "its middle stays in the middle");
  assert.equal(view.style["--plan-upright"], "-90deg");
});

test("DRAW-5: the name of a room that bends around another one stands within it", () => {
  const bent: readonly Point[] = [
    [0, 0],
    [10, 0],
    [10, 1.5],
    [1.5, 1.5],
    [1.5, 9],
    [0, 9],
  ];
  assert(isInside(interiorPoint(bent), bent));
  const square: readonly Point[] = [
    [0, 0],
    [4, 0],
    [4, 2],
    [0, 2],
  ];
  assert.deepEqual(interiorPoint(square), [2, 1]);
});

test("DRAW-10: a long text of nothing but beginnings is drawn like any other", () => {
  const known = { states: (): undefined => undefined, rendered: (): undefined => undefined };
  for (const beginning of ["{{", "{{ states(", "{{ states('", "{{ states('a", "}}", "{{ }"]) {
    const text = beginning.repeat(Math.ceil(4_000_000 / beginning.length));
    const draw = (): unknown => [shownText(text, known), statesInUse("texts", { text }, known)];
    // Only a look that goes over the rest of the text again and again takes this long.
    runInNewContext("draw()", { draw }, { timeout: 30_000 });
  }
});

test("DRAW-7: every type of the catalogue and every lamp has a symbol, an unknown type has none", () => {
  for (const type of furnitureTypes)
    assert(symbolOf(type, ...furnitureSize(type)) !== undefined, type);
  assert(symbolOf("lamp_of_grandma", 1, 1) !== undefined);
  assert.equal(symbolOf("aquarium", 1, 1), undefined);
  assert.equal(symbolOf("constructor", 1, 1), undefined);
});

test("DRAW-11: a camera covers what it sees, about its direction, where that is known", () => {
  const areaOf = (data: JsonObject): string | undefined => deviceKind("camera")?.area?.(data);
  assert.equal(areaOf({}), "");
  assert.equal(areaOf({ fov: null, range: "far", rotation: 90 }), "");
  assert.equal(areaOf({ fov: 0, range: 3 }), "");
  assert.equal(areaOf({ fov: 90, range: 2, rotation: 45 }), "M0 0L2 0a2 2 0 0 1 -2 2Z");
  assert.equal(areaOf({ fov: "180", range: 1, rotation: 0 }), "M0 0L0 -1a1 1 0 0 1 0 2Z");
  assert.match(areaOf({ fov: 270, range: 1 }) ?? "", /a1 1 0 1 1 /);
  assert.equal(areaOf({ fov: 400, range: 1 }), ellipsePath(0, 0, 2));
  assert.match(areaOf({ range: 3 }) ?? "", /^M0 0L.*a3 3 0 0 1 .*Z$/);
  const fields = (kind: string): readonly string[] =>
    fieldsOf([{ collection: "devices", data: { kind } }]).map(({ name }) => name);
  assert.deepEqual(
    fields("camera").filter((name) => !fields("radiator").includes(name)),
    ["rotation", "fov", "range"],
  );
});

const turnedTo = (path: string, place: Point, degrees: number): string =>
  placedPath(turnedPath(path, degrees), place);

test("DRAW-9: a path that is turned and moved stays the same shape", () => {
  assert.equal(turnedTo("M1 0L0 -2", [10, 20], 90), "M10 21l2 -1");
  const quarter = turnedTo(rectPath(0, 0, 4, 2), [1, 1], 90);
  assert.equal(quarter, "M2 -1l0 4l-2 0l0 -4Z");
  const two = turnedTo("M0 0L1 0L1 1ZM3 3H4", [0, 0], 90);
  assert.equal(two, "M0 0l0 1l-1 0Zm-3 3l0 1", "a second part begins where it did");
  const arcs = turnedTo(ellipsePath(0, 0, 4, 2), [0, 0], 90);
  assert.equal(arcs, "M0 -2a2 1 90 1 1 0 4a2 1 90 1 1 0 -4Z");
  const rounded = turnedTo(rectPath(0, 0, 4, 2, 0.5), [5, 6], 180);
  assert.match(rounded, /^M6.5 7l-3 0a/);
  assert.equal((rounded.match(/a0.5 0.5 180 0 1/g) ?? []).length, 4);
});

test("DRAW-7: every kind of device has a sign of its own, and any other a neutral one", () => {
  const drawn = deviceNames.map((kind) => deviceKind(kind)?.icon);
  assert(drawn.every((icon) => icon?.startsWith("M") === true));
  for (const kind of deviceNames) assert.equal(signOf(kind), kind);
  for (const kind of ["", "printer", "constructor", "window-open"])
    assert.equal(signOf(kind), "generic", kind);
});
