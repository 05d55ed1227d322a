import assert from "node:assert/strict";
import { test } from "node:test";
import type { PlanData } from "../../../../src/model/elements/entities.ts";
import { levelsCalled } from "../../../../src/model/elements/levels.ts";
import { insideOf, roomsOn } from "../../../../src/model/elements/rooms.ts";
import { floorDxf } from "../../../../src/model/export/dxf/floor-dxf.ts";
import * as catalogue from "../../../../src/model/kinds/catalogue/symbols.ts";
import { signedArea } from "../../../../src/model/geometry/polygon.ts";
import type { Point } from "../../../../src/model/geometry/vector.ts";
import { demoPlan } from "../../../samples/index.ts";
import { seededRandom } from "../../../support/random.ts";
import { type ReadDrawing, readWithEzdxf } from "./ezdxf.ts";

/** Two rooms of 4 × 3 and 2 × 3 metres between the lines of their walls, which are 10 and 20 cm thick. */
const twoRooms: PlanData = {
  wall_thickness: 0.1,
  outer_wall_thickness: 0.2,
  rooms: [
    {
      id: "a",
      name: "Küche",
      points: [
        [0, 0],
        [4, 0],
        [4, 3],
        [0, 3],
      ],
    },
    {
      id: "b",
      name: "Flur",
      points: [
        [4, 0],
        [6, 0],
        [6, 3],
        [4, 3],
      ],
    },
  ],
};

/** Texts that end lines, format or escape in DXF, or that no file can hold. */
const oddTexts: readonly [string, ...string[]] = [
  "0\nENDSEC\r\n0\nEOF",
  "\\P{\\fArial;x}",
  "a\r0\rENDSEC",
  "%%c \\U+0041 ^J",
  "\u0000\u001b[31m\u0085",
  "🏠 é \ud800",
  "k".repeat(20_000),
  `a${"🏠".repeat(1000)}`,
  "*Model_Space",
  "",
];

const door = { id: "d", room_id: "a", edge: 1, offset: 1.5, width: 0.9, type: "door" };

const on = ({ entities }: ReadDrawing, layer: string): ReadDrawing["entities"] =>
  entities.filter((entity) => entity.layer === layer);

const areaOf = (points: readonly (readonly number[])[]): number =>
  signedArea(points.map(([x = 0, y = 0]): Point => [x, -y])) / 2;

/** The area within outlines, of which those around rooms run the other way. */
const wallArea = (drawing: ReadDrawing): number =>
  Math.abs(on(drawing, "WALLS").reduce((sum, { points }) => sum + areaOf(points), 0));

const near = (one: number, other: number, metres = 1e-3): boolean => Math.abs(one - other) < metres;

test("DXF-1: another program reads each floor of the samples without a repair, in metres", async (t) => {
  const floors = (["flat", "house"] as const).flatMap((size) => {
    const plan = demoPlan(size);
    return levelsCalled(plan, undefined).map((level) => ({ plan, level }));
  });
  const read = await readWithEzdxf(
    t,
    floors.map(({ plan, level }) => floorDxf(plan, level, catalogue)),
  );
  if (read === undefined) return;
  for (const [at, drawing] of read.entries()) {
    assert.deepEqual([drawing.version, drawing.units, drawing.problems], ["AC1021", 6, []]);
    const { plan, level } = floors[at] ?? { plan: {}, level: undefined };
    const rooms = roomsOn(plan, level);
    const drawn = on(drawing, "ROOMS").filter(({ isClosed }) => isClosed);
    assert.equal(drawn.length, rooms.length);
    for (const [index, room] of rooms.entries())
      assert.deepEqual(
        drawn[index]?.points.map(([x = 0, y = 0]) => [Math.round(x * 1e4), Math.round(y * 1e4)]),
        insideOf(room, plan).map(([x, z]) => [Math.round(x * 1e4), Math.round(-z * 1e4) || 0]),
      );
    const blocks = on(drawing, "FURNITURE");
    assert(blocks.length > 20 && blocks.every(({ block }) => block in drawing.blocks));
    assert(on(drawing, "DEVICES").length > 0 && on(drawing, "WINDOWS").length > 0);
  }
});

test("DXF-2: walls are outlines that are joined, with a gap for each opening, and doors have hinge and swing", async (t) => {
  const whole = floorDxf(twoRooms, undefined, catalogue);
  const opened = floorDxf({ ...twoRooms, openings: [door] }, undefined, catalogue);
  const parted = floorDxf(
    { ...twoRooms, walls: [{ id: "w", from: [2, 0], to: [2, 1], thickness: 0.1 }] },
    undefined,
    catalogue,
  );
  const read = await readWithEzdxf(t, [whole, opened, parted]);
  if (read === undefined) return;
  const [closed, gap, standing] = read;
  assert(closed && gap && standing);
  // Around are 6 × 3 metres with 15 cm to the outer face; within, 5 cm less at each side.
  const area = 6.3 * 3.3 - 3.9 * 2.9 - 1.9 * 2.9;
  assert.equal(on(closed, "WALLS").length, 3);
  assert(near(wallArea(closed), area), `${wallArea(closed)} of ${area}`);
  // The gap lets both rooms be one outline.
  assert.equal(on(gap, "WALLS").length, 2);
  assert(near(wallArea(gap), area - 0.9 * 0.1, 2e-3));
  assert.equal(on(standing, "WALLS").length, 3);
  assert(near(wallArea(standing), area + 0.1 * 0.95, 2e-3));
  const [leaf, arc] = on(gap, "DOORS");
  assert.equal(leaf?.type, "LINE");
  assert.equal(arc?.type, "ARC");
  // From within the room, which lies to the left of the wall, the hinge is at the left end, further up the page.
  assert.deepEqual(leaf.points, [
    [3.95, -1.05],
    [3.05, -1.05],
  ]);
  assert(near(arc.centre[0] ?? 0, 3.95) && near(arc.centre[1] ?? 0, -1.05));
});

test("DXF-1: pieces, dimensions and texts are on layers of their own, where the plan has them", async (t) => {
  const plan: PlanData = {
    ...twoRooms,
    furniture: [
      { id: "1", type: "sofa", x: 1, z: 2, w: 2, d: 0.9, rotation: 90 },
      { id: "2", type: "sofa", x: 3, z: 2, w: 2, d: 0.9 },
    ],
    devices: [{ id: "r", kind: "radiator", name: "Heizung", x: 5, z: 1 }],
    texts: [
      { id: "t", text: "Zwei\nZeilen {1} \\ß", x: 1, z: 1 },
      { id: "u", text: "{{ states('sensor.a') }}", x: 1, z: 1 },
    ],
    dimensions: [{ id: "m", from: [0, 4], to: [3, 4] }],
  };
  const read = await readWithEzdxf(t, [floorDxf(plan, undefined, catalogue)]);
  if (read === undefined) return;
  const [drawing] = read;
  assert(drawing);
  const pieces = on(drawing, "FURNITURE");
  assert.deepEqual(
    pieces.map(({ block, points, rotation }) => [block, points, rotation]),
    [
      ["sofa-200x90", [[1, -2]], -90],
      ["sofa-200x90", [[3, -2]], 0],
    ],
  );
  const corners = Object.values(drawing.blocks["sofa-200x90"] ?? {}).flat();
  const across = corners.map(([x = 0]) => x);
  assert(near(Math.min(...across), -1) && near(Math.max(...across), 1));
  assert.deepEqual(
    on(drawing, "DEVICES").map(({ type, text, block }) => type + text + block),
    ["INSERTradiator", "MTEXTHeizung"],
  );
  assert.deepEqual(
    on(drawing, "TEXTS").map(({ text }) => text),
    ["Zwei\nZeilen {1} \\ß"],
  );
  assert.deepEqual(
    on(drawing, "DIMENSIONS").map(({ type, points, length }) => [type, points, length]),
    [
      [
        "DIMENSION",
        [
          [0, -4],
          [3, -4],
        ],
        3,
      ],
    ],
  );
  assert.deepEqual(
    on(drawing, "ROOMS").flatMap(({ text }) => (text === "" ? [] : [text])),
    ["Küche", "Flur"],
  );
});

test("DXF-3: the DXF of any plan is read, whatever its texts, types and sizes are", async (t) => {
  const random = seededRandom(t);
  const odd = (): string => random.pick(oddTexts);
  const plans = oddTexts.map((always): PlanData => {
    const metres = (): number => random.pick([0, 1e-9, 0.4, 3, -7.25, 1e6]);
    const point = (): Point => [metres(), metres()];
    const many = <E>(make: (at: number) => E): E[] =>
      Array.from({ length: random.below(5) }, (_, at) => make(at));
    return {
      rooms: many((at) => ({ id: `r${at}`, name: odd(), points: many(point) })),
      walls: many((at) => ({ id: `w${at}`, from: point(), to: point() })),
      openings: many((at) => ({ ...door, id: `o${at}`, room_id: "r0", edge: at, style: odd() })),
      furniture: many(() => ({ type: odd(), x: metres(), z: metres(), w: metres(), d: metres() })),
      devices: many(() => ({ kind: odd(), name: odd(), x: metres(), z: metres() })),
      texts: [{ text: always, x: 0, z: 0 }],
      dimensions: many(() => ({ from: point(), to: point() })),
    };
  });
  const read = await readWithEzdxf(
    t,
    plans.map((plan) => floorDxf(plan, undefined, catalogue)),
  );
  if (read === undefined) return;
  assert.deepEqual(
    read.flatMap(({ problems }) => problems),
    [],
  );
  // Those without anything that formats in DXF come back as they are.
  for (const [at, text] of oddTexts.entries())
    if (/^[a-z\p{So}]+$/u.test(text))
      assert.deepEqual(
        on(read[at] ?? assert.fail(), "TEXTS").map((each) => each.text),
        [text],
      );
});
