import { entriesOf, newId, type PlanData } from "../../model/elements/entities.ts";
import { levelsOf } from "../../model/elements/levels.ts";
import { isObject, objectsIn, textIn } from "../../model/json.ts";
import { withEntries } from "../../model/editing/change.ts";
import { copyElements, pasteFragment, withNewIds } from "../../model/editing/fragment.ts";
import { contentOfLevel, withLevels } from "../../model/editing/levels.ts";

/** Floors of another plan that are added: the id that each of them gets, by its own, and what adds them. */
export interface AddedFloors {
  readonly ids: ReadonlyMap<string, string>;
  readonly change: (plan: PlanData) => PlanData;
}

/**
 * Adds the floors of another plan above those of a plan, with all that is on them and under new ids. A plan without
 * floors gets one for what it holds, named `nameOfFirst`; that of the other is then called so as well.
 */
export const addFloors = (given: PlanData, other: PlanData, nameOfFirst: string): AddedFloors => {
  const source = withLevels(other, nameOfFirst);
  const floors = levelsOf(source).map(({ id: from }) => ({
    from,
    id: newId(given, "levels"),
    data: objectsIn(source["levels"]).find((level) => textIn(level["id"]) === from) ?? {},
    image: entriesOf(source["backgrounds"])[from],
    drawn: withNewIds(given, copyElements(source, contentOfLevel(source, from).refs)),
  }));
  return {
    ids: new Map(floors.map(({ from, id }) => [from, id])),
    change: (now) => {
      let plan = withLevels(now, nameOfFirst);
      for (const { id, data, image, drawn } of floors) {
        const levels = [...objectsIn(plan["levels"]), { ...data, id }];
        const images = isObject(image) ? { [id]: image } : {};
        plan = pasteFragment(
          withEntries({ ...plan, levels }, "backgrounds", images),
          drawn,
          id,
          [0, 0],
        );
      }
      return plan;
    },
  };
};
