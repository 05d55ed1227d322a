import { entitiesOf, type PlanData, refOf } from "../../../model/elements/entities.ts";
import { collections } from "../../../model/kinds/kinds.ts";
import { bindingsOf } from "../../../model/bindings/element-bindings.ts";
import {
  elementRenamer,
  entitiesNamed,
  entitiesOfTemplate,
  type Rename,
} from "../../../model/bindings/rename-entities.ts";
import type { RegistrySnapshot } from "../../home-assistant/registry-snapshot.ts";
import type { Finding } from "../../../model/editing/check.ts";
import { updateElements } from "../../../model/editing/change.ts";

/** All entities that a plan refers to, including in templates. */
export const entitiesOfPlan = (plan: PlanData): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const list of collections)
    for (const { data } of entitiesOf(plan, list)) {
      for (const id of entitiesNamed(list, data)) found.add(id);
      for (const template of bindingsOf(list, data).templates)
        for (const id of entitiesOfTemplate(template)) found.add(id);
    }
  return found;
};

/** The entities in a plan that Home Assistant lacks, each with the first element that refers to it. */
export const unknownEntitiesIn = (
  plan: PlanData,
  { byId }: RegistrySnapshot,
): readonly Finding[] => {
  const found = new Map<string, Finding>();
  for (const list of collections)
    for (const entity of entitiesOf(plan, list))
      for (const id of entitiesNamed(list, entity.data))
        if (!byId.has(id) && !found.has(id))
          found.set(id, {
            kind: "unknownEntity",
            ref: refOf(entity),
            subject: entity.key,
            detail: id,
          });
  return [...found.values()];
};

/** Renames entities in a plan, see `elementRenamer`. Returns the same plan if nothing changes. */
export const renameEntities = (plan: PlanData, renames: readonly Rename[]): PlanData => {
  if (renames.length === 0) return plan;
  const rename = elementRenamer(renames);
  const refs = collections.flatMap((list) => entitiesOf(plan, list).map(refOf));
  return updateElements(plan, new Map(refs.map((ref) => [ref, rename])));
};
