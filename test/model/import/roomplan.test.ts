import assert from "node:assert/strict";
import { test } from "node:test";
import { insideOf, roomsOf } from "../../../src/model/elements/rooms.ts";
import { signedArea } from "../../../src/model/geometry/polygon.ts";
import { type JsonObject, listIn, objectsIn } from "../../../src/model/json.ts";
import { elementOf, importedFrom, inShort, lossOf, refusalOf } from "./reading.ts";
import {
  floor,
  livingRoom,
  object,
  opening,
  rectangle,
  scan,
  scanFile,
  wall,
  wallsAround,
} from "./scan.ts";

/** The area of each room between its walls, in square metres. */
const areasOf = (plan: JsonObject): readonly number[] =>
  roomsOf(plan).map((room) => Math.round(signedArea(insideOf(room, plan)) * 5e3) / 1e4);

const namesOf = (plan: JsonObject): readonly unknown[] =>
  objectsIn(plan["rooms"]).map(({ name }) => name);

test("SCANNER-1: a scan becomes a room as large within its walls as it was scanned, with its name and its height", async () => {
  const imported = await importedFrom([scanFile(livingRoom())]);
  const { plan, origin } = imported;
  assert.equal(origin, "RoomPlan");
  assert.deepEqual([areasOf(plan), namesOf(plan)], [[12], ["Living room"]]);
  assert.equal(objectsIn(plan["rooms"])[0]?.["height"], 2.4);
  assert.deepEqual(plan["levels"], [{ id: "level-1", name: "Ground floor", elevation: 0 }]);
  assert.deepEqual(plan["walls"], []);
});

test("SCANNER-2: doors, windows and openings are in their walls, with their lower and upper edges", async () => {
  const { plan } = await importedFrom([scanFile(livingRoom())]);
  const openings = objectsIn(plan["openings"]).map(({ type, style, edge, width, sill, lintel }) => [
    type,
    style,
    edge,
    width,
    sill,
    lintel,
  ]);
  assert.deepEqual(openings, [
    ["door", undefined, 2, 0.9, 0, 2],
    ["window", undefined, 1, 1.2, 0.9, 2],
    ["door", "passage", 0, 1, 0, 2.1],
  ]);
  const away = scan({
    ...livingRoom(),
    doors: [opening("door", [0.9, 2], { at: [9, 9], height: 1 })],
  });
  assert.equal(lossOf(await importedFrom([scanFile(away)]), "looseOpenings")?.count, 1);
});

test("SCANNER-3: objects become furniture and devices with place, direction, size and heights; what is unknown or unsure is named", async () => {
  const imported = await importedFrom([scanFile(livingRoom())]);
  const { plan } = imported;
  const pieces = objectsIn(plan["furniture"]).map(
    ({ type, x, z, rotation, w, d, height, elevation }) => [
      type,
      x,
      z,
      rotation,
      w,
      d,
      height,
      elevation,
    ],
  );
  assert.deepEqual(pieces, [
    ["sofa", 1, 0.45, 0, 2, 0.9, 0.8, undefined],
    ["coffee_table", 1, 1.5, 90, 1, 0.6, 0.4, undefined],
    ["television", 2, 2.9, 180, 1.2, 0.1, 0.7, 1],
    ["single_bed", 3.5, 2, 0, 0.9, 2, 0.5, undefined],
    ["box", 3, 1, 0, 0.5, 0.9, 1.7, undefined],
  ]);
  assert.equal(elementOf(plan, "devices", "kind", "dishwasher")["x"], 0.3);
  assert.deepEqual(imported.losses, [
    { what: "unsure", count: 1, names: ["harp"] },
    { what: "pieceDetails", count: 1, names: ["bed"] },
    { what: "unknownFurniture", count: 1, names: ["harp"] },
  ]);
  const bath = scan({
    walls: wallsAround(rectangle(0, 0, 4, 3)),
    floors: [floor(rectangle(0, 0, 4, 3))],
    objects: [
      object("toilet", [0.4, 0.8, 0.6], [1, 1]),
      object("sink", [0.5, 0.2, 0.4], [2, 1], 0, 0.8),
    ],
  });
  const wet = objectsIn((await importedFrom([scanFile(bath)])).plan["furniture"]);
  assert.deepEqual(
    wet.map(({ type }) => type),
    ["wc", "washbasin"],
  );
});

test("SCANNER-4: rooms of a structure share the walls between them, as thick as the gap; each story is a floor", async () => {
  const rooms = [
    scan({ floors: [floor(rectangle(0, 0, 4, 3))], walls: wallsAround(rectangle(0, 0, 4, 3)) }),
    scan({ floors: [floor(rectangle(4.1, 0, 2, 3))], walls: wallsAround(rectangle(4.1, 0, 2, 3)) }),
    scan({
      story: 1,
      floors: [floor(rectangle(0, 0, 4, 3), { story: 1 }, 2.7)],
      walls: wallsAround(rectangle(0, 0, 4, 3), { story: 1 }, 2.7),
    }),
  ];
  const structure = {
    ...scan({ walls: rooms.flatMap(({ walls }) => listIn(walls)) }),
    doors: [opening("door", [0.9, 2], { at: [4.05, 1.5], height: 1, angle: 90 })],
    rooms,
  };
  const { plan } = await importedFrom([scanFile(structure)]);
  assert.deepEqual(areasOf(plan), [12, 6, 12]);
  assert.deepEqual(
    objectsIn(plan["levels"]).map(({ name, elevation }) => [name, elevation]),
    [
      ["Ground floor", 0],
      ["1", 2.7],
    ],
  );
  const [one, other] = roomsOf(plan);
  assert.equal(one?.own[1]?.half, 0.05);
  assert.deepEqual([one?.corners[1]?.[0], other?.corners[0]?.[0]], [4.05, 4.05]);
  assert.equal(objectsIn(plan["openings"]).length, 1, "a door between them is in one wall");
  assert.deepEqual(namesOf(plan), ["Room 1", "Room 2", "Room 3"]);
});

test("SCANNER-5: sloping walls keep both heights, walls of no room stand alone, and edges without a wall are open", async () => {
  const corners = rectangle(0, 0, 4, 3);
  const sloping = [
    [-2, -1.2, 0],
    [2, -1.2, 0],
    [2, 1.2, 0],
    [-2, 0.3, 0],
  ];
  const [, right = {}, below = {}] = wallsAround(corners);
  const top = wall([0, 0], [4, 0], { polygonCorners: sloping });
  const room = scan({ floors: [floor(corners)], walls: [top, right, below, wall([2, 1], [2, 2])] });
  const { plan } = await importedFrom([scanFile(room)]);
  const points = listIn(objectsIn(plan["rooms"])[0]?.["points"]).map((each) => listIn(each)[2]);
  assert.deepEqual(points, [
    { wall: 0.2, height: 1.5, end_height: 2.4 },
    { wall: 0.2, height: 2.4 },
    { wall: 0.2, height: 2.4 },
    { wall: 0 },
  ]);
  const [alone, ...more] = objectsIn(plan["walls"]);
  assert.deepEqual(
    [alone?.["from"], alone?.["to"], alone?.["height"], more],
    [[2, 1], [2, 2], 2.4, []],
  );
  assert.deepEqual(areasOf(plan), [12]);
});

test("SCANNER-6: without floors, as before iOS 17, rooms are what the walls enclose", async () => {
  const imported = await importedFrom([
    scanFile(
      scan({ walls: [...wallsAround(rectangle(0, 0, 4, 3)), wall([4, 3], [6, 3], { curve: {} })] }),
    ),
  ]);
  const [area = 0, ...more] = areasOf(imported.plan);
  assert(Math.abs(area - 12) < 0.1 && more.length === 0, `${area}`);
  assert.equal(lossOf(imported, "straightWalls")?.count, 1);
});

test("SCANNER-7: several scans, and a scan with a wrong part, are refused whole, with the place or the limit", async () => {
  const room = livingRoom();
  const refused = async (content: JsonObject, limits = {}): Promise<string> =>
    inShort(await refusalOf([scanFile(content)], limits));
  const both = await refusalOf([scanFile(room), scanFile(room, "Other.json")]);
  assert.equal(inShort(both), "severalPlans | Other.json");
  const [first = {}] = objectsIn(room["walls"]);
  assert.equal(
    await refused({ ...room, walls: [{ ...first, transform: [1, 2] }] }),
    "wrongType | Room.json | walls.0.transform",
  );
  assert.equal(
    await refused({ ...room, doors: [{ ...first, dimensions: ["wide", 1, 1] }] }),
    "wrongType | Room.json | doors.0.dimensions.0",
  );
  assert.equal(
    await refused({ ...room, walls: [{ ...first, dimensions: [1e9, 1, 1] }] }),
    "limit | Room.json | walls.0.dimensions.0 | import-metres",
  );
  assert.equal(await refused(room, { importWalls: 10 }), "limit | Room.json | import-walls");
  assert.equal(
    await refused(room, { importCorners: 3 }),
    "limit | Room.json | floors.0 | import-corners",
  );
});
