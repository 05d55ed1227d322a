import { type PlanData, type Ref, refOf } from "../../model/elements/entities.ts";
import {
  type WallJoint,
  outlineOfStanding,
  standingWallsOn,
} from "../../model/elements/standing-walls.ts";
import {
  angleOf,
  distance,
  endsOf,
  fitSpan,
  lengthOf,
  minus,
  nearestOn,
  nearestWall,
  plus,
  type Point,
  type Span,
  tidyPoint,
  turned,
  type Wall,
} from "../../model/geometry/vector.ts";
import { shownLevel } from "../../model/elements/levels.ts";
import { elementsOn, pointsAround } from "../../model/elements/places.ts";
import { type Room, roomsOn, type RoomWall } from "../../model/elements/rooms.ts";
import { type Box, boxAround, middleOf } from "../../model/geometry/polygon.ts";
import { directionsOf, onDirection } from "./snap-directions.ts";
import { standingCollections } from "../../model/kinds/kinds.ts";

/** An end as it is stored, whatever it meets. */
const flat: WallJoint = { left: 0, right: 0, round: 0 };

/** What of the walls of no room there is to snap to: their ends, or the corners of their faces for what stands before them. */
const standingTargets = (
  plan: PlanData,
  level: string | undefined,
  except: ReadonlySet<Ref>,
  isBefore: boolean,
): { readonly corners: readonly Point[]; readonly walls: readonly Wall[] } => {
  const walls = standingWallsOn(plan, level).filter(({ entity }) => !except.has(refOf(entity)));
  const corners = walls.flatMap((wall) =>
    isBefore ? outlineOfStanding(wall, [flat, flat]) : [wall.from, wall.to],
  );
  return { corners, walls };
};

/** Why something is where it is: a line to what it was snapped to. */
export type Guide = Wall;

/** A point after snapping, with the guides to be drawn. */
export interface Snapped {
  readonly point: Point;
  readonly guides: readonly Guide[];
}

/** Whether to snap at all, and from how far in metres: a few pixels on the screen. */
export interface Snapping {
  readonly isOn: boolean;
  readonly tolerance: number;
}

/** What there is to snap to on a level. */
export interface SnapTargets {
  readonly corners: readonly Point[];
  readonly walls: readonly Wall[];
  /** Corners and middles of items, which are minded from nearby only. */
  readonly items: readonly Point[];
}

/** The grid, in metres. */
export const grid = 0.05;

/** From how far an item is aligned with, in metres; rooms are from everywhere. */
const reach = 3;

/** Metres rounded to the grid. */
export const onGrid = (metres: number): number => Math.round(metres / grid) * grid;

/** The point of the grid that is next. */
export const pointOnGrid = ([x, z]: Point): Point => tidyPoint([onGrid(x), onGrid(z)]);

const boxPoints = (box: Box): readonly Point[] => [
  [box.left, box.top],
  middleOf(box),
  [box.left + box.width, box.top + box.height],
];

/** Everything on a level to snap to, except what is being moved; `shape` gives the corners of a room that count. */
export const targetsOn = (
  plan: PlanData,
  level: string | undefined,
  except: ReadonlySet<Ref> = new Set(),
  shape?: (room: Room, plan: PlanData) => readonly Point[],
): SnapTargets => {
  const rooms = roomsOn(plan, level).filter(({ entity }) => !except.has(refOf(entity)));
  const free = standingTargets(plan, level, except, shape !== undefined);
  return {
    corners: [...rooms.flatMap((room) => shape?.(room, plan) ?? room.corners), ...free.corners],
    walls: [...rooms.flatMap(({ walls }) => walls), ...free.walls],
    items: elementsOn(plan, shownLevel(plan, level), alignable).flatMap((entity) => {
      const box = except.has(refOf(entity)) ? undefined : boxAround(pointsAround(plan, entity));
      return box === undefined ? [] : boxPoints(box);
    }),
  };
};

/** Where what stands somewhere is aligned with as it is; walls are targets as the walls of rooms are. */
const alignable = standingCollections.filter((list) => list !== "walls");

type Axis = 0 | 1;

/** How far off something is, and what it would line up with. */
interface Alignment {
  readonly off: number;
  readonly with: Point;
  /** The lower the better. */
  readonly cost: number;
}

/** What lines up best with a point along an axis: across how far, and with what. */
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
    // Of many in one line the nearest one is named by the guide.
    const cost = Math.abs(off) + far * 1e-4 + handicap;
    if (cost >= least) return;
    least = cost;
    best = { off, with: target, cost };
  };
  for (const corner of corners) look(corner, Infinity, 0);
  // Walls count for more than furniture that happens to stand near.
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
 * Snaps a point: to a corner, to a slanted wall, to a line from `origins` that is diagonal or runs as a slanted wall
 * does (where it crosses what the point lines up with), then in each direction to what it lines up with (`origins`
 * included, which makes right angles), or to the grid.
 */
export const snapPoint = (
  point: Point,
  targets: SnapTargets,
  { isOn, tolerance }: Snapping,
  origins: readonly Point[] = [],
): Snapped => {
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
    const line = onDirection(point, origins, ways, tolerance, onGrid, level);
    if (line !== undefined) {
      const ends = [
        line.origin,
        ...[x, z].flatMap((each) => (each === undefined ? [] : [each.with])),
      ];
      return { point: line.point, guides: ends.map((from) => ({ from, to: line.point })) };
    }
  }
  const [gridX, gridZ] = pointOnGrid(point);
  const snapped = tidyPoint([
    x === undefined ? gridX : point[0] + x.off,
    z === undefined ? gridZ : point[1] + z.off,
  ]);
  const found = [x, z].flatMap((each) => (each === undefined ? [] : [each.with]));
  return { point: snapped, guides: found.map((from) => ({ from, to: snapped })) };
};

/**
 * Snaps something that is moved as a whole, by the sides and the middle of the box around it, else
 * by its anchor to the grid. Gives the whole way, in metres.
 */
export const snapMove = (
  box: Box,
  anchor: Point,
  by: Point,
  targets: SnapTargets,
  { isOn, tolerance }: Snapping,
): { readonly by: Point; readonly guides: readonly Guide[] } => {
  if (!isOn) return { by: tidyPoint(by), guides: [] };
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
  const gridOff = minus(pointOnGrid(plus(anchor, by)), plus(anchor, by));
  const off: Point = [x?.off ?? gridOff[0], z?.off ?? gridOff[1]];
  const guides = best.flatMap((each) =>
    each === undefined ? [] : [{ from: each.with, to: plus(each.point, off) }],
  );
  return { by: tidyPoint(plus(by, off)), guides };
};

/** Degrees snapped to steps of 15, or to whole ones. */
export const snapAngle = (degrees: number, isOn: boolean): number => {
  const step = isOn ? 15 : 1;
  return Math.round(degrees / step) * step;
};

/** A place for an opening. */
export interface WallPosition {
  readonly wall: RoomWall;
  readonly span: Span;
}

/** Metres from a wall at which an opening still finds it. */
const finding = 0.6;

const snappedOffset = (
  along: number,
  width: number,
  length: number,
  { isOn, tolerance }: Snapping,
): number => {
  if (!isOn) return along;
  // The middle of a wall is where most windows are wanted.
  if (Math.abs(along - length / 2) <= tolerance) return length / 2;
  return onGrid(along - width / 2) + width / 2;
};

/** Where an opening of this width goes when the pointer is at a point; nowhere far from all walls. */
export const placeOnWall = (
  walls: readonly RoomWall[],
  at: Point,
  width: number,
  snapping: Snapping,
): WallPosition | undefined => {
  const found = nearestWall(walls, at, Math.max(finding, snapping.tolerance * 3));
  if (found === undefined) return undefined;
  const { wall, along } = found;
  const length = lengthOf(wall);
  const offset = snappedOffset(along, width, length, snapping);
  return { wall, span: fitSpan({ offset, width }, length) };
};

/** The outline of an opening: as thick as an outer wall is drawn. */
export const outlineOnWall = ({ wall, span }: WallPosition): readonly Point[] => {
  const [from, to] = endsOf(wall, span);
  const across = turned([0, 0.17], angleOf(wall));
  return [minus(from, across), minus(to, across), plus(to, across), plus(from, across)];
};
