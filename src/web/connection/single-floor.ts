import type { PlanData } from "../../model/elements/entities.ts";
import { firstLevel, levelsOf } from "../../model/elements/levels.ts";
import { isList, isObject, type Json, textIn } from "../../model/json.ts";
import { collections, kinds } from "../../model/kinds/kinds.ts";
import type { PlanSource } from "./plan-client.ts";

/** Elements without a level are on the first floor. They get its id, as another floor will come first. */
const placed = (list: Json | undefined, first: string): Json | undefined =>
  isList(list)
    ? list.map((each) =>
        isObject(each) && textIn(each["level"]) === undefined ? { ...each, level: first } : each,
      )
    : list;

/**
 * The plan reduced to one floor; an empty floor if the plan does not have it. Elements of the other floors stay in the
 * plan but are not drawn.
 */
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

/** The same source reduced to one floor. This limits the view only: the service still sends the whole plan. */
export const singleFloor = (source: PlanSource, level: string): PlanSource => {
  const shownOf = (plan: PlanData): PlanData => withFloor(plan, level);
  return {
    domain: source.domain,
    subscribe: (onPlan, onState) => source.subscribe((plan) => onPlan(shownOf(plan)), onState),
    service: () => source.service(),
    connection: () => source.connection(),
    shownOf,
    imageUrl: (url) => source.imageUrl(url),
    close: () => source.close(),
  };
};

/** Limits a source to the floor of the user, and returns the same object for the same source and floor. */
export class SingleFloorSource {
  #last: { readonly of: PlanSource; readonly level: string; readonly made: PlanSource } | undefined;

  /** The whole source if `level` is undefined. */
  of(source: PlanSource, level: string | undefined): PlanSource {
    if (level === undefined) return source;
    if (this.#last?.of !== source || this.#last.level !== level)
      this.#last = { of: source, level, made: singleFloor(source, level) };
    return this.#last.made;
  }
}
