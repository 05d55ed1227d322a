import { PointIndex } from "../geometry/point-index.ts";
import { distance, dot, isSame, minus, type Point } from "../model/geometry/vector.ts";
import {
  isMovedWhole,
  lengthOf,
  pointAlong,
  type Span,
  spanOn,
  type Wall,
  wallsOf,
} from "../geometry/wall.ts";

/** A place on the walls of a room: the index of the wall, and the part of it. */
export interface WallPlace extends Span {
  readonly edge: number;
}

/** The same place on other walls. `isSure`: it is the same wall, or the same place in the plane. */
export interface FoundPlace extends WallPlace {
  readonly isSure: boolean;
}

type Corners = readonly Point[];

/** Metres within which two places are one. */
const near = 0.01;

/** Whether the corners were only moved, so that a wall is the one that has its number. */
export const keepsNumbers = (from: Corners, to: Corners): boolean => {
  if (from.length !== to.length) return false;
  const by = minus(to[0] ?? [0, 0], from[0] ?? [0, 0]);
  if (from.every((corner, at) => isSame(minus(to[at] ?? corner, corner), by))) return true;
  const moved = new PointIndex(to);
  return from.every((corner, at) => moved.at(corner).every((place) => place === at));
};

const isParallel = (one: Wall, other: Wall): boolean => {
  const size = lengthOf(one) * lengthOf(other);
  return size > 0 && dot(minus(one.to, one.from), minus(other.to, other.from)) / size > 0.999;
};

/**
 * Finds a place on the walls between `from` again on the walls between `to`: on its wall where
 * that was moved as a whole, else where it lies in the plane. Where neither is there, it is the
 * nearest place, and not sure. Undefined where the first walls have no such place.
 */
export const findPlace = (
  from: Corners,
  to: Corners,
  { edge, ...span }: WallPlace,
): FoundPlace | undefined => {
  const was = wallsOf(from)[edge];
  if (was === undefined) return undefined;
  const centre = pointAlong(was, span.offset);
  const isNumbered = keepsNumbers(from, to);
  const candidates = wallsOf(to).flatMap((is, at) => {
    if (isNumbered && at !== edge) return [];
    const isKept = isMovedWhole(was, is) && (isNumbered || isSame(was.from, is.from));
    if (isKept) return [{ ...span, edge: at, isSure: true, away: 0 }];
    const next = spanOn(was, is, span);
    const away = distance(pointAlong(is, next.offset), centre);
    const isSure = away <= near && isParallel(was, is) && span.width <= lengthOf(is) + near;
    return [{ ...next, edge: at, isSure, away }];
  });
  return candidates.toSorted(
    (one, other) => Number(other.isSure) - Number(one.isSure) || one.away - other.away,
  )[0];
};
