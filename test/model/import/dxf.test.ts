import assert from "node:assert/strict";
import { test } from "node:test";
import type { PlanData } from "../../../src/model/elements/entities.ts";
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
    const { plan: back } = await importedFrom([drawingFile(floorDxf(plan, level, catalogue))]);
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
    count: 2,
    names: ["HATCH", "Glas"],
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
  assert(turns >= 6, `${turns} turns in 120,000 tags`);
});
