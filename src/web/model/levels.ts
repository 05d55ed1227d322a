import { entitiesOf, type PlanData } from "../../elements/entities.ts";
import { collections } from "../../kinds/index.ts";
import { type JsonObject, isObject } from "../../json/json.ts";
import { objectsIn, textIn } from "../../json/read.ts";
import { type Ref, refOf } from "../../elements/ref.ts";
import { firstLevel, levelOf, levelsOf, shownLevel } from "../../elements/levels.ts";
import { replaceAll } from "./change.ts";
import { removeWithParts } from "./remove.ts";

/** The floor under a level, or over the lowest one; undefined where there is no other. */
export const levelBeside = (plan: PlanData, level: string | undefined): string | undefined => {
  const levels = levelsOf(plan);
  const at = levels.findIndex(({ id }) => id === shownLevel(plan, level));
  return (levels[at - 1] ?? levels[at + 1])?.id;
};

/** The field to write into something new on a level. */
export const levelField = (plan: PlanData, level: string | undefined): JsonObject => {
  const id = shownLevel(plan, level);
  return id === undefined ? {} : { level: id };
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
  const counts = { rooms: 0, openings: 0, items: 0 };
  const refs: Ref[] = [];
  const roomIds = new Set<string>();
  for (const collection of collections) {
    if (collection === "openings") continue;
    for (const entity of entitiesOf(plan, collection)) {
      if (levelOf(plan, entity.data) !== level) continue;
      refs.push(refOf(entity));
      counts[collection === "rooms" ? "rooms" : "items"] += 1;
      const id = textIn(entity.data["id"]);
      if (collection === "rooms" && id !== undefined) roomIds.add(id);
    }
  }
  for (const entity of entitiesOf(plan, "openings")) {
    if (!roomIds.has(textIn(entity.data["room_id"]) ?? "")) continue;
    refs.push(refOf(entity));
    counts.openings += 1;
  }
  const { backgrounds } = plan;
  return { refs, ...counts, hasImage: isObject(backgrounds) && backgrounds[level] !== undefined };
};

const rawLevels = (plan: PlanData): readonly JsonObject[] => objectsIn(plan["levels"]);

const idOf = (level: JsonObject): string | undefined => textIn(level["id"]);

const freeLevelId = (plan: PlanData): string => {
  const taken = new Set(rawLevels(plan).map(idOf));
  for (let number = taken.size; ; number += 1) {
    const id = `level_${number + 1}`;
    if (!taken.has(id)) return id;
  }
};

/**
 * Writes the first level into everything that has none. What has no level lies on the first one, so
 * it would move to another floor when the first changes.
 */
const withExplicitLevels = (plan: PlanData): PlanData => {
  const id = firstLevel(plan);
  if (id === undefined) return plan;
  return collections.reduce(
    (result, collection) =>
      collection === "openings"
        ? result
        : replaceAll(result, collection, (data) =>
            textIn(data["level"]) === undefined ? { ...data, level: id } : data,
          ),
    plan,
  );
};

/** Adds a floor at the end; a plan without floors gets one for what is there, named `nameOfFirst`. */
export const addLevel = (
  plan: PlanData,
  name: string,
  nameOfFirst: string,
): { readonly plan: PlanData; readonly id: string } => {
  const levels =
    rawLevels(plan).length === 0 ? [{ id: "level_1", name: nameOfFirst }] : rawLevels(plan);
  const before = { ...plan, levels };
  const id = freeLevelId(before);
  return { plan: { ...plan, levels: [...levels, { id, name }] }, id };
};

const named = (level: JsonObject, name: string): JsonObject => ({ ...level, name });

/** Gives a floor another name. */
export const renameLevel = (plan: PlanData, id: string, name: string): PlanData => ({
  ...plan,
  levels: rawLevels(plan).map((level) => (idOf(level) === id ? named(level, name) : level)),
});

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
  const { backgrounds } = rest;
  if (!isObject(backgrounds)) return { ...rest, levels };
  const { [id]: _, ...others } = backgrounds;
  return { ...rest, levels, backgrounds: others };
};
