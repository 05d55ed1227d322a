import type { PlanData } from "../../model/elements/entities.ts";
import type { StandingWall } from "../../model/elements/standing-walls.ts";
import { thicknessIn } from "../../model/elements/rooms.ts";
import {
  distance,
  halfWall,
  leastLine,
  lengthOf,
  minus,
  plus,
  type Point,
  times,
} from "../../model/geometry/vector.ts";
import type { Collection } from "../../model/kinds/kinds.ts";

/** The shortest line of a list that is drawn, in metres: a wall is no shorter than it is thick. */
export const leastNewLine = (plan: PlanData, list: Collection): number =>
  list === "walls"
    ? Math.max(leastLine, thicknessIn(plan, "wall_thickness") ?? 2 * halfWall)
    : leastLine;

/** How short a wall of no room may be pulled, in metres: as it is thick, or as it is, where that is less. */
export const leastOf = (wall: StandingWall): number =>
  Math.max(leastLine, Math.min(2 * wall.half, lengthOf(wall)));

/** Where the end of a line comes to lie that is pulled from `was` to a place: at least so many metres from the other end. */
export const keptApart = (other: Point, was: Point, to: Point, metres: number): Point => {
  const away = distance(other, to);
  if (away >= metres) return to;
  // Pulled right on the other end it has no direction, and keeps the one that it had.
  const [towards, length] = away > 1e-3 ? [to, away] : [was, distance(other, was)];
  const way: Point = length > 1e-3 ? times(minus(towards, other), 1 / length) : [1, 0];
  return plus(other, times(way, metres));
};
