import { isList, isObject, type JsonObject, numberIn, objectsIn, textIn } from "../json.ts";
import { entriesOf, type PlanData } from "./entities.ts";

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

/** The tracing image under a floor: its place and size in metres, its opacity from 0 to 1. */
export interface Background {
  readonly url: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  /** 0 where it follows from the width. */
  readonly height: number;
  readonly opacity: number;
  /** Degrees by which it is turned clockwise about its top left corner. */
  readonly rotation: number;
}

/** The fields that say where an image is, and those that mean something only together with them. */
export const imagePlace = {
  fields: ["left", "top"],
  together: ["left", "top", "width", "rotation"],
} as const;

/** As wide as a flat, until it is scaled. */
export const usualImageWidth = 10;

/** The tracing image of a level, if it has one. */
export const backgroundOf = (plan: PlanData, level: string): Background | undefined => {
  const data = entriesOf(plan["backgrounds"])[level];
  const url = isObject(data) ? textIn(data["url"]) : undefined;
  if (!isObject(data) || url === undefined) return undefined;
  return {
    url,
    left: numberIn(data["left"], 0),
    top: numberIn(data["top"], 0),
    width: numberIn(data["width"], usualImageWidth),
    height: numberIn(data["height"], 0),
    opacity: Math.max(0, Math.min(1, numberIn(data["opacity"], 0.5))),
    rotation: numberIn(data["rotation"], 0),
  };
};
