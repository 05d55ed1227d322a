import assert from "node:assert/strict";
import { test } from "node:test";
import { findingsIn } from "../../../src/model/editing/check.ts";
import { wallOf } from "../../../src/model/elements/opening-walls.ts";
import { roomsOf } from "../../../src/model/elements/rooms.ts";
import { distance, type Point, pointAlong } from "../../../src/model/geometry/vector.ts";
import { type JsonObject, objectsIn, pointIn } from "../../../src/model/json.ts";
import { spanOf } from "../../../src/model/kinds/opening.ts";
import { homeFile } from "./home.ts";
import { elementOf, importedFrom, lossOf } from "./reading.ts";
import {
  assertInside,
  bath,
  door,
  house,
  living,
  planOf,
  room,
  terrace,
  wall,
} from "./walled-home.ts";

const thicknesses = (plan: JsonObject, name: string): readonly unknown[] => {
  const { points } = elementOf(plan, "rooms", "name", name);
  assert(Array.isArray(points));
  return points.map((point: unknown) => (Array.isArray(point) ? (point[2]?.wall ?? "usual") : ""));
};

test("IMPORT-17: a terrace beside the house changes no wall, and is open where it has none", async () => {
  const plan = await planOf(
    ...house,
    room("Living", living),
    room("Bath", bath),
    room("Terrace", terrace),
  );
  for (const [name, drawn] of Object.entries({ Living: living, Bath: bath, Terrace: terrace }))
    assertInside(plan, name, drawn);
  assert.equal(plan["wall_thickness"], 0.075);
  assert.deepEqual(thicknesses(plan, "Terrace"), [0.26, 0, 0, 0]);
  assert.deepEqual(plan["walls"], []);
});

test("IMPORT-17: each edge has the thickness of its own wall, also along one edge", async () => {
  const drawn: readonly Point[] = [
    [5, 5],
    [595, 5],
    [595, 290],
    [5, 290],
  ];
  const plan = await planOf(
    wall([0, 0, 600, 0], 10),
    wall([600, 0, 600, 300], 10),
    wall([300, 300, 600, 300], 20),
    wall([0, 307.5, 300, 307.5], 35),
    wall([0, 300, 0, 0], 10),
    room("Hall", drawn),
  );
  assertInside(plan, "Hall", drawn);
  const all = thicknesses(plan, "Hall");
  assert(all.includes(0.2) && all.includes(0.35), all.join());
});

test("IMPORT-17: a room that reaches into the opening of a door keeps that, and its wall stays in line", async () => {
  const drawn: readonly Point[] = [
    [13, 13],
    [396.25, 13],
    [396.25, 100],
    [400, 100],
    [400, 190],
    [396.25, 190],
    [396.25, 287],
    [13, 287],
  ];
  const plan = await planOf(...house, room("Living", drawn), room("Bath", bath));
  assertInside(plan, "Living", drawn);
  const corners = roomsOf(plan)[0]?.corners ?? [];
  assert.equal(corners.filter(([x]) => x === 4).length, 4, "all of the partition is one line");
});

test("IMPORT-17: of a wall that ends within a room, nothing is lost", async () => {
  const drawn: readonly Point[] = [
    [13, 13],
    [296, 13],
    [296, 150],
    [304, 150],
    [304, 13],
    [587, 13],
    [587, 287],
    [13, 287],
  ];
  const plan = await planOf(...house.slice(0, 4), wall([300, 0, 300, 150], 8), room("Hall", drawn));
  assertInside(plan, "Hall", drawn);
  // The other one is the outer wall behind its root.
  const [root, standing, ...more] = objectsIn(plan["walls"]);
  assert.deepEqual(more, []);
  assert.deepEqual(
    [root?.["from"], root?.["to"]],
    [
      [2.96, 0],
      [3.04, 0],
    ],
  );
  assert.deepEqual([standing?.["to"], standing?.["thickness"]], [[3, 1.5], 0.08]);
});

test("IMPORT-17: a room drawn to the middle of its walls is as large as it is drawn", async () => {
  const drawn: readonly Point[] = [
    [0, 0],
    [600, 0],
    [600, 300],
    [0, 300],
  ];
  const plan = await planOf(...house.slice(0, 4), room("Hall", drawn));
  assertInside(plan, "Hall", drawn);
  assert.deepEqual(thicknesses(plan, "Hall"), [0.26, 0.26, 0.26, 0.26]);
});

test("IMPORT-18: a round wall becomes a row of straight ones along its arc, and none goes straight across", async () => {
  // A quarter of a circle of 2 m around [2, 3].
  const xml = `<home version="7000">${wall([200, 100, 400, 300], 10, 'arcExtent="1.5707964"')}</home>`;
  const imported = await importedFrom([homeFile(xml)]);
  const ends = objectsIn(imported.plan["walls"]).flatMap(({ from, to }) => [from, to]);
  const points = ends.map(pointIn).filter((point) => point !== undefined);
  assert(points.length >= 20, `${points.length} ends`);
  for (const point of points) assert(Math.abs(distance(point, [2, 3]) - 2) < 1e-3, point.join());
  assert.deepEqual(
    [points[0], points.at(-1)],
    [
      [2, 1],
      [4, 3],
    ],
  );
  assert.equal(lossOf(imported, "straightWalls")?.count, 1);
});

test("IMPORT-18: a room along a round wall has it once", async () => {
  const parts = 18;
  const at = (radius: number, part: number): Point => {
    const angle = (Math.PI / 2) * (1 - part / parts);
    return [200 + radius * Math.cos(angle), 300 - radius * Math.sin(angle)];
  };
  const arc = Array.from({ length: parts + 1 }, (_, part) => at(195, part));
  const drawn: readonly Point[] = [...arc, [395, 395], [205, 395]];
  const plan = await planOf(
    wall([200, 100, 400, 300], 10, 'arcExtent="1.5707964"'),
    wall([400, 300, 400, 400], 10),
    wall([400, 400, 200, 400], 10),
    wall([200, 400, 200, 100], 10),
    room("Tower", [[205, 105.06], ...drawn.slice(1)]),
  );
  assertInside(plan, "Tower", [[205, 105.06], ...drawn.slice(1)]);
  assert.deepEqual(plan["walls"], []);
});

test("IMPORT-19: a door in a freestanding wall stays in it", async () => {
  const alone = wall([0, 500, 400, 500], 12);
  const sash =
    '<sash xAxis="0" yAxis="0" width="1" startAngle="0" endAngle="-1.5707964"/></doorOrWindow>';
  const hung = door(150, 501, 90).replace("/>", `>${sash}`);
  const xml = `<home version="7000">${house.join("")}${room("Living", living)}${room("Bath", bath)}${alone}${hung}</home>`;
  const { plan, losses } = await importedFrom([homeFile(xml)]);
  assert.deepEqual(plan["walls"], [
    { id: "wall-1", level: "level-1", from: [0, 5], to: [4, 5], thickness: 0.12 },
  ]);
  // Its leaf opens downwards, to the right of the wall's direction, and hangs at the wall's start.
  assert.deepEqual(plan["openings"], [
    {
      id: "opening-1",
      wall_id: "wall-1",
      offset: 1.5,
      width: 0.9,
      type: "door",
      hinge: "left",
      swing: "in",
      sill: 0,
      lintel: 2.08,
    },
  ]);
  assert.deepEqual([losses, findingsIn(plan)], [[], []]);
});

test("IMPORT-19: a door in a freestanding wall of several parts in a row keeps its width, and one in a wall between rooms goes to the room", async () => {
  const parts = [wall([0, 500, 160, 500], 12), wall([160, 500, 400, 500], 12)];
  const plan = await planOf(
    ...house,
    room("Living", living),
    room("Bath", bath),
    ...parts,
    door(150, 501, 90),
  );
  const [placed, ...others] = objectsIn(plan["openings"]);
  assert.deepEqual(
    [placed?.["wall_id"], placed?.["offset"], placed?.["width"], others.length],
    ["wall-1", 1.5, 0.9, 0],
  );
  assert.deepEqual(findingsIn(plan), [], "it is within the walls as far as they run straight");
  const inside = await planOf(
    ...house,
    room("Living", living),
    ...parts,
    door(400, 145, 90, 'angle="1.5707964"'),
  );
  assert.equal(objectsIn(inside["openings"])[0]?.["room_id"], "room-1");
});

test("IMPORT-19: a door that is wider than the part of its wall where the room reaches into it keeps its place and width", async () => {
  const drawn: readonly Point[] = [
    [13, 13],
    [396.25, 13],
    [396.25, 100],
    [400, 100],
    [400, 180],
    [396.25, 180],
    [396.25, 287],
    [13, 287],
  ];
  const plan = await planOf(
    ...house,
    room("Living", drawn),
    door(400, 145, 91, 'angle="1.5707964"'),
  );
  const [placed] = objectsIn(plan["openings"]);
  assert(placed !== undefined);
  const holder = wallOf(plan, placed);
  assert(holder !== undefined);
  const at = pointAlong(holder, spanOf(placed).offset);
  assert(distance(at, [4, 1.45]) < 1e-3, at.join());
  assert.equal(placed["width"], 0.91);
  assert.deepEqual(findingsIn(plan), [], "it is within its wall as far as that runs straight");
});

test("IMPORT-19: a window in a round wall keeps its place and width", async () => {
  const parts = 18;
  const arc = Array.from({ length: parts + 1 }, (_, part): Point => {
    const angle = (Math.PI / 2) * (1 - part / parts);
    return [200 + 195 * Math.cos(angle), 300 - 195 * Math.sin(angle)];
  });
  const drawn: readonly Point[] = [...arc, [395, 395], [205, 395], [205, 105.06]];
  const slant = 200 / Math.SQRT2;
  const plan = await planOf(
    wall([200, 100, 400, 300], 10, 'arcExtent="1.5707964"'),
    wall([400, 300, 400, 400], 10),
    wall([400, 400, 200, 400], 10),
    wall([200, 400, 200, 100], 10),
    room("Tower", drawn.slice(1)),
    door(200 + slant, 300 - slant, 80, 'angle="0.7853982" elevation="90"'),
  );
  const [placed] = objectsIn(plan["openings"]);
  assert(placed !== undefined);
  const wallAt = wallOf(plan, placed);
  assert(wallAt !== undefined);
  const at = pointAlong(wallAt, spanOf(placed).offset);
  const middle: Point = [2 + slant / 100, 3 - slant / 100];
  assert(distance(at, middle) < 0.01, `${at.join()} for ${middle.join()}`);
  assert.equal(placed["width"], 0.8);
});
