import type { Point } from "./vector.ts";

/** A part of a line, and the point of it that is farthest from the straight way. */
interface Part {
  readonly line: number;
  /** Indexes of points of the line. */
  readonly from: number;
  readonly to: number;
  readonly farthest: number;
  readonly off: number;
}

/** The square of the distance between a point and the straight way from `start` to `end`. */
const squaredOff = (point: Point, start: Point, end: Point): number => {
  // By index and without vectors in between, which takes a fifth of the time: it is computed a million times for one path.
  const runX = end[0] - start[0];
  const runZ = end[1] - start[1];
  const toX = point[0] - start[0];
  const toZ = point[1] - start[1];
  const squared = runX * runX + runZ * runZ;
  const along = squared === 0 ? 0 : Math.max(0, Math.min(1, (toX * runX + toZ * runZ) / squared));
  const offX = toX - along * runX;
  const offZ = toZ - along * runZ;
  return offX * offX + offZ * offZ;
};

const partOf = (points: readonly Point[], line: number, from: number, to: number): Part => {
  const [start, end] = [points[from], points[to]];
  let [farthest, off] = [from, 0];
  if (start !== undefined && end !== undefined)
    for (let at = from + 1; at < to; at += 1) {
      const point = points[at];
      const here = point === undefined ? 0 : squaredOff(point, start, end);
      if (here > off) [farthest, off] = [at, here];
    }
  return { line, from, to, farthest, off: Math.sqrt(off) };
};

/**
 * The line without those points that are within `near` of the last one kept before them. Its ends stay; `near` in metres.
 */
const spaced = (line: readonly Point[], near: number): readonly Point[] => {
  let last: Point | undefined;
  return line.filter((point, at) => {
    const stays =
      last === undefined || at === line.length - 1 || squaredOff(point, last, last) > near * near;
    if (stays) last = point;
    return stays;
  });
};

const count = (lines: readonly (readonly Point[])[]): number =>
  lines.reduce((sum, { length }) => sum + length, 0);

/** Bounds what simplifying takes, which may be as many steps as there are points for each that stays. */
const thinned = (
  lines: readonly (readonly Point[])[],
  most: number,
  near: number,
): readonly (readonly Point[])[] => {
  let left = lines;
  for (let within = near; count(left) > most; within *= 2)
    left = lines.map((line) => spaced(line, within));
  return left;
};

/**
 * The most points of lines that are simplified as they are: a vacuum has one each few centimetres, so that is the way
 * through a whole home.
 */
export const simplifiedPoints = 20_000;

/**
 * The same lines with at most `most` points together, those that matter most to their shape: the point that is farthest
 * from what is drawn so far comes next (Douglas and Peucker, 1973), until none is farther than `near`. Lines keep their
 * ends; if these alone are too many, the lines with the most points are kept.
 *
 * Of more than `simplifiedPoints`, those go first that are within half of `near` of the last one kept before them; if that
 * leaves too many, within `near`, twice `near` and so on. `near`: metres, more than 0.
 */
export const simplified = (
  lines: readonly (readonly Point[])[],
  most: number,
  near: number,
): readonly (readonly Point[])[] => {
  const longest = new Set(
    lines
      .filter((line) => line.length > 1)
      .toSorted((one, other) => other.length - one.length)
      .slice(0, Math.floor(most / 2)),
  );
  const kept = thinned(
    lines.filter((line) => longest.has(line)),
    simplifiedPoints,
    near / 2,
  );
  const indexes = kept.map((line) => [0, line.length - 1]);
  let room = most - 2 * kept.length;
  const parts = kept.map((line, at) => partOf(line, at, 0, line.length - 1));
  while (room > 0) {
    let worst = 0;
    for (const [at, { off }] of parts.entries()) if (off > (parts[worst]?.off ?? 0)) worst = at;
    const part = parts[worst];
    if (part === undefined || part.off <= near) break;
    const { line, from, to, farthest } = part;
    const points = kept[line] ?? [];
    parts[worst] = partOf(points, line, from, farthest);
    parts.push(partOf(points, line, farthest, to));
    indexes[line]?.push(farthest);
    room -= 1;
  }
  return kept.map((line, at) => {
    const chosen = new Set(indexes[at]);
    return line.filter((_point, index) => chosen.has(index));
  });
};
