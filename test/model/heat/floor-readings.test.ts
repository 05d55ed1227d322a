import assert from "node:assert/strict";
import { test } from "node:test";
import type { EntityState, States } from "../../../src/model/bindings/entity-state.ts";
import type { PlanData } from "../../../src/model/elements/entities.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import { floorHeat } from "../../../src/model/heat/floor-heat.ts";
import {
  indoorRoomsOn,
  quantitiesOn,
  readingsOn,
  sumsByRoom,
} from "../../../src/model/heat/floor-readings.ts";
import { scaleFor } from "../../../src/model/heat/quantities.ts";

const sensor = (state: string, quantity: string | undefined, unit?: string): EntityState => ({
  state,
  attributes: {
    ...(quantity === undefined ? {} : { device_class: quantity }),
    ...(unit === undefined ? {} : { unit_of_measurement: unit }),
  },
});

const statesOf =
  (known: Readonly<Record<string, EntityState>>): States =>
  (entity) =>
    known[entity];

const square = (left: number): readonly (readonly number[])[] => [
  [left, 0],
  [left + 4, 0],
  [left + 4, 4],
  [left, 4],
];

const rooms = [
  { id: "kitchen", points: square(0), temperature: "sensor.kitchen" },
  { id: "hall", points: square(4), temperature: "sensor.hall", humidity: "sensor.damp" },
  { id: "garden", points: square(8), outdoor: true, temperature: "sensor.garden" },
];

const at = (entity: string, x: number, more: JsonObject = {}): JsonObject => ({
  entity,
  x,
  z: 1,
  ...more,
});

const valuesOf = (plan: PlanData, states: States, quantity = "temperature"): readonly string[] =>
  readingsOn(plan, undefined, states, quantity).readings.map(
    ({ entity, at: place, value }) => `${entity} ${place.join(" ")} ${value}`,
  );

test("HEAT-3: sensors, devices and furniture are read where they stand, and what a room names in its middle", () => {
  const plan: PlanData = {
    rooms,
    sensors: [at("sensor.kitchen", 1)],
    devices: [at("climate.valve", 2)],
    furniture: [at("sensor.plant", 3)],
    texts: [at("sensor.text", 3)],
  };
  const states = statesOf({
    "sensor.kitchen": sensor("21.5", "temperature", "°C"),
    "sensor.hall": sensor("19", "temperature", "°C"),
    "sensor.garden": sensor("4", "temperature", "°C"),
    "sensor.damp": sensor("48", "humidity", "%"),
    "sensor.plant": sensor("31", "moisture", "%"),
    "sensor.text": sensor("18", "temperature", "°C"),
    "climate.valve": { state: "heat", attributes: { current_temperature: 22 } },
  });
  assert.deepEqual(valuesOf(plan, states), [
    "sensor.kitchen 1 1 21.5",
    "climate.valve 2 1 22",
    "sensor.hall 6 2 19",
  ]);
  assert.equal(readingsOn(plan, undefined, states, "temperature").unit, "°C");
  assert.deepEqual(quantitiesOn(plan, undefined, states), ["temperature", "humidity", "moisture"]);
});

test("HEAT-3: states that are no finite numbers are left out, and so are other floors", () => {
  const odd = ["unavailable", "unknown", "", " ", "on", "NaN", "Infinity", "12,5", "0x", "1e999"];
  const plan: PlanData = {
    levels: [{ id: "a" }, { id: "b" }],
    sensors: [
      ...odd.map((_, number) => at(`sensor.odd_${number}`, 1)),
      at("sensor.good", 2),
      at("sensor.above", 3, { level: "b" }),
      { entity: "sensor.nowhere" },
      at("sensor.missing", 1),
    ],
  };
  const states = statesOf({
    ...Object.fromEntries(
      odd.map((state, number) => [`sensor.odd_${number}`, sensor(state, "temperature", "°C")]),
    ),
    "sensor.good": sensor("-3.5", "temperature", "°C"),
    "sensor.above": sensor("20", "temperature", "°C"),
    "sensor.nowhere": sensor("20", "temperature", "°C"),
    "sensor.bare": sensor("20", undefined),
  });
  assert.deepEqual(valuesOf(plan, states), ["sensor.good 2 1 -3.5"]);
  assert.equal(readingsOn(plan, "b", states, "temperature").readings.length, 1);
  assert.deepEqual(
    quantitiesOn(plan, undefined, () => undefined),
    [],
  );
});

test("HEAT-3: a number without a class counts by its unit, and of several units of a class the most frequent", () => {
  const plan: PlanData = {
    sensors: ["a", "b", "c", "d"].map((name, number) => at(`sensor.${name}`, number)),
  };
  const states = statesOf({
    "sensor.a": sensor("70", "temperature", "°F"),
    "sensor.b": sensor("20", "temperature", "°C"),
    "sensor.c": sensor("21", "temperature", "°C"),
    "sensor.d": sensor("0.12", undefined, "µSv/h"),
  });
  assert.deepEqual(valuesOf(plan, states), ["sensor.b 1 1 20", "sensor.c 2 1 21"]);
  assert.deepEqual(quantitiesOn(plan, undefined, states), ["temperature", "µSv/h"]);
  assert.deepEqual(valuesOf(plan, states, "µSv/h"), ["sensor.d 3 1 0.12"]);
});

test("HEAT-5: the scale reaches from the lowest to the highest value, and is no finer than makes sense", () => {
  assert.deepEqual(scaleFor("temperature", 19, 23.5), [19, 23.5]);
  assert.deepEqual(scaleFor("temperature", 21, 21.5), [20.25, 22.25]);
  assert.deepEqual(scaleFor("µSv/h", 0.12, 0.12), [0.12, 0.12]);
});

test("HEAT-6: power and energy are summed by room, in one unit, and each entity counts once", () => {
  const plan: PlanData = {
    rooms,
    sensors: [at("sensor.oven", 1), at("sensor.fridge", 2), at("sensor.pump", 9)],
    furniture: [at("sensor.oven", 3), at("sensor.lamp", 5)],
  };
  const states = statesOf({
    "sensor.oven": sensor("1.2", "power", "kW"),
    "sensor.fridge": sensor("80", "power", "W"),
    "sensor.lamp": sensor("9.5", "power", "W"),
    "sensor.pump": sensor("500", "power", "W"),
  });
  const found = readingsOn(plan, undefined, states, "power");
  assert.equal(found.unit, "W");
  assert.deepEqual(
    [...sumsByRoom(found, indoorRoomsOn(plan, undefined))],
    [
      [0, 1280],
      [1, 9.5],
    ],
  );
  assert.deepEqual(scaleFor("power", 9.5, 1280), [0, 1280]);
});

test("HEAT-6: what is shown of a quantity are its range, its scale and the room with the highest value", () => {
  const plan: PlanData = {
    rooms,
    sensors: [at("sensor.kitchen", 1)],
    furniture: [at("sensor.lamp", 5)],
  };
  const states = statesOf({
    "sensor.kitchen": sensor("21.5", "temperature", "°C"),
    "sensor.hall": sensor("25", "temperature", "°C"),
    "sensor.lamp": sensor("9.5", "power", "W"),
  });
  const shown = (quantity: string, wide?: readonly [number, number]): unknown => {
    const heat = floorHeat(plan, undefined, states, quantity, wide);
    return heat && [heat.range, heat.scale, heat.highest?.id, heat.request?.readings.length];
  };
  assert.deepEqual(shown("temperature"), [[21.5, 25], [21.5, 25], "hall", 2]);
  assert.deepEqual(shown("temperature", [18, 22]), [[21.5, 25], [18, 25], "hall", 2]);
  assert.deepEqual(shown("power"), [[9.5, 9.5], [0, 9.5], "hall", undefined]);
  assert.equal(shown("humidity"), undefined);
});

test("HEAT-11: while one looks back, energy is what was counted since midnight; power, and energy without that, is as it is", () => {
  const plan: PlanData = {
    rooms,
    sensors: [at("sensor.oven", 1), at("sensor.fridge", 2), at("sensor.lamp", 5)],
  };
  const states = statesOf({
    "sensor.oven": { ...sensor("90000", "energy", "Wh"), counted: 1500 },
    "sensor.fridge": { ...sensor("unavailable", "energy", "kWh"), counted: 3 },
    "sensor.lamp": sensor("0.5", "energy", "kWh"),
  });
  assert.deepEqual(valuesOf(plan, states, "energy"), [
    "sensor.oven 1 1 1.5",
    "sensor.lamp 5 1 0.5",
  ]);
  assert.equal(floorHeat(plan, undefined, states, "energy")?.isOfDay, true);
  const power = statesOf({ "sensor.oven": { ...sensor("80", "power", "W"), counted: 3 } });
  assert.deepEqual(valuesOf(plan, power, "power"), ["sensor.oven 1 1 80"]);
  assert.equal(floorHeat(plan, undefined, power, "power")?.isOfDay, false);
});
