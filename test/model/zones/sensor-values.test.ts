import assert from "node:assert/strict";
import { test } from "node:test";
import { isLeft } from "fp-ts/lib/Either.js";
import { distance, type Point } from "../../../src/model/geometry/vector.ts";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import { inverseOf, mapped, type Matrix } from "../../../src/model/trackers/similarity.ts";
import { alongFloor, throughAir } from "../../../src/model/trackers/pose.ts";
import { shapeAtSensor } from "../../../src/model/zones/sensor/sensor-shape.ts";
import { pointsInText, separatorIn } from "../../../src/model/zones/sensor/sensor-text.ts";
import { planForSensor } from "../../../src/model/zones/sensor/sensor-values.ts";
import { isWanted, type ZoneAtSensor } from "../../../src/model/zones/sensor/zone-at-sensor.ts";
import { readZoneSensor } from "../../../src/model/zones/sensor/zone-sensor.ts";
import { type Random, seededRandom } from "../../support/random.ts";
import { polygonSensor, radarAt, rectangleSensor, sensorStates, zoneAt } from "./sensors.ts";

const between = (random: Random, from: number, to: number): number =>
  from + ((to - from) * random.below(1e6)) / 1e6;

/** A square metre before the radar at [2, 1] that looks down: 1 m ahead, half of it on each side. */
const square: readonly Point[] = [
  [1.5, 2],
  [2.5, 2],
  [2.5, 3],
  [1.5, 3],
];

const wantedBy = (zone: ZoneAtSensor): Readonly<Record<string, string>> => {
  const plan = planForSensor(zone);
  assert(!isLeft(plan), JSON.stringify(plan));
  return Object.fromEntries(plan.right.values.map(({ entity, wanted }) => [entity, wanted]));
};

const problemsOf = (zone: ZoneAtSensor): unknown => {
  const plan = planForSensor(zone);
  return isLeft(plan) ? plan.left : plan.right;
};

/** The same home after what is planned was written. */
const written = (zone: ZoneAtSensor): ZoneAtSensor => {
  const wanted = wantedBy(zone);
  return {
    ...zone,
    states: (entity) => {
      const before = zone.states(entity);
      const state = wanted[entity];
      return state === undefined || before === undefined ? before : { ...before, state };
    },
  };
};

const shapeOf = (zone: ZoneAtSensor): readonly Point[] => {
  const shape = shapeAtSensor(zone);
  assert(!isLeft(shape), JSON.stringify(shape));
  return shape.right;
};

/** The farthest that a corner of one polygon is from the nearest corner of another. */
const farthest = (polygon: readonly Point[], other: readonly Point[]): number =>
  Math.max(...polygon.map((one) => Math.min(...other.map((each) => distance(one, each)))));

test("ZONE-20: a zone before a radar is a rectangle of its own millimetres, x to its right and y ahead", () => {
  assert.deepEqual(wantedBy(zoneAt(square)), {
    "number.radar_zone_1_x1": "-500",
    "number.radar_zone_1_y1": "1000",
    "number.radar_zone_1_x2": "500",
    "number.radar_zone_1_y2": "2000",
  });
  const aside = square.map(([x, z]): Point => [x - 1, z]);
  assert.deepEqual(
    Object.values(wantedBy(zoneAt(aside))),
    ["500", "1000", "1500", "2000"],
    "what is left on the plan is right of who looks down",
  );
  const mirrored = { tracker: radarAt({ x: 2, z: 1, rotation: 90, mirrored: true }) };
  assert.deepEqual(Object.values(wantedBy(zoneAt(aside, rectangleSensor, mirrored))), [
    "-1500",
    "1000",
    "-500",
    "2000",
  ]);
  const cm = zoneAt(square, { ...rectangleSensor, unit: "cm" });
  assert.deepEqual(Object.values(wantedBy(cm)), ["-50", "100", "50", "200"]);
});

test("ZONE-20: a zone in any pose is its sensor's polygon, and is there again within a step", (t) => {
  const random = seededRandom(t);
  for (let run = 0; run < 300; run += 1) {
    const pose = {
      x: between(random, -20, 20),
      z: between(random, -20, 20),
      rotation: between(random, 0, 360),
      mirrored: random.pick([true, false]),
      ...random.pick<JsonObject>([{}, { height: between(random, 0, 3) }]),
    };
    const middle: Point = [pose.x + between(random, -4, 4), pose.z + between(random, -4, 4)];
    const corners = 3 + random.below(18);
    const polygon = Array.from({ length: corners }, (_, at): Point => {
      const angle = (2 * Math.PI * at) / corners;
      const far = between(random, 0.3, 2);
      return [middle[0] + far * Math.cos(angle), middle[1] + far * Math.sin(angle)];
    });
    const zone = zoneAt(polygon, polygonSensor, { tracker: radarAt(pose) });
    // Rounding moves a corner by half a millimetre along each axis; a height makes more of it near the sensor.
    const shape = shapeOf(written(zone));
    assert.equal(shape.length, polygon.length, "every corner");
    assert(farthest(polygon, shape) < ("height" in pose ? 0.1 : 0.0008), JSON.stringify(pose));
  }
});

test("ZONE-20: a map and its inverse bring a point back, and so do a height and the floor", (t) => {
  const random = seededRandom(t);
  for (let run = 0; run < 300; run += 1) {
    const any = (): number => between(random, -5, 5);
    const matrix: Matrix = [3 + any() / 5, any() / 5, any() / 5, 3 + any() / 5, any(), any()];
    const point: Point = [any(), any()];
    assert(distance(mapped(inverseOf(matrix), mapped(matrix, point)), point) < 1e-9, "the map");
    const height = between(random, 0, 3);
    assert(distance(alongFloor(throughAir(point, height), height), point) < 1e-6, "the height");
  }
});

test("ZONE-20: a calibrated source has a frame too, a room alone, distances and maps have none", () => {
  const matrix = {
    id: "radar",
    source: radarAt()["source"] ?? null,
    matrix: [0.001, 0, 0, 0.001, 0, 0],
  };
  assert.deepEqual(Object.values(wantedBy(zoneAt(square, rectangleSensor, { tracker: matrix }))), [
    "1500",
    "2000",
    "2500",
    "3000",
  ]);
  const inCentimetres = zoneAt(square, { ...rectangleSensor, unit: "cm" }, { tracker: matrix });
  assert.deepEqual(
    Object.values(wantedBy(inCentimetres)),
    ["150", "200", "250", "300"],
    "the unit of the entities, if both have one",
  );
  const room = { id: "radar", source: { room: "sensor.room" } };
  const maps = {
    id: "radar",
    source: { x: "sensor.radar_x", y: "sensor.radar_y", map: "sensor.map" },
    maps: { a: { matrix: [1, 0, 0, 1, 0, 0] } },
  };
  for (const tracker of [room, maps])
    assert.deepEqual(problemsOf(zoneAt(square, rectangleSensor, { tracker })), [
      { problem: "no-frame", value: "radar" },
    ]);
  const points = [{ source: [0, 0], plan: [0, 0] }];
  const uncalibrated = { id: "radar", source: radarAt()["source"] ?? null, points };
  assert.deepEqual(problemsOf(zoneAt(square, rectangleSensor, { tracker: uncalibrated })), [
    { problem: "bad-frame", value: "radar: few-points" },
  ]);
  assert.deepEqual(problemsOf(zoneAt(square, { ...rectangleSensor, tracker: "other" })), [
    { problem: "no-tracker", value: "other" },
  ]);
});

test("ZONE-21: a rectangle around a zone is told with what it covers besides", () => {
  const turned: readonly Point[] = [
    [2, 2],
    [2.5, 2.5],
    [2, 3],
    [1.5, 2.5],
  ];
  const plan = planForSensor(zoneAt(turned));
  assert(!isLeft(plan) && plan.right.excess !== undefined, JSON.stringify(plan));
  const { squareMetres, percent } = plan.right.excess;
  assert.deepEqual([squareMetres.toFixed(3), percent.toFixed(1)], ["0.500", "100.0"]);
  const straight = planForSensor(zoneAt(square));
  assert(!isLeft(straight), JSON.stringify(straight));
  assert((straight.right.excess?.percent ?? 1) < 1e-6, "a rectangle along the axes is all of it");
  const text = planForSensor(zoneAt(turned, polygonSensor));
  assert(!isLeft(text), JSON.stringify(text));
  assert.equal(text.right.excess, undefined, "a polygon covers nothing else");
});

test("ZONE-21: a rectangle that the sensor has already is written again as it is", (t) => {
  const random = seededRandom(t);
  for (let run = 0; run < 200; run += 1) {
    const rotation = between(random, 0, 360);
    const angle = (rotation * Math.PI) / 180;
    const ahead: Point = [2 + 3 * Math.cos(angle), 1 + 3 * Math.sin(angle)];
    const polygon = Array.from({ length: 5 }, (): Point => [
      ahead[0] + between(random, -1, 1),
      ahead[1] + between(random, -1, 1),
    ]);
    const zone = zoneAt(polygon, rectangleSensor, { tracker: radarAt({ x: 2, z: 1, rotation }) });
    const after = written(zone);
    const numbers = Object.values(wantedBy(zone)).map(Number);
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbers;
    const frame = planForSensor({ ...after, polygon: shapeOf(after) });
    assert(!isLeft(frame), JSON.stringify(frame));
    assert.deepEqual(
      frame.right.values.map(({ wanted }) => Number(wanted)),
      numbers,
      "what the sensor has is written again as it is",
    );
    assert(x1 <= x2 && y1 <= y2, "begin before end");
  }
});

test("ZONE-22: what the sensor does not take is refused in figures, and nothing is cut off", () => {
  const behind = square.map(([x, z]): Point => [x, z - 2.5]);
  assert.deepEqual(problemsOf(zoneAt(behind)), [
    {
      problem: "out-of-range",
      entity: "number.radar_zone_1_y1",
      value: -1500,
      least: 0,
      most: 7560,
      metres: 1.5,
    },
    {
      problem: "out-of-range",
      entity: "number.radar_zone_1_y2",
      value: -500,
      least: 0,
      most: 7560,
      metres: 0.5,
    },
  ]);
  const round = Array.from({ length: 21 }, (_, at): Point => {
    const angle = (2 * Math.PI * at) / 21;
    return [2 + Math.cos(angle), 3 + Math.sin(angle)];
  });
  assert.deepEqual(problemsOf(zoneAt(round, polygonSensor)), [
    { problem: "too-many-points", entity: polygonSensor.text, value: 21, most: 20 },
  ]);
  const short = { ...sensorStates, [polygonSensor.text]: { state: "", attributes: { max: 20 } } };
  assert.deepEqual(problemsOf(zoneAt(square, polygonSensor, { states: short })), [
    { problem: "too-long", entity: polygonSensor.text, value: 37, most: 20 },
  ]);
  const type = { ...rectangleSensor, type: "select.radar_zone_type", option: "Nonsense" };
  assert.deepEqual(problemsOf(zoneAt(square, type)), [
    { problem: "no-option", entity: "select.radar_zone_type", value: "Nonsense" },
  ]);
  const floors = { level: "upstairs", first: "ground" };
  assert.deepEqual(problemsOf(zoneAt(square, rectangleSensor, floors)), [
    { problem: "other-floor", value: "ground" },
  ]);
  const ofLiving = { ...sensorStates };
  delete ofLiving["number.radar_zone_1_x2"];
  const away = { ...ofLiving, "number.radar_zone_1_y1": { state: "unavailable" } };
  assert.deepEqual(problemsOf(zoneAt(square, rectangleSensor, { states: away })), [
    { problem: "unavailable", entity: "number.radar_zone_1_y1" },
    { problem: "no-entity", entity: "number.radar_zone_1_x2" },
  ]);
  const odd = { ...rectangleSensor };
  const states = {
    ...sensorStates,
    [odd.x1]: { state: "0", attributes: { unit_of_measurement: "%" } },
  };
  assert.deepEqual(problemsOf(zoneAt(square, odd, { states })), [
    { problem: "unknown-unit", entity: odd.x1, value: "%" },
  ]);
});

test("ZONE-22: numbers take the nearest step of their entity, from its least one", () => {
  const coarse = { min: -6000, max: 6000, step: 10, unit_of_measurement: "mm" };
  const states = Object.fromEntries(
    Object.keys(sensorStates).map((entity) => [entity, { state: "0", attributes: coarse }]),
  );
  const crooked = square.map(([x, z]): Point => [x + 0.0034, z + 0.0066]);
  assert.deepEqual(Object.values(wantedBy(zoneAt(crooked, rectangleSensor, { states }))), [
    "-500",
    "1010",
    "500",
    "2010",
  ]);
  assert(isWanted("number.a", "-500.0", "-500"), "numbers with other digits are equal");
  assert(!isWanted("number.a", "unknown", "-500"), "what is unknown is none");
  assert(!isWanted("text.a", "1:2.0", "1:2"), "texts are equal to the letter");
});

test("ZONE-23: a polygon is written as the sensor writes its own", () => {
  assert.deepEqual(wantedBy(zoneAt(square, polygonSensor)), {
    [polygonSensor.text]: "500:1000;-500:1000;-500:2000;500:2000",
  });
  const texts = (state: string, pattern: string | null): typeof sensorStates => ({
    ...sensorStates,
    [polygonSensor.text]: { state, attributes: { pattern } },
  });
  const native = String.raw`^ *$|^ *-?\d{1,4} *, *\d{1,4} *(; *-?\d{1,4} *, *\d{1,4} *){2,22};? *$`;
  const commas = { [polygonSensor.text]: "500,1000;-500,1000;-500,2000;500,2000" };
  for (const states of [texts("", native), texts("1,2;3,4;5,6", null)])
    assert.deepEqual(wantedBy(zoneAt(square, polygonSensor, { states })), commas);
  const told = { ...polygonSensor, separator: "," };
  assert.deepEqual(wantedBy(zoneAt(square, told)), commas);
  assert.equal(separatorIn("", String.raw`^(?:-?\d{1,4}:\d{1,4};?)*$`), ":");
  assert.equal(separatorIn("", "[0-9]{2,5}"), undefined, "counts of repetitions tell nothing");
  assert.deepEqual(pointsInText(" 1 , -2;3,4 ;5,6; "), [
    [1, -2],
    [3, 4],
    [5, 6],
  ]);
  for (const none of ["", "1:2;3:4", "1:2;3:4;x", "1.5:2;3:4;5:6"])
    assert.equal(pointsInText(none), undefined, none);
});

test("ZONE-23: a type and a switch are written with the zone, by whether it is excluded", () => {
  const sensor = {
    ...polygonSensor,
    type: "select.radar_zone_type",
    switch: "switch.radar_polygon_zones",
  };
  const ofType = (zone: ZoneAtSensor): unknown => Object.values(wantedBy(zone)).slice(1);
  assert.deepEqual(ofType(zoneAt(square, sensor)), ["Detection", "on"]);
  assert.deepEqual(ofType(zoneAt(square, sensor, { isExcluded: true })), ["Filter", "on"]);
});

test("ZONE-24: what the sensor has now is a shape on the plan, or is said to be none", () => {
  const states = {
    ...sensorStates,
    "number.radar_zone_1_x1": { state: "500.0", attributes: { unit_of_measurement: "mm" } },
    "number.radar_zone_1_y1": { state: "1000" },
    "number.radar_zone_1_x2": { state: "-500" },
    "number.radar_zone_1_y2": { state: "2000" },
  };
  const there = zoneAt(square, rectangleSensor, { states });
  assert(farthest(square, shapeOf(there)) < 1e-9, "in whichever order the sensor has them");
  const none = shapeAtSensor(zoneAt(square));
  assert.deepEqual(isLeft(none) && none.left, {
    problem: "no-shape",
    entity: "number.radar_zone_1_x1",
  });
  const unknown = { ...states, "number.radar_zone_1_y2": { state: "unknown" } };
  const unread = shapeAtSensor(zoneAt(square, rectangleSensor, { states: unknown }));
  assert.deepEqual(isLeft(unread) && unread.left, {
    problem: "not-a-number",
    entity: "number.radar_zone_1_y2",
    value: "unknown",
  });
  const empty = shapeAtSensor(zoneAt(square, polygonSensor));
  assert.deepEqual(isLeft(empty) && empty.left, {
    problem: "no-shape",
    entity: polygonSensor.text,
  });
});

test("ZONE-25: a field that says of no sensor has words on what was expected, and where", () => {
  const { x1: _, ...three } = rectangleSensor;
  const cases: readonly (readonly [Json, string])[] = [
    ["radar", "expected an object"],
    [{ ...rectangleSensor, tracker: "a b" }, "tracker: expected 1 to 64 letters, digits, _ and -"],
    [{ tracker: "radar" }, "expected either x1, y1, x2, y2 or text"],
    [{ ...rectangleSensor, ...polygonSensor }, "expected either x1, y1, x2, y2 or text"],
    [three, "expected all of x1, y1, x2 and y2"],
    [
      { ...rectangleSensor, x1: rectangleSensor.x2 },
      "expected four different entities as x1, y1, x2 and y2",
    ],
    [
      { ...rectangleSensor, x1: "lock.front_door" },
      "x1: expected an entity, such as number.radar_zone_1_x1",
    ],
    [
      { ...polygonSensor, text: "script.harm" },
      "text: expected an entity, such as text.radar_polygon_zone_1",
    ],
    [{ ...polygonSensor, option: "Filter" }, "option: expected only beside type"],
    [{ ...rectangleSensor, separator: ":" }, "separator: expected only beside text"],
    [{ ...polygonSensor, unit: "mile" }, "unit: expected mm, cm, m, in, ft"],
  ];
  for (const [field, words] of cases) {
    const read = readZoneSensor(field);
    assert.deepEqual(isLeft(read) && read.left, words);
  }
  assert(!isLeft(readZoneSensor({ ...polygonSensor, more: 1 })), "unknown fields stay");
});

test("ZONE-20: each number is in the unit of its own entity, there and back", () => {
  const mixed = { ...sensorStates };
  mixed["number.radar_zone_1_y2"] = {
    state: "0",
    attributes: { min: 0, max: 756, step: 0.1, unit_of_measurement: "cm" },
  };
  const zone = zoneAt(square, rectangleSensor, { states: mixed });
  assert.deepEqual(Object.values(wantedBy(zone)), ["-500", "1000", "500", "200"]);
  assert(farthest(square, shapeOf(written(zone))) < 0.002, "and comes back");
});

test("ZONE-21: a radar that hangs high gets a rectangle around all of a zone beneath it", () => {
  const tracker = radarAt({ x: 0, z: 0, rotation: 90, height: 2.5 });
  const beneath: readonly Point[] = [
    [-1, 0.2],
    [1, 0.2],
    [1, 1],
    [-1, 1],
  ];
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = Object.values(
    wantedBy(zoneAt(beneath, rectangleSensor, { tracker })),
  ).map(Number);
  // The radar is 1.5 m above the middle of who stands there, and measures through the air.
  for (const [x, ahead] of [
    [0, 0.2],
    [0.9, 0.3],
    [-0.5, 0.6],
    [0, 1],
  ] as const) {
    const [seenX, seenY] = throughAir([-x, ahead], 2.5);
    const isIn = seenX * 1000 >= x1 - 1 && seenX * 1000 <= x2 + 1;
    assert(isIn && seenY * 1000 >= y1 - 1 && seenY * 1000 <= y2 + 1, `who is at ${x}, ${ahead}`);
  }
});

test("ZONE-23: a text, whose numbers are whole, is in no unit in which a zone would lose its shape", () => {
  const inMetres = readZoneSensor({ ...polygonSensor, unit: "m" });
  assert(isLeft(inMetres), "metres are refused");
  assert.equal(inMetres.left, "unit: expected mm or cm beside text, whose numbers are whole");
  assert(!isLeft(readZoneSensor({ ...polygonSensor, unit: "cm" })), "centimetres are not");
});
