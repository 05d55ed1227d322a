import { distance, type Point } from "../geometry/vector.ts";
import { type FloorCells, middleOfCell } from "./floor-cells.ts";

/** What a sensor says at a place. */
export interface Reading {
  readonly at: Point;
  readonly value: number;
}

/** How far around a sensor its value holds, in metres: a single cell would be a needle in the map. */
const sensorRadius = 0.3;

/** How far from a room a sensor may be to count, in metres: one that is put at the outer side of a wall. */
const beside = 0.5;

/** Calls back with the cells within a square around a place. */
const eachAround = (
  { left, top, size, columns, rows }: FloorCells,
  [x, z]: Point,
  metres: number,
  call: (cell: number) => void,
): void => {
  const reach = Math.ceil(metres / size);
  const [column, row] = [Math.floor((x - left) / size), Math.floor((z - top) / size)];
  const [first, last] = [Math.max(0, column - reach), Math.min(columns - 1, column + reach)];
  for (let down = Math.max(0, row - reach); down <= Math.min(rows - 1, row + reach); down += 1)
    for (let across = first; across <= last; across += 1) call(down * columns + across);
};

/** Calls back with the cells whose value a sensor says: those around it in its room, else in the nearest one. */
const eachOfSensor = (
  cells: FloorCells,
  at: Point,
  own: number,
  call: (cell: number) => void,
): void => {
  const { room, size } = cells;
  let [nearest, least] = [-1, own === -1 ? beside + size / 2 : Infinity];
  eachAround(cells, at, beside + size, (cell) => {
    if (own === -1 ? room[cell] === -1 : room[cell] !== own) return;
    const metres = distance(middleOfCell(cells, cell), at);
    if (metres < least) [nearest, least] = [cell, metres];
  });
  if (nearest === -1) return;
  eachAround(cells, at, sensorRadius, (cell) => {
    if (cell === nearest || room[cell] !== room[nearest]) return;
    if (distance(middleOfCell(cells, cell), at) <= sensorRadius) call(cell);
  });
  call(nearest);
};

/**
 * How far the sensors' values in each cell that they say are above `mean`, on average, and NaN elsewhere. A sensor counts if it
 * is in a room or at most half a metre away from one. `roomAt`: the number of the room at a place, or -1.
 */
export const sensorValues = (
  cells: FloorCells,
  readings: readonly Reading[],
  roomAt: (place: Point) => number,
  mean: number,
): Float64Array => {
  const sums = new Float64Array(cells.room.length);
  const many = new Uint16Array(cells.room.length);
  for (const { at, value } of readings)
    eachOfSensor(cells, at, roomAt(at), (cell) => {
      sums[cell] = (sums[cell] ?? 0) + value - mean;
      many[cell] = (many[cell] ?? 0) + 1;
    });
  for (let cell = 0; cell < sums.length; cell += 1)
    sums[cell] = (sums[cell] ?? 0) / (many[cell] ?? 0);
  return sums;
};
