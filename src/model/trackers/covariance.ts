import { fullTurn, type Point } from "../geometry/vector.ts";

/** A matrix of two rows, row by row. Of a covariance in square metres both middle ones are the same. */
export type Matrix2 = readonly [xx: number, xz: number, zx: number, zz: number];

export const zero2: Matrix2 = [0, 0, 0, 0];

export const unit2: Matrix2 = [1, 0, 0, 1];

/** The covariance of a place that is as uncertain in every direction; `metres` is one standard deviation. */
export const evenly = (metres: number): Matrix2 => [metres ** 2, 0, 0, metres ** 2];

export const sum2 = ([a, b, c, d]: Matrix2, [e, f, g, h]: Matrix2): Matrix2 => [
  a + e,
  b + f,
  c + g,
  d + h,
];

export const difference2 = ([a, b, c, d]: Matrix2, [e, f, g, h]: Matrix2): Matrix2 => [
  a - e,
  b - f,
  c - g,
  d - h,
];

export const scaled2 = ([a, b, c, d]: Matrix2, by: number): Matrix2 => [
  a * by,
  b * by,
  c * by,
  d * by,
];

export const product2 = ([a, b, c, d]: Matrix2, [e, f, g, h]: Matrix2): Matrix2 => [
  a * e + b * g,
  a * f + b * h,
  c * e + d * g,
  c * f + d * h,
];

export const turned2 = ([a, b, c, d]: Matrix2): Matrix2 => [a, c, b, d];

export const determinant2 = ([a, b, c, d]: Matrix2): number => a * d - b * c;

/** The inverse of a covariance, which is not flat. */
export const inverse2 = (matrix: Matrix2): Matrix2 => {
  const [a, b, c, d] = matrix;
  return scaled2([d, -b, -c, a], 1 / determinant2(matrix));
};

export const applied2 = ([a, b, c, d]: Matrix2, [x, z]: Point): Point => [
  a * x + b * z,
  c * x + d * z,
];

/** How far a place may be off, as an ellipse: one standard deviation along its longer axis and across it. */
export interface Spread {
  /** Metres. */
  readonly along: number;
  readonly across: number;
  /** Where the longer axis points: degrees from right, clockwise on the screen, below 180. */
  readonly angle: number;
}

/** The ellipse of a covariance. */
export const spreadOf = ([xx, xz, , zz]: Matrix2): Spread => {
  const [mean, root] = [(xx + zz) / 2, Math.hypot((xx - zz) / 2, xz)];
  const angle = (Math.atan2(2 * xz, xx - zz) / 2) * (180 / Math.PI);
  return {
    along: Math.sqrt(mean + root),
    across: Math.sqrt(Math.max(0, mean - root)),
    angle: fullTurn(angle) % 180,
  };
};

const toCentimetres = (metres: number): number => Math.round(metres * 100) / 100;

/** An ellipse as screens are told: to a centimetre and a degree. */
export const toldSpread = ({ along, across, angle }: Spread): Spread => ({
  along: toCentimetres(along),
  across: toCentimetres(across),
  angle: Math.round(angle) % 180,
});
