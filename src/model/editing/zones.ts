import type { PlanData, Ref } from "../elements/entities.ts";
import { levelFieldFor } from "../elements/levels.ts";
import { cornersOf, extrasOf, withCorners } from "../elements/places.ts";
import { middle, plus, type Point, tidyPoint } from "../geometry/vector.ts";
import type { Json, JsonObject } from "../json.ts";
import { isAround, mostCorners } from "../zones/zone.ts";
import { addElements, updateElement } from "./change.ts";

/** Adds a zone on a floor. */
export const addZone = (
  plan: PlanData,
  level: string | undefined,
  { id, corners }: { readonly id: string; readonly corners: readonly Point[] },
): PlanData =>
  addElements(plan, "zones", {
    id,
    ...levelFieldFor(plan, level),
    points: corners.map(tidyPoint),
  });

/** Gives a zone other corners. One that can be a zone stays one: an outline that would cross itself leaves it as it is. */
const reshaped = (
  zone: JsonObject,
  corners: readonly Point[],
  extras?: readonly (readonly Json[])[],
): JsonObject =>
  isAround(corners.map(tidyPoint)) || !isAround(cornersOf(zone))
    ? withCorners(zone, corners, extras)
    : zone;

/** Moves a corner of a zone to a point. */
export const moveZoneCorner = (plan: PlanData, ref: Ref, index: number, to: Point): PlanData =>
  updateElement(plan, ref, (zone) =>
    reshaped(
      zone,
      cornersOf(zone).map((corner, at) => (at === index ? to : corner)),
    ),
  );

/** Moves a side of a zone, which begins at the corner of the same number. */
export const moveZoneSide = (plan: PlanData, ref: Ref, side: number, by: Point): PlanData =>
  updateElement(plan, ref, (zone) => {
    const corners = cornersOf(zone);
    const next = (side + 1) % corners.length;
    return reshaped(
      zone,
      corners.map((corner, at) => (at === side || at === next ? plus(corner, by) : corner)),
    );
  });

/** Adds a corner in the middle of a side, or at a point of it; a zone with the most corners stays as it is. */
export const addZoneCorner = (plan: PlanData, ref: Ref, side: number, at?: Point): PlanData =>
  updateElement(plan, ref, (zone) => {
    const corners = cornersOf(zone);
    const [from, to] = [corners[side], corners[(side + 1) % corners.length]];
    if (from === undefined || to === undefined || corners.length >= mostCorners) return zone;
    const corner = at ?? middle(from, to);
    return reshaped(
      zone,
      corners.toSpliced(side + 1, 0, corner),
      extrasOf(zone).toSpliced(side + 1, 0, []),
    );
  });

/** Removes a corner of a zone. */
export const removeZoneCorner = (plan: PlanData, ref: Ref, index: number): PlanData =>
  updateElement(plan, ref, (zone) =>
    reshaped(zone, cornersOf(zone).toSpliced(index, 1), extrasOf(zone).toSpliced(index, 1)),
  );
