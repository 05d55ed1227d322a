import { insideOf, type Room } from "../../elements/rooms.ts";
import { inset } from "../../geometry/polygon.ts";
import type { Point } from "../../geometry/vector.ts";
import type { PlanData } from "../../elements/entities.ts";
import { reachOf } from "../../elements/wall-thickness.ts";

/** What lengths are measured between: the faces of the walls, as with a tape in the room, or the lines that are stored. */
export type MeasureSort = "inner" | "centre";

const kept = (corners: readonly Point[], inside: readonly Point[]): readonly Point[] =>
  inside.length === corners.length ? inside : corners;

/** The corners of a room between which its lengths are measured, in the order of its corners. */
export const measuredCorners = (plan: PlanData, room: Room, sort: MeasureSort): readonly Point[] =>
  sort === "centre" ? room.corners : kept(room.corners, insideOf(room, plan));

/** The same of a room that is being drawn. */
export const measuredOutline = (
  plan: PlanData,
  corners: readonly Point[],
  sort: MeasureSort,
): readonly Point[] =>
  sort === "centre" ? corners : kept(corners, inset(corners, marginOf(plan, sort)));

/** Metres by which a new room's stored corners lie beyond what is measured, on each side. */
export const marginOf = (plan: PlanData, sort: MeasureSort): number =>
  sort === "centre" ? 0 : reachOf(plan, {}).half;
