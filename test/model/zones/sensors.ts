import assert from "node:assert/strict";
import { isLeft } from "fp-ts/lib/Either.js";
import type { EntityState } from "../../../src/model/bindings/entity-state.ts";
import type { Point } from "../../../src/model/geometry/vector.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import { readTracker, targetsOfTrackers } from "../../../src/model/trackers/tracker.ts";
import { readZoneSensor } from "../../../src/model/zones/sensor/zone-sensor.ts";
import type { ZoneAtSensor } from "../../../src/model/zones/sensor/zone-at-sensor.ts";

/** A rectangle of a sensor. */
export const rectangleSensor = {
  tracker: "radar",
  x1: "number.radar_zone_1_x1",
  y1: "number.radar_zone_1_y1",
  x2: "number.radar_zone_1_x2",
  y2: "number.radar_zone_1_y2",
};

/** A polygon of a sensor. */
export const polygonSensor = { tracker: "radar", text: "text.radar_polygon_zone_1" };

const number = (min: number, max: number, step = 1): EntityState => ({
  state: "0",
  attributes: { min, max, step, unit_of_measurement: "mm" },
});

/** What an LD2450 has of its first zone, and a Lite of a polygon. */
export const sensorStates: Readonly<Record<string, EntityState>> = {
  "number.radar_zone_1_x1": number(-4860, 4860),
  "number.radar_zone_1_y1": number(0, 7560),
  "number.radar_zone_1_x2": number(-4860, 4860),
  "number.radar_zone_1_y2": number(0, 7560),
  "text.radar_polygon_zone_1": { state: "", attributes: { min: 0, max: 255, pattern: null } },
  "select.radar_zone_type": {
    state: "Disabled",
    attributes: { options: ["Disabled", "Detection", "Filter"] },
  },
  "switch.radar_polygon_zones": { state: "off" },
  "sensor.radar_x": { state: "0", attributes: { unit_of_measurement: "mm" } },
};

/** A radar at a place that looks down the plan. */
export const radarAt = (pose: JsonObject = { x: 2, z: 1, rotation: 90 }): JsonObject => ({
  id: "radar",
  source: { x: "sensor.radar_x", y: "sensor.radar_y" },
  pose,
  unit: "mm",
});

/** A zone, its sensor and its tracker. */
export const zoneAt = (
  polygon: readonly Point[],
  sensor: JsonObject = rectangleSensor,
  {
    tracker = radarAt(),
    states = sensorStates,
    ...more
  }: Partial<Omit<ZoneAtSensor, "states">> & {
    readonly tracker?: JsonObject;
    readonly states?: Readonly<Record<string, EntityState>>;
  } = {},
): ZoneAtSensor => {
  const read = readZoneSensor(sensor);
  assert(!isLeft(read), JSON.stringify(read));
  return {
    polygon,
    level: undefined,
    first: undefined,
    isExcluded: false,
    sensor: read.right,
    targets: targetsOfTrackers([readTracker(tracker)]),
    states: (entity) => states[entity],
    ...more,
  };
};
