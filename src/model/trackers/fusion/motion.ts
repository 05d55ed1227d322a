import { dot, minus, plus, type Point, times } from "../../geometry/vector.ts";
import {
  applied2,
  determinant2,
  difference2,
  evenly,
  inverse2,
  type Matrix2,
  product2,
  scaled2,
  sum2,
  turned2,
  unit2,
  zero2,
} from "../covariance.ts";

/** Where somebody is and goes, as far as it is known: the state of a Kalman filter. */
export interface Motion {
  /** When, in seconds. */
  readonly at: number;
  /** Metres of the plan. */
  readonly place: Point;
  /** Metres a second. */
  readonly velocity: Point;
  /** The covariance of the place, that of place and velocity, and that of the velocity. */
  readonly placed: Matrix2;
  readonly crossed: Matrix2;
  readonly moving: Matrix2;
}

/** How much the speed of somebody who walks changes in a second, in metres a second: people start, turn and stop. */
const restless = 0.4;

/** Seconds in which a speed that nobody measures falls to a third: who is out of sight rarely goes straight on. */
const fading = 2;

/** Metres a second of somebody of whom nothing is known. */
const anySpeed = 0.7;

/** Somebody who is seen for the first time. `noise` is the covariance of the place. */
export const motionFrom = (place: Point, noise: Matrix2, at: number): Motion => ({
  at,
  place,
  velocity: [0, 0],
  placed: noise,
  crossed: zero2,
  moving: evenly(anySpeed),
});

/** What is expected at a later time; at an earlier one nothing changes. */
export const expectedAt = (motion: Motion, at: number): Motion => {
  const seconds = at - motion.at;
  if (seconds <= 0) return motion;
  const { place, velocity, placed, crossed, moving } = motion;
  const kept = Math.exp(-seconds / fading);
  const way = fading * (1 - kept);
  const both = sum2(crossed, turned2(crossed));
  const noise = restless ** 2;
  return {
    at,
    place: plus(place, times(velocity, way)),
    velocity: times(velocity, kept),
    placed: sum2(
      sum2(placed, scaled2(both, way)),
      sum2(scaled2(moving, way ** 2), scaled2(unit2, (noise * seconds * way ** 2) / 3)),
    ),
    crossed: sum2(
      scaled2(sum2(crossed, scaled2(moving, way)), kept),
      scaled2(unit2, (noise * way ** 2) / 2),
    ),
    moving: sum2(scaled2(moving, kept ** 2), scaled2(unit2, noise * way)),
  };
};

/** How little a place fits: the squared distance in standard deviations, and minus twice the logarithm of its likelihood. */
export interface Misfit {
  readonly squared: number;
  readonly cost: number;
}

/** How little a place with this covariance fits what is expected at that time. */
export const misfitOf = ({ place, placed }: Motion, seen: Point, noise: Matrix2): Misfit => {
  const both = sum2(placed, noise);
  const off = minus(seen, place);
  const squared = dot(off, applied2(inverse2(both), off));
  return { squared, cost: squared + Math.log(determinant2(both)) };
};

const evened = ([xx, xz, zx, zz]: Matrix2): Matrix2 => [xx, (xz + zx) / 2, (xz + zx) / 2, zz];

/** What is known once a place was seen at the time of the motion. */
export const correctedBy = (motion: Motion, seen: Point, noise: Matrix2): Motion => {
  const { place, velocity, placed, crossed, moving } = motion;
  const inverse = inverse2(sum2(placed, noise));
  const off = minus(seen, place);
  const [gain, gainOfSpeed] = [product2(placed, inverse), product2(turned2(crossed), inverse)];
  return {
    ...motion,
    place: plus(place, applied2(gain, off)),
    velocity: plus(velocity, applied2(gainOfSpeed, off)),
    placed: evened(difference2(placed, product2(gain, placed))),
    crossed: difference2(crossed, product2(gain, crossed)),
    moving: evened(difference2(moving, product2(gainOfSpeed, crossed))),
  };
};
