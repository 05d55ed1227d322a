import assert from "node:assert/strict";
import { test } from "node:test";
import type { EntityState, States } from "../../../src/model/bindings/entity-state.ts";
import type { Json, JsonObject } from "../../../src/model/json.ts";
import { openFloor } from "../../../src/model/trackers/floor.ts";
import { locate, type Located, nameOf } from "../../../src/model/trackers/locate.ts";
import {
  coordinateEntities,
  entitiesOfTargets,
  readTracker,
  type Target,
  targetsOfTrackers,
} from "../../../src/model/trackers/tracker.ts";

type Known = Readonly<Record<string, string | EntityState>>;

const statesOf =
  (known: Known): States =>
  (entity) => {
    const state = known[entity];
    return typeof state === "string" ? { state } : state;
  };

const readTrackersOf = (elements: readonly Json[]) => targetsOfTrackers(elements.map(readTracker));

const targetsOf = (...elements: readonly Json[]): readonly Target[] =>
  readTrackersOf(elements).map((each) => {
    assert(!("bad" in each), JSON.stringify(each));
    return each;
  });

const located = (element: JsonObject, known: Known): Located => {
  const [target] = targetsOf({ id: "it", ...element });
  assert(target);
  return locate(target, statesOf(known));
};

const placed = (element: JsonObject, known: Known): readonly [string, string] => {
  const it = located(element, known);
  assert(it.kind === "located", JSON.stringify(it));
  return [it.place[0].toFixed(3), it.place[1].toFixed(3)];
};

const wordsOf = (element: Json): string => {
  const [read] = readTrackersOf([element]);
  assert(read && "bad" in read, JSON.stringify(read));
  assert.equal(read.id, "#1");
  return read.bad;
};

const radar = { x: "sensor.r_x", y: "sensor.r_y" };
const millimetres = { unit_of_measurement: "mm" };
const at = (x: string, y: string): Known => ({
  "sensor.r_x": { state: x, attributes: millimetres },
  "sensor.r_y": { state: y, attributes: millimetres },
});
const pose = { x: 2, z: 3, rotation: 0 };

test("POS-3: a sensor's right and ahead follow from where it looks", () => {
  // A metre to its right, three ahead.
  const known = at("1000", "3000");
  const looking = (rotation: number): readonly [string, string] =>
    placed({ source: radar, pose: { ...pose, rotation } }, known);
  assert.deepEqual(looking(0), ["5.000", "4.000"]);
  assert.deepEqual(looking(90), ["1.000", "6.000"]);
  assert.deepEqual(looking(180), ["-1.000", "2.000"]);
  assert.deepEqual(looking(-90), ["3.000", "0.000"]);
  const mirrored = { source: radar, pose: { ...pose, mirrored: true } };
  assert.deepEqual(placed(mirrored, known), ["5.000", "2.000"]);
});

test("POS-3: the unit is the plan's, else the entity's, else metres; the height shortens distances", () => {
  const metres = { "sensor.r_x": "0", "sensor.r_y": "2.5" };
  assert.deepEqual(placed({ source: radar, pose }, metres), ["4.500", "3.000"]);
  assert.deepEqual(placed({ source: radar, pose, unit: "cm" }, at("0", "250")), ["4.500", "3.000"]);
  // From 2.2 m down to the middle of somebody, 1.2 m below: 1.6 m along the floor of 2 m through the air.
  const high = { source: radar, pose: { ...pose, height: 2.2 } };
  assert.deepEqual(placed(high, at("0", "2000")), ["3.600", "3.000"]);
  // Right below it.
  assert.deepEqual(placed(high, at("0", "1000")), ["2.000", "3.000"]);
  const degrees = { state: "3", attributes: { unit_of_measurement: "°" } };
  assert.deepEqual(located({ source: radar, pose }, { ...at("1", "2"), "sensor.r_x": degrees }), {
    kind: "problem",
    problem: "unknown-unit",
    entity: "sensor.r_x",
    value: "°",
    source: [3, 2],
  });
});

const vacuum = {
  source: { entity: "camera.v", x: "vacuum_position.x", y: "vacuum_position.y" },
  points: [
    { source: [25500, 25500], plan: [3.4, 1.1] },
    { source: [28000, 25500], plan: [5.9, 1.1] },
  ],
};

const cameraWith = (attributes: Readonly<Record<string, unknown>>): Known => ({
  "camera.v": { state: "idle", attributes },
});

test("POS-2: attributes by path become metres by pairs of points, with heading and accuracy", () => {
  const known = cameraWith({
    friendly_name: "Robi",
    vacuum_position: { x: 26500, y: 26500.4, a: 90, off: 200 },
  });
  const { source } = vacuum;
  const whole = {
    ...vacuum,
    level: "ground",
    source: { ...source, heading: "vacuum_position.a", accuracy: "vacuum_position.off" },
  };
  const it = located(whole, known);
  assert(it.kind === "located");
  assert.deepEqual([it.source, it.level], [[26500, 26500.4], "ground"]);
  assert.deepEqual(
    it.place.map((each) => each.toFixed(4)),
    ["4.4000", "0.0996"],
  );
  // Up in the source is up on the plan, where degrees count clockwise from right.
  assert.deepEqual([it.heading, it.accuracy?.toFixed(6)], [270, "0.200000"]);
  const [target] = targetsOf({ id: "v", ...vacuum });
  assert(target);
  assert.equal(nameOf(target, statesOf(known)), "Robi");
  const fixed = located({ ...vacuum, source: { ...source, accuracy: 0.5 } }, known);
  assert.equal(fixed.kind === "located" && fixed.accuracy, 0.5);
});

test("POS-2: a matrix is used as SVG writes it", () => {
  const element = { source: radar, matrix: [0, 2, 3, 0, 10, 20] };
  assert.deepEqual(placed(element, at("1", "5")), ["25.000", "22.000"]);
});

test("POS-4: the name of the map chooses calibration and floor; an unknown one is a problem", () => {
  const element = {
    level: "ground",
    source: { ...radar, map: "select.map" },
    maps: {
      Cellar: { level: "cellar", matrix: [1, 0, 0, 1, 0, 0] },
      Ground: { matrix: [1, 0, 0, 1, 100, 0] },
      Attic: { points: [] },
    },
  };
  const on = (map: string): Located => located(element, { ...at("1", "2"), "select.map": map });
  const cellar = on("Cellar");
  assert(cellar.kind === "located");
  assert.deepEqual([cellar.place, cellar.level], [[1, 2], "cellar"]);
  const ground = on("Ground");
  assert(ground.kind === "located");
  assert.deepEqual([ground.place, ground.level], [[101, 2], "ground"]);
  assert.equal(cellar.map, "Cellar");
  const problem = { kind: "problem", source: [1, 2] };
  assert.deepEqual(on("Shed"), {
    ...problem,
    problem: "unknown-map",
    value: "Shed",
    map: "Shed",
  });
  assert.deepEqual(on("Attic"), { ...problem, problem: "few-points", map: "Attic" });
  assert.deepEqual(on("unknown"), { kind: "absent" });
});

test("POS-18: a target without a usable calibration still has its coordinates, unless they are unknown", () => {
  const raw = { source: radar, points: [] };
  const few = { kind: "problem", problem: "few-points" };
  assert.deepEqual(located(raw, at("3", "4.25")), { ...few, source: [3, 4.25] });
  assert.deepEqual(located({ ...raw, points: vacuum.points.slice(1) }, at("0", "0")), {
    ...few,
    source: [0, 0],
  });
  const mapless = { source: { ...radar, map: "select.map" }, maps: {} };
  const unknown = { kind: "problem", problem: "unknown-map", value: "A" };
  const named = { "select.map": "A" };
  assert.deepEqual(located(mapless, { ...at("x", "4"), ...named }), unknown, "no number");
  assert.deepEqual(located(mapless, { ...at("32767", "32767"), ...named }), unknown, "no place");
});

test("POS-5: a target is absent while its source says so in one of the ways of real sensors", () => {
  const there = { source: radar, pose };
  const absent = { kind: "absent" };
  assert.deepEqual(located(there, at("unknown", "unknown")), absent);
  assert.deepEqual(located(there, at("5", "unavailable")), absent);
  assert.deepEqual(located(there, at("0", "0.0")), absent);
  const flat = { source: radar, matrix: [1, 0, 0, 1, 7, 0] };
  // At the origin of a map may be somebody.
  assert.deepEqual(placed(flat, at("0", "0")), ["7.000", "0.000"]);
  assert.deepEqual(located(flat, at("32767", "32767")), absent);
  const guarded = { source: { ...radar, active: "binary_sensor.r" }, pose };
  for (const state of ["off", "unknown", "unavailable"])
    assert.deepEqual(located(guarded, { ...at("1", "2"), "binary_sensor.r": state }), absent);
  assert.equal(located(guarded, { ...at("1", "2"), "binary_sensor.r": "on" }).kind, "located");
  assert.deepEqual(located(vacuum, cameraWith({ vacuum_position: null })), absent);
  assert.deepEqual(located(vacuum, cameraWith({ vacuum_position: { x: null, y: 1 } })), absent);
});

test("POS-5: who is not_home is nowhere, whatever place a device_tracker remembers", () => {
  const anna = { source: { entity: "device_tracker.anna" }, matrix: [1, 0, 0, -1, 0, 8] };
  const as = (state: string): Located =>
    located(anna, { "device_tracker.anna": { state, attributes: { x: 2.5, y: 1.25, z: 1 } } });
  assert.equal(as("Kitchen").kind, "located");
  assert.deepEqual(as("not_home"), { kind: "absent" });
});

test("POS-42: a map whose charger has moved by more than half a metre is a problem, in every source that has it", () => {
  const source = { ...vacuum.source, dock: "charger" };
  const dock = [25500, 25500];
  const kept = { ...vacuum, source, dock };
  const withCharger = (charger: unknown): Known =>
    cameraWith({ vacuum_position: { x: 26500, y: 26500 }, charger });
  const near = located(kept, withCharger({ x: 25900, y: 25600, a: 0 }));
  assert(near.kind === "located", "within half a metre");
  assert.deepEqual(near.dock, [25900, 25600]);
  const moved = {
    kind: "problem",
    problem: "moved-map",
    value: 1.2,
    source: [26500, 26500],
    dock: [26700, 25500],
  };
  assert.deepEqual(located(kept, withCharger({ x: 26700, y: 25500 })), moved);
  // Unknown places, and calibrations without one, are none that has moved.
  assert.equal(located(kept, withCharger(null)).kind, "located");
  assert.equal(located({ ...vacuum, source }, withCharger({ x: 1, y: 1 })).kind, "located");
  const { points } = vacuum;
  const maps = { ...vacuum, points: undefined, maps: { A: { points, dock } } };
  const ofMap = { ...maps, source: { ...source, map: "map" } };
  const attributes = { map: "A", vacuum_position: { x: 26500, y: 26500 } };
  assert.deepEqual(located(ofMap, cameraWith({ ...attributes, charger: { x: 26700, y: 25500 } })), {
    ...moved,
    map: "A",
  });
});

test("POS-40: Valetudo's map needs no fields beside it, and counts down as plans do", () => {
  const robi = { source: { valetudo: "camera.robi" }, points: vacuum.points };
  const map = { vacuum: { x: 25500, y: 26500, heading: null }, dock: null, path: [] };
  const known = { "camera.robi": { state: "idle", attributes: { valetudo: map } } };
  assert.deepEqual(placed(robi, known), ["3.400", "2.100"]);
  assert.deepEqual(placed({ ...robi, mirrored: true }, known), ["3.400", "0.100"]);
  const [target] = targetsOf({ id: "robi", ...robi });
  assert(target, "it is one target");
  assert.deepEqual([...entitiesOfTargets([target])], ["camera.robi"]);
});

test("POS-5: a source of rooms alone gives a room; not_home and unknown are none", () => {
  const anna = { source: { room: "sensor.anna" } };
  assert.deepEqual(located(anna, { "sensor.anna": "Kitchen" }), { kind: "room", room: "Kitchen" });
  const inside = { source: { entity: "device_tracker.anna", room: "room" } };
  for (const state of ["not_home", "unknown", "None", "home", "unavailable"]) {
    assert.deepEqual(located(anna, { "sensor.anna": state }), { kind: "absent" });
    const known = { "device_tracker.anna": { state: "home", attributes: { room: state } } };
    assert.deepEqual(located(inside, known), { kind: "absent" });
  }
  for (const [room, value] of [
    [7, "7"],
    [{ name: "Kitchen" }, "object"],
  ])
    assert.deepEqual(
      located(inside, { "device_tracker.anna": { state: "home", attributes: { room } } }),
      { kind: "problem", problem: "not-a-text", entity: "device_tracker.anna", value },
    );
});

test("POS-6: what cannot be told has its word, and names the entity", () => {
  const there = { source: radar, pose };
  const problem = (known: Known, element: JsonObject = there): unknown => located(element, known);
  assert.deepEqual(problem({ "sensor.r_x": "1" }), {
    kind: "problem",
    problem: "no-entity",
    entity: "sensor.r_y",
  });
  for (const value of ["n/a", "NaN", "Infinity", "-inf", "", "1e999", "1e300", "-1e9", "12 mm"])
    assert.deepEqual(problem(at("1", value)), {
      kind: "problem",
      problem: "not-a-number",
      entity: "sensor.r_y",
      value,
    });
  const long = located(there, at("x".repeat(1000), "1"));
  assert(long.kind === "problem" && long.problem === "not-a-number");
  assert.equal(long.value.length, 64);
  assert.deepEqual(problem(at("4210000", "0")), {
    kind: "problem",
    problem: "far-away",
    value: 4213,
    source: [4210000, 0],
  });
  const wide = { source: radar, matrix: [9e8, 0, 9e8, 9e8, 9e8, 0] };
  const [far, finite] = [problem(at("9e8", "9e8"), wide), Number.isFinite];
  assert(finite(Object(far).value), JSON.stringify(far));
  for (const attributes of [{}, { vacuum_position: 4 }, { vacuum_position: { y: 1 } }])
    assert.deepEqual(problem(cameraWith(attributes), vacuum), {
      kind: "problem",
      problem: "no-attribute",
      entity: "camera.v",
      value: "vacuum_position.x",
    });
  assert.deepEqual(problem(cameraWith({ vacuum_position: { x: {}, y: 1 } }), vacuum), {
    kind: "problem",
    problem: "not-a-number",
    entity: "camera.v",
    value: "object",
  });
  // What is unreadable besides the coordinates hides no position.
  const loose = { ...there, source: { ...radar, heading: "sensor.none", room: "sensor.none" } };
  assert.equal(located(loose, at("1", "2")).kind, "located");
});

test("POS-1: one device has several targets, and every entity that they need is known", () => {
  const targets = targetsOf(
    {
      id: "epl",
      pose,
      kind: "person",
      targets: [radar, { x: "sensor.b_x", y: "sensor.b_y", active: "binary_sensor.b" }],
    },
    { id: "v", ...vacuum, source: { ...vacuum.source, map: "map_name" }, future: { any: 1 } },
  );
  assert.deepEqual(
    targets.map(({ id, kind, timeout }) => [id, kind, timeout]),
    [
      ["epl/1", "person", 60],
      ["epl/2", "person", 0],
      ["v", "target", 0],
    ],
  );
  const loose = { accuracy: "sensor.accuracy", heading: "sensor.heading", room: "sensor.room" };
  const [first, second] = targetsOf(
    { id: "it", pose, source: { ...radar, ...loose } },
    { id: "anna", source: loose },
  );
  assert(first && second);
  assert.deepEqual(coordinateEntities(first), ["sensor.r_x", "sensor.r_y"]);
  assert.deepEqual(coordinateEntities(second), ["sensor.room"]);
  assert.deepEqual(
    [...entitiesOfTargets(targets)],
    ["sensor.r_x", "sensor.r_y", "binary_sensor.b", "sensor.b_x", "sensor.b_y", "camera.v"],
  );
});

test("POS-6: an element that is no tracker says what was expected where, and the others go on", () => {
  const good = { id: "good", source: radar, pose };
  const bad = (fields: JsonObject): string => wordsOf({ ...good, ...fields });
  assert.equal(wordsOf(3), "expected an object");
  assert.match(wordsOf({ source: radar, pose }), /^id: expected 1 to 64 letters, digits, _ and -/);
  assert.match(bad({ id: "a/b" }), /^id: /);
  assert.match(bad({ kind: "ghost" }), /^kind: /);
  assert.match(bad({ name: "" }), /^name: expected 1 to 64 characters/);
  assert.match(bad({ timeout: -1 }), /^timeout: expected seconds/);
  assert.match(bad({ unit: "yards" }), /^unit: expected mm, cm, m, in, ft/);
  assert.match(bad({ pose: { x: 1, z: "2", rotation: 0 } }), /^pose\.z: expected a number/);
  const points = [{ source: [1], plan: [1, 2] }];
  assert.match(bad({ pose: undefined, points }), /^points\.1\.source: expected two numbers/);
  const many = Array.from({ length: 9 }, () => ({ source: [1, 2], plan: [1, 2] }));
  assert.match(bad({ pose: undefined, points: many }), /^points: expected at most 8/);
  const only = /^expected only one of points, pose, matrix and maps/;
  assert.match(bad({ matrix: [1, 0, 0, 1, 0, 0] }), only);
  assert.match(bad({ source: undefined, targets: [radar, { x: "x" }] }), /^targets\.2\.x: /);
  assert.match(bad({ mirrored: true }), /^mirrored: expected only beside points/);
  assert.match(bad({ pose: undefined, unit: "mm" }), /^unit: expected only beside a pose/);
  assert.match(
    bad({ fuse: true, kind: "vacuum" }),
    /^fuse: expected only of a person, pet or target/,
  );
  for (const matrix of [
    [0, 0, 0, 0, 1, 1],
    [1, 2, 2, 4, 0, 0],
    [0.1, 0.2, 0.3, 0.6, 0, 0],
  ])
    assert.match(bad({ pose: undefined, matrix }), /^matrix: expected one that maps a plane/);
  assert.match(bad({ pose: undefined }), /^source: expected points, pose, matrix or maps/);
  assert.match(bad({ source: undefined }), /^expected either source or targets/);
  assert.match(bad({ source: { x: "sensor.x" } }), /^source: expected x and y, entity or valetudo/);
  const camera = { valetudo: "camera.robi" };
  assert.match(
    bad({ source: { valetudo: "sensor.robi" } }),
    /^source\.valetudo: expected a camera/,
  );
  assert.match(
    bad({ source: { ...camera, x: "x" } }),
    /^source\.x: expected only without valetudo/,
  );
  assert.match(bad({ dock: [1, 2] }), /^dock: expected only beside points or matrix/);
  assert.match(bad({ source: { x: "x", y: "y" } }), /^source\.x: expected an entity/);
  const maps = { A: { matrix: [1, 0, 0, 1, 0, 0] } };
  assert.match(bad({ pose: undefined, maps }), /^source: maps need a map/);
  const source = { ...radar, map: "sensor.map" };
  const empty = { pose: undefined, source, maps: { A: {} } };
  assert.match(bad(empty), /^maps\.A: expected either points or matrix/);
  const read = readTrackersOf([good, good, { ...good, id: "other" }]);
  assert.deepEqual(
    read.map(({ id }) => id),
    ["good", "#2", "other"],
  );
  assert.deepEqual(read[1], { id: "#2", bad: "id: there is another good" });
});

test("POS-36: a source's distances give its place; old ones and walls count, and too few leave its room", () => {
  const receivers: readonly (readonly [number, number])[] = [
    [0, 0],
    [6, 0],
    [0, 6],
    [6, 6],
  ];
  const source = {
    room: "sensor.area",
    distances: receivers.map((place, index) => ({ distance: `sensor.to_${index}`, at: place })),
  };
  const metres = (index: number): number => {
    const [x, z] = receivers[index] ?? [0, 0];
    return Math.hypot(x - 2, z - 1);
  };
  const known = Object.fromEntries(
    receivers.map((_, index) => [`sensor.to_${index}`, String(metres(index))]),
  );
  const area = { "sensor.area": "Kitchen" };
  const it = located({ source, level: "up" }, { ...known, ...area });
  assert(it.kind === "located", JSON.stringify(it));
  assert.deepEqual(
    it.place.map((each) => each.toFixed(2)),
    ["2.00", "1.00"],
  );
  assert.deepEqual([it.level, it.room, it.source], ["up", "Kitchen", undefined]);
  assert(it.accuracy !== undefined && it.accuracy > 0.3, `accuracy ${it.accuracy}`);
  const [target] = targetsOf({ id: "it", source });
  assert(target, "a target");
  const fewer = locate(target, statesOf({ ...known, ...area }), {
    floors: () => openFloor,
    isFresh: (entity) => entity !== "sensor.to_0" && entity !== "sensor.to_1",
  });
  assert.deepEqual(fewer, { kind: "room", room: "Kitchen" }, "two are too few");
  const unknown = Object.fromEntries(Object.keys(known).map((id) => [id, "unknown"]));
  assert.deepEqual(located({ source }, { ...unknown, "sensor.area": "unknown" }), {
    kind: "absent",
  });
  const two = { ...unknown, "sensor.to_0": "2", "sensor.to_1": "3", "sensor.area": "unknown" };
  assert.deepEqual(located({ source }, two), {
    kind: "problem",
    problem: "few-distances",
    value: 2,
  });
  const bad = { ...two, "sensor.to_2": "far" };
  assert.deepEqual(located({ source }, bad), {
    kind: "problem",
    problem: "not-a-number",
    entity: "sensor.to_2",
    value: "far",
  });
  const distances = source.distances.slice(0, 2);
  assert.match(
    wordsOf({ id: "a", source: { distances } }),
    /^source: distances: expected at least 3/,
  );
  assert.match(wordsOf({ id: "a", source, pose }), /^distances: expected without points/);
});
