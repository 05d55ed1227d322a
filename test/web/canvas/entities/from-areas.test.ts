import assert from "node:assert/strict";
import { test } from "node:test";
import { idOf, type PlanData } from "../../../../src/model/elements/entities.ts";
import { levelsOf } from "../../../../src/model/elements/levels.ts";
import { roomsOf } from "../../../../src/model/elements/rooms.ts";
import { type JsonObject, withField } from "../../../../src/model/json.ts";
import {
  areasNamedLikeRooms,
  filledFromAreas,
  linkRoomsByName,
  linkToArea,
  roomsFromAreas,
  unlinkedAreas,
} from "../../../../src/web/canvas/entities/areas.ts";
import { dataOf, snapshotOf, square } from "../../registry-snapshots.ts";

test("ENTITY-8: an area becomes a room beside what is there, linked, with its name, icon and sensors", () => {
  const registry = snapshotOf(
    [],
    [
      { area_id: "hall", name: "Hall", icon: "mdi:door", temperature_entity_id: "sensor.t" },
      { area_id: "attic", name: "Attic", floor_id: "up", humidity_entity_id: "sensor.h" },
      { area_id: "den", name: "Den", floor_id: "cellar" },
      { area_id: "old", name: "Old" },
    ],
    [
      { floor_id: "up", name: "Upstairs", level: 1 },
      { floor_id: "cellar", name: "Cellar", level: -1 },
    ],
  );
  const plan: PlanData = {
    levels: [
      { id: "ground", name: "Ground" },
      { id: "top", name: " upstairs" },
    ],
    rooms: [{ id: "old", area_id: "old", points: square, level: "ground" }],
  };
  const areas = unlinkedAreas(plan, registry);
  assert.deepEqual(
    areas.map(({ id }) => id),
    ["hall", "attic", "den"],
  );
  const { change, refs } = roomsFromAreas(plan, registry, areas, {
    shown: "top",
    nameOfFirst: "Ground floor",
  });
  const rooms = dataOf(change(plan), "rooms").slice(1);
  assert.deepEqual(
    rooms.map((room) => `rooms/${idOf(room) ?? ""}`),
    refs,
  );
  assert.deepEqual(
    rooms.map((room) => withField(withField(room, "id", undefined), "points", undefined)),
    [
      {
        name: "Hall",
        level: "top",
        area_id: "hall",
        icon: "mdi:door",
        temperature: "sensor.t",
      },
      { name: "Attic", level: "top", area_id: "attic", humidity: "sensor.h" },
      // House and plan have two floors each, and this is the lower one.
      { name: "Den", level: "ground", area_id: "den" },
    ],
  );
  const [hall, attic, den] = roomsOf(change(plan)).slice(1);
  assert.deepEqual(hall?.box, { left: 0, top: 0, width: 4, height: 3 });
  assert.deepEqual(attic?.box, { left: 5, top: 0, width: 4, height: 3 });
  assert.deepEqual(den?.box, { left: 5, top: 0, width: 4, height: 3 });
  assert.deepEqual(unlinkedAreas(change(plan), registry), []);
});

test("ENTITY-8: floors that the plan lacks are made, each at its height, with the rooms of their areas", () => {
  const registry = snapshotOf(
    [],
    [
      { area_id: "attic", name: "Attic", floor_id: "top" },
      { area_id: "den", name: "Den", floor_id: "cellar" },
      { area_id: "hall", name: "Hall", floor_id: "ground" },
      { area_id: "shed", name: "Shed" },
    ],
    [
      { floor_id: "top", name: "Top", level: 2 },
      { floor_id: "ground", name: "Ground", level: 0 },
      { floor_id: "cellar", name: "Cellar", level: -1 },
      { floor_id: "empty", name: "Empty", level: 1 },
    ],
  );
  const made = (plan: PlanData): unknown => {
    const areas = unlinkedAreas(plan, registry);
    const { change } = roomsFromAreas(plan, registry, areas, {
      shown: undefined,
      nameOfFirst: "First",
    });
    const after = change(plan);
    assert.deepEqual(
      change(after)["levels"],
      after["levels"],
      "a repeated edit adds no floor again",
    );
    return levelsOf(after).map(({ id, name }) => [
      name,
      roomsOf(after).flatMap(({ level, entity }) => (level === id ? [entity.data["name"]] : [])),
    ]);
  };
  assert.deepEqual(made({}), [
    ["Cellar", ["Den", "Shed"]],
    ["Ground", ["Hall"]],
    ["Top", ["Attic"]],
  ]);
  const old = { id: "old", name: "Old", points: square };
  assert.deepEqual(made({ rooms: [old] }), [
    ["First", ["Old", "Shed"]],
    ["Cellar", ["Den"]],
    ["Ground", ["Hall"]],
    ["Top", ["Attic"]],
  ]);
  assert.deepEqual(made({ rooms: [{ ...old, area_id: "hall" }] }), [
    ["Cellar", ["Den"]],
    ["First", ["Old", "Shed"]],
    ["Top", ["Attic"]],
  ]);
  assert.deepEqual(made({ levels: [{ id: "g", name: "ground" }], rooms: [old] }), [
    ["Cellar", ["Den"]],
    ["ground", ["Old", "Hall", "Shed"]],
    ["Top", ["Attic"]],
  ]);
});

test("ENTITY-9: a linked room gets the sensors of its area where it names none, and keeps those it names", () => {
  const area = { temperature_entity_id: "sensor.t", humidity_entity_id: "sensor.h" };
  const registry = snapshotOf([], [{ area_id: "hall", name: "Hall", ...area }]);
  const plan: PlanData = {
    rooms: [
      { id: "a", points: square, temperature: "sensor.own", humidity: null },
      { id: "b", points: square, area_id: "hall", temperature: "" },
      { id: "c", points: square, area_id: "gone" },
    ],
  };
  const { change, refs } = linkToArea(plan, ["rooms/a"], "hall", registry);
  assert.deepEqual(refs, ["rooms/a"]);
  const sensors = { temperature: "sensor.own", humidity: "sensor.h" };
  assert.deepEqual(dataOf(change(plan), "rooms")[0], {
    id: "a",
    points: square,
    area_id: "hall",
    ...sensors,
  });
  const filled = filledFromAreas(plan, registry);
  assert.deepEqual(
    dataOf(filled, "rooms").map(({ temperature, humidity }) => [temperature, humidity]),
    [
      ["sensor.own", null],
      ["sensor.t", "sensor.h"],
      [undefined, undefined],
    ],
  );
  assert.equal(filledFromAreas(filled, registry), filled);
});

test("ENTITY-8: areas find the unlinked rooms of their names, and link them in one change", () => {
  const registry = snapshotOf(
    [],
    [
      { area_id: "salon", name: "Séjour", temperature_entity_id: "sensor.t" },
      { area_id: "hall_up", name: "Hall", floor_id: "up" },
      { area_id: "hall", name: "hall " },
      { area_id: "taken", name: "Bath" },
      { area_id: "new", name: "Attic" },
    ],
    [{ floor_id: "up", name: "Up", level: 1 }],
  );
  const room = (fields: JsonObject): JsonObject => ({ points: square, ...fields });
  const plan: PlanData = {
    levels: [
      { id: "ground", name: "Ground" },
      { id: "up", name: "Up" },
    ],
    rooms: [
      room({ name: "HALL", level: "ground" }),
      room({ name: "Hall", level: "up" }),
      room({ name: " sejour", humidity: "sensor.own" }),
      room({ id: "bath", name: "Bath", area_id: "taken" }),
      room({ id: "attic", name: "Attic", area_id: "gone" }),
      room({ id: "hall", name: "Hall", level: "ground" }),
      room({ id: "nameless" }),
    ],
  };
  const pairs = areasNamedLikeRooms(plan, registry);
  const { change, refs } = linkRoomsByName(plan, pairs);
  const rooms = dataOf(change(plan), "rooms");
  assert.deepEqual(
    rooms.map(({ area_id, temperature }) => [area_id, temperature]),
    [
      ["hall", undefined],
      ["hall_up", undefined],
      ["salon", "sensor.t"],
      ["taken", undefined],
      ["gone", undefined],
      [undefined, undefined],
      [undefined, undefined],
    ],
  );
  assert.deepEqual(
    refs,
    [2, 1, 0].map((at) => `rooms/${idOf(rooms[at] ?? {}) ?? ""}`),
  );
  assert.deepEqual(areasNamedLikeRooms(change(plan), registry), []);
  assert.equal(linkRoomsByName(plan, []).change(plan), plan);
});
