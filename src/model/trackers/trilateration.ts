import { type Either, left, right } from "fp-ts/lib/Either.js";
import { distance, minus, plus, type Point, times } from "../geometry/vector.ts";
import {
  applied2,
  determinant2,
  inverse2,
  type Matrix2,
  scaled2,
  sum2,
  unit2,
  zero2,
} from "./covariance.ts";
import { type Floor, openFloor } from "./floor.ts";

/** How far somebody is from a receiver. Metres. */
export interface Range {
  readonly at: Point;
  /** Of the receiver above the floor; undefined if the distance is along the floor. */
  readonly height: number | undefined;
  readonly metres: number;
}

/** A place that distances give. */
export interface Trilaterated {
  readonly place: Point;
  /** Square metres. */
  readonly covariance: Matrix2;
}

/** Why they give none. */
export type RangeProblem =
  /** Fewer than three distances are known: so many. */
  | { readonly problem: "few-distances"; readonly value: number }
  /** They contradict each other by so many metres on average. */
  | { readonly problem: "no-place"; readonly value: number };

/** The least distances that tell a place. */
export const fewest = 3;

/** So many distances count, the shortest first: long ones say little. */
const mostRanges = 8;

/** Of the shortest, each has starts around it from which a place is looked for. */
const startsAround = 3;

/** Metres above the floor at which people carry what is received. */
const carried = 1;

/** Metres by which a wall makes a distance by signal strength longer, and the most walls that count. */
const [perWall, mostWalls] = [1, 3];

/** How far a distance by signal strength is off: metres, and a share of it. */
const deviationOf = (metres: number): number => 0.4 + 0.2 * metres;

/** Deviations beyond which a distance counts less, the farther the less (Huber). */
const trusted = 1.5;

/** Deviations, on average, beyond which the distances have no place in common. */
const contradiction = 3;

const rounds = 20;

/** Metres between two places that are different, and the cost up to which the second is as good. */
const [different, alike] = [1.5, 0.3];

interface Fit {
  readonly place: Point;
  readonly cost: number;
  /** The information of all distances: the inverse of the covariance. */
  readonly information: Matrix2;
}

/** One round of Gauss and Newton at a place: the step to a better one, and how well this one fits. */
const roundAt = (place: Point, ranges: readonly Range[], floor: Floor): Fit & { step: Point } => {
  let information = scaled2(unit2, 1e-6);
  let pull: Point = [0, 0];
  let cost = 0;
  for (const { at, height, metres } of ranges) {
    const off = minus(place, at);
    const along = Math.max(Math.hypot(...off), 0.05);
    const through = Math.hypot(along, height === undefined ? 0 : height - carried);
    const walls = Math.min(floor.wallsBetween(at, place), mostWalls);
    const deviation = deviationOf(metres);
    const error = (metres - through - perWall * walls) / deviation;
    const weight = Math.min(1, trusted / Math.max(Math.abs(error), 1e-9));
    cost += weight === 1 ? error ** 2 : trusted * (2 * Math.abs(error) - trusted);
    const slope = times(off, 1 / through / deviation);
    const [x, z] = slope;
    information = sum2(information, scaled2([x * x, x * z, x * z, z * z], weight));
    pull = plus(pull, times(slope, weight * error));
  }
  const steady = sum2(information, scaled2(unit2, 0.05));
  return { place, cost, information, step: applied2(inverse2(steady), pull) };
};

const fitFrom = (start: Point, ranges: readonly Range[], floor: Floor): Fit => {
  let best = roundAt(start, ranges, floor);
  let share = 1;
  for (let round = 0; round < rounds && share > 0.05; round += 1) {
    const next = roundAt(plus(best.place, times(best.step, share)), ranges, floor);
    if (next.cost < best.cost) {
      best = next;
      share = 1;
    } else share /= 2;
  }
  return best;
};

const byCost = (one: Fit, other: Fit): number => one.cost - other.cost;

const around: readonly Point[] = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
];

/**
 * The place that distances to receivers fit best, in spite of some that are wrong, and how sure it is. A wall on the straight
 * line makes a distance longer. Two places that fit as well, as beside a row of receivers, are one that is as unsure.
 */
export const trilaterate = (
  given: readonly Range[],
  floor: Floor,
): Either<RangeProblem, Trilaterated> => {
  if (given.length < fewest) return left({ problem: "few-distances", value: given.length });
  const ranges = given.toSorted((one, other) => one.metres - other.metres).slice(0, mostRanges);
  const starts = ranges
    .slice(0, startsAround)
    .flatMap(({ at, metres }) => around.map((way) => plus(at, times(way, metres))));
  // Without walls first, which is cheap.
  const rough = starts.map((start) => fitFrom(start, ranges, openFloor)).toSorted(byCost);
  const [first] = rough;
  const second = rough.find(({ place }) => first && distance(place, first.place) > different);
  const [best, other] = [first, second]
    .flatMap((each) => (each === undefined ? [] : [fitFrom(each.place, ranges, floor)]))
    .toSorted(byCost);
  if (best === undefined) return left({ problem: "few-distances", value: given.length });
  const average = Math.sqrt(best.cost / ranges.length);
  if (average > contradiction) {
    const metres = ranges.reduce((sum, each) => sum + deviationOf(each.metres), 0) / ranges.length;
    return left({ problem: "no-place", value: Math.round(average * metres * 10) / 10 });
  }
  const misfit = Math.max(1, best.cost / Math.max(1, ranges.length - 2));
  const own = determinant2(best.information) === 0 ? zero2 : inverse2(best.information);
  const isTwofold =
    other !== undefined &&
    other.cost - best.cost < alike &&
    distance(other.place, best.place) > different;
  if (!isTwofold) return right({ place: best.place, covariance: scaled2(own, misfit) });
  const [x, z] = times(minus(other.place, best.place), 0.5);
  return right({
    place: plus(best.place, [x, z]),
    covariance: sum2(scaled2(own, misfit), [x * x, x * z, x * z, z * z]),
  });
};
