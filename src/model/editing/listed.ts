import { entriesOf, findEntity, type PlanData } from "../elements/entities.ts";
import { type Json, type JsonObject, listIn, withField } from "../json.ts";

/** Lists whose elements a form edits, and that are drawn nowhere. */
export type PanelList = "trackers" | "layers" | "levels";

/** Appends an element to a list. */
export const addListed = (plan: PlanData, list: PanelList, element: JsonObject): PlanData => ({
  ...plan,
  [list]: [...listIn(plan[list]), element],
});

/** Changes the element with a key, or deletes it if the change returns undefined; all others stay as they are. */
export const changeListed = (
  plan: PlanData,
  list: PanelList,
  key: string,
  change: (element: JsonObject) => JsonObject | undefined,
): PlanData => {
  const found = findEntity(plan, list, key);
  const changed = found && change(found.data);
  if (found === undefined || changed === found.data) return plan;
  const elements: (Json | undefined)[] = [...listIn(plan[list])];
  elements[found.index] = changed;
  return { ...plan, [list]: elements.filter((each) => each !== undefined) };
};

/** Sets a field within objects, such as `pose`, `x`; undefined removes it, and objects that it leaves empty. */
export const setWithin = (
  data: JsonObject,
  [field = "", ...rest]: readonly string[],
  value: Json | undefined,
): JsonObject => {
  if (rest.length === 0) return withField(data, field, value);
  const inner = setWithin(entriesOf(data[field]), rest, value);
  return withField(data, field, Object.keys(inner).length === 0 ? undefined : inner);
};
