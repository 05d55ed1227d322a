import { entitiesOf, type Entity, type PlanData } from "../../../model/elements/entities.ts";
import { firstLevel } from "../../../model/elements/levels.ts";
import { type JsonObject, textIn } from "../../../model/json.ts";
import { isLamp } from "../../../model/kinds/catalogue/furniture.ts";
import { isOnLevel } from "../scene.ts";

/** Whether a piece of furniture gives light. */
export const givesLight = (data: JsonObject): boolean => isLamp(textIn(data["type"]) ?? "");

/** The lamps of a floor. */
export const lampsOn = (plan: PlanData, level: string | undefined): readonly Entity[] => {
  const where = { level, first: firstLevel(plan) };
  return entitiesOf(plan, "furniture").filter(
    ({ data }) => isOnLevel(data, where) && givesLight(data),
  );
};
