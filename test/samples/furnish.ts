import { type Cell, overlap, pointAt, type Rect, sideLength, sides } from "./cells.ts";
import { type Piece, pieces } from "./pieces.ts";
import { cycle, metres, type Random } from "./random.ts";

/** A piece of furniture in its place: centre and sizes in metres, turned by degrees. */
export type Placed = {
  readonly type: string;
  readonly x: number;
  readonly z: number;
  readonly rotation: number;
  readonly w: number;
  readonly d: number;
};

/** Free floor in metres between things that stand in the room, so that people can pass. */
const gap = 0.3;

/** Metres between the places that are tried for a piece. */
const step = 0.25;

/** The floor that a piece covers, with `around` metres on every side. */
const covered = (piece: Placed, around: number): Rect => {
  const lies = piece.rotation % 180 === 0;
  const w = (lies ? piece.w : piece.d) + around * 2;
  const d = (lies ? piece.d : piece.w) + around * 2;
  return { x: piece.x - w / 2, z: piece.z - d / 2, w, d };
};

/** Every place along the walls, beginning with the given side. */
function* wallPlaces(cell: Cell, type: string, size: Piece, first: number): Generator<Placed> {
  for (let turn = 0; turn < sides.length; turn += 1) {
    const index = (first + turn) % sides.length;
    const side = cycle(sides, index);
    const last = sideLength(cell, side) - size.w / 2 - 0.05;
    for (let along = size.w / 2 + 0.05; along <= last; along += step) {
      const [x, z] = pointAt(cell, side, along, size.d / 2 + 0.03);
      // The top side takes pieces as they are; each further side turns them by a quarter.
      yield { type, x, z, rotation: index * 90, w: size.w, d: size.d };
    }
  }
}

/** Every place in the middle of the room, row by row, away from the walls. */
function* freePlaces(cell: Cell, type: string, size: Piece, turned: boolean): Generator<Placed> {
  const w = turned ? size.d : size.w;
  const d = turned ? size.w : size.d;
  const edge = Math.min(0.75, cell.w / 6, cell.d / 6);
  for (let z = cell.z + edge + d / 2; z <= cell.z + cell.d - edge - d / 2; z += step) {
    for (let x = cell.x + edge + w / 2; x <= cell.x + cell.w - edge - w / 2; x += step) {
      yield {
        type,
        x: metres(x),
        z: metres(z),
        rotation: turned ? 90 : 0,
        w: size.w,
        d: size.d,
      };
    }
  }
}

/**
 * Places up to `count` pieces of the given types, in order and over again, so that none overlaps
 * another or the `ways` before the doors. What finds no place is left out.
 */
export const furnish = (
  cell: Cell,
  types: readonly string[],
  count: number,
  ways: readonly Rect[],
  random: Random,
): Placed[] => {
  const placed: Placed[] = [];
  const taken = [...ways];
  const full = new Set<string>();
  const kinds = new Set(types).size;
  let start = 0;
  for (let index = 0; placed.length < count && full.size < kinds; index += 1) {
    const type = cycle(types, index);
    const usual = pieces[type];
    if (usual === undefined) throw new RangeError(`Furniture of unknown size: ${type}`);
    if (full.has(type)) continue;
    const size: Piece = { ...usual, w: metres(usual.w + Math.floor(random() * 5) * 0.05) };
    if (usual.beside !== true) start = Math.floor(random() * 4);
    const places =
      usual.place === "wall"
        ? wallPlaces(cell, type, size, start)
        : freePlaces(cell, type, size, start % 2 === 1);
    let found = false;
    for (const place of places) {
      const floor = covered(place, usual.place === "wall" ? 0.02 : gap / 2);
      if (taken.some((other) => overlap(other, floor))) continue;
      taken.push(floor);
      placed.push(place);
      found = true;
      break;
    }
    // What found no place will find none later either, as the room only gets fuller.
    if (!found || usual.single === true) full.add(type);
  }
  return placed;
};
