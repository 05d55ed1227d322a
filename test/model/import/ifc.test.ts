import assert from "node:assert/strict";
import { test } from "node:test";
import { signedArea } from "../../../src/model/geometry/polygon.ts";
import type { Point } from "../../../src/model/geometry/vector.ts";
import type { Imported } from "../../../src/model/import/import-result.ts";
import { isList, type JsonObject, numberIn, objectsIn } from "../../../src/model/json.ts";
import { BuildingFile, type BuildingOptions, quoted, rectangle, twoStoreys } from "./building.ts";
import { elementOf, importedFrom, lossOf } from "./reading.ts";
import { zipOf } from "./zip.ts";

/** The corners of a room. */
const cornersOf = (room: JsonObject): readonly Point[] =>
  (isList(room["points"]) ? room["points"] : []).map((point): Point => {
    const [x, z] = isList(point) ? point : [];
    return [numberIn(x, 0), numberIn(z, 0)];
  });

/** The areas of rooms on the lines of their walls, in square metres. */
const areasOf = (plan: JsonObject): readonly number[] =>
  objectsIn(plan["rooms"]).map(
    (room) => Math.round(Math.abs(signedArea(cornersOf(room))) * 50) / 100,
  );

const millimetres: BuildingOptions = {
  perMetre: 1000,
  unit: (file) => file.add("IFCSIUNIT", "*", ".LENGTHUNIT.", ".MILLI.", ".METRE."),
};

const feet: BuildingOptions = {
  perMetre: 1 / 0.3048,
  unit: (file) => {
    const metre = file.add("IFCSIUNIT", "*", ".LENGTHUNIT.", "$", ".METRE.");
    const factor = file.add("IFCMEASUREWITHUNIT", "IFCLENGTHMEASURE(0.3048)", metre);
    return file.add("IFCCONVERSIONBASEDUNIT", "$", ".LENGTHUNIT.", quoted("FOOT"), factor);
  },
};

test("IFC-1: IFC2x3 and IFC4, in metres, millimetres and feet, loose or in a ZIP, are the same plan", async () => {
  const { losses, origin, plan } = await importedFrom([twoStoreys().file()]);
  assert.equal(origin, "IFC");
  assert.deepEqual(areasOf(plan), [12.71, 9.61, 12.71, 9.61]);
  for (const options of [{ schema: "IFC2X3" }, millimetres, feet] as const) {
    const other = await importedFrom([twoStoreys(options).file()]);
    assert.deepEqual(other.plan, plan);
    assert.deepEqual(other.losses, losses);
  }
  const { bytes } = twoStoreys().file();
  const packed = [{ name: "House.ifczip", bytes: zipOf([{ name: "a/House.ifc", bytes }]) }];
  assert.deepEqual((await importedFrom(packed)).plan, plan);
});

test("IFC-1: texts are read in each spelling of the standard, and in UTF-8 or ISO 8859-1", async () => {
  const spellings = [
    "K\\X\\FCche",
    "K\\X2\\00FC\\X0\\che",
    "K\\S\\|che",
    "Küche",
    "K\\X4\\000000FC\\X0\\che",
  ];
  const text = (name: string): string => {
    const file = new BuildingFile();
    const storey = file.storey("0", 0);
    file.space(storey, "1", name, rectangle(0, 0, 4, 3));
    return file.text();
  };
  const contents = spellings.map((name) => Buffer.from(text(name)));
  contents.push(Buffer.from(text("Küche"), "latin1"));
  for (const bytes of contents) {
    const { plan } = await importedFrom([{ name: "House.ifc", bytes }]);
    assert.equal(objectsIn(plan["rooms"])[0]?.["name"], "Küche");
  }
  const { plan } = await importedFrom([
    { name: "House.ifc", bytes: Buffer.from(text("Tom's /* den */; \\\\ #1")) },
  ]);
  assert.equal(objectsIn(plan["rooms"])[0]?.["name"], "Tom's /* den */; \\ #1");
});

test("IFC-2: storeys become floors with names, elevations and heights; empty ones are reported", async () => {
  const file = twoStoreys();
  file.storey("Roof", 6);
  const imported = await importedFrom([file.file()]);
  assert.deepEqual(imported.plan["levels"], [
    { id: "level-1", name: "Ground floor", elevation: 0, height: 2.5 },
    { id: "level-2", name: "First floor", elevation: 2.85, height: 2.5 },
  ]);
  assert.deepEqual(lossOf(imported, "emptyFloors")?.names, ["Roof"]);
});

test("IFC-2: a building without storeys is one floor", async () => {
  const file = new BuildingFile();
  file.wall(["$", "$"], [0, 0], [4, 0]);
  const { plan } = await importedFrom([file.file()]);
  assert.deepEqual(plan["levels"], [
    { id: "level-1", name: "Ground floor", elevation: 0, height: 2.6 },
  ]);
  assert.equal(objectsIn(plan["walls"]).length, 1);
});

test("IFC-2: storeys whose elevations are counted from the sea are counted from the lowest one", async () => {
  const file = new BuildingFile();
  for (const elevation of [432, 435]) file.wall(file.storey("", elevation), [0, 0], [4, 0]);
  const { plan } = await importedFrom([file.file()]);
  assert.deepEqual(
    objectsIn(plan["levels"]).map(({ elevation, name }) => [name, elevation]),
    [
      ["1", 0],
      ["2", 3],
    ],
  );
});

test("IFC-3: rooms have the names, heights and uses of their spaces, and those without a name a number", async () => {
  const file = new BuildingFile();
  const storey = file.storey("0", 0);
  for (const at of [0, 5, 10]) file.wall(storey, [at, 0], [at + 4, 0]);
  file.space(storey, "1", "Hall", rectangle(0, 0.1, 4, 3));
  file.space(storey, "", "", rectangle(5, 0.1, 4, 3), 2.2);
  file.space(storey, "T", "", rectangle(10, 0.1, 4, 3), 2.5, ".EXTERNAL.");
  const whole = file.space(storey, "W", "Flat", rectangle(0, 0, 20, 4));
  file.add("IFCRELAGGREGATES", quoted("g"), "$", "$", "$", whole, [
    file.space(storey, "P", "", rectangle(15, 0, 2, 2)),
  ]);
  file.space(storey, "GFA", "", rectangle(0, 0, 20, 4), 2.5, ".GFA.");
  const imported = await importedFrom([file.file()]);
  const rooms = objectsIn(imported.plan["rooms"]);
  assert.deepEqual(
    rooms.map(({ name, height, outdoor }) => [name, height, outdoor]),
    [
      ["Hall", undefined, undefined],
      ["Room 1", 2.2, undefined],
      ["T", undefined, true],
      ["P", undefined, undefined],
    ],
  );
  assert.deepEqual(lossOf(imported, "buildingParts")?.names, ["Flat", "GFA"]);
});

test("IFC-3: on floors without spaces, what walls enclose becomes rooms; spaces without walls are open", async () => {
  const file = new BuildingFile();
  const storey = file.storey("0", 0);
  const corners = rectangle(0, 0, 4, 3);
  corners.forEach((from, at) => file.wall(storey, from, corners[(at + 1) % 4] ?? from));
  const { plan } = await importedFrom([file.file()]);
  assert.deepEqual(areasOf(plan), [12]);
  const bare = new BuildingFile();
  bare.space(bare.storey("0", 0), "1", "", corners);
  assert.deepEqual(areasOf((await importedFrom([bare.file()])).plan), [12]);
});

test("IFC-4: walls have the thickness of their body and their own height; along no room they stand alone", async () => {
  const file = new BuildingFile();
  const storey = file.storey("0", 0);
  file.storey("1", 3);
  file.space(storey, "1", "", rectangle(0, 0, 4, 3), 2.5);
  file.wall(storey, [-0.15, -0.15], [4.15, -0.15], 0.3, 2.9, "South");
  file.wall(storey, [6, 0], [6, 3], 0.1, 1.1, "Parapet");
  file.wall(storey, [8, 0], [8, 3], 0.24, 5.6, "Tower");
  const { plan } = await importedFrom([file.file()]);
  const walls = objectsIn(plan["walls"]);
  assert.deepEqual(
    walls.map(({ from, height, level, thickness }) => [level, from, thickness, height]),
    [
      ["level-1", [6, 0], 0.1, 1.1],
      ["level-1", [8, 0], 0.24, 5.6],
      ["level-2", [8, 0], 0.24, undefined],
    ],
  );
  const [room = {}] = objectsIn(plan["rooms"]);
  assert.deepEqual(new Set(cornersOf(room).map(([, z]) => z)), new Set([-3, 0.15]));
});

test("IFC-4: a wall of layers is one, one around a corner is two, and a round one is a row; a cut one is reported", async () => {
  const file = new BuildingFile();
  const storey = file.storey("0", 0);
  const direction = file.add("IFCDIRECTION", [0, 0, 1]);
  const [, layered] = file.product("IFCWALL", storey, "Layers", [0, 0, 0], "", "$");
  const layers = [0, 0.1].map((y) => {
    const place = file.placement("$", [0, y, 0]);
    const body = file.shape([file.block([5, 0.1, 2.5])]);
    return file.add(
      "IFCBUILDINGELEMENTPART",
      quoted("l"),
      "$",
      "$",
      "$",
      "$",
      place,
      body,
      "$",
      "$",
    );
  });
  file.add("IFCRELAGGREGATES", quoted("a"), "$", "$", "$", layered, layers);
  const angle = [
    [0, 0],
    [3, 0],
    [3, 2],
    [2.8, 2],
    [2.8, 0.2],
    [0, 0.2],
  ] as const;
  const corner = file.product(
    "IFCWALL",
    storey,
    "Corner",
    [0, 10, 0],
    file.extruded(angle, 2.5),
    "$",
  );
  file.opening(corner, 1.5, 0, [1, 2]);
  const arc = (radius: number) =>
    Array.from({ length: 7 }, (_, at): readonly [number, number] => {
      const turn = (at * Math.PI) / 12;
      return [radius * Math.cos(turn), radius * Math.sin(turn)];
    });
  const round = file.extruded([...arc(4), ...arc(3.8).toReversed()], 2.5);
  file.product("IFCWALL", storey, "Round", [0, 20, 0], round, "$");
  const plane = file.add(
    "IFCPLANE",
    file.add("IFCAXIS2PLACEMENT3D", file.add("IFCCARTESIANPOINT", [0, 0, 2]), direction, "$"),
  );
  const cut = file.add(
    "IFCBOOLEANCLIPPINGRESULT",
    ".DIFFERENCE.",
    file.block([5, 0.2, 6]),
    file.add("IFCHALFSPACESOLID", plane, ".F."),
  );
  file.product("IFCWALL", storey, "Gable", [0, 30, 0], cut, "$");
  const imported = await importedFrom([file.file()]);
  const walls = objectsIn(imported.plan["walls"]);
  const near = (z: number): readonly JsonObject[] =>
    walls.filter(({ from }) => isList(from) && Math.abs(numberIn(from[1], 0) + z) < 5);
  assert.deepEqual(
    near(0).map(({ from, thickness, to }) => [from, to, thickness]),
    [[[0, -0.1], [5, -0.1], 0.2]],
  );
  assert.equal(near(10).length, 2);
  assert.deepEqual(
    objectsIn(imported.plan["openings"]).map(({ width }) => width),
    [1],
  );
  assert.equal(near(20).length, 6);
  assert.deepEqual(
    near(30).map(({ height }) => height),
    [undefined],
  );
  assert.deepEqual(lossOf(imported, "straightWalls")?.names, ["Round"]);
  assert.deepEqual(lossOf(imported, "wallHeights")?.names, ["Gable"]);
});

test("IFC-5: doors and windows lie in their walls with type, hinge, swing, sill and lintel", async () => {
  const { plan } = await importedFrom([twoStoreys().file()]);
  assert.deepEqual(objectsIn(plan["openings"]).slice(0, 3), [
    {
      id: "opening-1",
      room_id: "room-1",
      edge: 1,
      offset: 2.05,
      width: 0.9,
      type: "door",
      hinge: "right",
      swing: "in",
      sill: 0,
      lintel: 2.1,
    },
    {
      id: "opening-2",
      room_id: "room-1",
      edge: 2,
      offset: 2.05,
      width: 1.2,
      type: "window",
      sill: 0.9,
      lintel: 2.2,
    },
    {
      id: "opening-3",
      room_id: "room-2",
      edge: 0,
      offset: 1.25,
      width: 1,
      type: "door",
      style: "passage",
      sill: 0,
      lintel: 2.1,
    },
  ]);
});

test("IFC-5: hinge and swing are the same in a turned building in millimetres", async () => {
  const sides = ({ plan }: Imported): readonly unknown[] =>
    objectsIn(plan["openings"]).map(({ hinge, swing }) => [hinge, swing]);
  const straight = sides(await importedFrom([twoStoreys().file()]));
  for (const turned of [-135, 30, 77, 200]) {
    const file = twoStoreys({ ...millimetres, turned, at: [3.3, 4.7, 0] }).file();
    assert.deepEqual(sides(await importedFrom([file])), straight);
  }
});

test("IFC-5: the operation of a door tells its type and its hinge, and turned around it swings to the other side", async () => {
  const file = new BuildingFile();
  const storey = file.storey("0", 0);
  const wall = file.wall(storey, [0, 0], [20, 0]);
  const doors = [
    [".SINGLE_SWING_RIGHT.", 0],
    [".SINGLE_SWING_RIGHT.", 180],
    [".DOUBLE_DOOR_SINGLE_SWING.", 0],
    [".SLIDING_TO_LEFT.", 0],
    [".NOTDEFINED.", 0],
  ] as const;
  doors.forEach(([operation, turned], at) => {
    const name = operation === ".NOTDEFINED." ? "Garagentor" : "D";
    file.opening(wall, 2 + at * 3, 0, [2, 2.1], {
      type: "IFCDOOR",
      name,
      turned,
      more: ["$", operation, "$"],
    });
  });
  file.opening(wall, 18, 1, [0.2, 0.2]);
  const imported = await importedFrom([file.file()]);
  assert.deepEqual(
    objectsIn(imported.plan["openings"]).map(({ hinge, style, swing }) => [style, hinge, swing]),
    [
      [undefined, "right", "out"],
      [undefined, "left", "in"],
      ["double", "left", "in"],
      ["sliding", "left", "out"],
      ["garage", "left", "in"],
    ],
  );
  assert.deepEqual(lossOf(imported, "buildingParts")?.names, ["IfcOpeningElement"]);
});

test("IFC-6: products become furniture and devices by their predefined type, their name or their type", async () => {
  const file = new BuildingFile();
  const storey = file.storey("0", 0);
  file.wall(storey, [0, 0], [9, 0]);
  const block = (): string => file.block([0.6, 0.4, 0.8]);
  file.product("IFCSANITARYTERMINAL", storey, "S1", [1, 1, 0.3, 90], block(), ".TOILETPAN.");
  const [, chair] = file.product("IFCFURNITURE", storey, "F1", [2, 1, 0], block(), "$");
  file.typed(file.add("IFCFURNITURETYPE", quoted("t"), "$", quoted("Drehstuhl"), "$"), chair);
  file.product("IFCSPACEHEATER", storey, "H1", [3, 1, 0], block(), ".RADIATOR.");
  file.product("IFCFURNITURE", storey, "Harp", [4, 1, 0], block(), "$");
  file.product("IFCBUILDINGELEMENTPROXY", storey, "Thing", [5, 1, 0], block(), "$");
  file.product("IFCFURNITURE", storey, "Ghost", [6, 1, 0], "", "$");
  const imported = await importedFrom([file.file()]);
  const { plan } = imported;
  assert.deepEqual(elementOf(plan, "furniture", "type", "wc"), {
    id: "item-1",
    type: "wc",
    level: "level-1",
    name: "S1",
    x: 0.8,
    z: -1.3,
    elevation: 0.3,
    rotation: 270,
    w: 0.6,
    d: 0.4,
    height: 0.8,
  });
  assert.equal(elementOf(plan, "furniture", "type", "office_chair")["name"], "F1");
  assert.equal(elementOf(plan, "furniture", "type", "box")["name"], "Harp");
  assert.equal(elementOf(plan, "devices", "kind", "radiator")["x"], 3.3);
  assert.equal(objectsIn(plan["furniture"]).length, 3);
  assert.deepEqual(lossOf(imported, "unknownFurniture")?.names, ["Harp"]);
  assert.deepEqual(lossOf(imported, "shapeless")?.names, ["Ghost"]);
  assert.deepEqual(lossOf(imported, "buildingParts")?.names, ["IfcBuildingElementProxy"]);
});

test("IFC-7: a turned site turns the plan, and one far away is moved to the origin, which is reported", async () => {
  const { plan } = await importedFrom([twoStoreys().file()]);
  const turned = await importedFrom([twoStoreys({ turned: 90, at: [1, 2, 0] }).file()]);
  assert.deepEqual(areasOf(turned.plan), areasOf(plan));
  const [kitchen = {}] = objectsIn(turned.plan["rooms"]);
  const [first] = cornersOf(kitchen).toSorted(
    (one, other) => one[0] - other[0] || one[1] - other[1],
  );
  assert.deepEqual(first, [-2.05, -6.05]);
  const sofa = objectsIn(turned.plan["furniture"])[0];
  assert.deepEqual([sofa?.["x"], sofa?.["z"], sofa?.["rotation"]], [0.55, -4, 270]);
  const far = await importedFrom([twoStoreys({ at: [4_500_000, 5_300_000, 432] }).file()]);
  assert.deepEqual(areasOf(far.plan), areasOf(plan));
  assert.deepEqual(lossOf(far, "movedToOrigin")?.names, ["x 4500004 m, y 5300001 m"]);
  assert.deepEqual(far.plan["levels"], plan["levels"]);
});

test("IFC-7: a mapped shape lies where its map's origin comes to its target, mirrored and larger as that says", async () => {
  const file = new BuildingFile();
  const storey = file.storey("0", 0);
  file.wall(storey, [0, 0], [4, 0]);
  const shape = file.add("IFCSHAPEREPRESENTATION", "$", quoted("Body"), "$", [
    file.block([1, 0.5, 0.5]),
  ]);
  const point = (...at: readonly number[]): string => file.add("IFCCARTESIANPOINT", at);
  const direction = (...to: readonly number[]): string => file.add("IFCDIRECTION", to);
  const up = direction(0, 0, 1);
  const turnedOrigin = file.add("IFCAXIS2PLACEMENT3D", point(1, 0, 0), up, direction(0, 1, 0));
  const map = file.add("IFCREPRESENTATIONMAP", turnedOrigin, shape);
  const target = (second: string, scale: number): string =>
    file.add(
      "IFCCARTESIANTRANSFORMATIONOPERATOR3D",
      direction(1, 0, 0),
      second,
      point(2, 2, 0),
      scale,
      up,
    );
  for (const operator of [target(direction(0, 1, 0), 1), target(direction(0, -1, 0), 2)])
    file.product(
      "IFCFURNITURE",
      storey,
      "Table",
      [0, 0, 0],
      file.add("IFCMAPPEDITEM", map, operator),
      "$",
    );
  const { plan } = await importedFrom([file.file()]);
  // Seen from the origin of the map, its block reaches 0.5 m along x and 1 m along y.
  assert.deepEqual(
    objectsIn(plan["furniture"]).map(({ d, height, w, x, z }) => [x, z, w, d, height]),
    [
      [2.25, -2.5, 0.5, 1, 0.5],
      [2.5, -1, 1, 2, 1],
    ],
  );
});

test("IFC-8: what has no place in a plan is reported by its type with its number", async () => {
  const file = twoStoreys();
  file.add("IFCPROPERTYSET", quoted("p"), "$", "$", "$", []);
  file.add("IFCMATERIAL", quoted("Brick"));
  const imported = await importedFrom([file.file()]);
  assert.deepEqual(imported.losses, [
    { what: "buildingParts", count: 2, names: ["IfcSlab"] },
    { what: "properties", count: 1, names: [] },
    { what: "materials", count: 1, names: [] },
  ]);
});
