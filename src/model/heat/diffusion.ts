import type { Point } from "../geometry/vector.ts";
import type { FloorCells } from "./floor-cells.ts";
import { type Reading, sensorValues } from "./sensor-cells.ts";

/** From which conductance on something reaches the next cell: all but walls and shut doors. */
export const openEnough = 0.5;

/** What over-relaxation multiplies each step by; 2 would never settle. Found by trying, for floors of rooms. */
const relaxation = 1.9;

/**
 * When the steps end: at a change that is this part of the range of the readings, or after so many. What is left to do then is
 * a third of a percent of that range.
 */
const [enough, maxSweeps] = [1e-3, 200];

/** The values of a floor's cells. */
export interface Diffused {
  readonly values: Float64Array;
  /** 1 for each cell that a sensor reaches, and 0 for those that have no value. */
  readonly reached: Uint8Array;
  /** How often all cells were gone through. */
  readonly sweeps: number;
}

/** Values of a floor in cells of some size. */
export interface Solution extends Diffused {
  readonly cells: FloorCells;
}

/** The cells that sensors reach through rooms, gaps and what is open. */
const reachedFrom = (
  { columns, right, below }: FloorCells,
  fixed: Float64Array,
): Diffused["reached"] => {
  const reached = new Uint8Array(fixed.length);
  const next = new Int32Array(fixed.length);
  let many = 0;
  const reach = (cell: number, through: number | undefined): void => {
    if ((through ?? 0) < openEnough || reached[cell] === 1) return;
    reached[cell] = 1;
    next[many] = cell;
    many += 1;
  };
  for (let cell = 0; cell < fixed.length; cell += 1) reach(cell, Number.isNaN(fixed[cell]) ? 0 : 1);
  while (many > 0) {
    many -= 1;
    const cell = next[many] ?? 0;
    reach(cell + 1, right[cell]);
    reach(cell - 1, right[cell - 1]);
    reach(cell + columns, below[cell]);
    reach(cell - columns, below[cell - columns]);
  }
  return reached;
};

/** The whole number at or before another, of those from 1 to the last but one of so many. */
const within = (number: number, many: number): number =>
  Math.min(many - 2, Math.max(1, Math.floor(number)));

/** The values of a coarser solution above `mean` at the cells of a finer one; 0 in a room that is missing there. */
const startFrom = (cells: FloorCells, coarse: Solution, mean: number): Float64Array => {
  const { columns, rows, size, left, top, room: coarseRoom } = coarse.cells;
  const start = new Float64Array(cells.room.length);
  const steps = [0, -1, 1, -columns, columns];
  for (let cell = 0; cell < start.length; cell += 1) {
    const room = cells.room[cell];
    if (room === -1) continue;
    const x = cells.left + ((cell % cells.columns) + 0.5) * cells.size;
    const z = cells.top + (Math.floor(cell / cells.columns) + 0.5) * cells.size;
    const at = within((z - top) / size, rows) * columns + within((x - left) / size, columns);
    for (const step of steps)
      if (coarseRoom[at + step] === room) {
        start[cell] = (coarse.values[at + step] ?? mean) - mean;
        break;
      }
  }
  return start;
};

/** The free cells of one colour of a chessboard: what is computed of one depends on none of the others. */
interface FreeCells {
  /** Those whose four neighbours count alike. */
  readonly plain: Int32Array;
  /** The others, and for each one four weights: of its neighbours to the right, left, below and above. */
  readonly weighted: Int32Array;
  readonly weights: Float64Array;
}

/** The cells of a colour that are reached and have no value of their own. */
const freeCells = (
  { columns, right, below }: FloorCells,
  fixed: Float64Array,
  reached: Uint8Array,
  colour: 0 | 1,
): FreeCells => {
  const [plain, weighted] = [new Int32Array(reached.length), new Int32Array(reached.length)];
  const weights: number[] = [];
  let [manyPlain, manyWeighted] = [0, 0];
  for (let cell = 0; cell < reached.length; cell += 1) {
    if (reached[cell] !== 1 || !Number.isNaN(fixed[cell])) continue;
    if (((cell % columns) + Math.floor(cell / columns)) % 2 !== colour) continue;
    const toRight = (reached[cell + 1] ?? 0) * (right[cell] ?? 0);
    const toLeft = (reached[cell - 1] ?? 0) * (right[cell - 1] ?? 0);
    const down = (reached[cell + columns] ?? 0) * (below[cell] ?? 0);
    const up = (reached[cell - columns] ?? 0) * (below[cell - columns] ?? 0);
    const sum = toRight + toLeft + down + up;
    if (sum === 4) {
      plain[manyPlain] = cell;
      manyPlain += 1;
    } else {
      weighted[manyWeighted] = cell;
      manyWeighted += 1;
      weights.push(toRight / sum, toLeft / sum, down / sum, up / sum);
    }
  }
  return {
    plain: plain.subarray(0, manyPlain),
    weighted: weighted.subarray(0, manyWeighted),
    weights: Float64Array.from(weights),
  };
};

/** Goes through all free cells of a colour once; returns the greatest change. Most of a map's time is spent here. */
const relax = (
  values: Float64Array,
  { plain, weighted, weights }: FreeCells,
  columns: number,
): number => {
  let most = 0;
  for (let at = 0; at < plain.length; at += 1) {
    const cell = plain[at] ?? 0;
    const was = values[cell] ?? 0;
    const sum =
      (values[cell + 1] ?? 0) +
      (values[cell - 1] ?? 0) +
      (values[cell + columns] ?? 0) +
      (values[cell - columns] ?? 0);
    const change = relaxation * (sum / 4 - was);
    values[cell] = was + change;
    most = Math.max(most, Math.abs(change));
  }
  for (let at = 0, weight = 0; at < weighted.length; at += 1, weight += 4) {
    const cell = weighted[at] ?? 0;
    const was = values[cell] ?? 0;
    const mean =
      (weights[weight] ?? 0) * (values[cell + 1] ?? 0) +
      (weights[weight + 1] ?? 0) * (values[cell - 1] ?? 0) +
      (weights[weight + 2] ?? 0) * (values[cell + columns] ?? 0) +
      (weights[weight + 3] ?? 0) * (values[cell - columns] ?? 0);
    const change = relaxation * (mean - was);
    values[cell] = was + change;
    most = Math.max(most, Math.abs(change));
  }
  return most;
};

/**
 * Lets what sensors measure spread over a floor until it rests: each cell has the mean of its four neighbours, each weighted by
 * what passes between both (Laplace's equation), and sensors keep their values. Solved by successive over-relaxation of the two
 * colours of a chessboard in turn, from a coarser solution if there is one. Cells that no sensor reaches have no value.
 * `roomAt`: the number of the room at a place, or -1.
 */
export const diffuse = (
  cells: FloorCells,
  readings: readonly Reading[],
  roomAt: (place: Point) => number,
  coarse?: Solution,
): Solution => {
  // Values above their mean, as digits are lost in large numbers that hardly differ.
  const mean = readings.reduce((sum, { value }) => sum + value, 0) / (readings.length || 1);
  const span = readings.reduce((most, { value }) => Math.max(most, Math.abs(value - mean)), 0);
  const fixed = sensorValues(cells, readings, roomAt, mean);
  const reached = reachedFrom(cells, fixed);
  const values =
    coarse === undefined ? new Float64Array(fixed.length) : startFrom(cells, coarse, mean);
  for (let cell = 0; cell < fixed.length; cell += 1)
    if (!Number.isNaN(fixed[cell])) values[cell] = fixed[cell] ?? 0;
  const [black, white] = [freeCells(cells, fixed, reached, 0), freeCells(cells, fixed, reached, 1)];
  let sweeps = 0;
  for (let change = Infinity; change > enough * span && sweeps < maxSweeps; sweeps += 1)
    change = Math.max(relax(values, black, cells.columns), relax(values, white, cells.columns));
  for (let cell = 0; cell < values.length; cell += 1) values[cell] = (values[cell] ?? 0) + mean;
  return { cells, values, reached, sweeps };
};
