import { roomsOn } from "../../../elements/rooms.ts";
import type { PlanData } from "../../../elements/entities.ts";
import { levelBeside } from "../../model/levels.ts";
import { type SnapTargets, targetsOn } from "../../model/snap.ts";

/** What a new room snaps to: the rooms of its floor, and those of the floor that it stands on. */
export const roomTargets = (plan: PlanData, level: string | undefined): SnapTargets => {
  const targets = targetsOn(plan, level);
  const beside = levelBeside(plan, level);
  const under = beside === undefined ? [] : roomsOn(plan, beside);
  const corners = [...targets.corners, ...under.flatMap(({ corners: each }) => each)];
  return { ...targets, corners, items: [] };
};
