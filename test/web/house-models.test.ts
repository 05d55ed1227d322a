import assert from "node:assert/strict";
import { test } from "node:test";
import { entitiesOf, idOf, type List, type PlanData } from "../../src/elements/entities.ts";
import { placeOf } from "../../src/elements/items.ts";
import { isInRoom, roomsOf } from "../../src/elements/rooms.ts";
import { isInside } from "../../src/geometry/polygon.ts";
import { tidyGrid } from "../../src/geometry/tidy-grid.ts";
import { distance, type Point } from "../../src/geometry/vector.ts";
import { type Json, type JsonObject, put } from "../../src/json/json.ts";
import { textIn } from "../../src/json/read.ts";
import { wantsOf } from "../../src/kinds/opening.ts";
import { type KnownHouse, readHouse } from "../../src/web/house/known-house.ts";
import { strangersIn } from "../../src/web/model/check-entities.ts";
import { findEntities, mostFound } from "../../src/web/model/find-entity.ts";
import {
  filledFromAreas,
  linkToArea,
  roomsFromAreas,
  unlinkedAreas,
} from "../../src/web/model/from-areas.ts";
import {
  attachEntities,
  openingsFor,
  placeEntities,
  unplacedIn,
} from "../../src/web/model/place-entities.ts";
import { renameEntities } from "../../src/web/model/rename.ts";

const nowhere: Point = [99, 99];

const dataOf = (plan: PlanData, list: List): readonly JsonObject[] =>
  entitiesOf(plan, list).map(({ data }) => data);

interface Entry {
  readonly id: string;
  readonly name?: string;
  readonly area?: string;
  readonly class?: string;
  readonly isAside?: boolean;
}

const houseOf = (
  entries: readonly Entry[],
  areas: readonly JsonObject[] = [],
  floors: readonly JsonObject[] = [],
): KnownHouse =>
  readHouse({
    entities: {
      entities: entries.map(({ id, area, isAside }) => ({ ei: id, ai: area, hb: isAside })),
    },
    devices: [],
    areas,
    floors,
    states: entries.map(({ id, name, class: device_class }) => ({
      entity_id: id,
      state: "on",
      attributes: { friendly_name: name ?? id, device_class },
    })),
  });

const found = (house: KnownHouse, text: string, wants = {}): readonly string[] =>
  findEntities(house, text, wants).entities.map(({ id }) => id);

const square: readonly Point[] = [
  [0, 0],
  [4, 0],
  [4, 3],
  [0, 3],
];

test("KNOW-4: entities are found by name, id, area and device, without capitals and accents", () => {
  const house = houseOf(
    [
      { id: "light.one", name: "Café lamp", area: "k" },
      { id: "sensor.two", name: "Warmth" },
      { id: "lock.three", name: "Front door" },
    ],
    [{ area_id: "k", name: "Küche" }],
  );
  assert.deepEqual(found(house, "CAFE"), ["light.one"]);
  assert.deepEqual(found(house, "kuche lamp"), ["light.one"]);
  assert.deepEqual(found(house, "sensor.t"), ["sensor.two"]);
  assert.deepEqual(found(house, "nothing of that"), []);
  const lamps = houseOf([
    { id: "light.a", name: "A lamp of the hall" },
    { id: "light.b", name: "Hall, left lamp" },
    { id: "light.c", name: "Hall lamp" },
    { id: "light.hall_lamp", name: "D" },
  ]);
  assert.deepEqual(found(lamps, "hall lamp"), ["light.c", "light.b", "light.a", "light.hall_lamp"]);
  assert.equal(found(house, "").length, 3);
});

test("KNOW-4: what fits a field is offered, what is meant most often first; where nothing fits, anything", () => {
  const house = houseOf([
    { id: "sensor.a_power", name: "A power", class: "power" },
    { id: "sensor.b_heat", name: "B heat", class: "temperature" },
    { id: "sensor.c_heat", name: "C heat", class: "temperature", isAside: true },
    { id: "binary_sensor.door", name: "Door contact", class: "door" },
    { id: "binary_sensor.rain", name: "Rain" },
    { id: "lock.door", name: "Door lock" },
  ]);
  const heat = { only: ["sensor"], first: ["temperature"] };
  assert.deepEqual(found(house, "", heat), ["sensor.b_heat", "sensor.c_heat", "sensor.a_power"]);
  assert.deepEqual(found(house, "door", wantsOf.lock), ["lock.door"]);
  assert.deepEqual(found(house, "", wantsOf.contact), ["binary_sensor.door", "binary_sensor.rain"]);
  assert.deepEqual(found(house, "rain", wantsOf.lock), ["binary_sensor.rain"]);
});

test("KNOW-4: of thousands the first 50 are listed, with how many more there are", () => {
  const many = Array.from({ length: 5000 }, (_, at) => ({
    id: `sensor.number_${at}`,
    name: `Sensor ${at}`,
  }));
  const { entities, more } = findEntities(houseOf(many), "sensor 4");
  assert.equal(entities.length, mostFound);
  assert.equal(entities[0]?.id, "sensor.number_4");
  assert.equal(entities.length + more, many.filter(({ name }) => /4/.test(name)).length);
});

test("KNOW-8: an area becomes a room beside what is there, linked, with its name, icon and sensors", () => {
  const house = houseOf(
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
  const areas = unlinkedAreas(plan, house);
  assert.deepEqual(
    areas.map(({ id }) => id),
    ["hall", "attic", "den"],
  );
  const { change, refs } = roomsFromAreas(plan, house, areas, "ground");
  const rooms = dataOf(change(plan), "rooms").slice(1);
  assert.deepEqual(
    rooms.map((room) => `rooms/${idOf(room) ?? ""}`),
    refs,
  );
  assert.deepEqual(
    rooms.map((room) => put(put(room, "id", undefined), "points", undefined)),
    [
      {
        name: "Hall",
        level: "ground",
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
  assert.deepEqual(hall?.box, { left: 5, top: 0, width: 4, height: 3 });
  assert.deepEqual(attic?.box, { left: 0, top: 0, width: 4, height: 3 });
  assert.deepEqual(den?.box, { left: 10, top: 0, width: 4, height: 3 });
  assert.deepEqual(unlinkedAreas(change(plan), house), []);
});

test("KNOW-9: a linked room gets the sensors of its area where it names none, and keeps those it names", () => {
  const area = { temperature_entity_id: "sensor.t", humidity_entity_id: "sensor.h" };
  const house = houseOf([], [{ area_id: "hall", name: "Hall", ...area }]);
  const plan: PlanData = {
    rooms: [
      { id: "a", points: square, temperature: "sensor.own", humidity: null },
      { id: "b", points: square, area_id: "hall", temperature: "" },
      { id: "c", points: square, area_id: "gone" },
    ],
  };
  const { change, refs } = linkToArea(plan, ["rooms/a"], "hall", house);
  assert.deepEqual(refs, ["rooms/a"]);
  const sensors = { temperature: "sensor.own", humidity: "sensor.h" };
  assert.deepEqual(dataOf(change(plan), "rooms")[0], {
    id: "a",
    points: square,
    area_id: "hall",
    ...sensors,
  });
  const filled = filledFromAreas(plan, house);
  assert.deepEqual(
    dataOf(filled, "rooms").map(({ temperature, humidity }) => [temperature, humidity]),
    [
      ["sensor.own", null],
      ["sensor.t", "sensor.h"],
      [undefined, undefined],
    ],
  );
  assert.equal(filledFromAreas(filled, house), filled);
});

const rooms = [
  { id: "hall", name: "Hall", area_id: "h", points: square },
  { id: "nook", name: "Nook", area_id: "h", points: square },
];

test("KNOW-10: what linked areas have and the plan names nowhere is not placed yet", () => {
  const house = houseOf([
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
  const all = unplacedIn(plan, house);
  assert.deepEqual(
    all.map(({ room, entities }) => [room.id, entities.map(({ id }) => id)]),
    [["hall", ["light.a"]]],
  );
});

test("KNOW-11: what is placed becomes what it is, in a tidy grid within its room", () => {
  const ids = ["light.a", "switch.b", "sensor.c", "climate.d", "cover.e", "media_player.f"];
  const house = houseOf([...ids, "automation.g"].map((id) => ({ id, name: `The ${id}` })));
  const plan: PlanData = { levels: [{ id: "g" }], rooms };
  const [room] = roomsOf(plan);
  assert(room !== undefined);
  const { change, refs } = placeEntities(plan, undefined, house.entities, { room });
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
    for (const other of places.slice(at + 1)) assert(distance(place, other) > 0.5);
  }
});

test("KNOW-11: a grid keeps to a room that bends, and clear of what is there; a full room has them one on another", () => {
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
  const line = tidyGrid(square, 3, []).map(([, z]) => z);
  assert.equal(new Set(line).size, 1, "three stand side by side");
  assert.equal(tidyGrid(square, 2000, []).length, 2000);
  assert.equal(tidyGrid([], 2, []).length, 2);
});

test("KNOW-12: contacts, locks and blinds are offered to doors and windows of their room that have none", () => {
  const house = houseOf([
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
  const offered = house.entities.map((entity) => [
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
  const entities = ["binary_sensor.door", "lock.door"].flatMap((id) => house.byId.get(id) ?? []);
  const made = attachEntities(
    plan,
    entities.map((entity) => ({ opening, entity })),
  );
  const [changed] = dataOf(made.change(plan), "openings");
  assert.equal(changed?.["contact"], "binary_sensor.door");
  assert.equal(changed["lock"], "lock.door");
  assert.deepEqual(made.refs, [`openings/${idOf(changed) ?? ""}`]);
});

const everywhere = (id: string): PlanData => ({
  rooms: [
    {
      id: "a",
      temperature: id,
      humidity: id,
      sheet_extra: [id, "light.other", 7],
      // Of no list of ids: it stays.
      note: "light.a",
      name: "light.a",
    },
  ],
  openings: [{ id: "o", room_id: "a", contact: id, lock: id, blind: id }],
  furniture: [
    {
      id: "f",
      entity: id,
      tap_action: {
        action: "perform-action",
        perform_action: "light.a",
        target: { entity_id: [id, "light.other"], area_id: "light.a" },
        data: { entity_id: id, brightness: 7 },
      },
      hold_action: { action: "toggle", entity: id, confirmation: { text: "light.a" } },
      double_tap_action: "odd",
      rules: [
        {
          if: [
            { entity: id },
            { any: [{ entity: id }, { template: `{{ is_state('${id}', 1) }}` }] },
          ],
        },
        { if: { entity: id }, text: `{{ states('${id}') }}`, color: "light.a" },
        "odd",
      ],
    },
  ],
  texts: [
    {
      id: "t",
      text: `{{ states.${id}.state }} {{ states("${id}") }} {{ 'light.a_2 xlight.a sensor.light.a' }}`,
    },
    {
      id: "u",
      text: "light.a, in plain words",
      text_on: `{% if is_state("${id}", "on") %}x{% endif %}`,
    },
  ],
});

test("KNOW-13: a renamed entity is followed wherever its id stands, in templates as a whole word, and nowhere else", () => {
  const renames = [{ from: "light.a", to: "light.b" }];
  const renamed = renameEntities(everywhere("light.a"), renames);
  assert.deepEqual(renamed, everywhere("light.b"));
  assert.equal(renameEntities(renamed, renames), renamed, "done twice it changes nothing");
});

test("KNOW-13: what names none of the renamed entities is shared, and two may swap their ids", () => {
  const plan = everywhere("light.other");
  assert.equal(renameEntities(plan, [{ from: "light.z", to: "light.y" }]), plan);
  assert.equal(renameEntities(plan, []), plan);
  const pair: PlanData = {
    sensors: [
      { id: "1", entity: "a.a" },
      { id: "2", entity: "a.b" },
    ],
  };
  const swapped = renameEntities(pair, [
    { from: "a.a", to: "a.b" },
    { from: "a.b", to: "a.a" },
  ]);
  assert.deepEqual(
    dataOf(swapped, "sensors").map(({ entity }) => entity),
    ["a.b", "a.a"],
  );
});

test("KNOW-15: each entity that the house does not have is one finding, with the first that names it", () => {
  const house = houseOf([{ id: "light.here" }]);
  const lamp = (id: string, entity: Json): JsonObject => ({ id, type: "lamp_floor", entity });
  const plan: PlanData = {
    furniture: [lamp("a", "light.gone"), lamp("b", "light.here"), lamp("c", "light.gone")],
    rooms: [{ id: "r", temperature: "sensor.gone", humidity: null, sheet_extra: ["no entity"] }],
    texts: [{ id: "t", text: "{{ states('sensor.maybe') }}" }],
  };
  assert.deepEqual(
    strangersIn(plan, house).map(({ kind, ref, detail }) => [kind, ref, detail]),
    [
      ["unknownEntity", "rooms/r", "sensor.gone"],
      ["unknownEntity", "furniture/a", "light.gone"],
    ],
  );
});
