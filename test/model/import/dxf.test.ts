import assert from "node:assert/strict";
import { test } from "node:test";
import { isTemplate } from "../../../src/model/bindings/element-bindings.ts";
import type { PlanData } from "../../../src/model/elements/entities.ts";
import { elementsOn } from "../../../src/model/elements/places.ts";
import { levelsCalled } from "../../../src/model/elements/levels.ts";
import { insideOf, roomsOf, roomsOn } from "../../../src/model/elements/rooms.ts";
import { floorDxf } from "../../../src/model/export/dxf/floor-dxf.ts";
import { distance, type Point } from "../../../src/model/geometry/vector.ts";
import type { GivenFile } from "../../../src/model/import/import-result.ts";
import type { ImportLimits } from "../../../src/model/import/refusal.ts";
import { type JsonObject, objectsIn, textIn } from "../../../src/model/json.ts";
import * as catalogue from "../../../src/model/kinds/catalogue/symbols.ts";
import { demoPlan } from "../../samples/index.ts";
import { seededRandom } from "../../support/random.ts";
import { importedFrom, inShort, lossOf, refusalOf } from "./reading.ts";
import { zipOf } from "./zip.ts";

const drawingFile = (text: string, name = "Plan.dxf"): GivenFile => ({
  name,
  bytes: Buffer.from(text),
});

/** A drawing of entities in DXF of R12, each of its tags. */
const drawing = (
  entities: readonly (readonly (string | number)[])[],
  header: readonly (string | number)[] = [],
  blocks: readonly (readonly (string | number)[])[] = [],
): string =>
  [
    [0, "SECTION", 2, "HEADER", ...header, 0, "ENDSEC"],
    [0, "SECTION", 2, "BLOCKS"],
    ...blocks,
    [0, "ENDSEC", 0, "SECTION", 2, "ENTITIES"],
    ...entities,
    [0, "ENDSEC", 0, "EOF"],
  ]
    .flat()
    .join("\n");

const line = (layer: string, from: Point, to: Point) =>
  [0, "LINE", 8, layer, 10, from[0], 20, from[1], 11, to[0], 21, to[1]] as const;

const rectangle = (layer: string, x: number, y: number, w: number, h: number) => [
  line(layer, [x, y], [x + w, y]),
  line(layer, [x + w, y], [x + w, y + h]),
  line(layer, [x + w, y + h], [x, y + h]),
  line(layer, [x, y + h], [x, y]),
];

/** A house of one room of 4 × 3 m within walls of 20 cm, in units of which a metre has so many. */
const house = (unit: number, layer = "A-WALL") => [
  ...rectangle(layer, 0, 0, 4.4 * unit, 3.4 * unit),
  ...rectangle(layer, 0.2 * unit, 0.2 * unit, 4 * unit, 3 * unit),
];

const millimetres = [9, "$INSUNITS", 70, 4];

/** The room's extent between its walls, in centimetres. */
const sizesOf = (plan: JsonObject): readonly (readonly number[])[] =>
  roomsOf(plan).map((room) => {
    const corners = insideOf(room, plan);
    const [across, down] = [corners.map(([x]) => x), corners.map(([, z]) => z)];
    return [across, down].map((all) => Math.round((Math.max(...all) - Math.min(...all)) * 100));
  });

test("DXF-6: what is exported as DXF comes back with its rooms within 1 cm, its openings and its furniture", async (t) => {
  const random = seededRandom(t);
  const metres = (least: number, more: number): number => least + random.below(more * 100) / 100;
  const rows = Array.from({ length: 5 }, (): { plan: PlanData; level: undefined } => {
    const widths = Array.from({ length: 1 + random.below(4) }, () => metres(2, 4));
    const depth = metres(2, 3);
    let x = metres(-5, 10);
    const plan = {
      wall_thickness: random.pick([0.1, 0.12, 0.2]),
      rooms: widths.map((wide, at) => {
        const points = [
          [x, 0],
          [x + wide, 0],
          [x + wide, depth],
          [x, depth],
        ];
        x += wide;
        return { id: `r${at}`, name: `Raum ${at} ä`, points };
      }),
      openings: widths.map((wide, at) => ({
        id: `o${at}`,
        room_id: `r${at}`,
        edge: 2,
        offset: wide / 2,
        width: 0.9,
        type: at % 2 === 0 ? "window" : "door",
      })),
    };
    return { plan, level: undefined };
  });
  const samples = (["flat", "house"] as const).flatMap((size) => {
    const sample: PlanData = demoPlan(size);
    return levelsCalled(sample, undefined).map((level) => ({ plan: sample, level }));
  });
  for (const { plan, level } of [...samples, ...rows]) {
    const imported = await importedFrom([drawingFile(floorDxf(plan, level, catalogue))]);
    const { plan: back } = imported;
    assert.equal(lossOf(imported, "shapes"), undefined, "all that is drawn comes back");
    for (const list of ["furniture", "devices", "sensors", "texts"] as const) {
      const told = (all: readonly JsonObject[]) =>
        all
          .filter(({ text }) => list !== "texts" || !isTemplate(textIn(text) ?? "{{"))
          .map(({ kind, name, text, type, x, z }) => ({
            called: [kind, list === "furniture" ? type : (name ?? text)].map(textIn).join(" "),
            at: [Number(x), Number(z)] as const,
          }));
      const before = told(elementsOn(plan, level, [list]).map(({ data }) => data));
      const after = told(objectsIn(back[list]));
      assert.equal(after.length, before.length, list);
      for (const { at, called } of before)
        assert(
          after.some((each) => each.called === called && distance(each.at, at) < 0.02),
          `${called} at ${at.join()}`,
        );
    }
    const [was, is] = [roomsOn(plan, level), roomsOf(back)];
    const namesOf = (rooms: typeof was) => rooms.map(({ entity }) => entity.data["name"]);
    assert.deepEqual(namesOf(is), namesOf(was));
    for (const [at, room] of was.entries()) {
      const [before, after] = [insideOf(room, plan), is[at] ? insideOf(is[at], back) : []];
      for (const corner of before)
        assert(
          after.some((each) => distance(each, corner) < 0.01),
          `${at}: ${corner.join()} of ${JSON.stringify(after)}`,
        );
    }
    const ofFloor = new Set(was.map(({ id }) => id));
    const own = objectsIn(plan["openings"]).filter((each) => ofFloor.has(textIn(each["room_id"])));
    const kinds = (all: readonly JsonObject[]) =>
      all.map(({ type }) => textIn(type) ?? "").toSorted((one, other) => one.localeCompare(other));
    assert.deepEqual(kinds(objectsIn(back["openings"])), kinds(own));
  }
});

test("DXF-7: pairs of lines become walls as thick as they are apart, and what they enclose rooms", async () => {
  const { plan, origin } = await importedFrom([drawingFile(drawing(house(1000), millimetres))]);
  assert.equal(origin, "DXF");
  assert.deepEqual([sizesOf(plan), plan["wall_thickness"]], [[[400, 300]], 0.2]);
  const lines = await importedFrom([
    drawingFile(drawing(rectangle("0", 0, 0, 5000, 4000), millimetres)),
  ]);
  assert.deepEqual(sizesOf(lines.plan), [[490, 390]], "single lines are walls of 10 cm");
});

test("DXF-8: an arc in a gap of a wall is a door with hinge and swing, lines along it are a window, and blocks are what they are called", async () => {
  const wall = "Wände";
  const faces = [
    ...rectangle(wall, 0, 0, 4400, 3400).slice(1),
    ...rectangle(wall, 200, 200, 4000, 3000).slice(1),
    // Below, with gaps from 1 to 1.9 and from 2.5 to 3.5 metres.
    ...[0, 200].flatMap((y) => [
      line(wall, [y, y], [1000, y]),
      line(wall, [1900, y], [2500, y]),
      line(wall, [3500, y], [4400 - y, y]),
    ]),
    ...[1000, 1900, 2500, 3500].map((x) => line(wall, [x, 0], [x, 200])),
    line("Glas", [2500, 100], [3500, 100]),
    [0, "ARC", 8, "Türen", 10, 1000, 20, 200, 40, 900, 50, 0, 51, 90],
    [0, "INSERT", 8, "Möbel", 2, "Sofa_3", 10, 2000, 20, 2000, 50, 90],
    [0, "INSERT", 8, "Möbel", 2, "Xyz", 10, 2000, 20, 2000],
    [0, "TEXT", 8, "Raumnamen", 10, 2000, 20, 1500, 40, 200, 1, "K\\U+00FCche"],
    [0, "DIMENSION", 8, "M", 13, 0, 23, -500, 14, 4400, 24, -500],
    [0, "HATCH", 8, "Boden"],
  ];
  const blocks = [
    [0, "BLOCK", 2, "SOFA_3", 10, 0, 20, 0],
    ...rectangle("0", 0, 0, 2000, 900),
    [0, "ENDBLK"],
  ];
  const imported = await importedFrom([drawingFile(drawing(faces, millimetres, blocks))]);
  const { plan } = imported;
  const openings = objectsIn(plan["openings"]).map((each) => [
    each["type"],
    each["width"],
    each["hinge"],
    each["swing"],
  ]);
  assert.deepEqual(openings, [
    // Seen from the room, whose wall is at the page's lower end, the left is at the right.
    ["door", 0.9, "right", "in"],
    ["window", 1, undefined, undefined],
  ]);
  const [sofa] = objectsIn(plan["furniture"]);
  assert.deepEqual(
    [sofa?.["type"], sofa?.["x"], sofa?.["z"], sofa?.["w"], sofa?.["d"], sofa?.["rotation"]],
    ["sofa", 1.55, -3, 2, 0.9, 270],
  );
  assert.equal(objectsIn(plan["rooms"])[0]?.["name"], "Küche");
  assert.deepEqual(objectsIn(plan["dimensions"])[0]?.["to"], [4.4, 0.5]);
  assert.deepEqual(lossOf(imported, "unknownBlocks"), {
    what: "unknownBlocks",
    count: 1,
    names: ["Xyz"],
  });
  assert.deepEqual(lossOf(imported, "shapes"), {
    what: "shapes",
    count: 1,
    names: ["HATCH"],
  });
});

test("DXF-8: arcs and lines on layers of walls that belong to nothing are reported, and round walls too", async () => {
  const arc = [0, "ARC", 8, "A-WALL", 10, 9000, 20, 0, 40, 2000, 50, 0, 51, 180];
  const alone = line("A-WALL", [9000, 0], [9000, 3000]);
  const round = [
    [0, "LWPOLYLINE", 8, "RUNDWAND", 90, 4, 70, 1],
    [10, 24_000, 20, 0, 42, 1, 10, 16_000, 20, 0],
    [10, 16_200, 20, 0, 42, -1, 10, 23_800, 20, 0],
  ].flat();
  const entities = [...house(1000), arc, alone, round, line("Linien", [0, 0], [100, 100])];
  const imported = await importedFrom([drawingFile(drawing(entities, millimetres))]);
  assert.deepEqual(lossOf(imported, "shapes"), {
    what: "shapes",
    count: 3,
    names: ["A-WALL", "Linien"],
  });
  assert.deepEqual(lossOf(imported, "straightWalls"), {
    what: "straightWalls",
    count: 24,
    names: ["RUNDWAND"],
  });
});

test("DXF-9: a drawing without units is taken as in those that make it as large as a house, which is told", async () => {
  for (const [unit, name, header] of [
    [1000, "mm", []],
    [100, "cm", []],
    [1, "m", []],
    [1 / 0.0254, "in", [9, "$MEASUREMENT", 70, 0]],
  ] as const) {
    const imported = await importedFrom([drawingFile(drawing(house(unit), header))]);
    assert.deepEqual(sizesOf(imported.plan), [[400, 300]], name);
    assert.deepEqual(lossOf(imported, "guessedUnits")?.names, [name]);
  }
  const vast = await refusalOf([drawingFile(drawing(house(1e6)))]);
  assert.equal(inShort(vast), "unknownUnits | Plan.dxf");
});

/** A house of 12 × 9 m with rooms of 3 m in a row, walls of two thicknesses in metres, and doors in a unit. */
const rowOfRooms = (unit: number, outer: number, inner: number) => [
  ...rectangle("0", 0, 0, 12 * unit, 9 * unit),
  ...rectangle("0", outer * unit, outer * unit, (12 - 2 * outer) * unit, (9 - 2 * outer) * unit),
  ...[3, 6, 9].flatMap((x) =>
    [0, inner].map((more) =>
      line("0", [(x + more) * unit, outer * unit], [(x + more) * unit, (9 - outer) * unit]),
    ),
  ),
];

test("DXF-9: without any header the thickness of walls and the width of doors tell inches from centimetres, and feet from metres", async () => {
  const inch = 0.0254;
  for (const [unit, name, outer, inner] of [
    [1 / inch, "in", 8 * inch, 4.5 * inch],
    [1 / inch, "in", 12 * inch, 6 * inch],
    [1 / (12 * inch), "ft", 8 * inch, 4.5 * inch],
    [1 / (12 * inch), "ft", 12 * inch, 6 * inch],
    [1000, "mm", 0.365, 0.115],
    [100, "cm", 0.365, 0.115],
    [100, "cm", 0.2, 0.1],
    [1, "m", 0.365, 0.115],
    [1, "m", 0.2, 0.1],
  ] as const) {
    const imported = await importedFrom([drawingFile(drawing(rowOfRooms(unit, outer, inner)))]);
    assert.deepEqual(lossOf(imported, "guessedUnits")?.names, [name], `${name} ${outer}`);
    assert.equal(roomsOf(imported.plan).length, 4);
  }
  // Lines alone, in which only the doors tell.
  for (const [unit, name] of [
    [100, "cm"],
    [1 / inch, "in"],
  ] as const) {
    const door = [0, "ARC", 8, "0", 10, 2 * unit, 20, 0, 40, 0.9 * unit, 50, 0, 51, 90];
    const text = drawing([...rectangle("0", 0, 0, 9 * unit, 8 * unit), door]);
    const imported = await importedFrom([drawingFile(text)]);
    assert.deepEqual(lossOf(imported, "guessedUnits")?.names, [name]);
  }
});

test("DXF-14: what is on the paper, and on layers that are off or frozen, is no part of the plan; the latter is told", async () => {
  const paper = [0, "LINE", 67, 1, 8, "Blatt", 10, 0, 20, 0, 11, 9e6, 21, 9e6];
  const layer = (name: string, flags: number, colour: number) => [
    0,
    "LAYER",
    2,
    name,
    70,
    flags,
    62,
    colour,
  ];
  const tables = [
    [0, "SECTION", 2, "TABLES", 0, "TABLE", 2, "LAYER"],
    layer("ALT-WAND", 1, 7),
    layer("AUS", 0, -7),
    layer("A-WALL", 0, 7),
    [0, "ENDTAB", 0, "ENDSEC"],
  ]
    .flat()
    .join("\n");
  const entities = [
    ...house(1000),
    paper,
    ...rectangle("alt-wand", 1500, 0, 200, 3400),
    line("AUS", [0, 0], [1000, 0]),
    [0, "INSERT", 8, "AUS", 2, "SOFA", 10, 0, 20, 0],
  ];
  const blocks = [[0, "BLOCK", 2, "SOFA"], ...rectangle("0", 0, 0, 2000, 900), [0, "ENDBLK"]];
  const imported = await importedFrom([
    drawingFile(`${tables}\n${drawing(entities, millimetres, blocks)}`),
  ]);
  assert.deepEqual(sizesOf(imported.plan), [[400, 300]]);
  assert.deepEqual(imported.plan["furniture"], []);
  assert.deepEqual(lossOf(imported, "shapes"), {
    what: "shapes",
    count: 6,
    names: ["alt-wand", "AUS"],
  });
});

test("DXF-14: what is drawn from below is mirrored, and blocks are placed in rows and columns", async () => {
  const blocks = [
    [0, "BLOCK", 2, "CHAIR", 10, 0, 20, 0],
    ...rectangle("0", 0, 0, 400, 500),
    [0, "ENDBLK"],
  ];
  const grid = [0, "INSERT", 8, "0", 2, "CHAIR", 10, 500, 20, 500, 70, 3, 71, 2, 44, 700, 45, 800];
  const mirrored = (points: readonly Point[]) =>
    [
      [0, "LWPOLYLINE", 8, "A-WALL", 90, 4, 70, 1, 230, -1],
      ...points.map(([x, y]) => [10, -x || 0, 20, y]),
    ].flat();
  const outlines = [
    mirrored([
      [0, 0],
      [4400, 0],
      [4400, 3400],
      [0, 3400],
    ]),
    mirrored([
      [200, 200],
      [4200, 200],
      [4200, 3200],
      [200, 3200],
    ]),
  ];
  const below = [0, "INSERT", 8, "0", 2, "CHAIR", 10, -4000, 20, 2000, 50, 30, 230, -1];
  const { plan } = await importedFrom([
    drawingFile(drawing([...outlines, grid, below], millimetres, blocks)),
  ]);
  const [room] = roomsOf(plan);
  assert(room && insideOf(room, plan).every(([x]) => x >= 0.199 && x <= 4.201));
  const chairs = objectsIn(plan["furniture"]).map(({ rotation, x, z }) => [x, z, rotation]);
  assert.deepEqual(chairs.slice(0, 6), [
    [0.7, -0.75, 0],
    [0.7, -1.55, 0],
    [1.4, -0.75, 0],
    [1.4, -1.55, 0],
    [2.1, -0.75, 0],
    [2.1, -1.55, 0],
  ]);
  // 20 cm to the right and 25 up, turned counterclockwise by 30°, and seen from below.
  const [across, up] = [0.2 * Math.cos(Math.PI / 6) - 0.25 / 2, 0.1 + 0.25 * Math.cos(Math.PI / 6)];
  const round = (metres: number): number => Math.round(metres * 10_000) / 10_000;
  assert.deepEqual(chairs[6], [round(4 - across), round(-2 - up), 30]);
});

test("DXF-14: an arc of a polyline becomes lines, so that a round wall is a row of walls", async () => {
  const ring = (inner: number, outer: number) =>
    [
      [0, "LWPOLYLINE", 8, "A-WALL", 90, 4, 70, 1],
      [10, outer, 20, 0, 42, 1, 10, -outer, 20, 0],
      [10, -inner, 20, 0, 42, -1, 10, inner, 20, 0],
    ].flat();
  const { plan } = await importedFrom([drawingFile(drawing([ring(3800, 4000)], millimetres))]);
  const walls = objectsIn(plan["walls"]);
  assert.equal(walls.length, 12);
  const ends = walls.flatMap(({ from }) => (Array.isArray(from) ? [from.map(Number)] : []));
  assert(
    ends.every(([x = 0, z = 0]) => z < 0.1 && Math.abs(Math.hypot(x, z) - 3.9) < 0.05),
    JSON.stringify(ends),
  );
});

test("DXF-7: a drawing in a ZIP, and one that begins with a long comment, is read", async () => {
  const text = drawing(house(1000), millimetres);
  const comment = `999\n${"made by hand ".repeat(400)}\n`.repeat(3);
  const plain = await importedFrom([drawingFile(text)]);
  const later = await importedFrom([drawingFile(comment + text)]);
  assert.deepEqual(later.plan, plain.plan);
  const packed = await importedFrom([
    { name: "Plan.zip", bytes: zipOf([{ name: "a/Plan.dxf", bytes: Buffer.from(text) }]) },
  ]);
  assert.deepEqual([packed.plan, packed.origin], [plain.plan, "DXF"]);
});

test("DXF-10: binary and damaged drawings, and those beyond a limit, are refused whole, with the place or the limit", async () => {
  const refused = async (text: string, limits: Partial<ImportLimits> = {}): Promise<string> =>
    inShort(await refusalOf([drawingFile(text)], limits));
  const whole = drawing(house(1000), millimetres);
  assert.equal(await refused("AutoCAD Binary DXF\r\n\u001a\u0000"), "binaryDrawing | Plan.dxf");
  assert.equal(await refused("AC1027\u0000\u0000"), "binaryDrawing | Plan.dxf");
  assert.equal(await refused("0\nSECTION\n2\nENTITIES\nx\nLINE"), "damagedDrawing | Plan.dxf | 5");
  assert.equal(await refused(drawing([], millimetres)), "noWalls | Plan.dxf");
  assert.equal(await refused(whole.replaceAll("4400", "many")), "badNumber | Plan.dxf | LINE 11");
  assert.equal(await refused(whole, { importElements: 30 }), "limit | Plan.dxf | import-elements");
  assert.equal(await refused(whole, { importWalls: 7 }), "limit | Plan.dxf | import-walls");
  assert.equal(
    await refused(whole, { importMetres: 3 }),
    "limit | Plan.dxf | LINE | import-metres",
  );
  const ring = drawing([...house(1000), [0, "INSERT", 8, "0", 2, "A", 10, 0, 20, 0]], millimetres, [
    [0, "BLOCK", 2, "A"],
    [0, "INSERT", 8, "0", 2, "A", 10, 0, 20, 0],
    [0, "ENDBLK"],
  ]);
  assert.equal(await refused(ring), "limit | Plan.dxf | INSERT | import-depth");
  const both = await refusalOf([drawingFile(whole), drawingFile(whole, "Other.dxf")]);
  assert.equal(inShort(both), "severalPlans | Other.dxf");
});

test("DXF-11: while a large drawing is read, others get a turn again and again", async () => {
  const many = Array.from({ length: 20_000 }, (_, at) => line("Möbel", [at, 0], [at, 100]));
  let turns = 0;
  const counting = setInterval(() => {
    turns += 1;
  }, 0);
  await importedFrom([drawingFile(drawing([...house(1000), ...many], millimetres))]);
  clearInterval(counting);
  assert(turns > 3, `${turns} turns in 120,000 tags`);
});
