import { goodPlace, inset, isInside } from "./polygon.ts";
import { distance, type Point, tidyPoint } from "./vector.ts";

/** Metres between neighbours, from what looks best to what is just told apart. */
const spacings: readonly number[] = [0.8, 0.6, 0.5, 0.4, 0.3, 0.2];

/** As far as a grid goes from its middle, in steps: what lies farther is in another room. */
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

/** How far a point is from the middle of a grid; beside it comes before above and below it. */
const awayFrom =
  ([x, z]: Point) =>
  ([px, pz]: Point): number =>
    Math.hypot(px - x, (pz - z) * 1.01);

/** As one reads: line by line. */
const reading = ([ax, az]: Point, [bx, bz]: Point): number =>
  Math.abs(az - bz) > 1e-6 ? az - bz : ax - bx;

/**
 * So many places on a grid inside corners, in metres: close together around a point, the good place of the room
 * by default, away from its walls and from what is `taken`. Where they do not fit, some lie on one another.
 */
export const tidyGrid = (
  corners: readonly Point[],
  count: number,
  taken: readonly Point[],
  about: Point = goodPlace(corners),
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
