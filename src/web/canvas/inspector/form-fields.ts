import {
  isList,
  isObject,
  type Json,
  type JsonObject,
  objectsIn,
  textIn,
  withField,
} from "../../../model/json.ts";
import { conditionsOf } from "../../../model/bindings/rules.ts";
import type { Entity } from "../../../model/elements/entities.ts";
import { placeFields } from "../../../model/elements/places.ts";
import type { Field } from "../../../model/kinds/kind.ts";
import { forms } from "../../../model/kinds/kinds.ts";

/** The kinds of conditions; `known`: the entity has any state. */
export const conditionKinds = [
  "state",
  "state_not",
  "above",
  "below",
  "between",
  "known",
  "template",
  "any",
] as const;
type ConditionKind = (typeof conditionKinds)[number];

/** The fields that rules set, in the order of the form; `hide` is a separate yes or no. */
export const ruleFields = [
  "color",
  "icon",
  "text",
  "tint",
  "color_on",
  "size",
  "opacity",
  "layer",
] as const;
export type RuleField = (typeof ruleFields)[number];

const isGiven = (value: Json | undefined): boolean => value !== undefined && value !== null;

const hasOnly = (object: JsonObject, fields: readonly string[]): boolean =>
  Object.keys(object).every((field) => fields.includes(field) || object[field] === undefined);

/** Whether a text field can show a value unchanged. */
const isLine = (value: Json | undefined): boolean =>
  !isGiven(value) || typeof value === "string" || typeof value === "number";

/** States as text, separated by commas. */
export const statesText = (value: Json | undefined): string =>
  isList(value) ? value.flatMap((each) => textIn(each) ?? []).join(", ") : (textIn(value) ?? "");

/** Parses states: one as a text, several as a list; undefined for none. */
export const statesIn = (text: string): Json | undefined => {
  const states = text
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");
  return states.length > 1 ? states : states[0];
};

/** Whether states survive display and parsing; an empty one, which never matches, is still to be filled in. */
const isStates = (value: Json | undefined): boolean => {
  const texts = isList(value) ? value : [value];
  return texts.every((each) => {
    const text = textIn(each);
    return each === "" || (text !== undefined && statesIn(text) === text);
  });
};

const isLimit = (value: Json | undefined): boolean =>
  typeof value === "number" || (typeof value === "string" && /^-?\d+(?:\.\d+)?$/.test(value));

const comparisons = ["state", "state_not", "above", "below"] as const;

const kindsByFields: Readonly<Record<string, ConditionKind>> = {
  "": "known",
  state: "state",
  state_not: "state_not",
  above: "above",
  below: "below",
  "above,below": "between",
};

/** The kind of a condition; undefined if the form cannot show all of it. */
export const conditionKind = (condition: Json): ConditionKind | undefined => {
  if (!isObject(condition)) return undefined;
  if (isList(condition["any"])) {
    // Only one level of nesting is shown.
    const isShown = (each: Json): boolean => !["any", undefined].includes(conditionKind(each));
    return hasOnly(condition, ["any"]) && condition["any"].every(isShown) ? "any" : undefined;
  }
  if (typeof condition["template"] === "string")
    return hasOnly(condition, ["template"]) ? "template" : undefined;
  const { entity, attribute, state, state_not: not, above, below } = condition;
  const fits =
    hasOnly(condition, ["entity", "attribute", ...comparisons]) &&
    (entity === undefined || typeof entity === "string") &&
    isLine(attribute) &&
    [state, not].every((each) => !isGiven(each) || isStates(each)) &&
    [above, below].every((each) => !isGiven(each) || isLimit(each));
  if (!fits) return undefined;
  return kindsByFields[comparisons.filter((field) => isGiven(condition[field])).join()];
};

/** A condition changed to another kind; common fields stay. */
export const asKind = (
  condition: JsonObject,
  kind: ConditionKind,
  ownEntity: string | undefined,
): JsonObject => {
  const [first] = objectsIn(condition["any"]);
  if (first !== undefined) return kind === "any" ? condition : asKind(first, kind, ownEntity);
  const entity = textIn(condition["entity"]) ?? ownEntity;
  if (kind === "any") {
    const isEmpty = conditionKind(condition) === undefined || "any" in condition;
    return { any: [isEmpty ? asKind({}, "state", ownEntity) : condition] };
  }
  if (kind === "template") return { template: `{{ is_state('${entity ?? "sun.sun"}', 'on') }}` };
  const { state, state_not: not, above, below, attribute } = condition;
  const states = [state, not].find(isGiven) ?? "on";
  const has = {
    state: { state: states },
    state_not: { state_not: states },
    above: { above: above ?? below ?? 0 },
    below: { below: below ?? above ?? 0 },
    between: { above: above ?? 0, below: below ?? 100 },
    known: {},
  }[kind];
  return {
    ...(entity === undefined ? {} : { entity }),
    ...(isGiven(attribute) ? { attribute } : {}),
    ...has,
  };
};

/** The object with a field set; an empty value removes the field, as an empty text would have a meaning. */
export const filledIn = (object: JsonObject, field: string, value: Json | undefined): JsonObject =>
  withField(object, field, value === "" ? undefined : value);

const isFormOfRule = (rule: Json): boolean =>
  isObject(rule) &&
  hasOnly(rule, ["if", "hide", ...ruleFields]) &&
  conditionsOf(rule).every((each) => conditionKind(each) !== undefined) &&
  (!isGiven(rule["hide"]) || typeof rule["hide"] === "boolean") &&
  ruleFields.every((field) => isLine(rule[field]));

/** Whether the form can show all of the rules; otherwise they are edited as JSON. */
const isFormOfRules = (rules: Json | undefined): boolean =>
  rules === undefined || (isList(rules) && rules.every(isFormOfRule));

type Element = Pick<Entity, "collection" | "data">;

/** Whether an input can show a value; otherwise it is edited as JSON. */
const fits = ({ input }: Field, value: Json | undefined): boolean =>
  value === undefined ||
  value === null ||
  (input === "yes"
    ? typeof value === "boolean"
    : input === "zoneSensor"
      ? isObject(value)
      : (input !== "entities" && input !== "trackers") || isTexts(value));

const isTexts = (value: Json): boolean =>
  isList(value) && value.every((each) => typeof each === "string");

const documented = ({ collection, data }: Element): readonly Field[] =>
  forms[collection].fields(data).filter((field) => fits(field, data[field.name]));

/** The documented fields common to all of these elements; for several, only shareable ones. */
export const fieldsOf = (elements: readonly Element[]): readonly Field[] => {
  const [fields = [], ...others] = elements.map(documented);
  if (others.length === 0) return fields;
  return fields.filter(
    ({ name, isOwn }) =>
      isOwn !== true && others.every((known) => known.some((field) => field.name === name)),
  );
};

/** Whether the rules of an element can be edited in the form. */
export const hasRulesForm = ({ collection, data }: Element): boolean =>
  forms[collection].hasRules && isFormOfRules(data["rules"]);

/** The fields of an element without an input of their own, besides its id and its shape. */
export const otherFields = (element: Element): readonly string[] => {
  const { data } = element;
  const known = new Set<string>([
    "id",
    // Position fields without an input are edited by dragging.
    ...placeFields(element.collection).fields,
    ...documented(element).map(({ name }) => name),
    ...(hasRulesForm(element) ? ["rules"] : []),
  ]);
  return Object.keys(data).filter((name) => !known.has(name) && data[name] !== undefined);
};
