import assert from "node:assert/strict";
import { test } from "node:test";
import type { EntityState, States } from "../../../src/model/bindings/entity-state.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import { locate } from "../../../src/model/trackers/locate.ts";
import { isTarget, readTracker, targetsOfTrackers } from "../../../src/model/trackers/tracker.ts";

type Known = Readonly<Record<string, EntityState>>;

/** What is known of each target of a tracker, in short: where it is in metres, its room, or why neither. */
const toldOf = (tracker: JsonObject, known: Known): readonly string[] => {
  const states: States = (entity) => known[entity];
  return targetsOfTrackers([readTracker({ id: "it", ...tracker })]).map((target) => {
    assert(isTarget(target), JSON.stringify(target));
    const it = locate(target, states);
    if (it.kind === "located") return it.place.map((each) => each.toFixed(2)).join(" ");
    if (it.kind === "room") return it.room;
    return it.kind === "problem" ? it.problem : it.kind;
  });
};

const distance = { device_class: "distance", unit_of_measurement: "mm" };
const number = (state: string): EntityState => ({ state, attributes: distance });
const pose = { x: 0, z: 0, rotation: 90 };

test("POS-45: LD2450 of ESPHome: millimetres, and zeros or unknown for nobody", () => {
  // esphome/esphome, esphome/components/ld2450/sensor.py (units) and ld2450.cpp (coordinates of a target that is not there).
  const tracker = {
    pose,
    targets: [1, 2, 3].map((n) => ({
      x: `sensor.ld2450_target_${n}_x`,
      y: `sensor.ld2450_target_${n}_y`,
    })),
  };
  const known = {
    "sensor.ld2450_target_1_x": number("-782"),
    "sensor.ld2450_target_1_y": number("1713"),
    "sensor.ld2450_target_2_x": number("0"),
    "sensor.ld2450_target_2_y": number("0"),
    "sensor.ld2450_target_3_x": number("unknown"),
    "sensor.ld2450_target_3_y": number("unknown"),
  };
  assert.deepEqual(toldOf(tracker, known), ["0.78 1.71", "absent", "absent"]);
});

test("POS-45: Everything Presence Lite: targets with an entity each that says whether they are there", () => {
  // EverythingSmartHome/everything-presence-lite, common/ld2450-base.yaml: "Target 1 X", "Target 1 Active"; zeros and off
  // without a target, no number while "Tracking Behaviour" is "None".
  const device = "everything_presence_lite_ab12cd";
  const tracker = {
    pose,
    targets: [1, 2, 3].map((n) => ({
      x: `sensor.${device}_target_${n}_x`,
      y: `sensor.${device}_target_${n}_y`,
      active: `binary_sensor.${device}_target_${n}_active`,
    })),
  };
  const known = {
    [`sensor.${device}_target_1_x`]: number("1200"),
    [`sensor.${device}_target_1_y`]: number("2400"),
    [`binary_sensor.${device}_target_1_active`]: { state: "on" },
    [`sensor.${device}_target_2_x`]: number("0"),
    [`sensor.${device}_target_2_y`]: number("0"),
    [`binary_sensor.${device}_target_2_active`]: { state: "off" },
    [`sensor.${device}_target_3_x`]: number("unknown"),
    [`sensor.${device}_target_3_y`]: number("unknown"),
    [`binary_sensor.${device}_target_3_active`]: { state: "on" },
  };
  assert.deepEqual(toldOf(tracker, known), ["-1.20 2.40", "absent", "absent"]);
});

test("POS-45, POS-46: Aqara FP2 and Everything Presence One: a zone is a place at which somebody is while it is on", () => {
  // homeassistant components/homekit_controller/binary_sensor.py, HomeKitOccupancySensor: one for each zone, as
  // binary_sensor.presence_sensor_fp2_1a2b_presence_sensor_2; Everything Presence One has one alone, "Occupancy"
  // (EverythingSmartHome/everything-presence-one, common/everything-presence-one-base.yaml).
  const fp2 = "binary_sensor.presence_sensor_fp2_1a2b_presence_sensor";
  const occupancy = (state: string): EntityState => ({
    state,
    attributes: { device_class: "occupancy" },
  });
  const zones = {
    pose,
    targets: [
      { x: -1, y: 2.5, active: `${fp2}_2` },
      { x: 1.5, y: 3, active: `${fp2}_3` },
      { x: 1.5, y: 4, active: `${fp2}_4` },
    ],
  };
  const known = {
    [`${fp2}_2`]: occupancy("on"),
    [`${fp2}_3`]: occupancy("off"),
    [`${fp2}_4`]: occupancy("unavailable"),
  };
  assert.deepEqual(toldOf(zones, known), ["1.00 2.50", "absent", "absent"]);
  const one = {
    matrix: [1, 0, 0, 1, 0, 0],
    source: { x: 4.2, y: 3.1, active: "binary_sensor.everything_presence_one_ab12cd_occupancy" },
  };
  const occupied = { "binary_sensor.everything_presence_one_ab12cd_occupancy": occupancy("on") };
  assert.deepEqual(toldOf(one, occupied), ["4.20 3.10"]);
  const [bad] = targetsOfTrackers([readTracker({ ...one, id: "it", source: { x: 1, y: 2 } })]);
  assert.deepEqual(bad, { id: "#1", bad: "source: numbers as x and y need active" });
});

test("POS-45: ESPresense's companion: metres with y up, and the last place of who has left is none", () => {
  // ESPresense/ESPresense-companion, src/Services/MultiScenarioLocator.cs: "not_home" comes without new attributes.
  const attributes = {
    source_type: "espresense",
    x: 4.25,
    y: 1.5,
    z: 0.9,
    confidence: 82,
    fixes: 5,
    best_scenario: "Ground",
    last_seen: "2026-11-30T07:00:00Z",
  };
  const entity = "device_tracker.phone_anna";
  const tracker = { source: { entity }, matrix: [1, 0, 0, -1, 0, 8] };
  assert.deepEqual(toldOf(tracker, { [entity]: { state: "Kitchen", attributes } }), ["4.25 6.50"]);
  assert.deepEqual(toldOf(tracker, { [entity]: { state: "not_home", attributes } }), ["absent"]);
  // As a room alone it is the state.
  const room = { source: { room: entity } };
  assert.deepEqual(toldOf(room, { [entity]: { state: "Kitchen", attributes } }), ["Kitchen"]);
});

test("POS-45: Bermuda: the area as a room, by its name or its id, and none while it sees nothing", () => {
  // agittins/bermuda, custom_components/bermuda/sensor.py: state `area_name`, attributes of BermudaSensor; Home Assistant
  // tells a state of None as unknown.
  const area = "sensor.anna_s_phone_area";
  const seen = {
    state: "Living room",
    attributes: {
      area_id: "living_room",
      area_name: "Living room",
      floor_id: "ground",
      floor_name: "Ground floor",
      floor_level: 0,
      current_mac: "c0:ff:ee:00:00:01",
      device_class: "bermuda__custom_device_class",
    },
  };
  const gone = {
    state: "unknown",
    attributes: { area_id: null, area_name: null, floor_id: null },
  };
  const byName = { source: { room: area } };
  const byId = { source: { entity: area, room: "area_id" } };
  assert.deepEqual(toldOf(byName, { [area]: seen }), ["Living room"]);
  assert.deepEqual(toldOf(byId, { [area]: seen }), ["living_room"]);
  assert.deepEqual(toldOf(byName, { [area]: gone }), ["absent"]);
  assert.deepEqual(toldOf(byId, { [area]: gone }), ["absent"]);
  // device_tracker.py has the area of a tracker that is `home`.
  const tracker = "device_tracker.anna_s_phone_bermuda_tracker";
  const home = { state: "home", attributes: { scanner: "Shelf", area: "Kitchen" } };
  const ofTracker = { source: { entity: tracker, room: "area" } };
  assert.deepEqual(toldOf(ofTracker, { [tracker]: home }), ["Kitchen"]);
  assert.deepEqual(toldOf(ofTracker, { [tracker]: { ...home, state: "not_home" } }), ["absent"]);
});

test("POS-45: persons and device_trackers by room: what is neither home nor not_home is told as one", () => {
  // homeassistant components/person: the state is that of a device_tracker: home, not_home or a zone's name.
  const tracker = { source: { room: "person.anna" } };
  for (const [state, told] of [
    ["home", "absent"],
    ["not_home", "absent"],
    ["Garden", "Garden"],
  ] as const)
    assert.deepEqual(toldOf(tracker, { "person.anna": { state } }), [told]);
});

const points = [
  { source: [25500, 25500], plan: [3, 1] },
  { source: [27500, 25500], plan: [5, 1] },
];

test("POS-45: Xiaomi Cloud Map Extractor: position, map, charger and path are attributes of its camera", () => {
  // PiotrMachowski/Home-Assistant-custom-components-Xiaomi-Cloud-Map-Extractor, camera.py (`extract_attributes`) and
  // common/map_data.py (`Point.as_dict`, `Path.as_dict`).
  const entity = "camera.xiaomi_cloud_map_extractor";
  const attributes = {
    vacuum_position: { x: 26500, y: 26500, a: 90 },
    charger: { x: 25500, y: 25500 },
    map_name: "Ground",
    path: {
      point_length: 5,
      point_size: 8,
      angle: 90,
      path: [
        [
          { x: 25500, y: 25500 },
          { x: 26500, y: 26500 },
        ],
      ],
    },
    cleaned_rooms: null,
  };
  const source = {
    entity,
    x: "vacuum_position.x",
    y: "vacuum_position.y",
    heading: "vacuum_position.a",
    map: "map_name",
    dock: "charger",
    path: "path",
  };
  const tracker = { kind: "vacuum", source, maps: { Ground: { points, dock: [25500, 25500] } } };
  const known = { [entity]: { state: "idle", attributes } };
  assert.deepEqual(toldOf(tracker, known), ["4.00 0.00"]);
  const [target] = targetsOfTrackers([readTracker({ id: "it", ...tracker })]);
  assert(target && isTarget(target), "it is a target");
  const it = locate(target, (id) => (id === entity ? known[entity] : undefined));
  assert(it.kind === "located", it.kind);
  const metres = it.path?.map((line) => line.map((each) => each.map((one) => one.toFixed(1))));
  assert.deepEqual(metres, [
    [
      ["3.0", "1.0"],
      ["4.0", "0.0"],
    ],
  ]);
  assert.equal(it.heading, 270);
  // A map that has no vacuum.
  const nobody = { ...attributes, vacuum_position: null };
  assert.deepEqual(toldOf(tracker, { [entity]: { state: "idle", attributes: nobody } }), [
    "absent",
  ]);
});

test("POS-45: Roborock in Home Assistant: what a template sensor keeps of roborock.get_vacuum_current_position", () => {
  // homeassistant components/roborock/vacuum.py, get_vacuum_current_position: {"x", "y"} alone, in millimetres.
  const entity = "sensor.robi_position";
  const tracker = { source: { entity }, points };
  const at = { state: "26500", attributes: { x: 26500, y: 24500 } };
  assert.deepEqual(toldOf(tracker, { [entity]: at }), ["4.00 2.00"]);
  assert.deepEqual(toldOf(tracker, { [entity]: { ...at, state: "unavailable" } }), ["absent"]);
});
