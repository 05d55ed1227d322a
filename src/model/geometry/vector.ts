/** A position in metres: `x` to the right, `z` down. */
export type Point = readonly [x: number, z: number];

/** Metres and degrees as they are stored: no digits that nobody drew. */
export const tidy = (value: number): number => Math.round(value * 1e4) / 1e4 || 0;

/** A position with tidy metres. */
export const tidyPoint = ([x, z]: Point): Point => [tidy(x), tidy(z)];

export const plus = ([ax, az]: Point, [bx, bz]: Point): Point => [ax + bx, az + bz];
export const minus = ([ax, az]: Point, [bx, bz]: Point): Point => [ax - bx, az - bz];
export const times = ([x, z]: Point, factor: number): Point => [x * factor, z * factor];
export const dot = ([ax, az]: Point, [bx, bz]: Point): number => ax * bx + az * bz;

/** The area between two ways, positive where the second turns clockwise on the screen. */
export const cross = ([ax, az]: Point, [bx, bz]: Point): number => ax * bz - az * bx;

/** Metres between two positions. */
export const distance = ([ax, az]: Point, [bx, bz]: Point): number => Math.hypot(ax - bx, az - bz);

/** The point halfway. */
export const middle = ([ax, az]: Point, [bx, bz]: Point): Point => [(ax + bx) / 2, (az + bz) / 2];

/** What is drawn as one point: closer than half a centimetre. */
export const isSame = (one: Point, other: Point): boolean => distance(one, other) < 0.005;

/** A position turned about the origin by degrees, clockwise on the screen. */
export const turned = ([x, z]: Point, degrees: number): Point => {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return [x * cos - z * sin, x * sin + z * cos];
};

/** Degrees from 0 up to, not including, 360. */
export const fullTurn = (degrees: number): number => tidy(((degrees % 360) + 360) % 360);
