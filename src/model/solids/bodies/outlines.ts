import type { Point } from "../../geometry/vector.ts";
import { around, times } from "./body.ts";

/** The outline of an oval about a place. */
export const oval = (x: number, z: number, w: number, d: number, corners = 16): readonly Point[] =>
  around(corners, (cos, sin): Point => [x + (cos * w) / 2, z + (sin * d) / 2]);

/** The outline of a rectangle about a place. */
export const rectangle = (x: number, z: number, w: number, d: number): readonly Point[] => [
  [x - w / 2, z - d / 2],
  [x + w / 2, z - d / 2],
  [x + w / 2, z + d / 2],
  [x - w / 2, z + d / 2],
];

/** The outline of what stands around a corner, at the back and at the left, each as deep as this, with a slanting front. */
export const aroundCorner = (w: number, d: number, deep: number): readonly Point[] => [
  [-w / 2, -d / 2],
  [w / 2, -d / 2],
  [w / 2, -d / 2 + deep],
  [-w / 2 + deep, d / 2],
  [-w / 2, d / 2],
];

/** The outline of a rectangle whose corners are rounded, about the middle. */
export const rounded = (w: number, d: number, r: number): readonly Point[] =>
  [
    [1, 1, 0],
    [-1, 1, 90],
    [-1, -1, 180],
    [1, -1, 270],
  ].flatMap(([right = 1, down = 1, from = 0]) =>
    times(4, (at): Point => {
      const angle = ((from + at * 30) * Math.PI) / 180;
      return [right * (w / 2 - r) + Math.cos(angle) * r, down * (d / 2 - r) + Math.sin(angle) * r];
    }),
  );

/** The outline of what fills a corner at the back and left, its edge bent towards the room after a straight part of its sides. */
export const cornerOutline = (w: number, d: number, straight: number): readonly Point[] => [
  [-w / 2, -d / 2],
  [w / 2, -d / 2],
  ...times(9, (at): Point => {
    const angle = (at * Math.PI) / 16;
    const [x, z] = [Math.cos(angle), Math.sin(angle)];
    const bent = 1 - straight;
    return [(straight + bent * x - 0.5) * w, (straight + bent * z - 0.5) * d];
  }),
  [-w / 2, d / 2],
];

/** Points of a part of an oval about a place, between two directions in degrees, clockwise in the plan. */
export const arc = (
  [x, z]: Point,
  [rx, rz]: Point,
  from: number,
  to: number,
  steps = 6,
): readonly Point[] =>
  times(steps + 1, (at): Point => {
    const angle = ((from + ((to - from) * at) / steps) * Math.PI) / 180;
    return [x + Math.cos(angle) * rx, z + Math.sin(angle) * rz];
  });
