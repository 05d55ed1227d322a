import assert from "node:assert/strict";
import { test } from "node:test";
import { floorHeightsOf, wallHeightsOf } from "../../../src/model/elements/heights.ts";
import { roomsOf } from "../../../src/model/elements/rooms.ts";
import { type JsonObject, objectsIn } from "../../../src/model/json.ts";
import { homeFile } from "./home.ts";
import { elementOf, importedFrom, lossOf } from "./reading.ts";
import { assertInside, bath, door, house, living, planOf, room, wall } from "./walled-home.ts";

/** The wall of the house's rooms between them, from the top down. */
const partition = 'xStart="400" yStart="0" xEnd="400" yEnd="300"';

const piece = (element: string, name: string, more: string): string =>
  `<${element} name="${name}" x="100" y="100" width="80" depth="60" ${more}/>`;

/** The corners of a room that say a height, with what they say. */
const heightsIn = (plan: JsonObject, name: string): readonly JsonObject[] =>
  objectsIn([elementOf(plan, "rooms", "name", name)["points"] ?? []].flat(2)).map(
    ({ height, end_height: end }) => ({ height, end_height: end }),
  );

test("HEIGHT-8: floors have the elevation, height and slab of their levels", async () => {
  const levels = [
    '<level id="a" name="Attic" elevation="540.5" floorThickness="30" height="200"/>',
    '<level id="c" name="Cellar" elevation="-230" floorThickness="0" height="210"/>',
    '<level id="t" name="Tower" elevation="900000" floorThickness="300" height="2500"/>',
  ].join("");
  const { plan, losses } = await importedFrom([
    homeFile(`<home version="7000" wallHeight="260">${levels}</home>`),
  ]);
  const heights = objectsIn(plan["levels"]).map(({ elevation, height, floor_thickness: slab }) => [
    elevation,
    height,
    slab,
  ]);
  assert.deepEqual(heights, [
    [-2.3, 2.1, 0],
    [5.405, 2, 0.3],
    [undefined, undefined, undefined],
  ]);
  assert.equal(plan["ceiling_height"], undefined, "each floor says its own");
  assert.deepEqual(
    losses.map(({ what, names }) => [what, names]),
    [["floorHeights", ["Tower"]]],
  );
});

test("HEIGHT-8: a home without levels has ceilings as high as its new walls", async () => {
  const { plan } = await importedFrom([homeFile('<home version="7000" wallHeight="260"/>')]);
  assert.equal(floorHeightsOf(plan, undefined).height, 2.6);
});

test("HEIGHT-8: walls as high as their floor say nothing, half-walls and sloping ones their heights", async () => {
  const plain = await planOf(...house, room("Living", living), room("Bath", bath));
  assert.deepEqual(heightsIn(plain, "Living"), []);
  const sloping = house.map((each) =>
    each.includes(partition) ? each.replace("/>", ' height="120" heightAtEnd="240"/>') : each,
  );
  assert.notDeepEqual(sloping, house);
  const plan = await planOf(
    ...sloping,
    room("Living", living),
    room("Bath", bath),
    wall([0, 500, 400, 500], 12, 'height="100"'),
    wall([0, 600, 400, 600], 12, 'height="250" heightAtEnd="50"'),
    wall([0, 700, 400, 700], 12, 'height="250"'),
  );
  assertInside(plan, "Living", living);
  // Rooms end within their outer walls; around the bath the wall leads the other way.
  assert.deepEqual(heightsIn(plan, "Living"), [{ height: 1.237, end_height: 2.363 }]);
  assert.deepEqual(heightsIn(plan, "Bath"), [{ height: 2.363, end_height: 1.237 }]);
  const standing = objectsIn(plan["walls"]).map(({ height, end_height: end }) => [height, end]);
  assert.deepEqual(standing, [
    [1, undefined],
    [undefined, 0.5],
    [undefined, undefined],
  ]);
});

test("HEIGHT-8: a room gets a corner where a lower wall goes on in the same line", async () => {
  const inner = [
    wall([0, 0, 200, 0], 20, 'height="250"'),
    wall([200, 0, 500, 0], 20, 'height="110"'),
    wall([500, 0, 500, 300], 20, 'height="250"'),
    wall([500, 300, 0, 300], 20, 'height="250"'),
    wall([0, 300, 0, 0], 20, 'height="250"'),
  ];
  const drawn = [
    [10, 10],
    [490, 10],
    [490, 290],
    [10, 290],
  ] as const;
  const plan = await planOf(...inner, room("Hall", drawn));
  assertInside(plan, "Hall", drawn);
  const [hall] = roomsOf(plan);
  assert(hall !== undefined);
  const heights = hall.corners.map(([x, z], edge) => {
    const [from, to] = wallHeightsOf(plan, { owner: "rooms/room-1", edge });
    return [x, z, from, to];
  });
  assert.deepEqual(heights, [
    [0, 0, 2.5, 2.5],
    [2, 0, 1.1, 1.1],
    [5, 0, 2.5, 2.5],
    [5, 3, 2.5, 2.5],
    [0, 3, 2.5, 2.5],
  ]);
});

test("HEIGHT-8: a round wall that slopes does so along all of its parts", async () => {
  const plan = await planOf(
    wall([0, 0, 400, 0], 10, 'arcExtent="1.5" height="100" heightAtEnd="200"'),
  );
  const parts = objectsIn(plan["walls"]);
  assert(parts.length > 5);
  assert.deepEqual([parts[0]?.["height"], parts.at(-1)?.["end_height"]], [1, 2]);
  for (const [at, part] of parts.slice(1).entries())
    assert.equal(part["height"], parts[at]?.["end_height"], "it has no steps");
});

test("HEIGHT-8: doors and windows have a sill and a lintel, and pieces their height and elevation", async () => {
  const { plan, losses } = await importedFrom([
    homeFile(
      `<home version="7000" wallHeight="250">${[
        ...house,
        room("Living", living),
        room("Bath", bath),
        door(200, 0, 100, 'elevation="90.5"'),
        piece("pieceOfFurniture", "Shelf", 'height="40" elevation="120"'),
        piece("light", "Ceiling lamp", 'height="10" elevation="240"'),
        piece("pieceOfFurniture", "Radiator", 'height="60" elevation="15"'),
        piece("pieceOfFurniture", "Obelisk", 'height="2100"'),
      ].join("")}</home>`,
    ),
  ]);
  const [window] = objectsIn(plan["openings"]);
  assert.deepEqual([window?.["sill"], window?.["lintel"]], [0.905, 2.985]);
  const heights = (list: "furniture" | "devices", name: string): unknown => {
    const { elevation, height } = elementOf(plan, list, "name", name);
    return [elevation, height];
  };
  assert.deepEqual(heights("furniture", "Shelf"), [1.2, 0.4]);
  assert.deepEqual(heights("furniture", "Ceiling lamp"), [2.4, 0.1]);
  assert.deepEqual(heights("devices", "Radiator"), [0.15, undefined]);
  assert.deepEqual(heights("furniture", "Obelisk"), [0, undefined]);
  assert.deepEqual(
    losses.filter(({ what }) => what === "heights").map(({ names }) => names),
    [["Obelisk"]],
  );
});

test("HEIGHT-8: what plans ignore is told: sills below the floor, and walls that are higher than all", async () => {
  const imported = await importedFrom([
    homeFile(
      `<home version="7000">${[
        wall([0, 0, 400, 0], 10, 'height="2100"'),
        door(200, 0, 100, 'elevation="-30"'),
      ].join("")}</home>`,
    ),
  ]);
  assert.equal(lossOf(imported, "wallHeights")?.count, 1);
  assert.deepEqual(lossOf(imported, "heights")?.names, ["Door"]);
  const [opening] = objectsIn(imported.plan["openings"]);
  assert.deepEqual([opening?.["sill"], opening?.["lintel"]], [undefined, undefined]);
});
