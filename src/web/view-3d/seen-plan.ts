import {
  entitiesOf,
  type Entity,
  type PlanData,
  type Ref,
  refOf,
} from "../../model/elements/entities.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Collection } from "../../model/kinds/kinds.ts";
import { type KnownStates, lookOf } from "../renderer/element-look.ts";
import type { DrawOptions } from "../renderer/options.ts";

/** The lists whose elements are solids by themselves. Of a hidden room the walls stay, as in the drawing. */
const solidLists = ["walls", "openings", "furniture", "devices", "sensors"] as const;

/** The fields without which nothing is hidden: looks take long. */
const hiding = ["hidden", "hide", "rules"] as const;

/** What hiding depends on. */
type Seeing = KnownStates & Pick<DrawOptions, "interactive">;

/** Whether an element is left out, as the drawing does: a hidden one, but where the plan is edited. */
export const isLeftOut = (data: JsonObject, options: Seeing): boolean =>
  options.interactive !== "edit" &&
  hiding.some((field) => data[field] !== undefined) &&
  lookOf(data, options).isHidden;

/** What is left of a hidden element: its id, by which those beside it keep their keys. */
const placeholderOf = ({ id }: JsonObject): readonly JsonObject[] =>
  id === undefined ? [] : [{ id }];

/** What stands of a plan. */
export interface StandingPlan {
  /** The plan, in which hidden elements that would be solids have no place. */
  readonly plan: PlanData;
  /** The rooms whose floors are not shown. */
  readonly hiddenRooms: ReadonlySet<Ref>;
}

interface Kept {
  readonly causes: readonly unknown[];
  readonly made: readonly JsonObject[];
}

/** What is seen of plans. Lists of which the same is seen stay the same, so that what is made of them can be kept. */
export class SeenPlan {
  readonly #kept = new Map<Collection, Kept>();

  /** The plan without what is hidden now. */
  of(plan: PlanData, options: Seeing): StandingPlan {
    const hiddenIn = (list: Collection): readonly Entity[] =>
      entitiesOf(plan, list).filter(({ data }) => isLeftOut(data, options));
    const lists = solidLists.flatMap((list) => {
      const hidden = hiddenIn(list);
      return hidden.length === 0 ? [] : [[list, this.#without(plan, list, hidden)] as const];
    });
    return {
      plan: lists.length === 0 ? plan : { ...plan, ...Object.fromEntries(lists) },
      hiddenRooms: new Set(hiddenIn("rooms").map(refOf)),
    };
  }

  #without(plan: PlanData, list: Collection, hidden: readonly Entity[]): readonly JsonObject[] {
    const left = new Set(hidden.map(({ data }) => data));
    const causes = [plan[list], ...left];
    const kept = this.#kept.get(list);
    const isSame =
      kept?.causes.length === causes.length && kept.causes.every((each, at) => each === causes[at]);
    if (kept !== undefined && isSame) return kept.made;
    const made = entitiesOf(plan, list).flatMap(({ data }) =>
      left.has(data) ? placeholderOf(data) : [data],
    );
    this.#kept.set(list, { causes, made });
    return made;
  }
}
