import assert from "node:assert/strict";
import { test } from "node:test";
import { findingsIn } from "../../../src/model/editing/check.ts";
import { objectsIn } from "../../../src/model/json.ts";
import { houseplanConfig, houseplanExport, houseplanImage, houseplanStorage } from "./houseplan.ts";
import { elementOf, importedFrom, inShort, lossOf, refusalOf } from "./reading.ts";

const files = [houseplanExport(), houseplanImage()];

test("IMPORT-4: an export of House Plan and its storage give the same plan, in metres", async () => {
  const { origin, plan, losses } = await importedFrom(files);
  const stored = await importedFrom([...houseplanStorage(), houseplanImage()]);
  assert.equal(origin, "House Plan");
  assert.deepEqual(stored.plan, plan);
  assert.deepEqual(stored.losses, losses);
  assert.deepEqual(plan["levels"], [
    { id: "ground", name: "Ground floor" },
    { id: "attic", name: "Attic" },
  ]);
  // A canvas is 240 cells wide, here of 5 cm.
  assert.deepEqual(elementOf(plan, "rooms", "id", "living"), {
    id: "living",
    name: "Living room",
    level: "ground",
    points: [
      [1, 1],
      [6, 1],
      [6, 5],
      [1, 5],
    ],
    area_id: "living_room",
    temperature: "sensor.living_temperature",
  });
  assert.deepEqual(elementOf(plan, "rooms", "id", "kitchen")["points"], [
    [6, 1],
    [9, 1],
    [9, 5],
    [6, 5],
  ]);
  assert.deepEqual(plan["labels"], { living: [2.5, 2.5] });
  const empty = findingsIn(plan).filter(({ kind }) => kind !== "missingImage");
  assert.deepEqual(empty, [], "nothing in the plan points nowhere");
});

test("IMPORT-4: cells of another size, and canvases from before they were square, are measured", async () => {
  const config = houseplanConfig();
  const [ground] = config.spaces;
  assert(ground !== undefined);
  const wide = { ...config, spaces: [{ ...ground, cell_cm: 10, aspect: 2 }] };
  const { plan } = await importedFrom([houseplanExport(wide)]);
  assert.deepEqual(elementOf(plan, "rooms", "id", "living")["points"], [
    [2, 1],
    [12, 1],
    [12, 5],
    [2, 5],
  ]);
});

test("IMPORT-4: doors, windows and open stretches lie in the walls of rooms and in partitions, and doors open as they did", async () => {
  const { plan } = await importedFrom(files);
  assert.deepEqual(plan["openings"], [
    {
      id: "opening-1",
      room_id: "living",
      edge: 1,
      offset: 1,
      width: 0.9,
      type: "door",
      // It hangs in the north and opens to the east, out of the living room.
      hinge: "left",
      swing: "out",
      contact: "binary_sensor.door",
      lock: "lock.door",
    },
    { id: "opening-2", room_id: "living", edge: 0, offset: 2, width: 1.2, type: "window" },
    { id: "opening-3", wall_id: "wall-1", offset: 1, width: 0.8, type: "door", style: "passage" },
    {
      id: "opening-4",
      room_id: "living",
      edge: 1,
      offset: 2.75,
      width: 1.5,
      type: "door",
      style: "passage",
    },
  ]);
});

test("IMPORT-4: a gate is a garage door, and symbols get the closest type", async () => {
  const symbols = [
    ["sofa_corner_right", "corner_sofa"],
    ["bed_single", "single_bed"],
    ["table_round", "round_table"],
    ["kitchen_sink_double", "double_sink"],
    ["stove", "hob"],
    ["tv", "television"],
    ["armchair_office", "office_chair"],
  ] as const;
  const space = {
    id: "garage",
    title: "Garage",
    view_box: [0, 0, 1, 1],
    rooms: [
      {
        id: "garage",
        name: "Garage",
        poly: [
          [0.1, 0.1],
          [0.6, 0.1],
          [0.6, 0.5],
          [0.1, 0.5],
        ],
      },
    ],
    openings: [{ id: "g", type: "gate", x: 0.3, y: 0.1, angle: 0, length: 0.2 }],
    decor: symbols.map(([symbol], at) => ({
      id: symbol,
      kind: "furniture",
      symbol,
      x: 0.15 + at * 0.05,
      y: 0.2,
      w: 0.04,
      h: 0.04,
    })),
  };
  const { plan } = await importedFrom([
    houseplanExport({ ...houseplanConfig(), spaces: [space], markers: [] }, {}),
  ]);
  const gate = elementOf(plan, "openings", "room_id", "garage");
  assert.deepEqual([gate["type"], gate["style"]], ["door", "garage"]);
  assert.deepEqual(
    objectsIn(plan["furniture"]).map(({ type }) => type),
    symbols.map(([, type]) => type),
  );
});

test("IMPORT-4: partitions, unfinished outlines and columns become walls of no room", async () => {
  const { plan } = await importedFrom(files);
  const walls = plan["walls"];
  assert(Array.isArray(walls));
  assert.deepEqual(walls[0], {
    id: "wall-1",
    level: "ground",
    from: [1, 4],
    to: [3, 4],
    thickness: 0.1,
  });
  assert.deepEqual(walls[2], {
    id: "wall-3",
    level: "ground",
    from: [10, 6],
    to: [10, 7],
    thickness: 0.15,
  });
  assert.deepEqual(walls[3], {
    id: "wall-4",
    level: "ground",
    from: [1.8, 2],
    to: [2.2, 2],
    thickness: 0.4,
  });
  assert.equal(walls.length, 5);
  assert.equal(plan["wall_thickness"], 0.12);
});

test("IMPORT-4: markers become lamps, sensors and devices with their entities, names, icons and taps", async () => {
  const { plan } = await importedFrom(files);
  assert.deepEqual(elementOf(plan, "furniture", "entity", "light.ceiling"), {
    id: "item-3",
    type: "lamp_ceiling",
    name: "Ceiling",
    entity: "light.ceiling",
    icon: "mdi:lamp",
    tap_action: { action: "toggle", confirmation: true },
    level: "ground",
    x: 3,
    z: 2,
  });
  assert.equal(elementOf(plan, "furniture", "entity", "light.hall")["type"], "lamp_ceiling");
  assert.deepEqual(elementOf(plan, "devices", "entity", "climate.study"), {
    id: "device-2",
    kind: "thermostat",
    entity: "climate.study",
    tap_action: {
      action: "perform-action",
      perform_action: "scene.turn_on",
      target: { entity_id: "scene.work" },
    },
    level: "attic",
    x: 2,
    z: 2,
  });
  assert.equal(elementOf(plan, "devices", "name", "Washer")["device_id"], "0a1b");
  assert.equal(
    elementOf(plan, "sensors", "entity", "sensor.kitchen_temperature")["level"],
    "ground",
  );
});

test("IMPORT-4: furniture is placed by its middle, and texts become templates", async () => {
  const { plan } = await importedFrom(files);
  assert.deepEqual(elementOf(plan, "furniture", "type", "sofa"), {
    id: "item-1",
    level: "ground",
    type: "sofa",
    x: 3.1,
    z: 2.45,
    rotation: 270,
    w: 2.2,
    d: 0.9,
  });
  assert.equal(
    elementOf(plan, "texts", "id", "text-1")["text"],
    'Now {{ states("sensor.outside") }}, {{ state_attr("weather.home", "humidity") }} %',
  );
});

test("IMPORT-4: the image under a space lies where it lay, turned about its corner", async () => {
  const { images, plan } = await importedFrom(files);
  assert.deepEqual(
    images.map(({ level, file }) => [level, file.name]),
    [["ground", "houseplan/plans/ground.png"]],
  );
  // Twice as wide as high it is 12 × 6 m in the middle of the canvas, then half of that, and moved by a metre.
  const background = { url: "", left: 1, top: 3, width: 6, height: 3, opacity: 1 };
  assert.deepEqual(plan["backgrounds"], { ground: background });
  const config = houseplanConfig();
  const [ground] = config.spaces;
  assert(ground !== undefined);
  const turned = { ...config, spaces: [{ ...ground, plan_angle: 90 }] };
  const again = await importedFrom([houseplanExport(turned), houseplanImage()]);
  assert.deepEqual(again.plan["backgrounds"], {
    ground: { ...background, left: 5.5, top: 1.5, rotation: 90 },
  });
});

test("IMPORT-7: what of House Plan has no place is told, with names", async () => {
  const { losses } = await importedFrom([houseplanExport()]);
  assert.deepEqual(
    Object.fromEntries(losses.map(({ what, count, names }) => [what, [count, ...names]])),
    {
      missingImages: [1, "ground.png"],
      roomSources: [1, "Living room"],
      looseOpenings: [1, "o3"],
      displaySettings: [4],
      shapes: [1],
      unknownFurniture: [1, "ac"],
      deviceBindings: [1, "Washer"],
      deviceDetails: [1, "Washer"],
      removedDevices: [1, "Hidden"],
      unplacedDevices: [2, "somewhere", "Nowhere"],
      wallThickness: [1],
      roundColumns: [1],
    },
  );
});

test("IMPORT-8: a configuration that is none is refused, with its place", async () => {
  const name = "houseplan-full.json";
  const first = houseplanConfig();
  const [ground] = first.spaces;
  assert(ground !== undefined);
  const withSpace = (space: object) => houseplanExport({ ...first, spaces: [space] });
  const withRoom = (room: object) => withSpace({ ...ground, rooms: [room] });
  const withMarkers = (...markers: readonly object[]) => houseplanExport({ ...first, markers });
  const poly = (...points: readonly unknown[]) => withRoom({ id: "a", name: "A", poly: points });
  const cases = [
    [houseplanExport({ ...first, spaces: [] }), `missingPart | ${name} | payload.config.spaces`],
    [houseplanExport([]), `wrongType | ${name} | payload.config`],
    [
      houseplanExport({ ...first, spaces: [ground, ground] }),
      `duplicateId | ${name} | payload.config.spaces.1.id`,
    ],
    [withSpace({ ...ground, cell_cm: 0 }), `badNumber | ${name} | payload.config.spaces.0.cell_cm`],
    [
      withSpace({ ...ground, cell_cm: "5" }),
      `wrongType | ${name} | payload.config.spaces.0.cell_cm`,
    ],
    [poly([0, 0], [1, 0], [1]), `wrongType | ${name} | payload.config.spaces.0.rooms.0.poly.2`],
    [
      poly([0, 0], [1, 0], [1e308, 1]),
      `limit | ${name} | payload.config.spaces.0.rooms.0.poly.2.0 | import-metres`,
    ],
    [
      poly([0, 0], [1, null], [1, 1]),
      `wrongType | ${name} | payload.config.spaces.0.rooms.0.poly.1.1`,
    ],
    [
      withRoom({ id: "a", name: "A\u0007", poly: [] }),
      `badText | ${name} | payload.config.spaces.0.rooms.0.name`,
    ],
    [
      withSpace({ ...ground, openings: [{ type: "hatch" }] }),
      `wrongType | ${name} | payload.config.spaces.0.openings.0.type`,
    ],
    [
      withSpace({ ...ground, partitions: [{ a: [0, 0], b: [1, 1], cm: 9e9 }] }),
      `limit | ${name} | payload.config.spaces.0.partitions.0.cm | import-metres`,
    ],
    [withMarkers({ id: "a" }, { id: "a" }), `duplicateId | ${name} | payload.config.markers.1`],
    [
      withMarkers(
        { id: "a", binding: "virtual", controls: ["marker:b"] },
        { id: "b", binding: "virtual", controls: ["light.x", "marker:c"] },
        { id: "c", binding: "virtual", controls: ["marker:a"] },
      ),
      `circle | ${name} | payload.config.markers.0.controls`,
    ],
    [
      houseplanExport(first, { m1: { x: 1, s: "ground" } }),
      `wrongType | ${name} | payload.layout.m1.y`,
    ],
  ] as const;
  for (const [file, expected] of cases) {
    assert.equal(inShort(await refusalOf([file])), expected);
  }
});

test("IMPORT-8: a long chain of markers that ends is no circle", async () => {
  const markers = Array.from({ length: 20_000 }, (_, at) => ({
    id: `m${at}`,
    binding: "virtual",
    controls: [`marker:m${at + 1}`],
  }));
  const config = { ...houseplanConfig(), markers };
  const imported = await importedFrom([houseplanExport(config, {})]);
  assert.equal(lossOf(imported, "unplacedDevices")?.count, 20_000);
});

test("IMPORT-8: exports and storages of newer versions, and a layout alone, are refused", async () => {
  const [config, layout] = houseplanStorage();
  assert(config !== undefined && layout !== undefined);
  const text = new TextDecoder().decode(houseplanExport().bytes);
  const changed = (from: string, to: string) => ({
    name: "new.json",
    bytes: new TextEncoder().encode(text.replace(from, to)),
  });
  const version = changed('"export_version":1', '"export_version":2');
  assert.equal(inShort(await refusalOf([version])), "newerVersion | new.json | export_version 2");
  const model = changed('"model_version":6', '"model_version":7');
  assert.equal(inShort(await refusalOf([model])), "newerVersion | new.json | model_version 7");
  assert.equal(inShort(await refusalOf([layout])), "missingPart | .storage/houseplan.layout");
  const alone = await importedFrom([config]);
  assert.equal(lossOf(alone, "unplacedDevices")?.count, 5);
});
