import { insideOf, type Room, wallReachOf } from "../elements/rooms.ts";
import { inset } from "../geometry/polygon.ts";
import { distance, type Point } from "../geometry/vector.ts";
import type { PlanData } from "../elements/entities.ts";

/** What lengths are measured between: the faces of the walls, as with a tape in the room, or the lines that are stored. */
export type MeasureMode = "inner" | "centre";

const nearest = (corner: Point, places: readonly Point[]): Point =>
  places.reduce((best, each) => (distance(each, corner) < distance(best, corner) ? each : best));

/** A place on the faces for each corner: where a face has a step, the nearer of its two. */
const kept = (corners: readonly Point[], inside: readonly Point[]): readonly Point[] => {
  if (inside.length <= corners.length) return inside.length === corners.length ? inside : corners;
  return corners.map((corner) => nearest(corner, inside));
};

/** The corners of a room between which its lengths are measured, in the order of its corners. */
export const measuredCorners = (plan: PlanData, room: Room, sort: MeasureMode): readonly Point[] =>
  sort === "centre" ? room.corners : kept(room.corners, insideOf(room, plan));

/** The same of a room that is being drawn. */
export const measuredOutline = (
  plan: PlanData,
  corners: readonly Point[],
  sort: MeasureMode,
): readonly Point[] =>
  sort === "centre" ? corners : kept(corners, inset(corners, marginOf(plan, sort)));

/** Metres by which a new room's stored corners lie beyond what is measured, on each side. */
export const marginOf = (plan: PlanData, sort: MeasureMode): number =>
  sort === "centre" ? 0 : wallReachOf(plan, {}).half;
