import type { JsonObject } from "../json/json.ts";
import type { PlanData } from "./entities.ts";
import { objectsIn, textIn } from "../json/read.ts";

/** A floor of the plan. */
export interface Level {
  readonly id: string;
  readonly name: string;
}

/** The floors in their order; a plan without any has one without an id. */
export const levelsOf = (plan: PlanData): readonly Level[] =>
  objectsIn(plan["levels"]).flatMap((level) => {
    const id = textIn(level["id"]);
    return id === undefined ? [] : [{ id, name: textIn(level["name"]) ?? id }];
  });

/** The id of the floor that takes everything without a level; undefined where there are no floors. */
export const firstLevel = (plan: PlanData): string | undefined => levelsOf(plan)[0]?.id;

/** The level that a room or an item is on; an opening has none of its own. */
export const levelOf = (plan: PlanData, data: JsonObject): string | undefined =>
  textIn(data["level"]) ?? firstLevel(plan);

/** The level itself where the plan has it, else the first: a shown level may be deleted by others. */
export const shownLevel = (plan: PlanData, level: string | undefined): string | undefined =>
  level !== undefined && levelsOf(plan).some(({ id }) => id === level) ? level : firstLevel(plan);
