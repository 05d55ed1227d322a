import { isInBox, isInside, boxAround } from "../geometry/polygon.ts";
import { distance, type Point } from "../geometry/vector.ts";
import { colourAt } from "./colour-scale.ts";
import { diffuse, type Solution } from "./diffusion.ts";
import { type Barrier, cellsOf, maxCells } from "./floor-cells.ts";
import { isolinesOf, roundValues } from "./isolines.ts";
import type { Reading } from "./sensor-cells.ts";

/** What a heat map is made from; plain data, for a worker. */
export interface HeatRequest {
  /** The corners of the indoor rooms, in metres. */
  readonly rooms: readonly (readonly Point[])[];
  /** Walls, then the openings in them. */
  readonly barriers: readonly Barrier[];
  readonly readings: readonly Reading[];
  /** The values at the ends of the colour scale. */
  readonly scale: readonly [least: number, most: number];
}

/** A line of one value, and where that is written on it, if it is long enough. */
export interface HeatLine {
  readonly value: number;
  /** SVG's `d` of a path in metres. */
  readonly path: string;
  readonly label: Point | undefined;
}

/** A picture of a floor's values, and lines over it. */
export interface HeatMap {
  /** Where the picture lies, in metres, and how many pixels it has. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly columns: number;
  readonly rows: number;
  /** Its pixels, row by row, as red, green, blue and opacity. */
  readonly pixels: Uint8ClampedArray<ArrayBuffer>;
  readonly lines: readonly HeatLine[];
  /** The numbers of the rooms that have values. */
  readonly rooms: readonly number[];
}

/** The shortest line with its value on it, in metres, and the most such lines of one value. */
const [labelled, mostLabels] = [1.5, 4];

/** How many cells more a coarser solution has per side. */
const coarser = [4, 2];

const lengthOfLine = (points: readonly Point[]): number =>
  points.reduce((sum, point, at) => sum + distance(points[at - 1] ?? point, point), 0);

const numberText = (metres: number): string => String(Math.round(metres * 100) / 100);

const linesOf = (solution: Solution, [least, most]: HeatRequest["scale"]): readonly HeatLine[] => {
  const lines = isolinesOf(solution, roundValues(least, most));
  const labels = new Map<number, number>();
  return lines
    .map(({ value, points }) => ({ value, points, metres: lengthOfLine(points) }))
    .toSorted((one, other) => other.metres - one.metres)
    .map(({ value, points, metres }) => {
      const before = labels.get(value) ?? 0;
      const hasLabel = metres >= labelled && before < mostLabels;
      if (hasLabel) labels.set(value, before + 1);
      return {
        value,
        path: `M${points.map((point) => point.map(numberText).join(" ")).join("L")}`,
        label: hasLabel ? points[points.length >> 1] : undefined,
      };
    });
};

/** The picture. A cell beside the values has their colour too, so that the browser does not blend them with nothing there. */
const pixelsOf = (
  { cells: { columns, room }, values, reached }: Solution,
  [least, most]: HeatRequest["scale"],
): HeatMap["pixels"] => {
  const pixels = new Uint8ClampedArray(room.length * 4);
  const around = [0, -1, 1, -columns, columns, -columns - 1, 1 - columns, columns - 1, columns + 1];
  for (let cell = 0; cell < room.length; cell += 1)
    for (const step of around) {
      if (reached[cell + step] !== 1) continue;
      const above = (values[cell + step] ?? 0) - least;
      pixels.set(colourAt(most > least ? above / (most - least) : 0.5), cell * 4);
      pixels[cell * 4 + 3] = 255;
      break;
    }
  return pixels;
};

/** The number of the first room that contains a place, or -1. */
const roomFinder = (rooms: HeatRequest["rooms"]): ((place: Point) => number) => {
  const boxes = rooms.map(boxAround);
  return (place) =>
    rooms.findIndex((corners, number) => {
      const box = boxes[number];
      return box !== undefined && isInBox(place, box) && isInside(place, corners);
    });
};

/** The values of a floor between its sensors; undefined if it has no room. `most`: how many cells there are at most. */
export const solve = (
  { rooms, barriers, readings }: HeatRequest,
  most = maxCells,
): Solution | undefined => {
  const roomAt = roomFinder(rooms);
  const cells = cellsOf(rooms, barriers, most);
  if (cells === undefined) return undefined;
  let coarse: Solution | undefined;
  for (const factor of coarser) {
    const larger = cellsOf(rooms, barriers, cells.room.length / (factor * factor));
    if (larger !== undefined) coarse = diffuse(larger, readings, roomAt, coarse);
  }
  return diffuse(cells, readings, roomAt, coarse);
};

/** The numbers of the rooms that have values. */
const roomsWithValues = ({ cells: { room }, reached }: Solution): readonly number[] => {
  const numbers = new Set<number>();
  for (let cell = 0; cell < room.length; cell += 1)
    if (reached[cell] === 1) numbers.add(room[cell] ?? -1);
  return [...numbers].toSorted((one, other) => one - other);
};

/** The heat map of a floor; undefined if there is nothing to show. */
export const heatMapOf = (request: HeatRequest): HeatMap | undefined => {
  const solution = solve(request);
  if (solution === undefined) return undefined;
  const { left, top, size, columns, rows } = solution.cells;
  const rooms = roomsWithValues(solution);
  if (rooms.length === 0) return undefined;
  return {
    left,
    top,
    width: columns * size,
    height: rows * size,
    columns,
    rows,
    pixels: pixelsOf(solution, request.scale),
    lines: linesOf(solution, request.scale),
    rooms,
  };
};
