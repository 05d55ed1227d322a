import { floorHeightsOf } from "../../elements/heights.ts";
import {
  cross,
  distance,
  dot,
  lengthOf,
  middle,
  minus,
  nearestOn,
  plus,
  type Point,
  pointAlong,
  times,
  type Wall,
} from "../../geometry/vector.ts";
import { beside, type HomeWall } from "../sweet-home/walls.ts";

/** The height of all walls, as a drawing from above says nothing of it. */
export const ceiling = floorHeightsOf({}, undefined).height;

/** The thinnest and the thickest walls of which both faces are drawn, in metres. */
const [thinnest, thickest] = [0.04, 0.6];

/** The shortest part of a wall, and the thickness of walls that are drawn as single lines, in metres. */
const [shortest, single] = [0.05, 0.1];

/** How long a wall is at least, as a part of its thickness: a pier beside a door is short. */
const leastPart = 0.25;

/** The least part of all lines that have another face, in drawings that draw both. */
const leastPaired = 0.3;

/** Faces compared with all others before the browser gets a turn. */
const perTurn = 100;

/** A stretch of a face, in metres from its start. */
type Stretch = readonly [from: number, to: number];

/** What of a stretch is not taken yet, its longest part. */
const freeOf = (wanted: Stretch, taken: readonly Stretch[]): Stretch | undefined => {
  let parts: readonly Stretch[] = [wanted];
  for (const [from, to] of taken)
    parts = parts.flatMap(([start, end]): readonly Stretch[] =>
      [[start, Math.min(end, from)] as const, [Math.max(start, to), end] as const].filter(
        ([one, other]) => other - one >= shortest,
      ),
    );
  return parts.toSorted((one, other) => other[1] - other[0] - (one[1] - one[0]))[0];
};

/** A face with the stretches of it that belong to walls. */
interface Face extends Wall {
  readonly taken: Stretch[];
  readonly line: Wall;
}

/** Two faces that could be those of one wall. */
interface Pair {
  readonly one: Face;
  readonly other: Face;
  readonly aside: number;
  readonly from: number;
  readonly to: number;
}

/** What happens while faces are compared. */
interface Comparing {
  /** Gives others a turn. */
  readonly turn: () => Promise<void>;
  /** Refuses a drawing in which each face has so many others beside it on average. */
  readonly checkNear: (near: number) => void;
  /** Is told of each line that belongs to no wall. */
  readonly unpaired?: (line: Wall) => void;
}

const pairsOf = async (
  faces: readonly Face[],
  { checkNear, turn }: Comparing,
): Promise<readonly Pair[]> => {
  const pairs: Pair[] = [];
  for (const [at, one] of faces.entries()) {
    if (at % perTurn === perTurn - 1) await turn();
    checkNear(pairs.length / faces.length);
    for (let next = at + 1; next < faces.length; next += 1) {
      const other = faces[next];
      const found = other && beside(one, other, thickest);
      if (other === undefined || found === undefined) continue;
      const { aside, from, to } = found;
      const thickness = Math.abs(aside);
      if (thickness >= thinnest && to - from >= Math.max(shortest, thickness * leastPart))
        pairs.push({ one, other, aside, from, to });
    }
  }
  return pairs.toSorted((one, other) => Math.abs(one.aside) - Math.abs(other.aside));
};

/** The walls of faces: each of two that run beside each other, the nearest first. Lines alone if hardly any do. */
export const wallsOfFaces = async (
  lines: readonly Wall[],
  level: string,
  comparing: Comparing,
): Promise<readonly HomeWall[]> => {
  const faces = lines
    .filter((line) => lengthOf(line) >= shortest)
    .map((line): Face => ({ from: line.from, to: line.to, taken: [], line }));
  const walls: HomeWall[] = [];
  for (const { one, other, aside, from, to } of await pairsOf(faces, comparing)) {
    const free = freeOf([from, to], one.taken);
    if (free === undefined) continue;
    const ends = free.map((metres) => pointAlong(one, metres));
    const [start = 0, end = 0] = ends
      .map((point) => nearestOn(other, point).along)
      .toSorted((a, b) => a - b);
    const behind = freeOf([start, end], other.taken);
    if (behind === undefined || end - start < shortest) continue;
    one.taken.push(free);
    other.taken.push([start, end]);
    const [x, z] = times(minus(one.to, one.from), aside / 2 / lengthOf(one));
    const [first, last] = ends;
    if (first === undefined || last === undefined) continue;
    walls.push({
      from: plus(first, [-z, x]),
      to: plus(last, [-z, x]),
      level,
      thickness: Math.abs(aside),
      isRound: false,
      heights: [ceiling, ceiling],
    });
  }
  const all = faces.reduce((sum, face) => sum + lengthOf(face), 0);
  const paired = walls.reduce((sum, wall) => sum + 2 * lengthOf(wall), 0);
  if (paired >= all * leastPaired) {
    for (const { line, taken } of faces) if (taken.length === 0) comparing.unpaired?.(line);
    return walls;
  }
  return faces.map(({ from, to }) => ({
    from,
    to,
    level,
    thickness: single,
    isRound: false,
    heights: [ceiling, ceiling],
  }));
};

/** A gap between two walls in one line, where an opening is: the part of the wall that is missing. */
export interface Gap extends Wall {
  readonly thickness: number;
}

/** The narrowest and the widest gaps, and how far walls in one line may be off it, in metres. */
const [narrowest, widest, offLine] = [0.3, 6, 0.03];

/** How far a jamb may lean, as a part of its length, and the end of a round wall, whose lines are 15° each. */
const [steepJamb, steepEnd] = [0.1, 0.3];

/** Whether a line ends a wall across its line, as the jamb of an opening does. */
const isJamb = (
  line: Wall,
  end: Point,
  way: Point,
  thickness: number,
  slope = steepJamb,
): boolean => {
  const run = minus(line.to, line.from);
  const length = lengthOf(line);
  return (
    length > thickness / 2 &&
    length < thickness + 2 * offLine &&
    Math.abs(dot(run, way)) < slope * length &&
    distance(middle(line.from, line.to), end) < thickness / 2
  );
};

/** Whether a line closes the end of a wall. */
export const closesWall = (line: Wall, walls: readonly HomeWall[]): boolean =>
  walls.some(({ from, to, thickness }) => {
    const way = times(minus(to, from), 1 / distance(from, to));
    return [from, to].some((end) => isJamb(line, end, way, thickness, steepEnd));
  });

/** The gaps in walls: between two ends with jambs that look at each other, with no wall between. */
export const gapsIn = (walls: readonly HomeWall[], lines: readonly Wall[]): readonly Gap[] => {
  const ends = walls.flatMap(({ from, to, thickness }) => {
    const way = times(minus(to, from), 1 / distance(from, to));
    return [
      { at: from, way: times(way, -1), thickness },
      { at: to, way, thickness },
    ].filter((end) => lines.some((line) => isJamb(line, end.at, end.way, thickness)));
  });
  return ends.flatMap((end, index): readonly Gap[] => {
    const across = ends.flatMap((other, at) => {
      const run = minus(other.at, end.at);
      const along = dot(run, end.way);
      const isFacing = dot(end.way, other.way) < -0.99 && Math.abs(cross(end.way, run)) < offLine;
      const isSame = Math.abs(other.thickness - end.thickness) < 2 * offLine;
      return isFacing && isSame && along > narrowest && along < widest
        ? [{ at, along, other }]
        : [];
    });
    const [nearest] = across.toSorted((one, other) => one.along - other.along);
    return nearest === undefined || nearest.at < index
      ? []
      : [{ from: end.at, to: nearest.other.at, thickness: end.thickness }];
  });
};
