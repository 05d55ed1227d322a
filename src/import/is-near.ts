import type { Wall } from "../geometry/wall.ts";

/** How far two stretches of a line are apart; less than nothing where they overlap. */
const gap = (a: number, b: number, c: number, d: number): number =>
  Math.max(Math.min(c, d) - Math.max(a, b), Math.min(a, b) - Math.max(c, d));

/**
 * Whether the boxes around two walls come as near as `reach`, in metres: tells at little cost that they
 * have nothing to do with each other, where each wall is held against all others.
 */
export const isNear = (one: Wall, other: Wall, reach: number): boolean =>
  gap(one.from[0], one.to[0], other.from[0], other.to[0]) <= reach &&
  gap(one.from[1], one.to[1], other.from[1], other.to[1]) <= reach;
