import {
  entitiesOf,
  entriesOf,
  findRefs,
  isBlank,
  newId,
  type PlanData,
  type Ref,
  refOf,
} from "../elements/entities.ts";
import { firstLevel, type Level, levelsOf, shownLevel } from "../elements/levels.ts";
import { elementsOn, type PlacedElement } from "../elements/places.ts";
import { isObject, type JsonObject, objectsIn, textIn, withField } from "../json.ts";
import { collections, kinds } from "../kinds/kinds.ts";
import { removeBackground } from "./background-image.ts";
import { updateElements, withEntries } from "./change.ts";
import { removeWithParts } from "./add-remove.ts";
import { touches } from "../bindings/touch-actions.ts";
import { bindingsOf, entityFields, isTemplate } from "../bindings/element-bindings.ts";
import { withTrackersOn } from "./trackers.ts";
import { copyElements, pasteFragment, withNewIds } from "./fragment.ts";

/**
 * The id of the first floor added to a plan without floors; constant, so that two people who add it get the same floor.
 */
export const firstLevelId = "level_1";

/** The floor below a floor, or above the lowest one; undefined if there is no other. */
export const levelBeside = (plan: PlanData, level: string | undefined): string | undefined => {
  const levels = levelsOf(plan);
  const at = levels.findIndex(({ id }) => id === shownLevel(plan, level));
  return (levels[at - 1] ?? levels[at + 1])?.id;
};

/** The content of a floor, which is deleted and copied with it. */
interface LevelContent {
  readonly refs: readonly Ref[];
  readonly rooms: number;
  readonly openings: number;
  readonly items: number;
  readonly hasImage: boolean;
}

/** The content of a floor: rooms with their openings, items, tracing image. */
export const contentOfLevel = (plan: PlanData, level: string): LevelContent => {
  const all = elementsOn(plan, level);
  const openings = all.filter(({ collection }) => kinds[collection].place === "wall").length;
  const rooms = all.filter(({ collection }) => collection === "rooms").length;
  return {
    refs: all.map(refOf),
    rooms,
    openings,
    items: all.length - rooms - openings,
    hasImage: isObject(entriesOf(plan["backgrounds"])[level]),
  };
};

const rawLevels = (plan: PlanData): readonly JsonObject[] => objectsIn(plan["levels"]);

const idOf = (level: JsonObject): string | undefined => textIn(level["id"]);

/**
 * The plan with at least one floor: where it has none, its content goes on a new one named `nameOfFirst`. That floor's
 * id is constant, so that two people who add it at the same time get one floor.
 */
export const withLevels = (plan: PlanData, nameOfFirst: string): PlanData =>
  rawLevels(plan).length > 0
    ? plan
    : { ...plan, levels: [{ id: firstLevelId, name: nameOfFirst }] };

/**
 * Writes the first floor into all elements and trackers without a level. They belong to the first floor, so they would move to
 * another one if the first changed.
 */
const withExplicitLevels = (plan: PlanData): PlanData => {
  const id = firstLevel(plan);
  if (id === undefined) return plan;
  const change = (data: JsonObject): JsonObject =>
    textIn(data["level"]) === undefined ? { ...data, level: id } : data;
  const levelled = collections.filter((collection) => kinds[collection].place !== "wall");
  const refs = levelled.flatMap((collection) => entitiesOf(plan, collection).map(refOf));
  return withTrackersOn(updateElements(plan, new Map(refs.map((ref) => [ref, change]))), id);
};

/**
 * Adds a floor at the end; a plan without floors first gets one for its content, named `nameOfFirst`. Pass an `id` to
 * an edit that may be repeated; by default each call makes a new one.
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

/**
 * Adds a floor below another, or at the end; in a blank plan it becomes the only one. Does nothing if the plan has it, so
 * that the edit may be repeated.
 */
export const insertLevel = (
  plan: PlanData,
  level: Level,
  above: string | undefined,
  nameOfFirst: string,
): PlanData => {
  if (levelsOf(plan).some(({ id }) => id === level.id)) return plan;
  if (isBlank(plan) && rawLevels(plan).length === 0) return { ...plan, levels: [{ ...level }] };
  const added = addLevel(plan, level.name, nameOfFirst, level.id).plan;
  const levels = rawLevels(added);
  const at = levels.findIndex((each) => idOf(each) === above);
  return above === undefined || at === -1
    ? added
    : moveLevel(added, level.id, at - (levels.length - 1));
};

/** Renames a floor. */
export const renameLevel = (plan: PlanData, id: string, name: string): PlanData => {
  const renamed = (level: JsonObject): JsonObject => ({ ...level, name });
  const levels = rawLevels(plan).map((level) => (idOf(level) === id ? renamed(level) : level));
  return { ...plan, levels };
};

/** Moves a floor by some places in the order; the content of each floor stays on it. */
export const moveLevel = (plan: PlanData, id: string, places: number): PlanData => {
  const levels = [...rawLevels(plan)];
  const from = levels.findIndex((level) => idOf(level) === id);
  const to = Math.max(0, Math.min(levels.length - 1, from + places));
  if (from === -1 || to === from) return plan;
  levels.splice(to, 0, ...levels.splice(from, 1));
  const { levels: _, ...explicit } = Math.min(from, to) === 0 ? withExplicitLevels(plan) : plan;
  return { ...explicit, levels };
};

/** Deletes a floor with its content. */
export const removeLevel = (plan: PlanData, id: string): PlanData => {
  const explicit = firstLevel(plan) === id ? withExplicitLevels(plan) : plan;
  const { plan: rest } = removeWithParts(explicit, contentOfLevel(explicit, id).refs);
  const levels = rawLevels(plan).filter((level) => idOf(level) !== id);
  return { ...removeBackground(rest, id), levels };
};

/** The fields that refer to Home Assistant. */
const bound = [...entityFields, "sheet_extra", "area_id"];

/** The fields that are removed as a whole if they refer to Home Assistant. */
const naming = ["rules", ...touches.map((touch) => `${touch}_action`)];

/**
 * The element without references to Home Assistant: without entities, area and texts with templates, and without rules
 * and actions that name any of these. Its type and appearance stay.
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

/** The number of different entities in some elements. */
const countEntities = (elements: readonly PlacedElement[]): number =>
  new Set(elements.flatMap(({ collection, data }) => bindingsOf(collection, data).entities)).size;

/** Options for copying a floor. */
interface LevelCopying {
  readonly name: string;
  /** The name for the first floor of a plan without floors. */
  readonly nameOfFirst: string;
  /** Whether the copies keep their entities and areas. */
  readonly isBound: boolean;
}

/** The id of the new floor, and the edit that adds it. */
interface LevelCopy {
  readonly id: string;
  readonly change: (plan: PlanData) => PlanData;
}

/** The number of different entities on a floor, or on the first floor if the plan does not have this one. */
export const entitiesOnLevel = (given: PlanData, level: string): number => {
  const plan = withLevels(given, "");
  const { refs } = contentOfLevel(plan, shownLevel(plan, level) ?? "");
  return countEntities(findRefs(plan, refs));
};

/**
 * Copies the current content of a floor (rooms, openings, items, labels, tracing image) to a new floor directly above
 * it. If `wanted` is undefined, copies the first floor; a plan without floors first gets one.
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
      // Without an elevation it lies on top of the one that it is a copy of.
      const { elevation: _, ...copied } = levels[at] ?? {};
      levels.splice(at + 1 || levels.length, 0, { ...copied, id, name });
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
