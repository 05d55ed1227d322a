import assert from "node:assert/strict";
import { test } from "node:test";
import { entitiesOf, type PlanData } from "../../../../src/model/elements/entities.ts";
import { isInside } from "../../../../src/model/geometry/polygon.ts";
import type { Point } from "../../../../src/model/geometry/vector.ts";
import type { States } from "../../../../src/model/bindings/entity-state.ts";
import { firstLevel } from "../../../../src/model/elements/levels.ts";
import type { JsonObject } from "../../../../src/model/json.ts";
import { floorOf } from "../../../../src/model/elements/floor.ts";
import { keptLitPath } from "../../../../src/web/renderer/light/kept-path.ts";
import { lampsOn } from "../../../../src/web/renderer/light/lamps.ts";
import { litPath } from "../../../../src/web/renderer/light/lit-area.ts";
import type { LitFloor } from "../../../../src/web/renderer/light/lit-floor.ts";
import { lightFrameOf } from "../../../../src/web/renderer/light/light-frame.ts";
import { demoPlan } from "../../../samples/index.ts";
import { seededRandom } from "../../../support/random.ts";

const room: JsonObject = {
  id: "hall",
  points: [
    [0, 0],
    [20, 0],
    [20, 20],
    [0, 20],
  ],
};

/** The area of the only lamp of a plan in the coordinates of its light, and its frame. */
const lightOf = (plan: PlanData, states?: States) => {
  const [lamp] = entitiesOf(plan, "furniture");
  const frame = lamp && lightFrameOf(lamp);
  assert(frame);
  const floor = floorOf(plan, undefined);
  const path = litPath(frame, { plan, level: undefined, floor, states, causes: {} });
  const area = path
    .slice(1, -1)
    .split("L")
    .map((pair): Point => {
      const [x = NaN, z = NaN] = pair.split(" ").map(Number);
      return [x, z];
    });
  return { area, frame };
};

test("LIVE-16: the light of a strip is as long as the strip, and turned with it", () => {
  const strip = { type: "led_strip", x: 10, z: 10, w: 4, d: 0.05, rotation: 90 };
  const { area, frame } = lightOf({ rooms: [room], furniture: [strip] });
  // A circle of 4 m, stretched by half the strip at both ends, and drawn upright.
  assert.deepEqual([frame.degrees, frame.stretch], [90, 1.5]);
  const bound = Math.max(...area.map(([x]) => x));
  assert(bound >= 4 - 1e-6, `its light reaches ${bound * frame.stretch} m along the strip`);
});

test("LIVE-16: a lamp that hangs on a wall lights its own side alone", () => {
  const walls = [{ id: "screen", from: [5, 10], to: [15, 10], thickness: 0.1 }];
  const at = (z: number) => ({
    rooms: [room],
    walls,
    furniture: [{ type: "lamp_wall", x: 10, z, w: 0.1, d: 0.05 }],
  });
  for (const side of [-1, 1]) {
    const { area } = lightOf(at(10 + side * 0.07));
    assert(isInside([0, side], area), "before the wall");
    assert(!isInside([0, -side], area), "behind it");
  }
  const onOuter = lightOf({ rooms: [room], furniture: [{ type: "lamp_wall", x: 10, z: 0 }] });
  assert(isInside([0, 1], onOuter.area), "within the room");
  assert(!isInside([0, -1], onOuter.area), "and not outside");
});

test("LIVE-16: a shut door of glass lets light through, and another one does not", () => {
  const square = (left: number): JsonObject["points"] => [
    [left, 0],
    [left + 4, 0],
    [left + 4, 4],
    [left, 4],
  ];
  const reaches = (style: string): boolean => {
    const door = { id: "door", room_id: "east", edge: 3, offset: 2, width: 1, type: "door", style };
    const plan = {
      rooms: [
        { id: "west", points: square(0) },
        { id: "east", points: square(4) },
      ],
      openings: [{ ...door, contact: "binary_sensor.door" }],
      furniture: [{ type: "lamp_ceiling", x: 3, z: 2 }],
    };
    const { area } = lightOf(plan, () => ({ state: "off" }));
    // A metre behind the door, from the lamp.
    return isInside([2, 0], area);
  };
  assert.deepEqual(["french", "revolving", "double"].map(reaches), [true, true, false]);
});

test("LIVE-16: light falls through an open door in a freestanding wall, and not through a shut one or beside it", () => {
  const reaches = (state: string, at: Point): boolean => {
    const plan = {
      rooms: [room],
      walls: [{ id: "screen", from: [15, 10], to: [5, 10], thickness: 0.3 }],
      openings: [
        {
          id: "door",
          wall_id: "screen",
          offset: 5,
          width: 1,
          type: "door",
          contact: "binary_sensor.d",
        },
      ],
      furniture: [{ type: "lamp_ceiling", x: 10, z: 9 }],
    };
    return isInside(at, lightOf(plan, () => ({ state })).area);
  };
  assert.deepEqual([reaches("on", [0, 2]), reaches("off", [0, 2])], [true, false]);
  assert.deepEqual([reaches("on", [1.5, 2]), reaches("on", [0, 1])], [false, true]);
});

test("LIVE-16: a long lamp's light lies along its longer side", () => {
  const frameOf = (w: number, d: number) => {
    const lamp = { type: "lamp_linear", x: 10, z: 10, w, d };
    const { degrees, stretch } = lightOf({ rooms: [room], furniture: [lamp] }).frame;
    return [degrees, stretch];
  };
  assert.deepEqual(
    [frameOf(2, 0.1), frameOf(0.1, 2)],
    [
      [0, 1.25],
      [90, 1.25],
    ],
  );
});

test("LIVE-18: a spot throws a cone of light to its front, which walls stop", () => {
  const spot = { type: "lamp_spot", x: 10, z: 10, rotation: 90 };
  const { area, frame } = lightOf({
    rooms: [room],
    walls: [{ id: "screen", from: [8, 9], to: [8, 11], thickness: 0.1 }],
    furniture: [spot],
  });
  assert.equal(frame.degrees, 90, "its front is turned to the left of the sheet");
  const degrees = [0, 25, -25, 35, -35, 180];
  const lit = (far: number) =>
    degrees.filter((each) => {
      const angle = (each * Math.PI) / 180;
      return isInside([Math.sin(angle) * far, Math.cos(angle) * far], area);
    });
  assert.deepEqual(lit(1), [0, 25, -25]);
  assert.deepEqual(lit(3), [], "behind the screen");
});

test("LIVE-16: no window lets the light of a lamp out of the house", () => {
  const opening = { id: "w", room_id: "hall", edge: 0, offset: 10, width: 2, type: "window" };
  const lamp = { type: "lamp_ceiling", x: 10, z: 1 };
  const { area } = lightOf({ rooms: [room], openings: [opening], furniture: [lamp] });
  assert(isInside([0, -0.9], area));
  assert(!isInside([0, -1.1], area));
});

test("LIVE-16: light that is kept is the same as light made anew, whichever doors and blinds move", (t) => {
  const random = seededRandom(t);
  const house = demoPlan("house");
  const contact = (at: number): string => `binary_sensor.contact_${at}`;
  const openings = house.openings.map((opening, at) => ({ ...opening, contact: contact(at) }));
  const plan = { ...house, openings };
  const level = firstLevel(plan);
  const floor = floorOf(plan, level);
  const lamps = lampsOn(plan, level).flatMap((lamp) => {
    const frame = lightFrameOf(lamp);
    return frame === undefined ? [] : [{ lamp, frame }];
  });
  // Those of windows, which are of glass, and of other floors change nothing.
  const [first = "", ...others] = openings.flatMap(({ room_id: id, type }, at) =>
    type === "door" && floor.byId.has(id) ? [contact(at)] : [],
  );
  const named = [first, ...others] as const;
  const clear = new Map(named.map((id) => [id, { state: "on" }]));
  let [made, last] = [0, ""];
  for (let step = 0; step < 30; step += 1) {
    clear.set(random.pick(named), { state: random.pick(["on", "off"]) });
    const lit: LitFloor = { plan, level, floor, states: (id) => clear.get(id), causes: {} };
    const paths = lamps.map(({ lamp, frame }) => {
      const path = keptLitPath(lamp, frame, lit);
      assert.equal(path, litPath(frame, lit));
      return path;
    });
    if (paths.join() !== last) made += 1;
    last = paths.join();
  }
  assert(made > 1, "some light has changed");
});
