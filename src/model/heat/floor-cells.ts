import { boxAround, middleOf } from "../geometry/polygon.ts";
import { lengthOf, pointAlong, type Point, type Wall, wallsOf } from "../geometry/vector.ts";

/** The side of a cell in metres, unless the floor would have too many. */
export const cellSize = 0.2;

/**
 * The most cells of a floor, with those between its rooms; a larger floor has larger cells. It keeps a map of an office of
 * 7,600 m² below 100 ms.
 */
export const maxCells = 40_000;

/** A line that hinders what spreads. */
export interface Barrier extends Wall {
  /** It hinders as much as so many metres of a room. */
  readonly metres: number;
  /** Whether it is an opening, which counts in place of the wall that it is in. */
  readonly isOpening: boolean;
}

/** The cells of a floor, row by row. The outermost ones are in no room, so that each cell of a room has four neighbours. */
export interface FloorCells {
  /** Where the first cell begins, and the side of each, in metres. */
  readonly left: number;
  readonly top: number;
  readonly size: number;
  readonly columns: number;
  readonly rows: number;
  /** The number of each cell's room, or -1. */
  readonly room: Int32Array;
  /** How much passes to the next cell in the row: 1 within a room, 0 to what is in no room. */
  readonly right: Float32Array;
  /** How much passes to the cell in the next row, likewise. */
  readonly below: Float32Array;
}

/** A wall in one direction, whichever it was drawn in: what is computed of one that two rooms share is the same for both. */
const inOrder = ({ from, to }: Wall): Wall =>
  from[0] < to[0] || (from[0] === to[0] && from[1] < to[1]) ? { from, to } : { from: to, to: from };

/**
 * Where a wall crosses the middles of rows, or with `axis` 1 of columns: calls back with the number of the row and that of the
 * last cell before the wall. A wall through the middle of a cell lies before it.
 */
const eachCrossing = (
  wall: Wall,
  axis: 0 | 1,
  { left, top, size }: Pick<FloorCells, "left" | "top" | "size">,
  crossed: (row: number, before: number) => void,
): void => {
  const { from, to } = inOrder(wall);
  const [along, across] = axis === 0 ? ([0, 1] as const) : ([1, 0] as const);
  const [start, first] = axis === 0 ? [left, top] : [top, left];
  const [low, high] = [Math.min(from[across], to[across]), Math.max(from[across], to[across])];
  const numberOf = (metres: number, begin: number): number =>
    Math.ceil((metres - begin) / size - 0.5);
  const slope = (to[along] - from[along]) / (to[across] - from[across]);
  for (let row = numberOf(low, first); row < numberOf(high, first); row += 1) {
    const at = from[along] + (first + (row + 0.5) * size - from[across]) * slope;
    crossed(row, numberOf(at, start) - 1);
  }
};

/** Gives the cells within a room's corners to it, but for those that another room has already. */
const fillRoom = (cells: FloorCells, corners: readonly Point[], number: number): void => {
  const { columns, room } = cells;
  const crossings = new Map<number, number[]>();
  for (const wall of wallsOf(corners))
    eachCrossing(wall, 0, cells, (row, before) => {
      const found = crossings.get(row);
      if (found === undefined) crossings.set(row, [before]);
      else found.push(before);
    });
  for (const [row, found] of crossings) {
    const ends = found.toSorted((one, other) => one - other);
    for (let at = 0; at + 1 < ends.length; at += 2)
      for (let column = (ends[at] ?? 0) + 1; column <= (ends[at + 1] ?? 0); column += 1) {
        const cell = row * columns + column;
        if (room[cell] === -1) room[cell] = number;
      }
  }
};

/** What passes between two cells: a wall hinders it, and an opening lets through what it lets through. */
const throughBarrier = (now: number, { metres, isOpening }: Barrier, size: number): number => {
  if (now === 0) return 0;
  const through = size / (size + metres);
  return isOpening ? through : Math.min(now, through);
};

/** An opening that is at least as wide as a cell, so that it is met by one. */
const wideEnough = (barrier: Barrier, size: number): Wall => {
  const length = lengthOf(barrier);
  const more = barrier.isOpening ? Math.max(0, size - length) / 2 : 0;
  return more === 0
    ? barrier
    : { from: pointAlong(barrier, -more), to: pointAlong(barrier, length + more) };
};

const putBarrier = (cells: FloorCells, barrier: Barrier): void => {
  const { columns, rows, size, right, below } = cells;
  const wall = wideEnough(barrier, size);
  eachCrossing(wall, 0, cells, (row, before) => {
    if (row < 0 || row >= rows || before < 0 || before >= columns) return;
    const cell = row * columns + before;
    right[cell] = throughBarrier(right[cell] ?? 0, barrier, size);
  });
  eachCrossing(wall, 1, cells, (column, before) => {
    if (column < 0 || column >= columns || before < 0 || before >= rows) return;
    const cell = before * columns + column;
    below[cell] = throughBarrier(below[cell] ?? 0, barrier, size);
  });
};

/** The side of a floor's cells in metres, such that there are at most so many. */
const sizeFor = (width: number, height: number, most: number): number => {
  const least = Math.max(cellSize, Math.sqrt((width * height) / most));
  const many = (size: number): number =>
    (Math.ceil(width / size) + 2) * (Math.ceil(height / size) + 2);
  let size = least;
  // The rounding up and the outermost cells count too, a lot on a long narrow floor.
  while (many(size) > most) size *= 1.05;
  return size;
};

/**
 * The cells of rooms, by the rooms' corners, and what passes between them; undefined without a room. Barriers count in their
 * order, so openings follow the walls. `most`: how many cells there are at most.
 */
export const cellsOf = (
  rooms: readonly (readonly Point[])[],
  barriers: readonly Barrier[],
  most = maxCells,
): FloorCells | undefined => {
  const box = boxAround(rooms.flat());
  if (box === undefined || !(box.width > 0 && box.height > 0)) return undefined;
  const size = sizeFor(box.width, box.height, most);
  const [columns, rows] = [Math.ceil(box.width / size) + 2, Math.ceil(box.height / size) + 2];
  const [x, z] = middleOf(box);
  const cells: FloorCells = {
    left: x - (columns * size) / 2,
    top: z - (rows * size) / 2,
    size,
    columns,
    rows,
    room: new Int32Array(columns * rows).fill(-1),
    right: new Float32Array(columns * rows),
    below: new Float32Array(columns * rows),
  };
  rooms.forEach((corners, number) => fillRoom(cells, corners, number));
  const { room, right, below } = cells;
  for (let cell = 0; cell < room.length - columns; cell += 1) {
    if (room[cell] === -1) continue;
    if (room[cell + 1] !== -1) right[cell] = 1;
    if (room[cell + columns] !== -1) below[cell] = 1;
  }
  for (const barrier of barriers) putBarrier(cells, barrier);
  return cells;
};

/** The middle of a cell. */
export const middleOfCell = ({ left, top, size, columns }: FloorCells, cell: number): Point => [
  left + ((cell % columns) + 0.5) * size,
  top + (Math.floor(cell / columns) + 0.5) * size,
];
