import type { PlanData } from "../../elements/entities.ts";
import { findRef, type Ref, refOf } from "../../elements/ref.ts";
import { levelOfEntity, pointsAround } from "../../elements/places.ts";
import { standingWallsOn } from "../../elements/standing-walls.ts";
import { isSame, type Point, tidyPoint } from "../../geometry/vector.ts";
import { update } from "./change.ts";

/** Takes those ends of the walls of no room on a level elsewhere that fit. */
export const moveStandingEnds = (
  plan: PlanData,
  level: string | undefined,
  fits: (end: Point) => boolean,
  to: (end: Point) => Point,
): PlanData => {
  const walls = standingWallsOn(plan, level).filter(({ from, to: end }) => fits(from) || fits(end));
  const next = (end: Point): Point => (fits(end) ? tidyPoint(to(end)) : end);
  return update(
    plan,
    new Map(
      walls.map(({ entity, from, to: end }) => [
        refOf(entity),
        (data) => ({ ...data, from: next(from), to: next(end) }),
      ]),
    ),
  );
};

/** Moves an end of a wall of no room to a place, and with it the ends of other such walls that lie on it. */
export const moveStandingEnd = (plan: PlanData, ref: Ref, index: number, to: Point): PlanData => {
  const wall = findRef(plan, ref);
  const at = wall && pointsAround(plan, wall)[index];
  if (wall === undefined || at === undefined) return plan;
  const fits = (end: Point): boolean => isSame(end, at);
  return moveStandingEnds(plan, levelOfEntity(plan, wall), fits, () => to);
};
