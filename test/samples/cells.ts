import type { DemoPoint } from "../../src/model/demo/demo-plan.ts";
import { metres } from "./random.ts";

/** A side of a rectangle as seen on the screen. */
export type Side = "top" | "right" | "bottom" | "left";

/** The sides in the order of a room's corners: clockwise from the top left. */
export const sides: readonly Side[] = ["top", "right", "bottom", "left"];

/** An upright rectangle in metres; `x` and `z` are its top left corner. */
export type Rect = {
  readonly x: number;
  readonly z: number;
  readonly w: number;
  readonly d: number;
};

/** A building block: one rectangular room, from which its walls and contents are made. */
export type Cell = Rect & {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly level: string;
  /** An outer side that carries a bay window. */
  readonly bay?: Side;
  /** The id of a neighbour that is open to this room without a door. */
  readonly opensTo?: string;
  /** An outer side with a door to the street. */
  readonly entrance?: Side;
};

/** A stretch of wall between two rooms, in metres from the start of the first room's side. */
export type Shared = { readonly other: Cell; readonly from: number; readonly to: number };

/** How far a bay window stands out, in metres. */
const bayDepth = 0.6;

/** A side of a rectangle: its start, its direction clockwise, and its length in metres. */
const sideLine = (
  rect: Rect,
  side: Side,
): { start: DemoPoint; along: DemoPoint; length: number } => {
  const right = rect.x + rect.w;
  const bottom = rect.z + rect.d;
  if (side === "top") return { start: [rect.x, rect.z], along: [1, 0], length: rect.w };
  if (side === "right") return { start: [right, rect.z], along: [0, 1], length: rect.d };
  if (side === "bottom") return { start: [right, bottom], along: [-1, 0], length: rect.w };
  return { start: [rect.x, bottom], along: [0, -1], length: rect.d };
};

/** The length of a side in metres. */
export const sideLength = (rect: Rect, side: Side): number => sideLine(rect, side).length;

/** The point `along` metres down a side and `inward` metres into the room from it. */
export const pointAt = (rect: Rect, side: Side, along: number, inward: number): DemoPoint => {
  const line = sideLine(rect, side);
  const [dx, dz] = line.along;
  // Clockwise with z down, the inside lies to the right of the direction: (dx, dz) turned by 90°.
  return [
    metres(line.start[0] + dx * along - dz * inward),
    metres(line.start[1] + dz * along + dx * inward),
  ];
};

/** The corners of the room, clockwise from the top left, with the four extra ones of a bay. */
export const cellPoints = (cell: Cell): DemoPoint[] =>
  sides.flatMap((side) => {
    const corner = pointAt(cell, side, 0, 0);
    if (cell.bay !== side) return [corner];
    const length = sideLength(cell, side);
    return [
      corner,
      pointAt(cell, side, length * 0.25, 0),
      pointAt(cell, side, length * 0.25, -bayDepth),
      pointAt(cell, side, length * 0.75, -bayDepth),
      pointAt(cell, side, length * 0.75, 0),
    ];
  });

/** The index of the wall of a side; on the side with the bay, the wall of the bay itself. */
export const edgeOf = (cell: Cell, side: Side): number => {
  const index = sides.indexOf(side);
  if (cell.bay === undefined) return index;
  if (cell.bay === side) return index + 2;
  return sides.indexOf(cell.bay) < index ? index + 4 : index;
};

/** The stretches of a side that other rooms of the same floor share. */
export const sharedOn = (cell: Cell, side: Side, cells: readonly Cell[]): Shared[] => {
  const { start, along, length } = sideLine(cell, side);
  const facing = sides[(sides.indexOf(side) + 2) % 4] ?? side;
  return cells.flatMap((other) => {
    if (other === cell || other.level !== cell.level) return [];
    const theirs = sideLine(other, facing);
    // Their facing side runs the other way, so it ends where ours would begin.
    const dx = theirs.start[0] - start[0];
    const dz = theirs.start[1] - start[1];
    if (Math.abs(dx * along[1] - dz * along[0]) > 0.001) return [];
    const end = dx * along[0] + dz * along[1];
    const from = Math.max(0, end - theirs.length);
    const to = Math.min(length, end);
    return to - from > 0.001 ? [{ other, from, to }] : [];
  });
};

/** Whether two rectangles overlap, touching excluded. */
export const overlap = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.z < b.z + b.d && b.z < a.z + a.d;
