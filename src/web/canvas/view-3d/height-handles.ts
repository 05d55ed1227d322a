import type { Entity, PlanData } from "../../../model/elements/entities.ts";
import {
  heightIn,
  maxHeight,
  openingHeightsOf,
  standingHeightsOf,
} from "../../../model/elements/heights.ts";
import { type Point, roundForStorage } from "../../../model/geometry/vector.ts";
import { type JsonObject, withField } from "../../../model/json.ts";
import type { EyeRay } from "../../view-3d/seen-house.ts";

/** Steps in metres: as the panel's fields have, and where nothing snaps. */
export const [heightStep, fineStep] = [0.05, 0.01];

/** The fields that handles change. */
export type HeightField = "elevation" | "height" | "sill" | "lintel";

/** A handle at the lower or upper edge of an element. */
export interface HeightHandle {
  readonly field: HeightField;
  readonly end: "bottom" | "top";
  /** The value in effect, and the least and the most that it may have, in metres. */
  readonly metres: number;
  readonly least: number;
  readonly most: number;
}

/** The handles of an element, the lower one first; none if nothing of it has a height that handles change. */
export const heightHandlesOf = (plan: PlanData, entity: Entity): readonly HeightHandle[] => {
  const { collection, data } = entity;
  if (collection === "openings") {
    const { sill, lintel } = openingHeightsOf(plan, data);
    return [
      { field: "sill", end: "bottom", metres: sill, least: 0, most: lintel - heightStep },
      { field: "lintel", end: "top", metres: lintel, least: sill + heightStep, most: maxHeight },
    ];
  }
  if (collection !== "furniture" && collection !== "devices" && collection !== "sensors") return [];
  const { elevation, height } = standingHeightsOf(plan, entity);
  const lower: HeightHandle = {
    field: "elevation",
    end: "bottom",
    metres: elevation,
    least: -maxHeight,
    most: maxHeight,
  };
  return collection === "furniture"
    ? [lower, { field: "height", end: "top", metres: height, least: 0, most: maxHeight }]
    : [lower];
};

/** A value of a handle within its range, on a whole step. */
export const steppedHeight = (
  { least, most }: HeightHandle,
  metres: number,
  step: number,
): number => roundForStorage(Math.min(most, Math.max(least, Math.round(metres / step) * step)));

/** An element whose edge is at another height; its other edge stays where it is, also if it was only usual there. */
export const withHeight = (
  plan: PlanData,
  entity: Entity,
  field: HeightField,
  metres: number,
): JsonObject => {
  const { collection, data } = entity;
  const changed = withField(data, field, metres);
  if (field === "sill" || field === "lintel") {
    const other = field === "sill" ? "lintel" : "sill";
    if (heightIn(data, other) !== undefined) return changed;
    return withField(changed, other, openingHeightsOf(plan, data)[other]);
  }
  const before = standingHeightsOf(plan, { collection, data }).elevation;
  const after = standingHeightsOf(plan, { collection, data: changed }).elevation;
  return field === "height" && after !== before ? withField(changed, "elevation", before) : changed;
};

/** How flat a ray must be to tell a height well: the least squared sine of its angle with the vertical. */
const leastSlant = 0.04;

/** The height of the place of a vertical line, at a point of the plan, that is nearest to a ray from the eye; in metres. */
export const heightAlong = ({ from, towards }: EyeRay, [x, z]: Point): number => {
  const away = [x - from[0], -from[1], z - from[2]] as const;
  const along = towards[0] * away[0] + towards[1] * away[1] + towards[2] * away[2];
  return (towards[1] * along - away[1]) / Math.max(leastSlant, 1 - towards[1] ** 2);
};
