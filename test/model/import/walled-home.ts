import assert from "node:assert/strict";
import { insideOf, roomsOf } from "../../../src/model/elements/rooms.ts";
import { signedArea } from "../../../src/model/geometry/polygon.ts";
import { nearestOn, type Point, wallsOf } from "../../../src/model/geometry/vector.ts";
import type { JsonObject } from "../../../src/model/json.ts";
import { homeFile } from "./home.ts";
import { importedFrom } from "./reading.ts";

type Line = readonly [x1: number, y1: number, x2: number, y2: number];

/** A wall of a home by the ends of its middle and its thickness, in centimetres. */
export const wall = ([x1, y1, x2, y2]: Line, thickness: number, more = ""): string =>
  `<wall id="w${x1}-${y1}-${x2}-${y2}" xStart="${x1}" yStart="${y1}" xEnd="${x2}" yEnd="${y2}" thickness="${thickness}" ${more}/>`;

/** A drawn room of a home, in centimetres. */
export const room = (name: string, corners: readonly Point[]): string =>
  `<room id="${name}" name="${name}">${corners.map(([x, y]) => `<point x="${x}" y="${y}"/>`).join("")}</room>`;

/** The plan of a home of these elements. */
export const planOf = async (...inner: readonly string[]): Promise<JsonObject> => {
  const xml = `<home version="7000" wallHeight="250">${inner.join("")}</home>`;
  return (await importedFrom([homeFile(xml)])).plan;
};

/** Asserts that a room is within its walls what was drawn, in centimetres. */
export const assertInside = (plan: JsonObject, name: string, drawn: readonly Point[]): void => {
  const found = roomsOf(plan).find(({ entity }) => entity.data["name"] === name);
  assert(found !== undefined);
  const inside = insideOf(found, plan);
  const wanted = drawn.map(([x, y]): Point => [x / 100, y / 100]);
  for (const corner of wanted) {
    const away = Math.min(...wallsOf(inside).map((edge) => nearestOn(edge, corner).away));
    assert(away < 0.005, `${name}: ${corner.join()} is ${away} m off`);
  }
  const [area, all] = [inside, wanted].map((corners) => Math.abs(signedArea(corners)) / 2);
  assert(Math.abs((area ?? 0) - (all ?? 0)) < 0.001 * (all ?? 0), `${name}: ${area} for ${all} m²`);
};

/** A door of a home, in centimetres; one with an elevation is a window. */
export const door = (x: number, y: number, width: number, more = ""): string =>
  `<doorOrWindow name="Door" x="${x}" y="${y}" width="${width}" depth="10" height="208" ${more}/>`;

/** The inside of a house of two rooms with outer walls of 26 cm and a partition of 7.5 cm. */
export const living: readonly Point[] = [
  [13, 13],
  [396.25, 13],
  [396.25, 287],
  [13, 287],
];
/** Its other room. */
export const bath: readonly Point[] = [
  [403.75, 13],
  [587, 13],
  [587, 287],
  [403.75, 287],
];
/** What lies beside the house. */
export const terrace: readonly Point[] = [
  [-13, 313],
  [613, 313],
  [613, 600],
  [-13, 600],
];
/** The walls of the house. */
export const house = [
  wall([0, 0, 600, 0], 26),
  wall([600, 0, 600, 300], 26),
  wall([600, 300, 0, 300], 26),
  wall([0, 300, 0, 0], 26),
  wall([400, 0, 400, 300], 7.5),
];
