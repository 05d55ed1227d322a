import { type Entity, findEntity, type PlanData } from "./entities.ts";
import { collections } from "../kinds/index.ts";
import { isObject, type Json, type JsonObject } from "../json/json.ts";

/** Names an element of the plan: `${collection}/${key}`. */
export type Ref = string;

export const refOf = (entity: Entity): Ref => `${entity.collection}/${entity.key}`;

/** The element that a ref names, if the plan has it. */
export const findRef = (plan: PlanData, ref: Ref): Entity | undefined => {
  const slash = ref.indexOf("/");
  const collection = collections.find((each) => each === ref.slice(0, slash));
  return collection === undefined ? undefined : findEntity(plan, collection, ref.slice(slash + 1));
};

/** The elements that refs name; those that are gone are left out. */
export const findRefs = (plan: PlanData, refs: Iterable<Ref>): readonly Entity[] =>
  [...refs].flatMap((ref) => findRef(plan, ref) ?? []);

/** The entries of an object of the plan that is keyed by ids, such as `labels`. */
export const entriesOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});
