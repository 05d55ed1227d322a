import { entriesOf, findRefs, newId, type PlanData } from "../../model/elements/entities.ts";
import { shownLevel } from "../../model/elements/levels.ts";
import { isObject, objectsIn, textIn } from "../../model/json.ts";
import { withEntries } from "../../model/editing/change.ts";
import { copyElements, pasteFragment, withNewIds } from "../../model/editing/fragment.ts";
import { contentOfLevel, withLevels } from "../../model/editing/levels.ts";
import { countEntities, withoutBindings } from "./unbound.ts";

/** How a floor is copied. */
export interface LevelCopying {
  /** The name of the copy. */
  readonly name: string;
  /** The name that a floor gets that has none. */
  readonly nameOfFirst: string;
  /** Whether the copies name the same entities and areas; else they name none. */
  readonly isBound: boolean;
}

/** A floor that is copied: the id of the new one, and what adds it. */
export interface LevelCopy {
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
