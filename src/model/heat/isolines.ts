import { distance, type Point } from "../geometry/vector.ts";
import { openEnough, type Solution } from "./diffusion.ts";
import { middleOfCell } from "./floor-cells.ts";

/** A line along which a value is the same. */
export interface Isoline {
  readonly value: number;
  readonly points: readonly Point[];
}

/** About how many values have a line. */
const usualMany = 6;

/** The distance of round values, of which some six lie within so much: 1, 2 or 5 times a power of ten. */
export const roundStep = (span: number): number => {
  const rough = span / usualMany;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((each) => each * power >= rough * (1 - 1e-9)) ?? 10;
  return factor * power;
};

/** The round values between two others, lowest first. */
export const roundValues = (least: number, most: number): readonly number[] => {
  if (!(most > least)) return [];
  const step = roundStep(most - least);
  const first = Math.ceil(least / step);
  const many = Math.floor(most / step) - first + 1;
  // By whole numbers of steps, so that 0.3 is not 0.30000000000000004.
  const digits = Math.max(0, -Math.floor(Math.log10(step)));
  return Array.from({ length: many }, (_, at) => Number(((first + at) * step).toFixed(digits)));
};

/**
 * The sides of a square between four middles of cells that a line crosses, by which of its corners are above the value (from the
 * upper left one clockwise, as bits): pairs of sides, from the upper one clockwise (marching squares).
 */
const crossings: readonly (readonly number[])[] = [
  [],
  [3, 0],
  [0, 1],
  [3, 1],
  [1, 2],
  [3, 0, 1, 2],
  [0, 2],
  [3, 2],
  [2, 3],
  [2, 0],
  [0, 1, 2, 3],
  [2, 1],
  [1, 3],
  [1, 0],
  [0, 3],
  [],
];

/** Whether a line may pass between a cell and the three to its right and below: all have values, and no wall is there. */
const openSquares = ({
  cells: { columns, right, below },
  reached,
}: Solution): readonly number[] => {
  const open: number[] = [];
  for (let cell = 0; cell < reached.length - columns; cell += 1)
    if (
      reached[cell] === 1 &&
      (right[cell] ?? 0) >= openEnough &&
      (below[cell] ?? 0) >= openEnough &&
      (right[cell + columns] ?? 0) >= openEnough &&
      (below[cell + 1] ?? 0) >= openEnough
    )
      open.push(cell);
  return open;
};

/** The ends of lines that meet in each side of a square. A side is twice its first cell, plus 1 if it runs down. */
type Links = Map<number, number[]>;

const link = (links: Links, one: number, other: number): void => {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    const found = links.get(from);
    if (found === undefined) links.set(from, [to]);
    else found.push(to);
  }
};

const linksAt = (
  value: number,
  squares: readonly number[],
  values: Float64Array,
  columns: number,
): Links => {
  const links: Links = new Map();
  for (const cell of squares) {
    const corners =
      ((values[cell] ?? 0) > value ? 1 : 0) |
      ((values[cell + 1] ?? 0) > value ? 2 : 0) |
      ((values[cell + columns + 1] ?? 0) > value ? 4 : 0) |
      ((values[cell + columns] ?? 0) > value ? 8 : 0);
    if (corners === 0 || corners === 15) continue;
    const sides = [2 * cell, 2 * (cell + 1) + 1, 2 * (cell + columns), 2 * cell + 1];
    const met = crossings[corners] ?? [];
    for (let at = 0; at + 1 < met.length; at += 2)
      link(links, sides[met[at] ?? 0] ?? 0, sides[met[at + 1] ?? 0] ?? 0);
  }
  return links;
};

/** Takes the line that goes on from a side, as far as it goes. */
const follow = (links: Links, start: number): readonly number[] => {
  const line = [start];
  for (let at = start; ;) {
    const next = links.get(at)?.pop();
    if (next === undefined) return line;
    const back = links.get(next);
    back?.splice(back.indexOf(at), 1);
    line.push(next);
    at = next;
  }
};

/** How far a point may be from a line that leaves it out, in metres. */
const straight = 0.02;

/** The line without points that hardly change it. */
const simplified = (points: readonly Point[]): readonly Point[] => {
  const kept: Point[] = [];
  points.forEach((point, at) => {
    const [before, next] = [kept.at(-1), points[at + 1]];
    const isNeeded =
      before === undefined ||
      next === undefined ||
      distance(before, point) + distance(point, next) - distance(before, next) >
        (2 * straight * straight) / (distance(before, next) || straight);
    if (isNeeded) kept.push(point);
  });
  return kept;
};

/** The lines of the given values over a floor. They end at walls, where values jump. */
export const isolinesOf = (solution: Solution, wanted: readonly number[]): readonly Isoline[] => {
  const { cells, values } = solution;
  const { columns } = cells;
  const squares = openSquares(solution);
  return wanted.flatMap((value) => {
    const links = linksAt(value, squares, values, columns);
    const placeOf = (side: number): Point => {
      const cell = side >> 1;
      const next = side % 2 === 0 ? cell + 1 : cell + columns;
      const [from, to] = [values[cell] ?? 0, values[next] ?? 0];
      const part = from === to ? 0.5 : (value - from) / (to - from);
      const [[x, z], [nextX, nextZ]] = [middleOfCell(cells, cell), middleOfCell(cells, next)];
      return [x + part * (nextX - x), z + part * (nextZ - z)];
    };
    // Lines with ends begin there; what is left then is closed.
    const ends = [...links].filter(([, met]) => met.length === 1).map(([side]) => side);
    return [...ends, ...links.keys()].flatMap((side) => {
      if (links.get(side)?.length === 0) return [];
      const points = follow(links, side).map(placeOf);
      return points.length < 2 ? [] : [{ value, points: simplified(points) }];
    });
  });
};
