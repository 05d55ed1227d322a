import { type PlanData, type Ref, refOf } from "../../model/elements/entities.ts";
import {
  type Meeting,
  outlineOfStanding,
  standingWallsOn,
} from "../../model/elements/standing-walls.ts";
import type { Point, Wall } from "../../model/geometry/vector.ts";

/** An end as it is stored, whatever it meets. */
const flat: Meeting = { left: 0, right: 0, round: 0 };

/** What of the walls of no room there is to snap to: their ends, or the corners of their faces for what stands before them. */
export const standingTargets = (
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
