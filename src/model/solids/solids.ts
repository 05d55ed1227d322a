import type { PlanData } from "../elements/entities.ts";
import type { JsonObject } from "../json.ts";
import { ceilingsOn, floorsOn } from "./floors.ts";
import { openingsOn, type OpeningState } from "./openings/opening-solids.ts";
import { furnishingOn } from "./furnishing.ts";
import type { Solid } from "./solid.ts";
import { wallsOn } from "./walls/wall-solids.ts";

/** What the solids of a floor depend on besides the plan. */
export interface SolidOptions {
  /** Whether rooms have ceilings, which hide them from above; by default they do not. */
  readonly hasCeilings?: boolean;
  /** How far each opening is open and covered; by default as it is drawn where nothing is known of it. */
  readonly openingState?: (opening: JsonObject) => OpeningState;
}

/**
 * The solids of one floor of a plan: floors, walls, openings, furniture and devices, and ceilings if wanted. Undefined means the first floor. Heights
 * count from the surface of the floor, which is at `floorHeightsOf(plan, level).elevation`. Malformed elements are left out
 * and never prevent the rest. What did not change since the last call has the same parts, so that what is made of them can be
 * kept by them.
 */
export const solidsOf = (
  plan: PlanData,
  level: string | undefined,
  { hasCeilings = false, openingState }: SolidOptions = {},
): readonly Solid[] => [
  ...floorsOn(plan, level),
  ...wallsOn(plan, level),
  ...openingsOn(plan, level, openingState),
  ...furnishingOn(plan, level),
  ...(hasCeilings ? ceilingsOn(plan, level) : []),
];
