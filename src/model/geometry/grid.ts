import { interiorPoint, inset, isInside } from "./polygon.ts";
import { distance, type Point, tidyPoint } from "./vector.ts";

/** Spacings in metres, from the best-looking to the narrowest at which items can still be told apart. */
const spacings: readonly number[] = [0.8, 0.6, 0.5, 0.4, 0.3, 0.2];

/** How many steps a grid extends from its middle; anything farther is in another room. */
const reach = 60;

const lattice = (corners: readonly Point[], [x, z]: Point, spacing: number): readonly Point[] => {
  const points: Point[] = [];
  for (let row = -reach; row <= reach; row += 1)
    for (let column = -reach; column <= reach; column += 1) {
      const point: Point = [x + column * spacing, z + row * spacing];
      if (isInside(point, corners)) points.push(point);
    }
  return points;
};

/**
 * Distance from the middle of a grid; at equal distance, points to the left and right come before points above and
 * below.
 */
const awayFrom =
  ([x, z]: Point) =>
  ([px, pz]: Point): number =>
    Math.hypot(px - x, (pz - z) * 1.01);

/** Reading order: by rows, from left to right. */
const reading = ([ax, az]: Point, [bx, bz]: Point): number =>
  Math.abs(az - bz) > 1e-6 ? az - bz : ax - bx;

/**
 * Positions for so many items inside a polygon, on a grid in metres: close around a point (by default a good place in
 * the room), away from the walls and from `taken`. If they do not fit, some coincide.
 */
export const tidyGrid = (
  corners: readonly Point[],
  count: number,
  taken: readonly Point[],
  about: Point = interiorPoint(corners),
): readonly Point[] => {
  const away = awayFrom(about);
  let best: readonly Point[] = [];
  for (const spacing of spacings) {
    const inside = inset(corners, Math.min(0.4, spacing / 2));
    const free = lattice(inside, about, spacing).filter((point) =>
      taken.every((other) => distance(point, other) > spacing * 0.7),
    );
    const nearest = free.toSorted((one, other) => away(one) - away(other)).slice(0, count);
    if (nearest.length > best.length) best = nearest;
    if (best.length === count) break;
  }
  const missing = Array.from({ length: count - best.length }, () => about);
  return [...best.toSorted(reading), ...missing].map(tidyPoint);
};
