import { entitiesOf, type List, type PlanData } from "../../model/elements/entities.ts";
import { isList, isObject, type Json, numberIn, textIn } from "../../model/json.ts";
import type { Texts } from "../i18n/editor-speaker.ts";
import { thingName } from "../i18n/element-names.ts";

const nameIn = (plan: PlanData, list: List, key: string, texts: Texts): string => {
  const found = entitiesOf(plan, list).find((each) => each.key === key);
  return found === undefined ? key : thingName(found.collection, found.data, texts);
};

/** As many names as tell one order from another. */
const mostNames = 8;

/** The first elements of a list by their keys, as a person calls them. */
export const namesOf = (
  keys: readonly Json[],
  list: List,
  plan: PlanData,
  texts: Texts,
): string => {
  const names = keys
    .slice(0, mostNames)
    .map((key) => nameIn(plan, list, textIn(key) ?? "", texts))
    .join(", ");
  return keys.length > mostNames ? `${names} ${texts.panels.more(keys.length - mostNames)}` : names;
};

const unitOf = (field: string, { panels }: Texts): string => {
  const names = new Map<string, string>(Object.entries(panels.properties.fields));
  const [, unit] = / \((.*)\)$/.exec(names.get(field) ?? "") ?? [];
  return unit === undefined ? "" : unit === "°" ? unit : ` ${unit}`;
};

const numberWords = (field: string, number: number, texts: Texts, language: string): string => {
  if (field === "edge") return texts.panels.properties.wallNumber(number + 1);
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  return `${format.format(number)}${unitOf(field, texts)}`;
};

const textWords = (field: string, text: string, plan: PlanData, texts: Texts): string => {
  const { drawing, panels } = texts;
  if (field === "level") return nameIn(plan, "levels", text, texts);
  if (field === "room_id" || field === "outdoor") return nameIn(plan, "rooms", text, texts);
  const words = new Map<string, string>(
    field === "type" || field === "kind"
      ? [panels.properties.choices, ...Object.values(drawing.types)].flatMap((types) =>
          Object.entries(types),
        )
      : ["style", "hinge", "swing", "size", "label_size"].includes(field)
        ? Object.entries(panels.properties.choices)
        : [],
  );
  return words.get(text) ?? text;
};

/** The value of a field in words, such as `Kitchen` for a room's id or `1.2 m` for a width. */
export const valueWords = (
  field: string,
  value: Json | undefined,
  plan: PlanData,
  texts: Texts,
  language: string,
): string => {
  const words = texts.panels.properties;
  if (value === undefined || value === null) return words.unset;
  if (typeof value === "boolean") return value ? words.yes : words.no;
  if (isList(value) && field === "points") return words.corners(value.length);
  if (isObject(value) && field.endsWith("_action")) {
    const action = textIn(value["action"]) ?? "";
    const known = new Map(Object.entries(texts.touch.actions));
    const path = textIn(value["navigation_path"]);
    return [known.get(action) ?? action, ...(path === undefined ? [] : [path])].join(" ");
  }
  const number = typeof value === "number" ? numberIn(value, undefined) : undefined;
  if (number !== undefined) return numberWords(field, number, texts, language);
  if (isList(value) && value.every((each) => typeof each !== "object"))
    return value.map((each) => valueWords(field, each, plan, texts, language)).join(", ");
  return typeof value === "string" ? textWords(field, value, plan, texts) : JSON.stringify(value);
};
