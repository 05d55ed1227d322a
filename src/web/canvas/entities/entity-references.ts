import { entitiesOf, type PlanData, refOf } from "../../../model/elements/entities.ts";
import { isList, type Json, type JsonObject, textIn } from "../../../model/json.ts";
import { type Collection, collections } from "../../../model/kinds/kinds.ts";
import { isEntityId } from "../../../model/bindings/entity-state.ts";
import { bindingsOf } from "../../../model/bindings/element-bindings.ts";
import type { RegistrySnapshot } from "../../home-assistant/registry-snapshot.ts";
import type { Finding } from "../../../model/editing/check.ts";

const idsIn = (value: Json | undefined): readonly string[] =>
  (isList(value) ? value : [value]).flatMap((each) => {
    const id = textIn(each);
    return id !== undefined && isEntityId(id) ? [id] : [];
  });

/** The entities that an element names by their ids, whatever for; not those in its templates. */
export const entitiesNamed = (list: Collection, data: JsonObject): readonly string[] => {
  const { entities, controls, calls } = bindingsOf(list, data);
  const called = calls.flatMap((call) =>
    [call.target, call.data].flatMap(({ entity_id }) => idsIn(entity_id)),
  );
  return [...entities, ...controls, ...called];
};

/** What reads like an entity's id in a template, also in `states.light.hall`. */
const idsInTemplates = /(?<![\w.])(?:states\.)?([a-z]\w*\.\w+)/g;

/** Every entity that a plan names anywhere, its templates included. */
export const entitiesOfPlan = (plan: PlanData): ReadonlySet<string> => {
  const found = new Set<string>();
  for (const list of collections)
    for (const { data } of entitiesOf(plan, list)) {
      for (const id of entitiesNamed(list, data)) found.add(id);
      for (const template of bindingsOf(list, data).templates)
        for (const [, id = ""] of template.matchAll(idsInTemplates)) found.add(id);
    }
  return found;
};

/** The entities that a plan names and the house does not have, each once, with the first element that names it. */
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
