import {
  distance,
  minus,
  nearestOn,
  plus,
  type Point,
  roundForStorage,
  tidyPoint,
  type Wall,
} from "../../model/geometry/vector.ts";
import type { Box } from "../../model/geometry/polygon.ts";
import { directionsOf, onDirection } from "./snap-directions.ts";
import { boxPoints, type SnapTargets } from "./snap-targets.ts";

/** A guide: a line to the snap target. */
export type Guide = Wall;

/** A snapped point with its guides. */
export interface Snapped {
  readonly point: Point;
  readonly guides: readonly Guide[];
}

/** Whether to snap, and the tolerance in metres: a few pixels on the screen. */
export interface Snapping {
  readonly isOn: boolean;
  readonly tolerance: number;
  /** Whether a tracing image is shown: the grid would pull points off what it shows. */
  readonly isOverImage?: boolean;
}

/** Grid size in metres. */
export const grid = 0.05;

/** Distance in metres within which items are aligned with; rooms are at any distance. */
const reach = 3;

/** Metres rounded to the grid. */
export const onGrid = (metres: number): number => Math.round(metres / grid) * grid;

/** Rounds metres to the grid, or only for storage while there is no grid. */
export const roundingOf = ({
  isOverImage = false,
}: Pick<Snapping, "isOverImage">): ((metres: number) => number) =>
  isOverImage ? roundForStorage : onGrid;

/** The nearest grid point. */
export const pointOnGrid = ([x, z]: Point): Point => tidyPoint([onGrid(x), onGrid(z)]);

type Axis = 0 | 1;

/** A possible alignment and its offset. */
interface Alignment {
  readonly off: number;
  readonly with: Point;
  /** Lower is better. */
  readonly cost: number;
}

/** The best alignment of a point along an axis. */
const alignment = (
  axis: Axis,
  point: Point,
  { corners, items }: SnapTargets,
  tolerance: number,
): Alignment | undefined => {
  const across: Axis = axis === 0 ? 1 : 0;
  let best: Alignment | undefined;
  let least = Infinity;
  const look = (target: Point, farthest: number, handicap: number): void => {
    const off = target[axis] - point[axis];
    const far = Math.abs(target[across] - point[across]);
    if (Math.abs(off) > tolerance || far > farthest) return;
    // Of several in one line, the guide leads to the nearest.
    const cost = Math.abs(off) + far * 1e-4 + handicap;
    if (cost >= least) return;
    least = cost;
    best = { off, with: target, cost };
  };
  for (const corner of corners) look(corner, Infinity, 0);
  // Walls take precedence over furniture nearby.
  for (const item of items) look(item, reach, tolerance / 2);
  return best;
};

const nearestCorner = (
  point: Point,
  corners: readonly Point[],
  tolerance: number,
): Point | undefined => {
  let best: Point | undefined;
  let least = tolerance;
  for (const corner of corners) {
    const away = distance(corner, point);
    if (away > least) continue;
    least = away;
    best = corner;
  }
  return best;
};

const isSlanted = ({ from, to }: Wall): boolean =>
  Math.abs(from[0] - to[0]) > 0.005 && Math.abs(from[1] - to[1]) > 0.005;

const onSlantedWall = (
  point: Point,
  walls: readonly Wall[],
  tolerance: number,
): Point | undefined => {
  const wall = walls.find((each) => isSlanted(each) && nearestOn(each, point).away <= tolerance);
  return wall && tidyPoint(nearestOn(wall, point).point);
};

/**
 * Snaps a point: to a corner, to an oblique wall, to a diagonal or a parallel of an oblique wall through `origins`
 * (where it crosses an alignment), then per axis to alignments (including `origins`, which makes right angles), or to
 * the grid, if there is one.
 */
export const snapPoint = (
  point: Point,
  targets: SnapTargets,
  snapping: Snapping,
  origins: readonly Point[] = [],
): Snapped => {
  const { isOn, tolerance } = snapping;
  const round = roundingOf(snapping);
  if (!isOn) return { point: tidyPoint(point), guides: [] };
  const on =
    nearestCorner(point, targets.corners, tolerance) ??
    onSlantedWall(point, targets.walls, tolerance);
  if (on !== undefined) return { point: on, guides: [{ from: on, to: on }] };
  const all = { ...targets, corners: [...targets.corners, ...origins] };
  const x = alignment(0, point, all, tolerance);
  const z = alignment(1, point, all, tolerance);
  const level = [x && point[0] + x.off, z && point[1] + z.off] as const;
  if (x === undefined || z === undefined) {
    const ways = directionsOf(targets.walls.filter(isSlanted));
    const line = onDirection(point, origins, ways, tolerance, round, level);
    if (line !== undefined) {
      const ends = [
        line.origin,
        ...[x, z].flatMap((each) => (each === undefined ? [] : [each.with])),
      ];
      return { point: line.point, guides: ends.map((from) => ({ from, to: line.point })) };
    }
  }
  const snapped = tidyPoint([
    x === undefined ? round(point[0]) : point[0] + x.off,
    z === undefined ? round(point[1]) : point[1] + z.off,
  ]);
  const found = [x, z].flatMap((each) => (each === undefined ? [] : [each.with]));
  return { point: snapped, guides: found.map((from) => ({ from, to: snapped })) };
};

/**
 * Snaps a movement by the sides and the middle of the bounding box, else by the anchor to the grid. Returns the whole
 * movement in metres.
 */
export const snapMove = (
  box: Box,
  anchor: Point,
  by: Point,
  targets: SnapTargets,
  snapping: Snapping,
): { readonly by: Point; readonly guides: readonly Guide[] } => {
  const { isOn, tolerance } = snapping;
  if (!isOn) return { by: tidyPoint(by), guides: [] };
  const round = roundingOf(snapping);
  const moved = boxPoints(box).map((point) => plus(point, by));
  const best = ([0, 1] as const).map((axis) =>
    moved
      .flatMap((point) => {
        const found = alignment(axis, point, targets, tolerance);
        return found === undefined ? [] : [{ ...found, point }];
      })
      .toSorted((one, other) => one.cost - other.cost)
      .at(0),
  );
  const [x, z] = best;
  const put = plus(anchor, by);
  const gridOff = minus([round(put[0]), round(put[1])], put);
  const off: Point = [x?.off ?? gridOff[0], z?.off ?? gridOff[1]];
  const guides = best.flatMap((each) =>
    each === undefined ? [] : [{ from: each.with, to: plus(each.point, off) }],
  );
  return { by: tidyPoint(plus(by, off)), guides };
};

/** Snaps degrees to steps of 15, or to whole degrees. */
export const snapAngle = (degrees: number, isOn: boolean): number => {
  const step = isOn ? 15 : 1;
  return Math.round(degrees / step) * step;
};
