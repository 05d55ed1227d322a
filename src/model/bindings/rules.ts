import {
  fieldsOf,
  isList,
  isObject,
  type Json,
  type JsonObject,
  objectsIn,
  textIn,
} from "../json.ts";
import type { EntityState, HomeAssistantState } from "./entity-state.ts";

const textsIn = (value: Json | undefined): readonly string[] =>
  (isList(value) ? value : [value]).flatMap((each) => {
    // An unquoted `on` is a boolean in YAML 1.1, but people mean the state.
    if (typeof each === "boolean") return each ? ["on", "true"] : ["off", "false"];
    return textIn(each) ?? [];
  });

/** A number, also if written as text; empty text is not a number. */
const numberOf = (value: Json | undefined): number =>
  typeof value === "number" || (typeof value === "string" && value.trim() !== "")
    ? Number(value)
    : Number.NaN;

/** The text that a condition compares: the attribute that it names, else the state; undefined if missing. */
const comparedOf = (condition: JsonObject, { state, attributes }: EntityState) => {
  const attribute = textIn(condition["attribute"]);
  if (attribute === undefined) return state;
  const value = Object.hasOwn(attributes ?? {}, attribute) ? attributes?.[attribute] : undefined;
  if (value === undefined || value === null) return undefined;
  return typeof value === "string" ? value : JSON.stringify(value);
};

const isGiven = (condition: JsonObject, field: string): boolean =>
  condition[field] !== undefined && condition[field] !== null;

const holdsOfEntity = (condition: JsonObject, state: EntityState | undefined): boolean => {
  const text = state && comparedOf(condition, state);
  if (text === undefined) return false;
  const number = numberOf(text);
  const { state: wanted, state_not: unwanted, above, below } = condition;
  return (
    (!isGiven(condition, "state") || textsIn(wanted).includes(text)) &&
    (!isGiven(condition, "state_not") || !textsIn(unwanted).includes(text)) &&
    (!isGiven(condition, "above") || number > numberOf(above)) &&
    (!isGiven(condition, "below") || number < numberOf(below))
  );
};

/**
 * Whether a condition holds: `{any: […]}` if one of its conditions does, `{template}` if Home Assistant renders it as
 * true, `{entity, …}` if all its comparisons do. It never holds for an entity without a state.
 */
export const isConditionMet = (condition: Json, homeAssistant: HomeAssistantState): boolean => {
  if (!isObject(condition)) return false;
  const { any, template, entity } = condition;
  if (isList(any)) return any.some((each) => isConditionMet(each, homeAssistant));
  if (typeof template === "string")
    return String(homeAssistant.rendered(template)).trim().toLowerCase() === "true";
  return typeof entity === "string" && holdsOfEntity(condition, homeAssistant.states(entity));
};

/** The conditions of a rule; a value that is not a list counts as a single condition. */
export const conditionsOf = ({ if: conditions }: JsonObject): readonly Json[] => {
  if (conditions === undefined || conditions === null) return [];
  return isList(conditions) ? conditions : [conditions];
};

/** The fields that an element's rules set now. If several rules apply, the first that has a field wins. */
export const ruledFields = (data: JsonObject, homeAssistant: HomeAssistantState): JsonObject => {
  const ruled: Record<string, Json> = {};
  for (const rule of objectsIn(data["rules"])) {
    if (!conditionsOf(rule).every((condition) => isConditionMet(condition, homeAssistant)))
      continue;
    for (const field of fieldsOf(rule)) {
      const value = rule[field];
      if (field !== "if" && value !== undefined && value !== null && !Object.hasOwn(ruled, field))
        ruled[field] = value;
    }
  }
  return ruled;
};

/** The element with the fields that its rules set now; the same object if they set none. */
export const ruled = (data: JsonObject, homeAssistant: HomeAssistantState): JsonObject => {
  const fields = ruledFields(data, homeAssistant);
  return Object.keys(fields).length === 0 ? data : { ...data, ...fields };
};
