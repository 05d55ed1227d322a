import assert from "node:assert/strict";
import { test } from "node:test";
import { entitiesOf, idOf, type PlanData } from "../../../../src/model/elements/entities.ts";
import { placeOf } from "../../../../src/model/elements/places.ts";
import { isInRoom, roomsOf } from "../../../../src/model/elements/rooms.ts";
import { isInside } from "../../../../src/model/geometry/polygon.ts";
import { tidyGrid } from "../../../../src/model/geometry/grid.ts";
import { distance, type Point } from "../../../../src/model/geometry/vector.ts";
import { textIn } from "../../../../src/model/json.ts";
import {
  attachEntities,
  openingsFor,
  placeEntities,
  unplacedIn,
} from "../../../../src/web/canvas/entities/place-entities.ts";
import { dataOf, snapshotOf, square } from "../../registry-snapshots.ts";

const nowhere: Point = [99, 99];

const rooms = [
  { id: "hall", name: "Hall", area_id: "h", points: square },
  { id: "nook", name: "Nook", area_id: "h", points: square },
];

test("ENTITY-10: what linked areas have and the plan names nowhere is not placed yet", () => {
  const registry = snapshotOf([
    { id: "light.a", area: "h" },
    { id: "light.placed", area: "h" },
    { id: "sensor.in_template", area: "h" },
    { id: "sensor.in_rule", area: "h" },
    { id: "sensor.called", area: "h" },
    { id: "sensor.hidden", area: "h", isAside: true },
    { id: "automation.at_night", area: "h" },
    { id: "light.elsewhere", area: "k" },
    { id: "light.nowhere" },
  ]);
  const tap_action = {
    action: "perform-action",
    perform_action: "homeassistant.turn_on",
    target: { entity_id: ["sensor.called"] },
  };
  const plan: PlanData = {
    rooms,
    furniture: [{ type: "lamp_floor", entity: "light.placed", tap_action }],
    texts: [
      {
        text: "{{ states.sensor.in_template.state }}",
        rules: [{ if: [{ any: [{ entity: "sensor.in_rule" }] }] }],
      },
    ],
  };
  const all = unplacedIn(plan, registry);
  assert.deepEqual(
    all.map(({ room, entities }) => [room.id, entities.map(({ id }) => id)]),
    [["hall", ["light.a"]]],
  );
});

test("ENTITY-11: what is placed becomes what it is, in a tidy grid within its room", () => {
  const ids = ["light.a", "switch.b", "sensor.c", "climate.d", "cover.e", "media_player.f"];
  const registry = snapshotOf([...ids, "automation.g"].map((id) => ({ id, name: `The ${id}` })));
  const plan: PlanData = { levels: [{ id: "g" }], rooms };
  const [room] = roomsOf(plan);
  assert(room !== undefined);
  const { change, refs } = placeEntities(plan, undefined, registry.entities, { room });
  const next = change(plan);
  const [lamp] = dataOf(next, "furniture");
  assert.deepEqual(
    { ...lamp, id: "", x: 0, z: 0 },
    {
      id: "",
      x: 0,
      z: 0,
      type: "lamp_ceiling",
      w: 0.35,
      d: 0.35,
      level: "g",
      rotation: 0,
      entity: "light.a",
    },
  );
  const devices = dataOf(next, "devices").map((device) =>
    ["kind", "name", "entity", "icon"].map((field) => textIn(device[field]) ?? "").join("|"),
  );
  assert.deepEqual(devices, [
    "thermostat|The climate.d|climate.d|",
    "generic|The cover.e|cover.e|mdi:window-shutter",
    "media|The media_player.f|media_player.f|",
    "plug|The switch.b|switch.b|",
  ]);
  assert.deepEqual(
    dataOf(next, "sensors").map(({ entity }) => entity),
    ["sensor.c"],
  );
  assert.equal(refs.length, 6);
  const places = (["furniture", "devices", "sensors"] as const).flatMap((list) =>
    dataOf(next, list).map((data) => placeOf(data) ?? nowhere),
  );
  for (const [at, place] of places.entries()) {
    assert(isInRoom(room, place), String(place));
    for (const other of places.slice(at + 1)) assert(distance(place, other) > 0.5, String(other));
  }
});

test("ENTITY-11: a grid keeps to a room that bends, and clear of what is there; a full room has them one on another", () => {
  const bent: readonly Point[] = [
    [0, 0],
    [6, 0],
    [6, 1],
    [1, 1],
    [1, 6],
    [0, 6],
  ];
  const taken: readonly Point[] = [[0.5, 3]];
  const places = tidyGrid(bent, 9, taken);
  assert.equal(places.length, 9);
  for (const place of places) {
    assert(isInside(place, bent), String(place));
    assert(distance(place, [0.5, 3]) > 0.1);
  }
  assert.deepEqual(tidyGrid(square, 1, [], [1, 1]), [[1, 1]]);
  const [beside] = tidyGrid(square, 1, [[1, 1]], [1, 1]);
  assert(beside !== undefined && distance(beside, [1, 1]) > 0.3, String(beside));
  const line = tidyGrid(square, 3, []).map(([, z]) => z);
  assert.equal(new Set(line).size, 1, "three stand side by side");
  assert.equal(tidyGrid(square, 2000, []).length, 2000);
  assert.equal(tidyGrid([], 2, []).length, 2);
});

test("ENTITY-12: contacts, locks and blinds are offered to doors and windows of their room that have none", () => {
  const registry = snapshotOf([
    { id: "binary_sensor.door", class: "door" },
    { id: "binary_sensor.rain", class: "moisture" },
    { id: "lock.door" },
    { id: "cover.blind", class: "blind" },
    { id: "cover.garage", class: "garage" },
  ]);
  const plan: PlanData = {
    rooms: [{ id: "hall", points: square }],
    openings: [
      { room_id: "hall", edge: 0, offset: 1, width: 0.9, type: "door" },
      { id: "w", room_id: "hall", edge: 1, offset: 1, width: 0.9, contact: "binary_sensor.x" },
      { id: "far", room_id: "attic", edge: 1, offset: 1, width: 0.9 },
    ],
  };
  const offered = registry.entities.map((entity) => [
    entity.id,
    openingsFor(plan, entity, "hall").map(({ index }) => index),
  ]);
  assert.deepEqual(Object.fromEntries(offered), {
    "binary_sensor.door": [0],
    "binary_sensor.rain": [],
    "lock.door": [0, 1],
    "cover.blind": [0, 1],
    "cover.garage": [],
  });
  const [door] = entitiesOf(plan, "openings");
  const opening = `openings/${door?.key ?? ""}`;
  const entities = ["binary_sensor.door", "lock.door"].flatMap((id) => registry.byId.get(id) ?? []);
  const made = attachEntities(
    plan,
    entities.map((entity) => ({ opening, entity })),
  );
  const [changed] = dataOf(made.change(plan), "openings");
  assert.equal(changed?.["contact"], "binary_sensor.door");
  assert.equal(changed["lock"], "lock.door");
  assert.deepEqual(made.refs, [`openings/${idOf(changed) ?? ""}`]);
});
