import type { Point } from "../geometry/vector.ts";

/** A place on the walls of a room; offset and width in metres. */
export interface WallPlace {
  /** Index of the corner at which the wall starts. */
  readonly edge: number;
  /** From the wall's start to the centre. */
  readonly offset: number;
  readonly width: number;
}

/** The same place on other walls. `isSure`: it is the same wall, or the same place in the plane. */
export interface FoundPlace {
  readonly place: WallPlace;
  readonly isSure: boolean;
}

type Corners = readonly Point[];
type Wall = readonly [from: Point, to: Point];

/** Metres within which two places are one. */
const near = 0.01;

const minus = ([ax, az]: Point, [bx, bz]: Point): Point => [ax - bx, az - bz];
const dot = ([ax, az]: Point, [bx, bz]: Point): number => ax * bx + az * bz;
const distance = (one: Point, other: Point): number => Math.hypot(...minus(one, other));
const isSame = (one: Point, other: Point): boolean => distance(one, other) < near / 2;
const lengthOf = ([from, to]: Wall): number => distance(from, to);

const wallAt = (corners: Corners, edge: number): Wall | undefined => {
  const from = corners[edge];
  const to = corners[(edge + 1) % corners.length];
  return from === undefined || to === undefined ? undefined : [from, to];
};

/** The point at so many metres from the wall's start. */
const pointOn = (wall: Wall, metres: number): Point => {
  const [from, to] = wall;
  const share = lengthOf(wall) === 0 ? 0 : metres / lengthOf(wall);
  const [dx, dz] = minus(to, from);
  return [from[0] + dx * share, from[1] + dz * share];
};

/** How far along the wall the point nearest to this one is. */
const along = (wall: Wall, point: Point): number => {
  const length = lengthOf(wall);
  if (length === 0) return 0;
  const metres = dot(minus(point, wall[0]), minus(wall[1], wall[0])) / length;
  return Math.max(0, Math.min(length, metres));
};

const isMovedWhole = (from: Corners, to: Corners): boolean => {
  const [first, next] = [from[0], to[0]];
  if (first === undefined || next === undefined) return false;
  const by = minus(next, first);
  return from.every((corner, at) => isSame(minus(to[at] ?? corner, corner), by));
};

/** Whether the corners were only moved, so that a wall is the one that has its number. */
const keepsNumbers = (from: Corners, to: Corners): boolean =>
  from.length === to.length &&
  (isMovedWhole(from, to) ||
    from.every((corner, at) => to.every((other, place) => at === place || !isSame(corner, other))));

const tidy = (metres: number): number => Math.round(metres * 1e4) / 1e4;

const fitted = (wall: Wall, metres: number, width: number): number => {
  const half = Math.min(width, lengthOf(wall)) / 2;
  return tidy(Math.max(half, Math.min(lengthOf(wall) - half, metres)));
};

const isParallel = (one: Wall, other: Wall): boolean => {
  const size = lengthOf(one) * lengthOf(other);
  return size > 0 && dot(minus(one[1], one[0]), minus(other[1], other[0])) / size > 0.999;
};

interface Candidate extends FoundPlace {
  readonly away: number;
}

/** The place on one wall that is nearest to a place on another. */
const onWall = (was: Wall, is: Wall, edge: number, place: WallPlace): Candidate => {
  const isKept = isSame(was[0], is[0]) && isSame(was[1], is[1]);
  if (isKept) return { place: { ...place, edge }, isSure: true, away: 0 };
  const centre = pointOn(was, place.offset);
  const offset = fitted(is, along(is, centre), place.width);
  const away = distance(pointOn(is, offset), centre);
  const isSure = away <= near && isParallel(was, is) && place.width <= lengthOf(is) + near;
  return { place: { ...place, edge, offset }, isSure, away };
};

/**
 * Finds a place on the walls between `from` again on the walls between `to`: on its wall where
 * that was moved as a whole, else where it lies in the plane. Where neither is there, it is the
 * nearest place, and not sure. Undefined where the first walls have no such place.
 */
export const findPlace = (from: Corners, to: Corners, place: WallPlace): FoundPlace | undefined => {
  const was = wallAt(from, place.edge);
  if (was === undefined) return undefined;
  if (keepsNumbers(from, to)) {
    const is = wallAt(to, place.edge);
    // As in the editor: a wall that moves as a whole takes its openings along, else they stay where they are.
    const isWhole = is !== undefined && isSame(minus(is[0], was[0]), minus(is[1], was[1]));
    return isWhole ? { place, isSure: true } : is && onWall(was, is, place.edge, place);
  }
  const candidates = to.flatMap((_corner, edge) => {
    const is = wallAt(to, edge);
    return is === undefined ? [] : [onWall(was, is, edge, place)];
  });
  return candidates.toSorted(
    (one, other) => Number(other.isSure) - Number(one.isSure) || one.away - other.away,
  )[0];
};
