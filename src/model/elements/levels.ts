import { isList, type JsonObject } from "../json.ts";
import { objectsIn, textIn } from "../../json/read.ts";
import type { PlanData } from "./entities.ts";

/** A floor of the plan. */
export interface Level {
  readonly id: string;
  readonly name: string;
}

const known = new WeakMap<object, readonly Level[]>();

/** The floors in their order, each id once; a plan without any has one without an id. Remembered per list. */
export const levelsOf = ({ levels }: PlanData): readonly Level[] => {
  if (!isList(levels)) return [];
  const made =
    known.get(levels) ??
    objectsIn(levels)
      .flatMap((level) => {
        const id = textIn(level["id"]);
        return id === undefined ? [] : [{ id, name: textIn(level["name"]) ?? id }];
      })
      .filter(({ id }, at, all) => all.findIndex((each) => each.id === id) === at);
  known.set(levels, made);
  return made;
};

/** The id of the floor that takes everything without a level; undefined where there are no floors. */
export const firstLevel = (plan: PlanData): string | undefined => levelsOf(plan)[0]?.id;

/** The level that an element says it is on, else the first; an opening has none of its own. */
export const levelOf = (plan: PlanData, data: JsonObject): string | undefined =>
  textIn(data["level"]) ?? firstLevel(plan);

/** The level itself where the plan has it, else the first: a shown level may be deleted by others. */
export const shownLevel = (plan: PlanData, level: string | undefined): string | undefined =>
  level !== undefined && levelsOf(plan).some(({ id }) => id === level) ? level : firstLevel(plan);

/** The field to write into something new on a level. */
export const levelFieldFor = (plan: PlanData, level: string | undefined): JsonObject => {
  const id = shownLevel(plan, level);
  return id === undefined ? {} : { level: id };
};
