import {
  isList,
  isObject,
  type Json,
  type JsonObject,
  numberIn,
  textIn,
} from "../../model/json.ts";
import { entitiesOf, type List, type PlanData } from "../../model/elements/entities.ts";
import { isCollection, kinds } from "../../model/kinds/kinds.ts";
import type { Subject } from "../../model/merge/difference.ts";
import { typeWord } from "../renderer/element-look.ts";
import { openingName } from "../../model/kinds/opening.ts";
import type { Texts } from "./editor-translator.ts";
import { withUnit } from "./field-words.ts";
import { humanizeIdentifier } from "./word-types.ts";

/** An entity's id as words, such as `Kitchen heat` for `sensor.kitchen_heat`; other texts unchanged. */
const entityWords = (id: string): string => {
  const [, name] = /^[a-z][a-z0-9_]*\.([a-z0-9_]+)$/.exec(id) ?? [];
  return name === undefined ? id : humanizeIdentifier(name);
};

/** The first entity in a text with placeholders. */
const entityIn = (template: string): string | undefined =>
  /["']([a-z][a-z0-9_]*\.[a-z0-9_]+)["']/.exec(template)?.[1];

/** The `type` or `kind` of an element in words; empty if it has none. */
const typeOf = (collection: List, data: JsonObject): string =>
  isCollection(collection) && kinds[collection].place === "wall"
    ? openingName(data)
    : (textIn(data["type"]) ?? textIn(data["kind"]) ?? "");

/** The word for an element of a collection, such as `Room`, or for another part of a plan. */
export const subjectWord = (subject: Subject, { drawing, panels }: Texts): string =>
  isCollection(subject) ? drawing.things[subject] : panels.kinds[subject];

/** What a room is for, such as `Kitchen`, as far as it says that itself. */
const roomKindWord = (data: JsonObject, texts: Texts): string => {
  const words = new Map<string, string>(Object.entries(texts.panels.properties.roomKinds));
  return words.get(textIn(data["kind"]) ?? "") ?? subjectWord("rooms", texts);
};

const trackerKindWord = (data: JsonObject, texts: Texts): string => {
  const words = new Map<string, string>(Object.entries(texts.trackers.kinds));
  return words.get(textIn(data["kind"]) ?? "") ?? subjectWord("trackers", texts);
};

/** The kind of an element, such as `Door` or `Sofa`. */
export const kindName = (collection: List, data: JsonObject, texts: Texts): string => {
  if (collection === "rooms") return roomKindWord(data, texts);
  if (collection === "trackers") return trackerKindWord(data, texts);
  const type = typeOf(collection, data);
  const known = isCollection(collection) ? typeWord(texts.drawing, collection, type) : undefined;
  return known ?? (type === "" ? subjectWord(collection, texts) : humanizeIdentifier(type));
};

/** The name or text of an element in the plan; undefined if it has placeholders for states. */
export const ownName = (data: JsonObject): string | undefined => {
  const own = textIn(data["name"]) ?? textIn(data["text"]);
  return own?.includes("{{") === true ? undefined : own;
};

/** What an unnamed element is bound to; undefined if that only repeats its type. */
export const boundName = (collection: List, data: JsonObject): string | undefined => {
  const text = textIn(data["name"]) ?? textIn(data["text"]);
  const id = text === undefined ? textIn(data["entity"]) : entityIn(text);
  if (id === undefined || id.endsWith(`.${typeOf(collection, data)}`)) return undefined;
  return entityWords(id);
};

/** The display name of an element: its name or text, else its kind with what it is bound to. */
export const thingName = (collection: List, data: JsonObject, texts: Texts): string => {
  const own = ownName(data);
  if (own !== undefined) return own;
  const [kind, bound] = [kindName(collection, data, texts), boundName(collection, data)];
  return bound === undefined ? kind : `${kind} · ${bound}`;
};

const nameIn = (plan: PlanData, list: List, key: string, texts: Texts): string => {
  const found = entitiesOf(plan, list).find((each) => each.key === key);
  return found === undefined ? key : thingName(found.collection, found.data, texts);
};

/** The most names to list, enough to tell orders apart. */
const maxNames = 8;

/** The display names of the first elements of a list, by their keys. */
export const namesOf = (
  keys: readonly Json[],
  list: List,
  plan: PlanData,
  texts: Texts,
): string => {
  const names = keys
    .slice(0, maxNames)
    .map((key) => nameIn(plan, list, textIn(key) ?? "", texts))
    .join(", ");
  return keys.length > maxNames ? `${names} ${texts.panels.more(keys.length - maxNames)}` : names;
};

const numberWords = (field: string, number: number, texts: Texts, language: string): string => {
  if (field === "edge") return texts.panels.properties.wallNumber(number + 1);
  const format = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  return withUnit(format.format(number), field);
};

const textWords = (field: string, text: string, plan: PlanData, texts: Texts): string => {
  const { drawing, panels } = texts;
  if (field === "level") return nameIn(plan, "levels", text, texts);
  if (field === "layer_id") return nameIn(plan, "layers", text, texts);
  if (field === "room_id" || field === "outdoor") return nameIn(plan, "rooms", text, texts);
  if (field === "wall_id") return nameIn(plan, "walls", text, texts);
  const words = new Map<string, string>(
    field === "type" || field === "kind"
      ? [
          panels.properties.roomKinds,
          panels.properties.choices,
          ...Object.values(drawing.types),
        ].flatMap((types) => Object.entries(types))
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
