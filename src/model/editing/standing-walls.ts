import { findRef, type PlanData, type Ref, refOf } from "../elements/entities.ts";
import { type StandingWall, standingWallsOn } from "../elements/standing-walls.ts";
import { openingsOf } from "../elements/opening-walls.ts";
import { thicknessIn } from "../elements/rooms.ts";
import {
  distance,
  halfWall,
  isMovedWhole,
  isSame,
  minLine,
  lengthOf,
  minus,
  plus,
  type Point,
  spanOn,
  tidyPoint,
  times,
} from "../geometry/vector.ts";
import type { JsonObject } from "../json.ts";
import type { Collection } from "../kinds/kinds.ts";
import { spanOf, withSpan } from "../kinds/opening.ts";
import { levelOfEntity, pointsAround } from "../elements/places.ts";
import { updateElements } from "./change.ts";

/** The least length in metres of a new line in a list: walls are at least as long as they are thick. */
export const minNewLine = (plan: PlanData, list: Collection): number =>
  list === "walls"
    ? Math.max(minLine, thicknessIn(plan, "wall_thickness") ?? 2 * halfWall)
    : minLine;

/** The least length in metres of a wall that is edited: its thickness, or its length if that is already less. */
const leastOf = (wall: StandingWall): number =>
  Math.max(minLine, Math.min(2 * wall.half, lengthOf(wall)));

/** The end of a line dragged from `was` to a point, at least so many metres from the other end. */
export const atLeastApart = (other: Point, was: Point, to: Point, metres: number): Point => {
  const away = distance(other, to);
  if (away >= metres) return to;
  // An end dragged onto the other end has no direction, so the line keeps its former one.
  const [towards, length] = away > 1e-3 ? [to, away] : [was, distance(other, was)];
  const way: Point = length > 1e-3 ? times(minus(towards, other), 1 / length) : [1, 0];
  return plus(other, times(way, metres));
};

type Ends = readonly [from: Point, to: Point];

/** The moved ends of a wall; where only one end moves, the wall keeps its least length. */
const movedEnds = (
  wall: StandingWall,
  fits: (end: Point) => boolean,
  to: (end: Point) => Point,
): Ends => {
  const { from, to: end } = wall;
  const apart = (other: Point, was: Point): Point =>
    atLeastApart(other, was, to(was), leastOf(wall));
  if (fits(from) && fits(end)) return [to(from), to(end)];
  return fits(from) ? [apart(end, from), end] : [from, apart(from, end)];
};

/**
 * Moves all matching ends of the freestanding walls on a floor; each wall keeps its least length. Openings in walls that do
 * not move as a whole stay in place as far as the new wall allows.
 */
export const moveStandingEnds = (
  plan: PlanData,
  level: string | undefined,
  fits: (end: Point) => boolean,
  to: (end: Point) => Point,
): PlanData => {
  const walls = standingWallsOn(plan, level).filter(({ from, to: end }) => fits(from) || fits(end));
  const changes = new Map<Ref, (data: JsonObject) => JsonObject>();
  for (const wall of walls) {
    const [from, end] = movedEnds(wall, fits, to);
    const is = { from: tidyPoint(from), to: tidyPoint(end) };
    changes.set(refOf(wall.entity), (data) => ({ ...data, ...is }));
    if (isMovedWhole(wall, is)) continue;
    for (const opening of openingsOf(plan, new Set([refOf(wall.entity)])))
      changes.set(refOf(opening), (data) => withSpan(data, spanOn(wall, is, spanOf(data))));
  }
  return updateElements(plan, changes);
};

/**
 * Moves an end of a freestanding wall to a point, together with the ends of other freestanding walls at the same point.
 * Where a wall would get too short, all these ends go next to the point.
 */
export const moveStandingEnd = (plan: PlanData, ref: Ref, index: number, to: Point): PlanData => {
  const wall = findRef(plan, ref);
  const at = wall && pointsAround(plan, wall)[index];
  if (wall === undefined || at === undefined) return plan;
  const level = levelOfEntity(plan, wall);
  const fits = (end: Point): boolean => isSame(end, at);
  const place = standingWallsOn(plan, level).reduce((found, each) => {
    if (fits(each.from) === fits(each.to)) return found;
    return atLeastApart(fits(each.from) ? each.to : each.from, at, found, leastOf(each));
  }, to);
  return moveStandingEnds(plan, level, fits, () => place);
};
