import assert from "node:assert/strict";
import { test } from "node:test";
import { findingsIn } from "../../../src/model/editing/check.ts";
import { objectsIn } from "../../../src/model/json.ts";
import { homeFile, homeXml } from "./home.ts";
import { elementOf, importedFrom, inShort, lossOf, refusalOf } from "./reading.ts";
import { zipOf } from "./zip.ts";

test("IMPORT-5: a home's levels are floors from the lowest up, and its rooms lie on the middle of their walls", async () => {
  const { origin, plan } = await importedFrom([homeFile()]);
  assert.equal(origin, "Sweet Home 3D");
  assert.deepEqual(plan["levels"], [
    { id: "level-1", name: "Ground floor", elevation: 0, height: 2.5, floor_thickness: 0.12 },
    { id: "level-2", name: "Upper floor", elevation: 2.62, height: 2.5, floor_thickness: 0.12 },
  ]);
  // The wall between the rooms is 10 cm, the outer ones 25 cm, of which half of 10 cm is the room's.
  assert.deepEqual(elementOf(plan, "rooms", "name", "Living room"), {
    id: "room-1",
    level: "level-1",
    points: [
      [0.075, 0.075],
      [5, 0.075],
      [5, 4.925],
      [0.075, 4.925],
    ],
    name: "Living room",
  });
  assert.equal(elementOf(plan, "rooms", "name", "Bath & WC")["level"], "level-2");
  assert.equal(plan["wall_thickness"], 0.1);
  assert.equal(plan["outer_wall_thickness"], 0.25);
  assert.deepEqual(
    findingsIn(plan).filter(({ kind }) => kind !== "missingImage"),
    [],
  );
});

test("IMPORT-5: between two rooms whose walls do not meet, a door is in one and a gap in the other", async () => {
  // Without walls, rooms stay as they are drawn, here 10 cm from one another.
  const bare = homeXml().replaceAll(/<wall [^>]*\/>/g, "");
  const { plan } = await importedFrom([homeFile(bare)]);
  const openings = plan["openings"];
  assert(Array.isArray(openings));
  assert.deepEqual(openings.slice(1, 3), [
    {
      id: "opening-2",
      room_id: "room-1",
      edge: 1,
      offset: 2.375,
      width: 0.915,
      type: "door",
      hinge: "left",
      swing: "in",
      sill: 0,
      lintel: 2.085,
    },
    {
      id: "opening-3",
      room_id: "room-2",
      edge: 3,
      offset: 2.375,
      width: 0.915,
      type: "door",
      style: "passage",
      sill: 0,
      lintel: 2.085,
    },
  ]);
});

test("IMPORT-5: walls, and parts of walls, that no room has become walls of no room", async () => {
  const { plan } = await importedFrom([homeFile()]);
  // The others are the parts of a round wall.
  assert.deepEqual(objectsIn(plan["walls"])[0], {
    id: "wall-1",
    level: "level-1",
    from: [2.5, 3],
    to: [2.5, 4.2],
    thickness: 0.08,
  });
  const longer = homeXml().replaceAll('xEnd="500" yEnd="487.5"', 'xEnd="500" yEnd="700"');
  const more = await importedFrom([homeFile(longer)]);
  assert.deepEqual(elementOf(more.plan, "walls", "id", "wall-1"), {
    id: "wall-1",
    level: "level-1",
    from: [5, 4.925],
    to: [5, 7],
    thickness: 0.1,
  });
});

test("IMPORT-5: dimensions lie where they are drawn, and labels are texts", async () => {
  const { plan } = await importedFrom([homeFile()]);
  assert.deepEqual(plan["dimensions"], [
    { id: "dimension-1", level: "level-1", from: [0, -0.3], to: [8, -0.3] },
  ]);
  assert.deepEqual(plan["texts"], [
    { id: "text-1", level: "level-1", text: "Garden", x: 4, z: 5.5, color: "#cc0000" },
  ]);
});

test("IMPORT-6: a background image comes over with its scale, and a name that tells its type", async () => {
  const { images, plan } = await importedFrom([homeFile()]);
  // 400 pixels are 8 m, so that 500 are 10 m.
  assert.deepEqual(plan["backgrounds"], {
    "level-1": { url: "", left: -1, top: -0.8, width: 10, opacity: 0.5 },
  });
  assert.deepEqual(
    images.map(({ level, file }) => [level, file.name]),
    [["level-1", "plan.png"]],
  );
  const without = homeXml().replace('image="3/plan"', 'image="gone"');
  assert.deepEqual(lossOf(await importedFrom([homeFile(without)]), "missingImages")?.names, [
    "gone",
  ]);
});

test("IMPORT-14: a home without levels is one ground floor, whatever its file is called", async () => {
  const flat =
    '<home version="7200" name="Flat"><room name="Hall"><point x="0" y="0"/><point x="400" y="0"/><point x="400" y="300"/></room></home>';
  const { plan } = await importedFrom([homeFile(flat)]);
  assert.deepEqual(plan["levels"], [{ id: "level-1", name: "Ground floor" }]);
  assert.deepEqual(elementOf(plan, "rooms", "name", "Hall")["points"], [
    [0, 0, { wall: 0 }],
    [4, 0, { wall: 0 }],
    [4, 3, { wall: 0 }],
  ]);
});

test("IMPORT-7: what of a home has no place is told, with names and counts", async () => {
  const { losses } = await importedFrom([homeFile()]);
  assert.deepEqual(
    Object.fromEntries(losses.map(({ what, count, names }) => [what, [count, ...names]])),
    {
      straightWalls: [1],
      degenerateRooms: [1, "Broken"],
      materials: [3, "Sofa", "Kitchen"],
      nestedGroups: [1, "Chairs"],
      models: [5, "Front door", "Door", "Double window", "Sofa", "Telescope"],
      labelStyles: [1, "Garden"],
      unknownFurniture: [1, "Telescope"],
      hiddenFurniture: [1, "Hidden table"],
      lightSources: [1, "Pendant lamp"],
      looseOpenings: [1, "Lost window"],
      shapes: [1],
      displaySettings: [1],
    },
  );
});

test("IMPORT-5: a home that is only binary is refused with the way out", async () => {
  const file = { name: "old.sh3d", bytes: zipOf([{ name: "Home", bytes: "\u00ac\u00ed" }]) };
  assert.equal(inShort(await refusalOf([file])), "binaryHome | old.sh3d");
});

test("IMPORT-8: a home that is none is refused, with its line", async () => {
  const home = (inner: string) => homeFile(`<home version="7200">\n${inner}</home>`);
  const level = '<level id="a" name="A" elevation="0" floorThickness="1" height="250"/>';
  const wall = (x: string): string =>
    `<wall id="w" xStart="${x}" yStart="0" xEnd="1" yEnd="0" thickness="7"/>`;
  const cases = [
    [homeFile("<house/>"), "wrongType | maisonette.sh3d | 1"],
    [homeFile("<home>"), "damagedXml | maisonette.sh3d | 1:6"],
    [homeFile(""), "damagedXml | maisonette.sh3d | 1:0"],
    [homeFile("<home>&lol;</home>"), "damagedXml | maisonette.sh3d | 1:11"],
    [home(wall("NaN")), "badNumber | maisonette.sh3d | 2, wall.xStart"],
    [home(wall("Infinity")), "badNumber | maisonette.sh3d | 2, wall.xStart"],
    [home(wall("1e999")), "badNumber | maisonette.sh3d | 2, wall.xStart"],
    [home(wall("0x10")), "badNumber | maisonette.sh3d | 2, wall.xStart"],
    [home(wall("1e308")), "limit | maisonette.sh3d | 2, wall.xStart | import-metres"],
    [home('<wall id="w"/>'), "wrongType | maisonette.sh3d | 2, wall.thickness"],
    [home(`${level}\n${level}`), "duplicateId | maisonette.sh3d | 3, level.id"],
    [
      home(
        `${level}<room level="b"><point x="0" y="0"/><point x="9" y="0"/><point x="9" y="9"/></room>`,
      ),
      "unknownReference | maisonette.sh3d | 2, room.level",
    ],
    [
      home('<pieceOfFurniture name="a&#127;" x="0" y="0" width="1" depth="1" height="1"/>'),
      "badText | maisonette.sh3d | 2, pieceOfFurniture.name",
    ],
    [
      home('<pieceOfFurniture name="a" x="0" y="0" width="-1" depth="1" height="1"/>'),
      "badNumber | maisonette.sh3d | 2, pieceOfFurniture.width",
    ],
  ] as const;
  for (const [file, expected] of cases) assert.equal(inShort(await refusalOf([file])), expected);
});

test("IMPORT-8: walls that join in a ring, or themselves, are usual and read", async () => {
  const itself = homeXml().replace('wallAtStart="lower-w"', 'wallAtStart="lower-n"');
  const { plan } = await importedFrom([homeFile(itself)]);
  assert.deepEqual(plan, (await importedFrom([homeFile()])).plan);
});
