import {
  entitiesOf,
  entriesOf,
  newId,
  type PlanData,
  type Ref,
  refOf,
} from "../elements/entities.ts";
import { firstLevel, levelsOf, shownLevel } from "../elements/levels.ts";
import { elementsOn } from "../elements/places.ts";
import { isObject, type JsonObject, objectsIn, textIn } from "../json.ts";
import { collections, kinds } from "../kinds/kinds.ts";
import type { Place } from "../kinds/kind.ts";
import { removeBackground } from "./background-image.ts";
import { updateElements } from "./change.ts";
import { removeWithParts } from "../../web/model/remove.ts";

/** The id of the floor that a plan gets for what it held before there was one: the same whoever adds it. */
export const firstLevelId = "level_1";

/** The floor under a level, or over the lowest one; undefined where there is no other. */
export const levelBeside = (plan: PlanData, level: string | undefined): string | undefined => {
  const levels = levelsOf(plan);
  const at = levels.findIndex(({ id }) => id === shownLevel(plan, level));
  return (levels[at - 1] ?? levels[at + 1])?.id;
};

/** What is on a floor, and so goes with it. */
export interface LevelContent {
  readonly refs: readonly Ref[];
  readonly rooms: number;
  readonly openings: number;
  readonly items: number;
  readonly hasImage: boolean;
}

/** Everything on a level: its rooms with their openings, its items, its tracing image. */
export const contentOfLevel = (plan: PlanData, level: string): LevelContent => {
  const all = elementsOn(plan, level);
  const count = (...places: readonly Place[]): number =>
    all.filter(({ collection }) => places.includes(kinds[collection].place)).length;
  return {
    refs: all.map(refOf),
    rooms: count("polygon"),
    openings: count("wall"),
    items: count("point", "line"),
    hasImage: isObject(entriesOf(plan["backgrounds"])[level]),
  };
};

const rawLevels = (plan: PlanData): readonly JsonObject[] => objectsIn(plan["levels"]);

const idOf = (level: JsonObject): string | undefined => textIn(level["id"]);

/**
 * The plan with floors: what is there lies on one named `nameOfFirst` where it has none. Its id is always the same, as
 * what two people name at the same time is one floor.
 */
export const withLevels = (plan: PlanData, nameOfFirst: string): PlanData =>
  rawLevels(plan).length > 0
    ? plan
    : { ...plan, levels: [{ id: firstLevelId, name: nameOfFirst }] };

/**
 * Writes the first level into everything that has none. What has no level lies on the first one, so
 * it would move to another floor when the first changes.
 */
const withExplicitLevels = (plan: PlanData): PlanData => {
  const id = firstLevel(plan);
  if (id === undefined) return plan;
  const change = (data: JsonObject): JsonObject =>
    textIn(data["level"]) === undefined ? { ...data, level: id } : data;
  const levelled = collections.filter((collection) => kinds[collection].place !== "wall");
  const refs = levelled.flatMap((collection) => entitiesOf(plan, collection).map(refOf));
  return updateElements(plan, new Map(refs.map((ref) => [ref, change])));
};

/**
 * Adds a floor at the end; a plan without floors gets one for what is there, named `nameOfFirst`. An edit that may be
 * made again is told its `id`, which is drawn anew each time where it is not given.
 */
export const addLevel = (
  plan: PlanData,
  name: string,
  nameOfFirst: string,
  id: string = newId(plan, "levels"),
): { readonly plan: PlanData; readonly id: string } => {
  const before = withLevels(plan, nameOfFirst);
  return { plan: { ...before, levels: [...rawLevels(before), { id, name }] }, id };
};

/** Gives a floor another name. */
export const renameLevel = (plan: PlanData, id: string, name: string): PlanData => {
  const renamed = (level: JsonObject): JsonObject => ({ ...level, name });
  const levels = rawLevels(plan).map((level) => (idOf(level) === id ? renamed(level) : level));
  return { ...plan, levels };
};

/** Moves a floor by some places in the order; what is on each floor stays on it. */
export const moveLevel = (plan: PlanData, id: string, places: number): PlanData => {
  const levels = [...rawLevels(plan)];
  const from = levels.findIndex((level) => idOf(level) === id);
  const to = Math.max(0, Math.min(levels.length - 1, from + places));
  if (from === -1 || to === from) return plan;
  levels.splice(to, 0, ...levels.splice(from, 1));
  const { levels: _, ...explicit } = Math.min(from, to) === 0 ? withExplicitLevels(plan) : plan;
  return { ...explicit, levels };
};

/** Deletes a floor with everything on it. */
export const removeLevel = (plan: PlanData, id: string): PlanData => {
  const explicit = firstLevel(plan) === id ? withExplicitLevels(plan) : plan;
  const { plan: rest } = removeWithParts(explicit, contentOfLevel(explicit, id).refs);
  const levels = rawLevels(plan).filter((level) => idOf(level) !== id);
  return { ...removeBackground(rest, id), levels };
};
