import type { Point } from "./vector.ts";

/** A rectangle of the plan, in metres. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The smallest box around all points; nothing without points. */
export const boxAround = (points: Iterable<Point>): Box | undefined => {
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (const [x, z] of points) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, z);
    bottom = Math.max(bottom, z);
  }
  return left > right ? undefined : { left, top, width: right - left, height: bottom - top };
};

/** Twice the area in square metres: positive for corners that run clockwise on the screen. */
export const signedArea = (corners: readonly Point[]): number => {
  let sum = 0;
  corners.forEach(([x, z], index) => {
    const [nextX, nextZ] = corners[(index + 1) % corners.length] ?? [x, z];
    sum += x * nextZ - nextX * z;
  });
  return sum;
};

/** Whether a point lies within the corners. */
export const isInside = ([x, z]: Point, corners: readonly Point[]): boolean => {
  let inside = false;
  let [beforeX, beforeZ] = corners.at(-1) ?? [0, 0];
  for (const [cornerX, cornerZ] of corners) {
    if (
      cornerZ > z !== beforeZ > z &&
      x < ((beforeX - cornerX) * (z - cornerZ)) / (beforeZ - cornerZ) + cornerX
    )
      inside = !inside;
    beforeX = cornerX;
    beforeZ = cornerZ;
  }
  return inside;
};

const distanceToWall = ([x, z]: Point, [ax, az]: Point, [bx, bz]: Point): number => {
  const length = (bx - ax) ** 2 + (bz - az) ** 2;
  const along = length === 0 ? 0 : ((x - ax) * (bx - ax) + (z - az) * (bz - az)) / length;
  const at = Math.max(0, Math.min(1, along));
  return Math.hypot(x - ax - at * (bx - ax), z - az - at * (bz - az));
};

/** Metres from a point to the nearest wall between the corners. */
export const clearanceAt = (point: Point, corners: readonly Point[]): number => {
  let nearest = Infinity;
  corners.forEach((corner, index) => {
    const next = corners[(index + 1) % corners.length] ?? corner;
    nearest = Math.min(nearest, distanceToWall(point, corner, next));
  });
  return nearest;
};

/**
 * A good place inside a room for its name: the middle where that lies inside, else the place of a
 * coarse grid that is farthest from all walls, as in a room that bends around another one.
 */
export const goodPlace = (corners: readonly Point[]): Point => {
  const box = boxAround(corners);
  if (box === undefined) return [0, 0];
  const middle: Point = [box.left + box.width / 2, box.top + box.height / 2];
  const needed = Math.min(box.width, box.height) / 4;
  if (isInside(middle, corners) && clearanceAt(middle, corners) >= needed) return middle;
  let best = middle;
  let most = -1;
  for (let row = 1; row < 12; row += 1) {
    for (let column = 1; column < 12; column += 1) {
      const place: Point = [
        box.left + (box.width * column) / 12,
        box.top + (box.height * row) / 12,
      ];
      const free = isInside(place, corners) ? clearanceAt(place, corners) : -1;
      if (free > most) {
        most = free;
        best = place;
      }
    }
  }
  return best;
};
