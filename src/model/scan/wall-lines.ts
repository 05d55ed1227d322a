import { type Gap, openingIn } from "./gaps.ts";
import type { Raster } from "./raster.ts";
import type { Stretch } from "./stretches.ts";

/** A lying wall from end to end, in pixels, with the openings in it. */
export interface WallLine extends Stretch {
  readonly gaps: readonly Gap[];
  /** Whether it is drawn by its faces alone. */
  readonly isHollow: boolean;
}

/** A piece of a wall. */
export interface WallPiece extends Stretch {
  readonly isHollow: boolean;
}

/** What walls lie in: the picture's ink, and the pieces of walls across. */
export interface Surroundings {
  readonly ink: Raster;
  readonly across: readonly Stretch[];
  /** Pixels. */
  readonly perMetre: number;
}

/** How far the lines of two pieces of one wall may be apart, in metres and in parts of its thickness. */
const [offLine, offPart] = [0.03, 0.25];

/** How many times as thick one piece of a wall may be as another. */
const thicker = 1.5;

/** Whether two pieces may be of one wall. */
const isInLine = (one: Stretch, other: Stretch, perMetre: number): boolean => {
  const [thin, thick] = [one.thickness, other.thickness].toSorted((a, b) => a - b);
  return (
    Math.abs(one.at - other.at) <= Math.max(offLine * perMetre, (thin ?? 0) * offPart) &&
    (thick ?? 0) <= (thin ?? 0) * thicker + 2
  );
};

/** The walls across that cover a row, or nearly do, in order. */
const crossing = ({ across, perMetre }: Surroundings, { at, thickness }: Stretch) => {
  const reach = thickness / 2 + 0.05 * perMetre;
  return across
    .filter(({ from, to }) => from <= at + reach && to >= at - reach)
    .map((wall) => ({ from: wall.at - wall.thickness / 2, to: wall.at + wall.thickness / 2 }))
    .toSorted((one, other) => one.from - other.from);
};

/** The parts between two ends of a wall without walls across, each with whether it has a wall across at an end. */
const partsBetween = (
  from: number,
  to: number,
  walls: readonly { readonly from: number; readonly to: number }[],
  ends: { readonly isFirstJamb: boolean; readonly isLastJamb: boolean },
) => {
  const parts: { from: number; to: number; isBetweenJambs: boolean }[] = [];
  let [at, isJamb] = [from, ends.isFirstJamb];
  for (const wall of walls) {
    if (wall.to <= from || wall.from >= to) continue;
    if (wall.from > at) parts.push({ from: at, to: wall.from, isBetweenJambs: false });
    [at, isJamb] = [Math.max(at, wall.to), false];
  }
  if (at < to) parts.push({ from: at, to, isBetweenJambs: isJamb && ends.isLastJamb });
  return parts;
};

/** The openings between two ends of a wall; undefined if it does not go on there. */
const gapsBetween = (
  place: Stretch,
  around: Surroundings,
  ends = { isFirstJamb: true, isLastJamb: true },
): readonly Gap[] | undefined => {
  const gaps: Gap[] = [];
  for (const part of partsBetween(place.from, place.to, crossing(around, place), ends)) {
    const found = openingIn(around.ink, { ...place, ...part }, around.perMetre);
    if (found === undefined) return undefined;
    if (found !== "wall") gaps.push(found);
  }
  return gaps;
};

/** Whether a wall across stands at an end of a piece. */
const endsAtWall = (end: number, piece: Stretch, around: Surroundings): boolean => {
  const slack = 0.08 * around.perMetre;
  return crossing(around, piece).some(({ from, to }) => end >= from - slack && end <= to + slack);
};

/** Two pieces as one, with the openings between them; the line of the longer one counts more. */
const joined = (one: WallLine, other: WallLine, gaps: readonly Gap[]): WallLine => {
  const [length, otherLength] = [one.to - one.from, other.to - other.from];
  const mean = (a: number, b: number): number =>
    (a * length + b * otherLength) / (length + otherLength);
  return {
    at: mean(one.at, other.at),
    thickness: mean(one.thickness, other.thickness),
    from: Math.min(one.from, other.from),
    to: Math.max(one.to, other.to),
    gaps: [...one.gaps, ...gaps, ...other.gaps],
    isHollow: one.isHollow && other.isHollow,
  };
};

/** The wall that two pieces are, the first one first; undefined if they are not of one. */
const joint = (one: WallLine, other: WallLine, around: Surroundings): WallLine | undefined => {
  if (!isInLine(one, other, around.perMetre)) return undefined;
  if (other.from <= one.to) return joined(one, other, []);
  const place = {
    at: (one.at + other.at) / 2,
    thickness: Math.max(one.thickness, other.thickness),
    from: one.to,
    to: other.from,
  };
  const gaps = gapsBetween(place, around, {
    isFirstJamb: !endsAtWall(one.to, one, around),
    isLastJamb: !endsAtWall(other.from, other, around),
  });
  return gaps && joined(one, other, gaps);
};

/** Metres beyond an end of a wall within which a wall across may stand at the far side of an opening. */
const reachOfGap = 2.6;

/** A wall that goes on at an end with an opening up to the next wall across. */
const prolonged = (line: WallLine, isFirst: boolean, around: Surroundings): WallLine => {
  const end = isFirst ? line.from : line.to;
  if (endsAtWall(end, line, around)) return line;
  const walls = crossing(around, line);
  const next = isFirst
    ? walls.findLast(({ to }) => to < end)
    : walls.find(({ from }) => from > end);
  if (next === undefined) return line;
  const [from, to] = isFirst ? [next.to, end] : [end, next.from];
  if (to - from > reachOfGap * around.perMetre) return line;
  const found = openingIn(
    around.ink,
    { ...line, from, to, isBetweenJambs: false },
    around.perMetre,
  );
  if (found === undefined || (found === "wall" && to - from > 0.15 * around.perMetre)) return line;
  const gaps = found === "wall" ? line.gaps : [...line.gaps, found];
  return isFirst ? { ...line, from, gaps } : { ...line, to, gaps };
};

/** Pixels of a wall that are no opening. */
const solidOf = ({ from, gaps, to }: WallLine): number =>
  gaps.reduce((sum, gap) => sum - (gap.to - gap.from), to - from);

/** Whether a wall overlaps a larger one, as the lines of a pane or the edge of a cupboard do. */
const isWithin = (one: WallLine, other: WallLine): boolean =>
  one !== other &&
  solidOf(one) * one.thickness < solidOf(other) * other.thickness &&
  Math.abs(one.at - other.at) < (other.thickness + one.thickness) / 2 &&
  Math.min(one.to, other.to) - Math.max(one.from, other.from) > (one.to - one.from) / 2;

/** The part of a wall that is no opening at least, and the metres of it where it ends free. */
const [leastSolid, leastSolidFree] = [0.2, 0.6];

/** Whether enough of a wall is drawn for the openings in it. */
const isSolid = (line: WallLine, around: Surroundings): boolean => {
  const solid = solidOf(line);
  const isFree = [line.from, line.to].some((end) => !endsAtWall(end, line, around));
  return (
    line.gaps.length === 0 ||
    (solid >= leastSolid * (line.to - line.from) &&
      (!isFree || solid >= leastSolidFree * around.perMetre))
  );
};

/** The walls that pieces along rows make: those in one line are joined, also across openings. */
export const joinedWalls = (
  pieces: readonly WallPiece[],
  around: Surroundings,
): readonly WallLine[] => {
  const lines: (WallLine | undefined)[] = pieces
    .map((piece) => ({ ...piece, gaps: [] }))
    .toSorted((one, other) => one.from - other.from);
  for (let index = 0; index < lines.length; index += 1)
    for (let next = index + 1; next < lines.length; next += 1) {
      const [one, other] = [lines[index], lines[next]];
      const both = one && other && joint(one, other, around);
      if (both === undefined) continue;
      lines[index] = both;
      lines[next] = undefined;
    }
  const whole = lines.flatMap((line) => {
    if (line === undefined) return [];
    const long = prolonged(prolonged(line, true, around), false, around);
    return isSolid(long, around) ? [long] : [];
  });
  return whole.filter((line) => !whole.some((other) => isWithin(line, other)));
};
