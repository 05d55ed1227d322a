import {
  cross,
  distance,
  lengthOf,
  middle,
  minus,
  nearestOn,
  type Point,
  pointAlong,
  type Wall,
} from "../../../src/model/geometry/vector.ts";
import type { FoundOpening } from "../../../src/model/scan/find-walls.ts";
import type { TrueWall } from "./made-up-house.ts";

/** How well walls were found. */
export interface Evaluation {
  /** Metres of true walls. */
  readonly metres: number;
  /** Metres of them within 5 cm of a found wall that runs the same way. */
  readonly found: number;
  /** Metres of found walls that are not within 5 cm of a true one. */
  readonly tooMuch: number;
}

/** Metres between two places that are looked at, and within which walls count as found. */
const [step, within] = [0.02, 0.05];

/** The sine of 10°: walls that differ more in direction are others. */
const sameWay = 0.17;

/** Metres of some walls that are along others. */
const covered = (walls: readonly Wall[], others: readonly Wall[]): number =>
  walls.reduce((sum, wall) => {
    const length = lengthOf(wall);
    const near = others.filter((other) => {
      const turn = cross(minus(wall.to, wall.from), minus(other.to, other.from));
      return Math.abs(turn) <= sameWay * length * lengthOf(other);
    });
    const count = Math.max(1, Math.round(length / step));
    let hits = 0;
    for (let at = 0; at < count; at += 1) {
      const place: Point = pointAlong(wall, ((at + 0.5) / count) * length);
      if (near.some((other) => nearestOn(other, place).away <= within)) hits += 1;
    }
    return sum + (hits / count) * length;
  }, 0);

const total = (walls: readonly Wall[]): number =>
  walls.reduce((sum, wall) => sum + lengthOf(wall), 0);

/** Compares found walls with the true ones, all by their middle lines in metres. */
export const evaluate = (found: readonly Wall[], truth: readonly Wall[]): Evaluation => ({
  metres: total(truth),
  found: covered(truth, found),
  tooMuch: total(found) - covered(found, truth),
});

/** Metres between the middles of a true opening and a found one that count as the same. */
const sameOpening = 0.15;

/** How many of the openings in some walls are among the found ones, and of the same kind. */
export const openingsFound = (
  found: readonly FoundOpening[],
  walls: readonly TrueWall[],
): number => {
  const middles = found.map(({ from, kind, to }) => ({ kind, at: middle(from, to) }));
  return walls.reduce((sum, wall) => {
    const hits = wall.openings.filter((opening) => {
      const at = pointAlong(wall, (opening.from + opening.to) / 2);
      return middles.some(
        (other) => other.kind === opening.kind && distance(other.at, at) <= sameOpening,
      );
    });
    return sum + hits.length;
  }, 0);
};
