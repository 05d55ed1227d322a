import assert from "node:assert/strict";
import { test } from "node:test";
import { objectsIn } from "../../../src/model/json.ts";
import { homeFile, homeXml } from "./home.ts";
import { elementOf, importedFrom } from "./reading.ts";

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
      sill: 0,
      lintel: 2.085,
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
      sill: 0,
      lintel: 2.085,
    },
    {
      id: "opening-3",
      room_id: "room-1",
      edge: 0,
      offset: 2.425,
      width: 1.26,
      type: "window",
      sill: 0.94,
      lintel: 2.17,
    },
    {
      id: "opening-4",
      room_id: "room-3",
      edge: 1,
      offset: 3.925,
      width: 1,
      type: "door",
      style: "passage",
      sill: 0,
      lintel: 2.1,
    },
  ]);
});

test("IMPORT-5: a mirrored door hangs on the other side", async () => {
  const mirrored = homeXml().replace('id="d1"', 'id="d1" modelMirrored="true"');
  const { plan } = await importedFrom([homeFile(mirrored)]);
  const door = elementOf(plan, "openings", "id", "opening-1");
  assert.deepEqual([door["hinge"], door["swing"]], ["right", "in"]);
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
    height: 0.77,
    elevation: 0,
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
