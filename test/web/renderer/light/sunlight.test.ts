import assert from "node:assert/strict";
import { test } from "node:test";
import type { EntityState } from "../../../../src/model/bindings/entity-state.ts";
import type { PlanData } from "../../../../src/model/elements/entities.ts";
import { isInside } from "../../../../src/model/geometry/polygon.ts";
import type { Point } from "../../../../src/model/geometry/vector.ts";
import type { Json, JsonObject } from "../../../../src/model/json.ts";
import { floorOf } from "../../../../src/model/elements/floor.ts";
import { sunlightPath } from "../../../../src/web/renderer/light/sunlight.ts";

/** A room of 4 by 4 m with a window of 1 m in the middle of its upper wall, beside another one with an open door between. */
const plan = (more: Readonly<Record<string, Json>> = {}, opening: JsonObject = {}) => ({
  rooms: [
    {
      id: "study",
      points: [
        [0, 0],
        [4, 0],
        [4, 4],
        [0, 4],
      ],
    },
    {
      id: "hall",
      points: [
        [4, 0],
        [8, 0],
        [8, 4],
        [4, 4],
      ],
    },
  ],
  openings: [
    { id: "window", room_id: "study", edge: 0, offset: 2, width: 1, type: "window", ...opening },
    { id: "door", room_id: "study", edge: 1, offset: 1, width: 1, type: "door" },
  ],
  north: 180,
  ...more,
});

/** Whether places are lit while the sun stands so; 180° is below on a sheet whose north is above. */
const lit = (
  house: PlanData,
  sun: readonly [azimuth: number, elevation: number],
  places: readonly Point[],
  others: Readonly<Record<string, EntityState>> = {},
): readonly boolean[] => {
  const states = (entity: string): EntityState | undefined =>
    entity === "sun.sun"
      ? { state: "above_horizon", attributes: { azimuth: sun[0], elevation: sun[1] } }
      : others[entity];
  const floor = floorOf(house, undefined);
  const path = sunlightPath({ plan: house, level: undefined, floor, states, causes: {} }, 0);
  const areas = path
    .split("Z")
    .filter((each) => each !== "")
    .map((each) =>
      each
        .slice(1)
        .split("L")
        .map((pair): Point => {
          const [x = NaN, z = NaN] = pair.split(" ").map(Number);
          return [x, z];
        }),
    );
  return places.map((place) => areas.some((area) => isInside(place, area)));
};

test("SUN-2: daylight falls through a window as high and as far as the sun stands, straight away from it", () => {
  // North is below on the sheet, so that the window faces south. At 45° sill and lintel are 0.9 and 2.1 m away.
  const straight: readonly Point[] = [
    [2, 0.8],
    [2, 1],
    [2, 2],
    [2, 2.2],
    [1.4, 1.5],
    [2.6, 1.5],
  ];
  assert.deepEqual(lit(plan(), [180, 45], straight), [false, true, true, false, false, false]);
  // In the southeast the light falls to the northwest: on this sheet to the lower right, by 0.9 to 2.1 m along the diagonal.
  const aslant: readonly Point[] = [
    [2.9, 0.9],
    [3.2, 1.2],
    [1.1, 0.9],
  ];
  assert.deepEqual(lit(plan(), [135, 45], aslant), [true, true, false]);
  assert.deepEqual(
    lit(plan(), [0, 45], straight),
    straight.map(() => false),
    "the sun behind it",
  );
  assert.deepEqual(
    lit(plan(), [180, 1], straight),
    straight.map(() => false),
    "too low",
  );
  const door = (style: string) => plan({}, { type: "door", style });
  assert.deepEqual(
    lit(door("french"), [180, 45], straight),
    [true, true, true, false, false, false],
    "a door of glass has no sill",
  );
  assert.deepEqual(
    lit(door("double"), [180, 45], straight),
    straight.map(() => false),
  );
  assert.deepEqual(
    lit(plan({}, { style: "roof" }), [180, 45], straight),
    straight.map(() => false),
    "a window of the roof",
  );
  assert.deepEqual(
    lit(plan({ north: null }), [180, 45], straight),
    straight.map(() => false),
  );
});

test("SUN-3: walls and blinds stop daylight, and open doors let it on", () => {
  const beyond: readonly Point[] = [
    [5.2, 1.15],
    [5.2, 3],
  ];
  // A low sun far in the southeast: the light crosses the study and reaches the hall through the door alone.
  assert.deepEqual(lit(plan(), [110, 20], beyond), [true, false]);
  const [window = {}, door = {}] = plan().openings;
  const shut = { ...plan(), openings: [window, { ...door, contact: "binary_sensor.door" }] };
  const off = { "binary_sensor.door": { state: "off" } };
  assert.deepEqual(lit(shut, [110, 20], beyond, off), [false, false]);
  const blind = plan({}, { blind: "cover.window" });
  const closed = { "cover.window": { state: "closed" } };
  assert.deepEqual(lit(blind, [180, 45], [[2, 1.5]], closed), [false]);
  assert.deepEqual(lit(blind, [180, 45], [[2, 1.5]], { "cover.window": { state: "open" } }), [
    true,
  ]);
  const half = { "cover.window": { state: "open", attributes: { current_position: 50 } } };
  assert.deepEqual(
    lit(
      blind,
      [180, 45],
      [
        [1.7, 1.5],
        [2.3, 1.5],
      ],
      half,
    ),
    [false, true],
  );
});

test("SUN-1: the plan's coordinates and the moment say where the sun is, before Home Assistant does", () => {
  const house = plan({ north: 180, latitude: 51.5, longitude: 0 });
  const floor = floorOf(house, undefined);
  const at = (ms: number): string =>
    sunlightPath({ plan: house, level: undefined, floor, states: undefined, causes: {} }, ms);
  assert.notEqual(at(Date.UTC(2026, 5, 21, 12)), "");
  assert.equal(at(Date.UTC(2026, 5, 21, 0)), "");
  assert.notEqual(at(Date.UTC(2026, 5, 21, 12)), at(Date.UTC(2026, 11, 21, 12)));
});
