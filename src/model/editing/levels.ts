import {
  entitiesOf,
  entriesOf,
  findRefs,
  newId,
  type PlanData,
  type Ref,
  refOf,
} from "../elements/entities.ts";
import { firstLevel, levelsOf, shownLevel } from "../elements/levels.ts";
import { elementsOn, type PlacedElement } from "../elements/places.ts";
import { isObject, type JsonObject, objectsIn, textIn, withField } from "../json.ts";
import { collections, kinds } from "../kinds/kinds.ts";
import type { Place } from "../kinds/kind.ts";
import { removeBackground } from "./background-image.ts";
import { updateElements, withEntries } from "./change.ts";
import { removeWithParts } from "./add-remove.ts";
import { touches } from "../bindings/touch-actions.ts";
import { bindingsOf, entityFields, isTemplate } from "../bindings/element-bindings.ts";
import { copyElements, pasteFragment, withNewIds } from "./fragment.ts";

/** The id of the floor that a plan gets for what it held before there was one: the same whoever adds it. */
export const firstLevelId = "level_1";

/** The floor under a level, or over the lowest one; undefined where there is no other. */
export const levelBeside = (plan: PlanData, level: string | undefined): string | undefined => {
  const levels = levelsOf(plan);
  const at = levels.findIndex(({ id }) => id === shownLevel(plan, level));
  return (levels[at - 1] ?? levels[at + 1])?.id;
};

/** What is on a floor, and so goes with it. */
interface LevelContent {
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

/** The fields that say which part of the house an element is. */
const bound = [...entityFields, "sheet_extra", "area_id"];

/** The fields that are taken away as a whole where they name something of the house. */
const naming = ["rules", ...touches.map((touch) => `${touch}_action`)];

/**
 * An element without what it names of the house: its entities, its area, texts with templates, and the rules and
 * actions that name any of that. What it is and how it looks stays.
 */
const withoutBindings = ({ collection, data }: PlacedElement): JsonObject => {
  let next = data;
  for (const field of bound) next = withField(next, field, undefined);
  for (const field of ["text", "text_on"]) {
    const value = next[field];
    if (typeof value === "string" && isTemplate(value)) next = withField(next, field, undefined);
  }
  for (const field of naming) {
    const value = next[field];
    if (value === undefined) continue;
    const { entities, templates, controls, calls } = bindingsOf(collection, { [field]: value });
    const names = [...entities, ...templates, ...controls, ...calls];
    if (names.length > 0) next = withField(next, field, undefined);
  }
  return next;
};

/** How many entities some elements name, each once. */
const countEntities = (elements: readonly PlacedElement[]): number =>
  new Set(elements.flatMap(({ collection, data }) => bindingsOf(collection, data).entities)).size;

/** How a floor is copied. */
interface LevelCopying {
  /** The name of the copy. */
  readonly name: string;
  /** The name that a floor gets that has none. */
  readonly nameOfFirst: string;
  /** Whether the copies name the same entities and areas; else they name none. */
  readonly isBound: boolean;
}

/** A floor that is copied: the id of the new one, and what adds it. */
interface LevelCopy {
  readonly id: string;
  readonly change: (plan: PlanData) => PlanData;
}

/** How many entities are named by what is on a floor: on the first one, where it is none of the plan. */
export const entitiesOnLevel = (given: PlanData, level: string): number => {
  const plan = withLevels(given, "");
  const { refs } = contentOfLevel(plan, shownLevel(plan, level) ?? "");
  return countEntities(findRefs(plan, refs));
};

/**
 * Copies a floor with its rooms, openings, items, labels and tracing image, as they are at this moment, to a new one
 * right above it. Without a level it is the first floor, which gets a name where the plan has no floors.
 */
export const copyLevel = (
  given: PlanData,
  wanted: string | undefined,
  { name, nameOfFirst, isBound }: LevelCopying,
): LevelCopy => {
  const plan = withLevels(given, nameOfFirst);
  const level = shownLevel(plan, wanted) ?? "";
  const id = newId(plan, "levels");
  const drawn = withNewIds(plan, copyElements(plan, contentOfLevel(plan, level).refs));
  const elements = isBound
    ? drawn.elements
    : drawn.elements.map((element) => ({ ...element, data: withoutBindings(element) }));
  return {
    id,
    change: (now) => {
      const before = withLevels(now, nameOfFirst);
      const levels = [...objectsIn(before["levels"])];
      const at = levels.findIndex((each) => textIn(each["id"]) === level);
      levels.splice(at + 1 || levels.length, 0, { ...levels[at], id, name });
      const image = entriesOf(before["backgrounds"])[level];
      const grown = withEntries(
        { ...before, levels },
        "backgrounds",
        isObject(image) ? { [id]: image } : {},
      );
      return pasteFragment(grown, { ...drawn, elements }, id, [0, 0]);
    },
  };
};
