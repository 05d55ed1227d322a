import { entitiesOf, type PlanData, refOf } from "../../model/elements/entities.ts";
import { isList, isObject, type Json, type JsonObject, withField } from "../../model/json.ts";
import { collections } from "../../model/kinds/kinds.ts";
import { touches } from "../../model/bindings/touch-actions.ts";
import { entityFields, isTemplate } from "../../model/bindings/element-bindings.ts";
import type { Rename } from "../home-assistant/registries.ts";
import { updateElements } from "../../model/editing/change.ts";

/** What becomes of an entity's id, and of a template. */
interface Names {
  readonly id: (id: string) => string;
  readonly template: (text: string) => string;
}

type Changer = (value: Json) => Json;

/** The object with some of its fields changed; the same where none of them is. */
const withFields = (object: JsonObject, fields: Iterable<string>, change: Changer): JsonObject => {
  let next = object;
  for (const field of fields) {
    const value = object[field];
    if (value !== undefined) next = withField(next, field, change(value));
  }
  return next;
};

/** The list with its entries changed; the same where none of them is. */
const each = (list: readonly Json[], change: Changer): readonly Json[] => {
  const next = list.map(change);
  return next.every((value, at) => value === list[at]) ? list : next;
};

const changers = (names: Names): ((data: JsonObject) => JsonObject) => {
  const id: Changer = (value) => (typeof value === "string" ? names.id(value) : value);
  const ids: Changer = (value) => (isList(value) ? each(value, id) : id(value));
  const template: Changer = (value) =>
    typeof value === "string" && isTemplate(value) ? names.template(value) : value;
  const condition: Changer = (value) => {
    if (!isObject(value)) return value;
    const { any } = value;
    if (isList(any)) return withField(value, "any", each(any, condition));
    return withFields(withFields(value, ["entity"], id), ["template"], template);
  };
  const conditions: Changer = (value) =>
    isList(value) ? each(value, condition) : condition(value);
  const target: Changer = (value) =>
    isObject(value) ? withFields(value, ["entity_id"], ids) : value;
  const action: Changer = (value) =>
    isObject(value)
      ? withFields(
          withFields(value, ["entity", "entity_id"], ids),
          ["target", "data", "service_data"],
          target,
        )
      : value;
  const words = (data: JsonObject): JsonObject => withFields(data, ["text", "text_on"], template);
  const rule: Changer = (value) =>
    isObject(value) ? words(withFields(value, ["if"], conditions)) : value;
  const rules: Changer = (value) => (isList(value) ? each(value, rule) : value);
  return (data) => {
    const named = withFields(words(data), [...entityFields, "sheet_extra"], ids);
    const touched = withFields(
      named,
      touches.map((touch) => `${touch}_action`),
      action,
    );
    return withFields(touched, ["rules"], rules);
  };
};

/** Finds ids as whole words: `states.light.hall` names one too, `sensor.light.hall` and `light.hall_2` name others. */
const wordsOf = (ids: Iterable<string>): RegExp => {
  const any = [...ids].map((id) => id.replace(".", String.raw`\.`)).join("|");
  return new RegExp(String.raw`(?<=(?:^|[^\w.])(?:states\.)?)(?:${any})(?!\w)`, "g");
};

/**
 * The plan with entities by their new ids: in its fields for entities, conditions and actions, and as whole
 * words in its templates. A plan that names none of them, or has followed already, stays the same.
 */
export const renameEntities = (plan: PlanData, renames: readonly Rename[]): PlanData => {
  const newIds = new Map(renames.map(({ from, to }) => [from, to]));
  if (newIds.size === 0) return plan;
  const newId = (id: string): string => newIds.get(id) ?? id;
  const words = wordsOf(newIds.keys());
  const change = changers({ id: newId, template: (text) => text.replaceAll(words, newId) });
  const refs = collections.flatMap((list) => entitiesOf(plan, list).map(refOf));
  return updateElements(plan, new Map(refs.map((ref) => [ref, change])));
};
