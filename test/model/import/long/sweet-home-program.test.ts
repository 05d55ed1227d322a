import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isRight } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { openingHeightsOf } from "../../../../src/model/elements/heights.ts";
import { wallOf } from "../../../../src/model/elements/opening-walls.ts";
import { insideOf, roomsOf } from "../../../../src/model/elements/rooms.ts";
import { signedArea } from "../../../../src/model/geometry/polygon.ts";
import {
  cross,
  distance,
  dot,
  minus,
  nearestOn,
  type Point,
  pointAlong,
  turned,
  wallsOf,
} from "../../../../src/model/geometry/vector.ts";
import type { Imported } from "../../../../src/model/import/import-result.ts";
import { type JsonObject, objectsIn } from "../../../../src/model/json.ts";
import { spanOf } from "../../../../src/model/kinds/opening.ts";
import { temporaryFolder } from "../../../support/service.ts";
import { mayUse, sweetHomeClasses } from "../../../support/programs.ts";
import { root } from "../../../support/source-files.ts";
import { importedFrom, lossOf } from "../reading.ts";
import { toldHeights, wrongHeights } from "./told-heights.ts";

const seed = Number(process.env["FLOORPLAN_TEST_SEED"] ?? Math.floor(Math.random() * 1e9));
const homes = 30;

const point = t.tuple([t.number, t.number]);

/** What the program has of a home, in centimetres and radians. */
const told = t.intersection([
  toldHeights,
  t.type({
    rooms: t.array(t.type({ name: t.string, area: t.number, points: t.array(point) })),
    openings: t.array(
      t.type({
        name: t.string,
        x: t.number,
        y: t.number,
        angle: t.number,
        width: t.number,
        depth: t.number,
        elevation: t.number,
        height: t.number,
      }),
    ),
    /** How much of what plans have no place for, by the kinds of losses. */
    losses: t.record(t.string, t.number),
  }),
]);

type Told = t.TypeOf<typeof told>;

/** An outline without corners at which it turns back along itself, and encloses nothing. */
const withoutSpikes = (corners: readonly Point[]): readonly Point[] =>
  corners.filter((corner, at) => {
    const [one, other] = [corners.at(at - 1), corners[(at + 1) % corners.length]];
    if (one === undefined || other === undefined) return true;
    const [back, on] = [minus(one, corner), minus(other, corner)];
    return dot(back, on) <= 0 || Math.abs(cross(back, on)) > 1e-3 * distance(one, corner);
  });

/** How far the corners of one outline are from the other, at most, in metres. */
const furthest = (one: readonly Point[], other: readonly Point[]): number => {
  const edges = wallsOf(other);
  return Math.max(
    ...one.map((corner) => Math.min(...edges.map((edge) => nearestOn(edge, corner).away))),
  );
};

const inMetres = ([x, y]: readonly [number, number]): Point => [x / 100, y / 100];

/** What is more than 1 cm or 0.1 % off in the rooms of a plan. */
const wrongRooms = (plan: JsonObject, { rooms }: Told): readonly string[] => {
  const found = roomsOf(plan);
  if (found.length !== rooms.length) return [`${found.length} rooms for ${rooms.length}`];
  return rooms.flatMap(({ area, name, points }, at) => {
    const room = found[at];
    if (room === undefined) return [`${name} is missing`];
    const [inside, drawn] = [insideOf(room, plan), withoutSpikes(points.map(inMetres))];
    const off = Math.max(furthest(inside, drawn), furthest(drawn, inside));
    const [is, was] = [Math.abs(signedArea(inside)) / 2, area / 1e4];
    return off > 0.01 || Math.abs(is - was) > 0.001 * was
      ? [`room ${at} ${name}: ${off} m off, ${is} m² for ${was}`]
      : [];
  });
};

/** Where a plan's opening is: its middle, its width, and its edges above the floor. */
const placesOf = (plan: JsonObject) =>
  objectsIn(plan["openings"]).flatMap((opening) => {
    const wall = wallOf(plan, opening);
    if (wall === undefined) return [];
    const { offset, width } = spanOf(opening);
    const { lintel, sill } = openingHeightsOf(plan, opening);
    return [{ at: pointAlong(wall, offset), width, sill, lintel }];
  });

/** What the import reports of the kinds that the program counts. */
const reported = (
  { losses }: Imported,
  kinds: readonly string[],
): Readonly<Record<string, number>> =>
  Object.fromEntries(
    kinds.map((kind) => [kind, losses.find(({ what }) => what === kind)?.count ?? 0]),
  );

/** The openings of which no counterpart is within 1 cm along the wall, in its body, as wide and as high. */
const wrongOpenings = (plan: JsonObject, { openings }: Told): readonly string[] => {
  const places = placesOf(plan);
  return openings.flatMap(({ angle, depth, elevation, height, name, width, x, y }) => {
    const [at, degrees] = [inMetres([x, y]), (angle * 180) / Math.PI];
    const isThere = places.some((place) => {
      const away = turned(minus(place.at, at), -degrees);
      return (
        Math.abs(away[0]) <= 0.01 &&
        Math.abs(away[1]) <= depth / 200 + 0.3 &&
        Math.abs(place.width - width / 100) <= 0.01 &&
        (elevation < 0 || Math.abs(place.sill - elevation / 100) <= 0.01) &&
        (elevation < 0 || Math.abs(place.lintel - (elevation + height) / 100) <= 0.01)
      );
    });
    return isThere ? [] : [`${name} at ${x}, ${y}, ${width} wide`];
  });
};

test("IMPORT-15, IMPORT-17, HEIGHT-8: homes that Sweet Home 3D itself wrote have their rooms within 1 cm and 0.1 % of the area, each opening in its place, all heights within 1 cm, and as many losses of each kind as the program has of it", async (tc) => {
  const classes = sweetHomeClasses();
  if (!mayUse(tc, "Sweet Home 3D") || classes === undefined) return;
  const folder = await temporaryFolder(tc);
  const program = join(root, "test/model/import/long/Homes.java");
  const args = ["-Djava.awt.headless=true", "-cp", classes, program, folder, `${seed}`, `${homes}`];
  const { status, stderr } = spawnSync("java", args, { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  const names = [
    "1BedroomApartmentWithRoundWall",
    "2BedroomApartment",
    "2BedroomApartmentWithBowWindow",
    "2BedroomHouseWithBasement",
    "3BedroomApartment",
    "3BedroomHouseWithAttic",
    "3BedroomHouseWithMezzanine",
    "4BedroomHouse",
    "Studio",
    ...Array.from({ length: homes }, (_, at) => `home-${at}`),
  ];
  const met = new Set<string>();
  for (const name of names) {
    const decoded = told.decode(JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")));
    assert(isRight(decoded), name);
    const bytes = readFileSync(join(folder, `${name}.sh3d`));
    const imported = await importedFrom([{ name: `${name}.sh3d`, bytes }]);
    const { plan } = imported;
    const where = `${name} of seed ${seed}`;
    assert.deepEqual(wrongRooms(plan, decoded.right), [], where);
    assert.deepEqual(wrongOpenings(plan, decoded.right), [], where);
    assert.deepEqual(wrongHeights(plan, decoded.right), [], where);
    assert.equal(lossOf(imported, "looseOpenings"), undefined, where);
    const { losses } = decoded.right;
    assert.deepEqual(reported(imported, Object.keys(losses)), losses, where);
    for (const [kind, count] of Object.entries(losses)) if (count > 0) met.add(kind);
  }
  tc.diagnostic(`losses of the kinds ${[...met].toSorted().join(", ")}`);
  assert(met.size > 6, "the homes have most of what is lost");
});
