import { minus, plus, type Point, times, turned } from "../../../src/model/geometry/vector.ts";
import type { Raster } from "../../../src/model/scan/raster.ts";
import type { Random } from "../../support/random.ts";
import { DrawingSheet, type Ink } from "./drawing-sheet.ts";
import { furnish } from "./furnish.ts";
import type { House, TrueOpening, TrueWall } from "./made-up-house.ts";

/** How walls are drawn. */
export const wallStyles = ["filled", "grey", "hatched", "faces"] as const;

/** How a house is drawn. */
export interface Drawing {
  readonly style: (typeof wallStyles)[number];
  readonly perMetre: number;
  readonly degrees: number;
  readonly grain: number;
  readonly specks: number;
  readonly hasFurniture: boolean;
  /** The width of thin lines in metres. */
  readonly line: number;
}

/** Metres of paper around the house. */
const margin = 2.2;

const lengthOf = ({ from, to }: TrueWall): number => Math.hypot(to[0] - from[0], to[1] - from[1]);

const along = (wall: TrueWall, metres: number, aside = 0): Point => {
  const [x, z] = times(minus(wall.to, wall.from), 1 / lengthOf(wall));
  return plus(wall.from, [x * metres - z * aside, z * metres + x * aside]);
};

/** The parts of a wall between its openings, beyond its ends by half of what it meets there. */
const solids = (
  wall: TrueWall,
  walls: readonly TrueWall[],
): readonly (readonly [number, number])[] => {
  const reach = (end: Point): number => {
    const others = walls.filter(
      (other) =>
        other !== wall &&
        [other.from, other.to].some(
          (each) => Math.hypot(each[0] - end[0], each[1] - end[1]) < 0.01,
        ),
    );
    return Math.max(0, ...others.map(({ thickness }) => thickness / 2));
  };
  const edges = [
    -reach(wall.from),
    ...wall.openings.flatMap(({ from, to }) => [from, to]),
    lengthOf(wall) + reach(wall.to),
  ];
  return edges.flatMap((from, at) =>
    at % 2 === 0 ? [[from, edges[at + 1] ?? from] as const] : [],
  );
};

const drawWalls = (
  sheet: DrawingSheet,
  { walls }: House,
  { style, line, perMetre }: Drawing,
): void => {
  const ink = style === "grey" ? 150 : 25;
  for (const wall of walls)
    for (const [from, to] of solids(wall, walls))
      sheet.stroke(along(wall, from), along(wall, to), wall.thickness, ink);
  if (style !== "hatched" && style !== "faces") return;
  const spacing = Math.round(perMetre * 0.09);
  const wide = Math.max(1, perMetre * line * 0.6);
  const inside: Ink = style === "faces" ? 250 : (x, y) => ((x + y) % spacing < wide ? 60 : 250);
  for (const wall of walls)
    for (const [from, to] of solids(wall, walls)) {
      // An end on the middle line of a wall across stays open.
      const open = (end: number): number =>
        walls.some((other) => other !== wall && isOn(along(wall, end), other)) ? 0 : line;
      sheet.stroke(
        along(wall, from + open(from)),
        along(wall, to - open(to)),
        wall.thickness - 2 * line,
        inside,
        true,
      );
    }
};

/** Whether a place is on the middle line of a wall, away from its ends. */
const isOn = (place: Point, wall: TrueWall): boolean => {
  const [u, v] = minus(place, wall.from);
  const [x, z] = times(minus(wall.to, wall.from), 1 / lengthOf(wall));
  const at = u * x + v * z;
  return Math.abs(u * z - v * x) < 0.01 && at > 0.02 && at < lengthOf(wall) - 0.02;
};

const drawOpening = (
  sheet: DrawingSheet,
  wall: TrueWall,
  opening: TrueOpening,
  line: number,
): void => {
  const { from, isHingeFirst, isOtherSide, kind, to } = opening;
  const half = wall.thickness / 2 - line / 2;
  if (kind === "window")
    for (const aside of [-half, -0.02, half])
      sheet.stroke(along(wall, from, aside), along(wall, to, aside), line * 0.8, 60);
  if (kind !== "door") return;
  const side = isOtherSide ? -1 : 1;
  const hinge = along(wall, isHingeFirst ? from : to, side * half);
  const end = along(wall, isHingeFirst ? from : to, side * (half + to - from));
  sheet.stroke(hinge, end, line, 50);
  const [x, z] = minus(end, hinge);
  const angle = (Math.atan2(z, x) * 180) / Math.PI;
  const turn = isHingeFirst === (side === 1) ? -90 : 90;
  sheet.arc(hinge, to - from, [angle, angle + turn], line * 0.7, 70);
};

/** The strokes of some letters and digits, in a square from 0 to 1. */
const letters: readonly (readonly Point[])[] = [
  [
    [0, 1],
    [0.5, 0],
    [1, 1],
    [0.8, 0.6],
    [0.2, 0.6],
  ],
  [
    [0, 0],
    [0, 1],
    [1, 1],
  ],
  [
    [1, 0],
    [0, 0],
    [0, 0.5],
    [0.8, 0.5],
    [0, 0.5],
    [0, 1],
    [1, 1],
  ],
  [
    [0, 1],
    [0, 0],
    [1, 1],
    [1, 0],
  ],
  [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
    [0, 0],
  ],
  [
    [0, 0],
    [1, 0],
    [0.3, 1],
  ],
  [
    [0, 0.2],
    [0.5, 0],
    [1, 0.3],
    [0, 1],
    [1, 1],
  ],
];

const drawText = (
  sheet: DrawingSheet,
  random: Random,
  at: Point,
  size: number,
  count: number,
  degrees = 0,
): void => {
  for (let index = 0; index < count; index += 1) {
    const strokes = random.pick([letters[0] ?? [], ...letters]);
    const places = strokes.map(([x, z]) =>
      plus(at, turned([(index + x * 0.65) * size, z * size], degrees)),
    );
    sheet.line(places, size * 0.13, 40);
  }
};

const drawDimension = (
  sheet: DrawingSheet,
  random: Random,
  from: Point,
  to: Point,
  line: number,
): void => {
  sheet.stroke(from, to, line * 0.7, 80);
  const degrees = (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI;
  for (const end of [from, to]) {
    sheet.stroke(
      plus(end, turned([-0.1, -0.1], degrees)),
      plus(end, turned([0.1, 0.1], degrees)),
      line,
      60,
    );
    sheet.stroke(
      plus(end, turned([0, -0.2], degrees)),
      plus(end, turned([0, 0.2], degrees)),
      line * 0.7,
      80,
    );
  }
  const middle: Point = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
  drawText(sheet, random, plus(middle, turned([0, -0.3], degrees)), 0.2, 4, degrees);
};

/** The drawing of a house as a scan. */
export const drawHouse = (house: House, drawing: Drawing, random: Random): Raster => {
  const { degrees, grain, hasFurniture, line, perMetre, specks } = drawing;
  const size = {
    width: Math.round((house.width + 2 * margin) * perMetre),
    height: Math.round((house.depth + 2 * margin) * perMetre),
  };
  const sheet = new DrawingSheet(size, perMetre, degrees, [house.width / 2, house.depth / 2]);
  drawWalls(sheet, house, drawing);
  for (const wall of house.walls)
    for (const opening of wall.openings) drawOpening(sheet, wall, opening, line);
  for (const room of house.rooms) {
    if (hasFurniture) furnish(sheet, random, room, line);
    drawText(sheet, random, [room.left + 0.5, room.top + 0.45], 0.22, 3 + random.below(5));
  }
  drawDimension(sheet, random, [0, -0.9], [house.width, -0.9], line);
  drawDimension(sheet, random, [-0.9, house.depth], [-0.9, 0], line);
  drawText(sheet, random, [0.5, house.depth + 0.8], 0.55, 8);
  return sheet.scanned(random, grain, specks);
};

/** How one of many houses is drawn, by its number: each style in turn. */
export const drawingOf = (number: number, random: Random): Drawing => ({
  style: wallStyles[number % wallStyles.length] ?? "filled",
  perMetre: 45 + random.below(36),
  degrees: number % 3 === 0 ? 0 : (random.below(80) - 40) / 10,
  grain: random.below(14),
  specks: random.below(4) / 1000,
  hasFurniture: number % 5 !== 0,
  line: 0.018 + random.below(12) / 1000,
});
