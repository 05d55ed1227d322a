import assert from "node:assert/strict";
import { test } from "node:test";
import { findingsIn } from "../../../src/model/editing/check.ts";
import { objectsIn } from "../../../src/model/json.ts";
import { homeFile, homeXml } from "./home.ts";
import { elementOf, importedFrom, inShort, lossOf, refusalOf } from "./reading.ts";
import { zipOf } from "./zip.ts";

test("IMPORT-5: a home's levels are floors from the lowest up, and its rooms lie on the middle of their walls", async () => {
  const { origin, plan } = await importedFrom([homeFile()]);
  assert.equal(origin, "sweet-home");
  assert.deepEqual(plan["levels"], [
    { id: "level-1", name: "Ground floor" },
    { id: "level-2", name: "Upper floor" },
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

test("IMPORT-5: doors and windows lie in the nearest wall of a room, and doors open as their leaf does", async () => {
  const { plan } = await importedFrom([homeFile()]);
  assert.deepEqual(plan["openings"], [
    {
      id: "opening-1",
      room_id: "room-2",
      edge: 2,
      offset: 1.425,
      width: 0.915,
      type: "door",
      // The front door hangs in the east of the south wall, and opens into the house.
      hinge: "left",
      swing: "in",
    },
    {
      id: "opening-2",
      room_id: "room-1",
      edge: 1,
      offset: 2.425,
      width: 0.915,
      type: "door",
      hinge: "left",
      swing: "in",
    },
    { id: "opening-3", room_id: "room-1", edge: 0, offset: 2.425, width: 1.26, type: "window" },
    {
      id: "opening-4",
      room_id: "room-3",
      edge: 1,
      offset: 3.925,
      width: 1,
      type: "door",
      style: "passage",
    },
  ]);
});

test("IMPORT-5: a mirrored door hangs on the other side", async () => {
  const mirrored = homeXml().replace('id="d1"', 'id="d1" modelMirrored="true"');
  const { plan } = await importedFrom([homeFile(mirrored)]);
  const door = elementOf(plan, "openings", "id", "opening-1");
  assert.deepEqual([door["hinge"], door["swing"]], ["right", "in"]);
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
    },
    {
      id: "opening-3",
      room_id: "room-2",
      edge: 3,
      offset: 2.375,
      width: 0.915,
      type: "door",
      style: "passage",
    },
  ]);
});

test("IMPORT-5: walls, and parts of walls, that no room has become walls of no room", async () => {
  const { plan } = await importedFrom([homeFile()]);
  assert.deepEqual(plan["walls"], [
    { id: "wall-1", level: "level-1", from: [2.5, 3], to: [2.5, 4.2], thickness: 0.08 },
    { id: "wall-2", level: "level-2", from: [6, 1], to: [7, 2], thickness: 0.1 },
  ]);
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

test("IMPORT-5: furniture is known by its catalogue or its name, turned in degrees, and together in its group", async () => {
  const { plan } = await importedFrom([homeFile()]);
  assert.deepEqual(elementOf(plan, "furniture", "name", "Sofa"), {
    id: "item-1",
    type: "sofa",
    level: "level-1",
    name: "Sofa",
    x: 1.2,
    z: 4,
    rotation: 180,
    w: 1.918,
    d: 0.919,
  });
  const types = [
    ["Bed", "bed", 270],
    ["Pendant lamp", "lamp_pendant", 0],
    ["Chair", "chair", 28.6479],
    ["Telescope", "box", 0],
  ] as const;
  for (const [name, type, rotation] of types) {
    const piece = elementOf(plan, "furniture", "name", name);
    assert.deepEqual([piece["type"], piece["rotation"]], [type, rotation], name);
  }
  const chair = elementOf(plan, "furniture", "name", "Chair");
  assert.equal(chair["group"], elementOf(plan, "furniture", "name", "Table")["group"]);
  assert.equal(chair["level"], "level-1", "it is on the floor of its group");
  assert.equal(elementOf(plan, "devices", "name", "Radiator")["kind"], "radiator");
});

test("IMPORT-5: pieces whose names hold another's word are what they are", async () => {
  const names: readonly (readonly [name: string, type: string])[] = [
    ["Couchtisch", "coffee_table"],
    ["Coffee table", "coffee_table"],
    ["Küchentisch", "table"],
    ["Table de cuisine", "table"],
    ["Tischlampe", "lamp_table"],
    ["Floor lamp", "lamp_floor"],
    ["Hängeschrank", "wall_cabinet"],
    ["Four encastrable", "oven"],
    ["Sofa for four", "sofa"],
    ["Bathroom sink", "washbasin"],
    ["Bathroom cabinet", "bathroom_cabinet"],
    ["Bedroom wardrobe", "wardrobe"],
    ["TV", "television"],
    ["TV unit", "tv_wall"],
    ["Ecksofa", "corner_sofa"],
    ["Canapé-lit", "sofa_bed"],
    ["Werkbank", "workbench"],
    ["Gartenbank", "garden_bench"],
    ["Bürostuhl", "office_chair"],
    ["Liegestuhl", "sun_lounger"],
    ["Fauteuil de bureau", "office_chair"],
    ["Hochbett", "bunk_bed"],
    ["Hundebett", "dog_bed"],
    ["Bunk bed", "bunk_bed"],
    ["Wäschetrockner", "tumble_dryer"],
    ["Waschtisch", "vanity_unit"],
    ["Doppelspüle", "double_sink"],
    ["Poêle à bois", "wood_stove"],
    ["Table ronde", "round_table"],
    ["Pool table", "pool_table"],
    ["Swimming pool", "pool"],
    ["Wendeltreppe", "spiral_stairs"],
    ["Tapis de course", "treadmill"],
    ["Tapis", "rug"],
  ];
  const pieces = names.map(
    ([name], at) =>
      `<pieceOfFurniture id="p${at}" name="${name}" x="0" y="0" width="50" depth="50" height="50"/>`,
  );
  const { plan } = await importedFrom([homeFile(`<home version="7200">${pieces.join("")}</home>`)]);
  for (const [name, type] of names)
    assert.equal(elementOf(plan, "furniture", "name", name)["type"], type, name);
});

test("IMPORT-5: the pieces of the program's own catalogue get the type that is closest", async () => {
  const pieces: readonly (readonly [id: string, type: string, width?: number])[] = [
    ["cornerSofa", "corner_sofa"],
    ["bed90x190", "single_bed", 108],
    ["bed140x190", "bed", 158],
    ["bunkBed90x190", "bunk_bed"],
    ["crib", "cot"],
    ["glassDoorCabinet", "display_cabinet"],
    ["filledBookcase", "bookcase"],
    ["roundTable", "round_table"],
    ["flatTV", "television"],
    ["tvUnit", "tv_wall"],
    ["aquarium", "fish_tank"],
    ["fireplace", "fireplace"],
    ["hood", "extractor_hood"],
    ["kitchenCabinet", "counter"],
    ["kitchenUpperCabinet", "wall_cabinet"],
    ["sink", "kitchen_sink"],
    ["washbasinWithCabinet", "vanity_unit"],
    ["toiletUnit", "wc"],
    ["spiralStaircase", "spiral_stairs"],
    ["staircase", "stairs"],
    ["wallUplight", "lamp_wall"],
  ];
  const xml = pieces
    .map(
      ([id, , width = 160]) =>
        `<pieceOfFurniture id="${id}" catalogId="eTeks#${id}" name="P ${id}." x="0" y="0" width="${width}" depth="200" height="50"/>`,
    )
    .join("");
  const { plan } = await importedFrom([homeFile(`<home version="7200">${xml}</home>`)]);
  for (const [id, type] of pieces)
    assert.equal(elementOf(plan, "furniture", "name", `P ${id}.`)["type"], type, id);
});

test("IMPORT-5: doors and windows have the style that their catalogue id, name, sashes and height tell", async () => {
  const leaf = '<sash xAxis="0" yAxis="0.5" width="0.5" startAngle="0" endAngle="-1.57"/>';
  const cases: readonly (readonly [
    id: string,
    name: string,
    width: number,
    elevation: number,
    sashes: number,
    style: string,
  ])[] = [
    ["garageDoor", "Garage door", 250, 0, 0, "door garage"],
    ["door", "Zweiflügelige Tür", 160, 0, 2, "door double"],
    ["door", "Door", 91.5, 0, 1, "door"],
    ["door", "Door", 150, 0, 2, "door double"],
    ["slidingPatio", "Porte coulissante", 180, 0, 0, "door sliding"],
    ["pocket", "Pocket door", 90, 0, 0, "door pocket"],
    ["fold", "Falttür", 200, 0, 0, "door folding"],
    ["doubleFrenchWindow126x200", "Double French window", 132, 11, 2, "door french"],
    ["frenchWindow85x200", "French window", 91, 11, 1, "door"],
    ["sliderWindow126x200", "Slider window", 132, 11, 0, "door sliding"],
    ["slider", "Sliding window", 132, 90, 0, "window sliding"],
    ["fixedWindow85x123", "Fixed window", 91, 87, 0, "window fixed"],
    ["roundWindow", "Round window", 91, 130, 0, "window fixed"],
    ["bay", "Bay window", 200, 60, 0, "window bay"],
    ["velux", "Dachfenster", 80, 200, 0, "window roof"],
    ["doubleWindow126x123", "Double small window", 132, 87, 2, "window"],
    ["roundDoorFrame", "Round door frame", 80, 0, 0, "door passage"],
  ];
  const walls = `<wall id="w" xStart="0" yStart="0" xEnd="10000" yEnd="0" thickness="10"/>`;
  const room = `<room id="r" name="Hall"><point x="0" y="5"/><point x="10000" y="5"/><point x="10000" y="600"/><point x="0" y="600"/></room>`;
  const openings = cases.map(
    ([id, name, width, elevation, sashes], at) =>
      `<doorOrWindow id="o${at}" catalogId="eTeks#${id}" name="${name}" x="${300 + at * 400}" y="0" elevation="${elevation}" width="${width}" depth="20" height="120">${leaf.repeat(sashes)}</doorOrWindow>`,
  );
  const xml = `<home version="7200">${walls}${room}${openings.join("")}</home>`;
  const { plan } = await importedFrom([homeFile(xml)]);
  const placed = objectsIn(plan["openings"]);
  assert.equal(placed.length, cases.length);
  for (const [at, [, name, , , , style]] of cases.entries()) {
    const { type, style: own } = placed[at] ?? {};
    assert.deepEqual(own === undefined ? [type] : [type, own], style.split(" "), name);
  }
});

test("IMPORT-7: edges of rooms that have no wall there, and become one here, are told", async () => {
  const room = (name: string, left: number): string =>
    `<room id="${name}" name="${name}">${[
      [left, 0],
      [left + 300, 0],
      [left + 300, 300],
      [left, 300],
    ]
      .map(([x, y]) => `<point x="${x}" y="${y}"/>`)
      .join("")}</room>`;
  const wall = '<wall id="w" xStart="0" yStart="0" xEnd="300" yEnd="0" thickness="10"/>';
  const xml = `<home version="7200">${wall}${room("Kitchen", 0)}${room("Terrace", 900)}</home>`;
  const loss = lossOf(await importedFrom([homeFile(xml)]), "openEdges");
  assert.deepEqual([loss?.count, loss?.names], [7, ["Kitchen", "Terrace"]]);
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

test("IMPORT-5: a home without levels is one floor", async () => {
  const flat =
    '<home version="7200" name="Flat"><room name="Hall"><point x="0" y="0"/><point x="400" y="0"/><point x="400" y="300"/></room></home>';
  const { plan } = await importedFrom([homeFile(flat)]);
  assert.deepEqual(plan["levels"], [{ id: "level-1", name: "Flat" }]);
  assert.deepEqual(elementOf(plan, "rooms", "name", "Hall")["points"], [
    [0, 0],
    [4, 0],
    [4, 3],
  ]);
});

test("IMPORT-7: what of a home has no place is told, with names and counts", async () => {
  const { losses } = await importedFrom([homeFile()]);
  assert.deepEqual(
    Object.fromEntries(losses.map(({ what, count, names }) => [what, [count, ...names]])),
    {
      straightWalls: [1],
      degenerateRooms: [1, "Broken"],
      materials: [3, "Kitchen"],
      nestedGroups: [1, "Chairs"],
      models: [5],
      heights: [2],
      unknownFurniture: [1, "Telescope"],
      hiddenFurniture: [1, "Hidden table"],
      lightSources: [1],
      looseOpenings: [1, "Lost window"],
      shapes: [1],
      cameras: [2],
      displaySettings: [3],
      properties: [2],
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
