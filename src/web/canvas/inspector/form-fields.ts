import type { Entity } from "../../../model/elements/entities.ts";
import { placeFields } from "../../../model/elements/places.ts";
import { isList, type Json } from "../../../model/json.ts";
import type { Field } from "../../../model/kinds/kind.ts";
import { forms } from "../../../model/kinds/kinds.ts";
import { isFormOfRules } from "../../model/rule-form.ts";

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
