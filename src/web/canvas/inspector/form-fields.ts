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

/** What a condition asks for; `known` for an entity that has any state. */
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

/** What a rule gives, in the order of the form; `hide` is a yes or no besides. */
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

/** A text or nothing; what a line of text shows as it is. */
const isLine = (value: Json | undefined): boolean =>
  !isGiven(value) || typeof value === "string" || typeof value === "number";

/** What a person reads of states, with commas between them. */
export const statesText = (value: Json | undefined): string =>
  isList(value) ? value.flatMap((each) => textIn(each) ?? []).join(", ") : (textIn(value) ?? "");

/** The states that a person has written: one as a text, several as a list; undefined for none. */
export const statesIn = (text: string): Json | undefined => {
  const states = text
    .split(",")
    .map((each) => each.trim())
    .filter((each) => each !== "");
  return states.length > 1 ? states : states[0];
};

/** Whether states are read back as they are shown; an empty one, which never holds, waits to be filled in. */
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

/** What a condition asks for; undefined where the form cannot show all of it. */
export const conditionKind = (condition: Json): ConditionKind | undefined => {
  if (!isObject(condition)) return undefined;
  if (isList(condition["any"])) {
    // One level of them is what a person overlooks.
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

/** What a condition of another kind begins with; what both kinds have stays. */
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

/** The object with a field as it was filled in; an empty one is taken away, for as a text it would mean something. */
export const filledIn = (object: JsonObject, field: string, value: Json | undefined): JsonObject =>
  withField(object, field, value === "" ? undefined : value);

const isFormOfRule = (rule: Json): boolean =>
  isObject(rule) &&
  hasOnly(rule, ["if", "hide", ...ruleFields]) &&
  conditionsOf(rule).every((each) => conditionKind(each) !== undefined) &&
  (!isGiven(rule["hide"]) || typeof rule["hide"] === "boolean") &&
  ruleFields.every((field) => isLine(rule[field]));

/** Whether rules are such that the form can show all of them; anything else is edited as JSON. */
const isFormOfRules = (rules: Json | undefined): boolean =>
  rules === undefined || (isList(rules) && rules.every(isFormOfRule));

/** Something with fields. */
type Element = Pick<Entity, "collection" | "data">;

/** Whether an input can show a value; anything else is edited as JSON. */
const fits = ({ input }: Field, value: Json | undefined): boolean =>
  input !== "entities" || value === undefined || value === null || isTexts(value);

const isTexts = (value: Json): boolean =>
  isList(value) && value.every((each) => typeof each === "string");

const documented = ({ collection, data }: Element): readonly Field[] =>
  forms[collection].fields(data).filter((field) => fits(field, data[field.name]));

/** The documented fields that all of these elements have; for several, those they can share. */
export const fieldsOf = (elements: readonly Element[]): readonly Field[] => {
  const [fields = [], ...others] = elements.map(documented);
  if (others.length === 0) return fields;
  return fields.filter(
    ({ name, isOwn }) =>
      isOwn !== true && others.every((known) => known.some((field) => field.name === name)),
  );
};

/** Whether there is a form for the rules of an element; not where they are odd. */
export const hasRulesForm = ({ collection, data }: Element): boolean =>
  forms[collection].hasRules && isFormOfRules(data["rules"]);

/** The fields of an element that no input of its own is for, besides its id and its shape. */
export const otherFields = (element: Element): readonly string[] => {
  const { data } = element;
  const known = new Set<string>([
    "id",
    // Where no input says where it is, it is moved on the drawing.
    ...placeFields(element.collection).fields,
    ...documented(element).map(({ name }) => name),
    ...(hasRulesForm(element) ? ["rules"] : []),
  ]);
  return Object.keys(data).filter((name) => !known.has(name) && data[name] !== undefined);
};
