import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "../../../src/model/json.ts";
import { isZone, type Zone, zonesOf } from "../../../src/model/zones/zone.ts";
import { occupants, type PlacedTarget } from "../../../src/model/zones/zone-occupants.ts";

/** Zones two metres wide and high, with their upper left corner at a place. */
const zonesAt = (
  ...zones: readonly (JsonObject & { readonly at: readonly [number, number] })[]
) => {
  const written = zones.map(({ at: [x, z], ...fields }): JsonObject => ({
    ...fields,
    points: [
      [x, z],
      [x + 2, z],
      [x + 2, z + 2],
      [x, z + 2],
    ],
  }));
  const read = zonesOf({ zones: written }).filter(isZone);
  assert.equal(read.length, zones.length, "all are zones");
  return read;
};

const at = (id: string, x: number, z: number, more: Partial<PlacedTarget> = {}): PlacedTarget => ({
  id,
  place: [x, z],
  level: undefined,
  ...more,
});

const inZones = (zones: readonly Zone[], targets: readonly PlacedTarget[], first?: string) =>
  Object.fromEntries(occupants(zones, targets, first));

test("ZONE-2: in a zone is who is in its outline, in two zones who is where they overlap", () => {
  const zones = zonesAt(
    { id: "sofa", at: [0, 0] },
    { id: "desk", at: [1, 0] },
    { id: "bed", at: [9, 9] },
  );
  assert.deepEqual(inZones(zones, [at("anna", 0.5, 1), at("ben", 1.5, 1), at("robi", 5, 5)]), {
    sofa: ["anna", "ben"],
    desk: ["ben"],
    bed: [],
  });
  assert.deepEqual(inZones(zones, []), { sofa: [], desk: [], bed: [] });
  assert.deepEqual(inZones([], [at("anna", 0.5, 1)]), {});
});

test("ZONE-2: a dent of an outline is no part of it", () => {
  const dented = zonesOf({
    zones: [
      {
        id: "l",
        points: [
          [0, 0],
          [4, 0],
          [4, 4],
          [3, 4],
          [3, 1],
          [0, 1],
        ],
      },
    ],
  }).find(isZone);
  assert(dented, "a zone");
  assert.deepEqual(inZones([dented], [at("in", 3.5, 3), at("dent", 1, 3)]), { l: ["in"] });
});

test("ZONE-2: a zone is on one floor; without a floor, on the first", () => {
  const zones = zonesAt({ id: "down", at: [0, 0] }, { id: "up", level: "upper", at: [0, 0] });
  const targets = [
    at("a", 1, 1),
    at("b", 1, 1, { level: "ground" }),
    at("c", 1, 1, { level: "upper" }),
  ];
  assert.deepEqual(inZones(zones, targets, "ground"), { down: ["a", "b"], up: ["c"] });
  assert.deepEqual(
    inZones(zones, [at("a", 1, 1)]),
    { down: ["a"], up: [] },
    "a plan without floors",
  );
});

test("ZONE-2: who is fused of several targets counts once, and for the trackers that see them", () => {
  const zones = zonesAt(
    { id: "all", at: [0, 0] },
    { id: "radar", at: [0, 0], trackers: ["radar"] },
    { id: "other", at: [0, 0], trackers: ["rad", "track"] },
    { id: "none", at: [0, 0], trackers: [] },
  );
  const fused = [
    at("radar/1", 1, 1, { partOf: "track:1" }),
    at("anna", 1, 1, { partOf: "track:1" }),
    at("track:1", 1, 1, { sources: ["radar/1", "anna"] }),
    at("track:2", 1, 1, { sources: ["fp2"] }),
    at("radar/2", 1, 1),
  ];
  assert.deepEqual(inZones(zones, fused), {
    all: ["track:1", "track:2", "radar/2"],
    radar: ["track:1", "radar/2"],
    other: [],
    none: [],
  });
});

test("ZONE-3: an excluded zone counts nobody, and whom only its trackers see in it is nowhere else", () => {
  const zones = zonesAt(
    { id: "room", at: [0, 0] },
    { id: "fan", at: [0, 0], exclude: true, trackers: ["radar"] },
    { id: "beside", at: [0, 0], exclude: true, level: "upper" },
  );
  const targets = [
    at("radar/1", 1, 1),
    at("track:1", 1, 1, { sources: ["radar/2"] }),
    at("track:2", 1, 1, { sources: ["radar/3", "anna"] }),
    at("ben", 1, 1),
  ];
  assert.deepEqual(inZones(zones, targets), { room: ["track:2", "ben"] });
  assert.deepEqual(
    inZones(zonesAt({ id: "room", at: [0, 0] }, { id: "no", at: [1, 0], exclude: true }), [
      at("a", 0.5, 1),
      at("b", 1.5, 1),
    ]),
    { room: ["a"] },
    "without trackers it is about all",
  );
});
