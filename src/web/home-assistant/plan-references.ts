import { entitiesOf, type PlanData } from "../../model/elements/entities.ts";
import { collections } from "../../model/kinds/kinds.ts";
import { bindingsOf } from "../../model/bindings/element-bindings.ts";

/** What a plan names of the house, each once. */
export interface PlanReferences {
  readonly entities: ReadonlySet<string>;
  readonly templates: ReadonlySet<string>;
}

/** What all elements of a plan name. */
export const referencesIn = (plan: PlanData): PlanReferences => {
  const entities = new Set<string>();
  const templates = new Set<string>();
  for (const list of collections)
    for (const { data } of entitiesOf(plan, list)) {
      const named = bindingsOf(list, data);
      for (const entity of named.entities) entities.add(entity);
      for (const template of named.templates) templates.add(template);
    }
  return { entities, templates };
};

/** Whether two sets hold the same. */
export const areEqual = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((each) => other.has(each));
