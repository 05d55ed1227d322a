import { isInside, inset, signedArea } from "../../geometry/polygon.ts";
import {
  cross,
  distance,
  dot,
  lengthOf,
  minus,
  nearestOn,
  plus,
  type Point,
  pointAlong,
  roundForStorage,
  tidyPoint,
  times,
  touching,
  type Wall,
  wallsOf as edgesOf,
} from "../../geometry/vector.ts";
import { maxThickness } from "../../elements/rooms.ts";
import { isNear, slack } from "../plan-building.ts";
import { aroundWall, beside, type HomeWall } from "./walls.ts";

/** A part of a room's edge along which one wall runs, or none. */
export interface EdgePart extends Wall {
  /** The wall; undefined where the room is open. */
  readonly wall: HomeWall | undefined;
  /** How far outside of the edge the middle of the wall is, in metres; negative inside of it. */
  readonly out: number;
}

/** Edges shorter than this only have walls at whose face they lie: they lead into doors, or around the ends of walls. */
const shortEdge = 0.1;

/** Metres within which an edge lies at the face of a wall. */
export const atFace = 0.002;

interface Found {
  readonly wall: HomeWall;
  readonly out: number;
  readonly from: number;
  readonly to: number;
}

/** The walls that run along an edge, in whose body it lies, or at whose face. */
const wallsAlong = (edge: Wall, side: 1 | -1, walls: readonly HomeWall[]): readonly Found[] => {
  const isShort = lengthOf(edge) < shortEdge;
  return aroundWall(edge, walls, maxThickness / 2 + slack).flatMap((wall) => {
    const half = wall.thickness / 2;
    const there = beside(edge, wall, half + slack);
    if (there === undefined || there.to - there.from < touching) return [];
    const { aside, from, to } = there;
    const out = aside * side;
    if (isShort && Math.abs(out - half) > atFace) return [];
    return [{ wall, out, from, to }];
  });
};

/** How far an edge is from the face of a wall. */
const awayFromFace = ({ wall, out }: Found): number => Math.abs(out - wall.thickness / 2);

/** An outline whose walls are sought, and how to get out of it. */
interface Outline {
  readonly corners: readonly Point[];
  readonly side: 1 | -1;
}

/** The direction out of a room at an edge, of length 1. */
const outOf = ({ from, to }: Wall, side: 1 | -1): Point => {
  const [x, z] = times(minus(to, from), side / distance(from, to));
  return [-z, x];
};

/** Whether the same room is on both sides of a wall that runs along its edge. */
const isWithin = ({ corners, side }: Outline, edge: Wall, at: number, found: Found): boolean => {
  const beyond = found.out + found.wall.thickness / 2 + slack;
  return isInside(plus(pointAlong(edge, at), times(outOf(edge, side), beyond)), corners);
};

/** Where along an edge something may change: at the ends of walls, and where the room's outline bends behind them. */
const changesAlong = ({ corners, side }: Outline, edge: Wall, found: readonly Found[]) => {
  const length = lengthOf(edge);
  const deepest = Math.max(0, ...found.map(({ out, wall }) => out + wall.thickness / 2)) + slack;
  const out = outOf(edge, side);
  const bends = corners.flatMap((corner) => {
    const depth = dot(minus(corner, edge.from), out);
    return depth > touching && depth <= deepest ? [nearestOn(edge, corner).along] : [];
  });
  const ends = found.flatMap(({ from, to }) => [from, to]);
  const inOrder = [0, ...[...ends, ...bends].toSorted((one, other) => one - other), length];
  return inOrder.filter((at, index) => index === 0 || at - (inOrder[index - 1] ?? 0) > touching);
};

/** Whether two walls that go on in each other are one as to their heights: the same wall, or both level. */
const areAsHigh = (one: Found | undefined, other: Found | undefined): boolean => {
  if (one === undefined || other === undefined || one.wall === other.wall) return true;
  const heights = [...one.wall.heights, ...other.wall.heights].map(roundForStorage);
  return new Set(heights).size === 1;
};

const areAlike = (one: Found | undefined, other: Found | undefined): boolean =>
  one?.wall.thickness === other?.wall.thickness &&
  areAsHigh(one, other) &&
  Math.abs((one?.out ?? 0) - (other?.out ?? 0)) < atFace / 2;

/** The parts of an edge by the walls along it. */
const partsOf = (outline: Outline, edge: Wall, walls: readonly HomeWall[]): readonly EdgePart[] => {
  const found = wallsAlong(edge, outline.side, walls);
  const length = lengthOf(edge);
  const places = changesAlong(outline, edge, found);
  const parts: { found: Found | undefined; from: number; to: number }[] = [];
  for (const [index, to] of places.slice(1).entries()) {
    const from = places[index] ?? 0;
    const at = (from + to) / 2;
    const [best] = found
      .filter((each) => each.from <= at && each.to >= at && !isWithin(outline, edge, at, each))
      .toSorted((one, other) => awayFromFace(one) - awayFromFace(other));
    const last = parts.at(-1);
    if (last !== undefined && areAlike(last.found, best)) last.to = to;
    else parts.push({ found: best, from, to });
  }
  const thicknessAt = (at: number): number => parts[at]?.found?.wall.thickness ?? 0;
  // A gap at the end of a wall is a corner, where another one passes.
  const walled = parts.filter(({ found: wall, from, to }, at) => {
    const thickest = Math.max(thicknessAt(at - 1), thicknessAt(at + 1));
    return wall !== undefined || to - from > Math.max(shortEdge, thickest / 2 + slack);
  });
  if (walled.length === 0) return [{ ...edge, wall: undefined, out: 0 }];
  const lineOf = (part: (typeof walled)[number], at: number): number =>
    part.found?.out ?? walled[at - 1]?.found?.out ?? walled[at + 1]?.found?.out ?? 0;
  return walled.map((part, at) => ({
    from: at === 0 ? edge.from : pointAlong(edge, part.from),
    to: at === walled.length - 1 ? edge.to : pointAlong(edge, walled[at + 1]?.from ?? length),
    wall: part.found?.wall,
    out: lineOf(part, at),
  }));
};

/** A room's outline by the walls along it. */
export const partsAround = (
  corners: readonly Point[],
  walls: readonly HomeWall[],
): readonly EdgePart[] => {
  const side = signedArea(corners) > 0 ? -1 : 1;
  return edgesOf(corners).flatMap((edge) => partsOf({ corners, side }, edge, walls));
};

/** A corner on the line of a wall, and what the wall is that begins there. */
export interface LineCorner {
  readonly at: Point;
  /** Metres; 0 if the room is open. */
  readonly thickness: number;
  /** How far from the line the room ends, in metres. */
  readonly face: number;
  /** Undefined if the room is open. */
  readonly wall: HomeWall | undefined;
}

/** The least sine of an angle at which lines meet in one place near the corner. */
const meeting = 0.02;

const cornersBetween = (
  before: EdgePart,
  after: EdgePart,
  side: 1 | -1,
): readonly Point[] | undefined => {
  const corner = after.from;
  if (before.out === 0 && after.out === 0) return [corner];
  const [one, other] = [outOf(before, side), outOf(after, side)];
  const sine = cross(one, other);
  const [first, last] = [
    plus(corner, times(one, before.out)),
    plus(corner, times(other, after.out)),
  ];
  if (Math.abs(sine) < meeting && dot(one, other) < 0) return undefined;
  if (Math.abs(sine) < meeting) return distance(first, last) < atFace / 2 ? [last] : [first, last];
  const [left, right] = [before.out, after.out];
  const even = dot(one, other);
  const across = 1 - even * even;
  return [
    plus(
      corner,
      plus(
        times(one, (left - even * right) / across),
        times(other, (right - even * left) / across),
      ),
    ),
  ];
};

/** A corner on the line of a wall, and the part of the room that begins there; undefined where a line only steps aside. */
type Met = readonly [corner: LineCorner, part: number | undefined];

/** The lines of walls where they meet; the number is that of a part whose line meets the one before nowhere near. */
const metLines = (parts: readonly EdgePart[]): readonly Met[] | number => {
  const side = signedArea(parts.map(({ from }) => from)) > 0 ? -1 : 1;
  const corners: Met[] = [];
  for (const [at, part] of parts.entries()) {
    const found = cornersBetween(parts.at(at - 1) ?? part, part, side);
    const [first, last = first] = found ?? [];
    if (first === undefined || last === undefined) return at;
    // Where a line steps aside, nothing is built across.
    if (first !== last)
      corners.push([{ at: first, thickness: 0, face: 0, wall: undefined }, undefined]);
    const { out, wall } = part;
    corners.push([{ at: last, thickness: wall?.thickness ?? 0, face: out, wall }, at]);
  }
  // As it will be stored, since faces of millimetres tell where a wall steps.
  const stored = corners.map(([corner, part]): Met => {
    const { at, face } = corner;
    return [{ ...corner, at: tidyPoint(at), face: roundForStorage(face) }, part];
  });
  // Edges that lead into doors have no length between the lines of walls.
  return stored.filter(([{ at }], index) => {
    const [next] = stored[(index + 1) % stored.length] ?? [];
    return next === undefined || distance(at, next.at) >= atFace / 2;
  });
};

/** Square metres per square metre by which the area of a room may differ: steps of millimetres are evened out. */
const sameArea = 8e-4;

const isOn = (edges: readonly Wall[], point: Point): boolean =>
  edges.some(
    (edge) =>
      isNear(edge, { from: point, to: point }, touching) && nearestOn(edge, point).away < touching,
  );

/** The drawn corners to which an outline on the lines of walls does not lead back; all if only the area is another. */
const missed = (parts: readonly EdgePart[], lines: readonly Met[]): readonly number[] => {
  const drawn = parts.map(({ from }) => from);
  const every = [...drawn.keys()];
  if (lines.length < 3) return every;
  const inside = inset(
    lines.map(([{ at }]) => at),
    lines.map(([{ face }]) => face),
  );
  const [edges, wanted] = [edgesOf(inside), edgesOf(drawn)];
  const away = every.filter((at) => !isOn(edges, drawn[at] ?? [0, 0]));
  if (away.length > 0) return away;
  const strays = inside.filter((point) => !isOn(wanted, point));
  const nearest = strays.map((point) =>
    every.reduce((best, at) =>
      distance(drawn[at] ?? point, point) < distance(drawn[best] ?? point, point) ? at : best,
    ),
  );
  if (nearest.length > 0) return nearest;
  const [area, all] = [inside, drawn].map((corners) => Math.abs(signedArea(corners)));
  return Math.abs((area ?? 0) - (all ?? 0)) < sameArea * (all ?? 0) ? [] : every;
};

/** How often the walls beside what does not fit are taken away from a room, before all are. */
const mostTries = 8;

/**
 * An outline on the lines of its walls that leads back to the room as it is drawn. Walls whose lines do not, such as one
 * that ends within the room, are none of the room's.
 */
export const linesAround = (parts: readonly EdgePart[]): readonly LineCorner[] => {
  const open = (part: EdgePart): EdgePart => ({ ...part, wall: undefined, out: 0 });
  let tried = parts;
  for (let turn = 0; turn < mostTries; turn += 1) {
    const lines = metLines(tried);
    const away = typeof lines === "number" ? [lines] : missed(tried, lines);
    if (typeof lines !== "number" && away.length === 0) return lines.map(([corner]) => corner);
    const near = new Set(away.flatMap((at) => [at, at === 0 ? tried.length - 1 : at - 1]));
    tried = tried.map((part, at) => (near.has(at) ? open(part) : part));
  }
  return parts.map(({ from }) => ({ at: from, thickness: 0, face: 0, wall: undefined }));
};
