import { halfWall, outerWall } from "../geometry/wall.ts";
import { tidy } from "../model/geometry/vector.ts";
import type { JsonObject } from "../model/json.ts";
import { numberIn } from "../json/read.ts";
import type { PlanData } from "../model/elements/entities.ts";

/** The thinnest and the thickest wall that is drawn, in metres. */
export const [leastThickness, mostThickness] = [0.01, 2];

/** The fields of a plan and of a room that say how thick walls are. */
export const thicknessFields = ["wall_thickness", "outer_wall_thickness"] as const;

/** A field of a plan, of a room or of a wall that says so. */
export type ThicknessField = (typeof thicknessFields)[number] | "thickness";

/** The thickness in a field, in metres; nothing where none is given, or one that no wall has. */
export const thicknessIn = (data: JsonObject, field: ThicknessField): number | undefined => {
  const metres = numberIn(data[field], undefined);
  return metres !== undefined && metres >= leastThickness && metres <= mostThickness
    ? metres
    : undefined;
};

/** How far walls reach from the line through their corners, in metres. */
export interface WallReach {
  /** Into the room, and to the other side of a wall between two rooms. */
  readonly half: number;
  /** To the outside of the building. */
  readonly outer: number;
}

/**
 * How far the walls of a room reach. The room's own `wall_thickness` comes before the plan's, and so
 * does its `outer_wall_thickness`; without the latter, an outer wall is as much thicker as usual.
 */
export const wallReachOf = (plan: PlanData, room: JsonObject): WallReach => {
  const thickness = (field: (typeof thicknessFields)[number]): number | undefined =>
    thicknessIn(room, field) ?? thicknessIn(plan, field);
  const [inner, whole] = [thickness("wall_thickness"), thickness("outer_wall_thickness")];
  const half = inner === undefined ? halfWall : tidy(inner / 2);
  const outer = whole === undefined ? half + outerWall - halfWall : Math.max(half, whole - half);
  return { half, outer: tidy(outer) };
};
