import { isRight, right } from "fp-ts/lib/Either.js";
import type { PlanData } from "../../model/elements/entities.ts";
import { firstLevel, levelsOf } from "../../model/elements/levels.ts";
import { isList, isObject, type Json, textIn } from "../../model/json.ts";
import { collections, kinds } from "../../model/kinds/kinds.ts";
import type { PlanSource } from "./plan-client.ts";

/** What has no level of its own is on the first floor, and says so from now on, as another will be the first. */
const placed = (list: Json | undefined, first: string): Json | undefined =>
  isList(list)
    ? list.map((each) =>
        isObject(each) && textIn(each["level"]) === undefined ? { ...each, level: first } : each,
      )
    : list;

/** The plan with one floor alone to choose: an empty one where the plan does not have it. What is on the others stays in it, and is drawn nowhere. */
export const withFloor = (plan: PlanData, level: string): PlanData => {
  const known = levelsOf(plan);
  const first = firstLevel(plan);
  // A plan without floors is one floor.
  if (first === undefined) return plan;
  const floor = known.find(({ id }) => id === level) ?? { id: level, name: level };
  const lists = collections
    .filter((collection) => kinds[collection].place !== "wall")
    .flatMap((collection) => {
      const list = placed(plan[collection], first);
      return list === undefined ? [] : [[collection, list] as const];
    });
  return { ...plan, ...Object.fromEntries(lists), levels: [{ id: floor.id, name: floor.name }] };
};

/** The same source, of which one floor alone is shown. That is a view: all of the plan comes from the service. */
export const singleFloor = (source: PlanSource, level: string): PlanSource => ({
  domain: source.domain,
  subscribe: (onPlan, onState) =>
    source.subscribe((plan) => onPlan(withFloor(plan, level)), onState),
  connection: () => source.connection(),
  times: () => source.times(),
  revision: async (rev) => {
    const found = await source.revision(rev);
    return isRight(found) ? right(withFloor(found.right, level)) : found;
  },
  imageUrl: (url) => source.imageUrl(url),
  close: () => source.close(),
});

/** The source for whoever is signed in: the same one as long as it is theirs. */
export class SingleFloorSource {
  #last: { readonly of: PlanSource; readonly level: string; readonly made: PlanSource } | undefined;

  /** All of it where they choose the floor. */
  of(source: PlanSource, level: string | undefined): PlanSource {
    if (level === undefined) return source;
    if (this.#last?.of !== source || this.#last.level !== level)
      this.#last = { of: source, level, made: singleFloor(source, level) };
    return this.#last.made;
  }
}
