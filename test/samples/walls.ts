import {
  type Cell,
  edgeOf,
  overlap,
  pointAt,
  type Rect,
  sharedOn,
  type Side,
  sideLength,
  sides,
} from "./cells.ts";
import type { DemoOpening } from "../../src/model/demo/demo-plan.ts";
import { metres } from "./random.ts";

/** The openings of a building, and the floor before its doors that must stay free of furniture. */
export type Walls = {
  readonly openings: DemoOpening[];
  readonly ways: ReadonlyMap<string, Rect[]>;
};

/** Rooms that others are entered from. */
const passageKinds: ReadonlySet<string> = new Set(["hall", "corridor", "terrace"]);

/** Metres of free floor on each side of a door. */
const clearance = 0.9;

/** An opening, and for a door the strip across its wall on the floor of `level`. */
type Found = { readonly opening: DemoOpening; readonly level: string; readonly way?: Rect };

/** The strip across a wall that a door `width` metres wide, centred at `offset`, needs free. */
const wayThrough = (cell: Cell, side: Side, offset: number, width: number): Rect => {
  const [ax, az] = pointAt(cell, side, offset - width / 2, -clearance);
  const [bx, bz] = pointAt(cell, side, offset + width / 2, clearance);
  return { x: Math.min(ax, bx), z: Math.min(az, bz), w: Math.abs(ax - bx), d: Math.abs(az - bz) };
};

/** Doors and gaps to the rooms behind a side; of two passages only one holds the gap between. */
const doorsOn = (cell: Cell, side: Side, cells: readonly Cell[]): Found[] =>
  sharedOn(cell, side, cells).flatMap(({ other, from, to }, index) => {
    const mine = passageKinds.has(cell.kind);
    const theirs = passageKinds.has(other.kind);
    const open = cell.opensTo === other.id;
    const gap = open || (mine && theirs);
    if (to - from < 1.2 || !(open || (theirs && (!mine || cell.id < other.id)))) return [];
    const width = gap ? metres(Math.min(2, to - from - 0.2)) : 0.9;
    // Doors sit towards a corner, which leaves a longer piece of wall for furniture.
    const offset = metres(gap ? (from + to) / 2 : Math.min(from + 1, (from + to) / 2));
    const id = `${cell.id}_door_${side}_${index + 1}`;
    const base = { id, room_id: cell.id, edge: edgeOf(cell, side), offset, width };
    const opening: DemoOpening = gap
      ? { ...base, type: "door", style: "passage" }
      : {
          ...base,
          type: "door",
          hinge: cell.x % 2 < 1 ? "left" : "right",
          swing: cell.kind === "bathroom" || cell.kind === "restroom" ? "out" : "in",
          contact: `binary_sensor.${cell.id}_door`,
        };
    return [{ opening, level: cell.level, way: wayThrough(cell, side, offset, width) }];
  });

/** The door to the street, with its lock. */
const entranceOn = (cell: Cell, side: Side): Found => {
  const offset = metres(sideLength(cell, side) / 2);
  const opening: DemoOpening = {
    id: `${cell.id}_entrance`,
    room_id: cell.id,
    edge: edgeOf(cell, side),
    offset,
    width: 1.1,
    type: "door",
    hinge: "right",
    swing: "in",
    contact: `binary_sensor.${cell.id}_entrance`,
    lock: `lock.${cell.id}_entrance`,
  };
  return { opening, level: cell.level, way: wayThrough(cell, side, offset, 1.1) };
};

/** Windows along a side that no other room touches: one for about every three metres. */
const windowsOn = (cell: Cell, side: Side): Found[] => {
  const length = metres(sideLength(cell, side) * (cell.bay === side ? 0.5 : 1));
  const count = cell.bay === side ? 1 : Math.floor(length / 2.8);
  const part = length / Math.max(1, count);
  return Array.from({ length: count }, (_, index) => ({
    level: cell.level,
    opening: {
      id: `${cell.id}_window_${side}_${index + 1}`,
      room_id: cell.id,
      edge: edgeOf(cell, side),
      offset: metres(part * (index + 0.5)),
      width: metres(Math.min(1.8, part - 0.8)),
      type: "window",
      contact: `binary_sensor.${cell.id}_window_${side}_${index + 1}`,
      ...(side === "top" || index % 2 === 1
        ? {}
        : { blind: `cover.${cell.id}_${side}_${index + 1}` }),
    },
  }));
};

const foundOn = (cell: Cell, side: Side, cells: readonly Cell[]): Found[] => {
  if (cell.entrance === side) return [entranceOn(cell, side)];
  if (sharedOn(cell, side, cells).length > 0) return doorsOn(cell, side, cells);
  return cell.kind === "terrace" ? [] : windowsOn(cell, side);
};

/** All openings of the cells, and by room id the strips of floor that their doors need. */
export const wallsOf = (cells: readonly Cell[]): Walls => {
  const found = cells.flatMap((cell) => sides.flatMap((side) => foundOn(cell, side, cells)));
  // A door is in the way on both of its sides, so its strip counts for every room it reaches into.
  const ways = new Map(
    cells.map((cell) => [
      cell.id,
      found.flatMap((one) =>
        one.way !== undefined && one.level === cell.level && overlap(one.way, cell)
          ? [one.way]
          : [],
      ),
    ]),
  );
  return { openings: found.map((one) => one.opening), ways };
};
