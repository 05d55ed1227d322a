import { chain, type Either, left, right } from "fp-ts/lib/Either.js";
import { distance, fullTurn, isSame, minus, plus, type Point, times } from "../geometry/vector.ts";

/**
 * An affine map as SVG writes it: a source's `(u, v)` is at `x = a·u + c·v + e`, `z = b·u + d·v + f`, in metres of the
 * plan.
 */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

/** The same place in a source's coordinates and on the plan, there in metres. */
export interface PointPair {
  readonly source: Point;
  readonly plan: Point;
}

/** Why pairs give no usable map. */
export type FitProblem =
  /** Fewer than two pairs. */
  | { readonly problem: "few-points" }
  /** Two pairs are at the same place, of the source or of the plan. */
  | { readonly problem: "same-points" }
  /** All points on the plan are within half a metre: a small error there is a large one elsewhere. */
  | { readonly problem: "too-close" }
  /** Three or more points lie on one line, which cannot tell a map from its mirror image. */
  | { readonly problem: "one-line" }
  /** The pairs contradict each other by this many centimetres on average. */
  | { readonly problem: "poor-fit"; readonly value: number };

/** The map that fits pairs best, and how well. */
export interface Fit {
  readonly matrix: Matrix;
  /** Distance between a point on the plan and where the map puts it, in centimetres: root mean square. */
  readonly errorCm: number;
  /** The same for the pair that fits worst. */
  readonly worstCm: number;
  /** The index of that pair. */
  readonly worst: number;
  readonly metresPerUnit: number;
  readonly isMirrored: boolean;
}

/** Metres within which all points on the plan are too close to each other. */
const closest = 0.5;

/** Points lie on one line if they spread less than this across it, as a share of their spread along it. */
const flattest = 0.05;

/** Centimetres of error beyond which a fit is refused. */
const poorestCm = 100;

/** Whether a map has all points on one line, but for rounding. */
export const isFlat = ([a, b, c, d]: Matrix): boolean =>
  Math.abs(a * d - b * c) <= 1e-9 * (a * a + b * b + c * c + d * d);

/** Where a point of the source is on the plan, in metres. */
export const mapped = ([a, b, c, d, e, f]: Matrix, [u, v]: Point): Point => [
  a * u + c * v + e,
  b * u + d * v + f,
];

/** The map from the plan to the source, of one that is not flat. */
export const inverseOf = ([a, b, c, d, e, f]: Matrix): Matrix => {
  const determinant = a * d - b * c;
  const linear: Matrix = [
    d / determinant,
    -b / determinant,
    -c / determinant,
    a / determinant,
    0,
    0,
  ];
  const [x, y] = mapped(linear, [e, f]);
  return [linear[0], linear[1], linear[2], linear[3], -x, -y];
};

/**
 * A direction of the source on the plan. In: degrees from the source's first axis towards its second. Out: degrees from
 * right, clockwise on the screen.
 */
export const turnedBy = ([a, b, c, d]: Matrix, degrees: number): number => {
  const angle = (degrees * Math.PI) / 180;
  const [x, z] = mapped([a, b, c, d, 0, 0], [Math.cos(angle), Math.sin(angle)]);
  return fullTurn((Math.atan2(z, x) * 180) / Math.PI);
};

const centreOf = (points: readonly Point[]): Point =>
  times(points.reduce(plus, [0, 0]), 1 / points.length);

/** Whether points spread so little across a line that it cannot be told on which side of it they are. */
const isLine = (points: readonly Point[]): boolean => {
  const centre = centreOf(points);
  let [xx, zz, xz] = [0, 0, 0];
  for (const point of points) {
    const [x, z] = minus(point, centre);
    xx += x * x;
    zz += z * z;
    xz += x * z;
  }
  // The roots of the covariance's eigenvalues are the spreads along and across.
  const root = Math.hypot(xx - zz, 2 * xz);
  return Math.max(0, xx + zz - root) < flattest ** 2 * (xx + zz + root);
};

const farthestApart = (points: readonly Point[]): number =>
  Math.max(...points.flatMap((one) => points.map((other) => distance(one, other))));

const isEqual = (one: Point, other: Point): boolean => distance(one, other) === 0;

const hasTwins = (
  points: readonly Point[],
  areTwins: (one: Point, other: Point) => boolean,
): boolean => points.some((one, at) => points.slice(at + 1).some((other) => areTwins(one, other)));

/**
 * The least-squares similarity of pairs, turned and scaled, and mirrored or not: with p the centred points of the source
 * as complex numbers (conjugated if mirrored) and q those of the plan, q ≈ αp for α = Σq·p̄ / Σ|p|².
 */
const fitAs = (pairs: readonly PointPair[], isMirrored: boolean): Fit => {
  const sources = pairs.map(({ source }) => source);
  const plans = pairs.map(({ plan }) => plan);
  const [from, to] = [centreOf(sources), centreOf(plans)];
  // Coordinates as large as a vacuum's would lose digits when squared.
  const scale = farthestApart(sources);
  const sign = isMirrored ? -1 : 1;
  let [real, imaginary, norm] = [0, 0, 0];
  for (const { source, plan } of pairs) {
    const [u, w] = times(minus(source, from), 1 / scale);
    const [x, z] = minus(plan, to);
    const v = sign * w;
    real += u * x + v * z;
    imaginary += u * z - v * x;
    norm += u * u + v * v;
  }
  const [cos, sin] = [real / norm / scale, imaginary / norm / scale];
  const linear: Matrix = [cos, sin, -sign * sin, sign * cos, 0, 0];
  const [a, b, c, d] = linear;
  const [e, f] = minus(to, mapped(linear, from));
  const matrix: Matrix = [a, b, c, d, e, f];
  const errors = pairs.map(({ source, plan }) => 100 * distance(mapped(matrix, source), plan));
  const worstCm = Math.max(...errors);
  return {
    matrix,
    errorCm: Math.hypot(...errors) / Math.sqrt(errors.length),
    worstCm,
    worst: errors.indexOf(worstCm),
    metresPerUnit: Math.hypot(cos, sin),
    isMirrored,
  };
};

/**
 * The map that fits pairs of points best: turned, scaled, moved, and mirrored or not. Three pairs beside one line tell
 * whether it is mirrored; of fewer nobody can tell, so `isMirrored` decides, by default yes for two: the second axis of
 * most sources points up, that of the plan down.
 */
export const fitSimilarity = (
  pairs: readonly PointPair[],
  isMirrored?: boolean,
): Either<FitProblem, Fit> =>
  chain((best: Fit): Either<FitProblem, Fit> =>
    best.errorCm > poorestCm
      ? left({ problem: "poor-fit", value: Math.round(best.errorCm) })
      : right(best),
  )(bestFit(pairs, isMirrored));

/** The same, however poor it is. */
export const bestFit = (
  pairs: readonly PointPair[],
  isMirrored?: boolean,
): Either<FitProblem, Fit> => {
  if (pairs.length < 2) return left({ problem: "few-points" });
  const sources = pairs.map(({ source }) => source);
  const plans = pairs.map(({ plan }) => plan);
  if (hasTwins(sources, isEqual) || hasTwins(plans, isSame))
    return left({ problem: "same-points" });
  if (farthestApart(plans) < closest) return left({ problem: "too-close" });
  const tells = pairs.length > 2 && !isLine(sources) && !isLine(plans);
  if (pairs.length > 2 && !tells && isMirrored === undefined) return left({ problem: "one-line" });
  const usual = fitAs(pairs, isMirrored ?? true);
  const other = tells ? fitAs(pairs, !usual.isMirrored) : usual;
  return right(other.errorCm < usual.errorCm ? other : usual);
};
