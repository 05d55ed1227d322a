import { type Entity, findEntity, type PlanData } from "../model/elements/entities.ts";
import { type Collection, isCollection, kinds } from "../model/kinds/kinds.ts";
import type { Place } from "../model/kinds/kind.ts";
import { isObject, type Json, type JsonObject } from "../model/json.ts";

/** Names an element of the plan: `${collection}/${key}`. */
export type Ref = string;

export const refOf = (entity: Entity): Ref => `${entity.collection}/${entity.key}`;

/** The list that a ref names an element of. */
export const listOfRef = (ref: Ref): Collection | undefined => {
  const list = ref.slice(0, ref.indexOf("/"));
  return isCollection(list) ? list : undefined;
};

/** How what a ref names says where it is. */
export const placeOfRef = (ref: Ref): Place | undefined => {
  const list = listOfRef(ref);
  return list === undefined ? undefined : kinds[list].place;
};

/** The element that a ref names, if the plan has it. */
export const findRef = (plan: PlanData, ref: Ref): Entity | undefined => {
  const list = listOfRef(ref);
  return list === undefined ? undefined : findEntity(plan, list, ref.slice(list.length + 1));
};

/** The elements that refs name; those that are gone are left out. */
export const findRefs = (plan: PlanData, refs: Iterable<Ref>): readonly Entity[] =>
  [...refs].flatMap((ref) => findRef(plan, ref) ?? []);

/** The entries of an object of the plan that is keyed by ids, such as `labels`. */
export const entriesOf = (value: Json | undefined): JsonObject => (isObject(value) ? value : {});
