import { isList, isObject, type JsonObject, numberIn, objectsIn, textIn } from "../json.ts";
import { entriesOf, type PlanData } from "./entities.ts";

/** A floor of the plan. */
export interface Level {
  readonly id: string;
  readonly name: string;
}

const known = new WeakMap<object, readonly Level[]>();

/** The floors in order, without duplicate ids; a plan without floors has one without an id. Cached per list. */
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

/**
 * The floors that a text names, by their id or else by their name; without a text all. A plan without floors has one, whose id
 * is undefined.
 */
export const levelsCalled = (
  plan: PlanData,
  called: string | undefined,
): readonly (string | undefined)[] => {
  const all = levelsOf(plan);
  if (called === undefined) return all.length === 0 ? [undefined] : all.map(({ id }) => id);
  const byId = all.filter(({ id }) => id === called);
  return (byId.length > 0 ? byId : all.filter(({ name }) => name === called)).map(({ id }) => id);
};

/** The id of the first floor, which has everything without a level; undefined if there are no floors. */
export const firstLevel = (plan: PlanData): string | undefined => levelsOf(plan)[0]?.id;

/** The floor that an element names, else the first; openings name none. */
export const levelOf = (plan: PlanData, data: JsonObject): string | undefined =>
  textIn(data["level"]) ?? firstLevel(plan);

/** The floor if the plan has it, else the first, as others may delete the floor on screen. */
export const shownLevel = (plan: PlanData, level: string | undefined): string | undefined =>
  level !== undefined && levelsOf(plan).some(({ id }) => id === level) ? level : firstLevel(plan);

/** The `level` field for a new element on a floor. */
export const levelFieldFor = (plan: PlanData, level: string | undefined): JsonObject => {
  const id = shownLevel(plan, level);
  return id === undefined ? {} : { level: id };
};

/** The tracing image of a floor: position and size in metres, opacity from 0 to 1. */
export interface Background {
  readonly url: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  /** 0 if it follows from the width. */
  readonly height: number;
  readonly opacity: number;
  /** Degrees, clockwise about the top left corner. */
  readonly rotation: number;
}

/** The fields of an image's position, and all that are meaningful only together. */
export const imagePlace = {
  fields: ["left", "top"],
  together: ["left", "top", "width", "rotation"],
} as const;

/** The width in metres of an image that is not yet scaled: about that of a flat. */
export const defaultImageWidth = 10;

/** The tracing image of a floor, if it has one. */
export const backgroundOf = (plan: PlanData, level: string): Background | undefined => {
  const data = entriesOf(plan["backgrounds"])[level];
  const url = isObject(data) ? textIn(data["url"]) : undefined;
  if (!isObject(data) || url === undefined) return undefined;
  return {
    url,
    left: numberIn(data["left"], 0),
    top: numberIn(data["top"], 0),
    width: numberIn(data["width"], defaultImageWidth),
    height: numberIn(data["height"], 0),
    opacity: Math.max(0, Math.min(1, numberIn(data["opacity"], 0.5))),
    rotation: numberIn(data["rotation"], 0),
  };
};
