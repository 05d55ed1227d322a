import {
  canonicalJson,
  isList,
  isObject,
  type Json,
  type JsonObject,
  listIn,
  objectsIn,
  textIn,
} from "../json.ts";
import type { Collection } from "../kinds/kinds.ts";
import { isPageAction, readAction, type ServiceCall, touches } from "./touch-actions.ts";
import { conditionsOf } from "./rules.ts";
import { isEntityId } from "./entity-state.ts";

/** What an element refers to in Home Assistant. */
export interface ElementBindings {
  /** Entities whose state it shows or depends on. */
  readonly entities: readonly string[];
  /** Templates that Home Assistant renders for it, as written. */
  readonly templates: readonly string[];
  /** Entities that may be switched by the services offered for them. */
  readonly controls: readonly string[];
  /** Its service calls, as written. */
  readonly calls: readonly ServiceCall[];
}

/** The fields that hold an entity. */
export const entityFields = [
  "entity",
  "contact",
  "lock",
  "blind",
  "temperature",
  "humidity",
] as const;

/** By list, the fields whose entity can be switched; the entity of a sensor or text is only shown. */
const controlFields: Readonly<Partial<Record<Collection, readonly string[]>>> = {
  furniture: ["entity"],
  devices: ["entity"],
  openings: ["lock", "blind"],
};

/** Whether Home Assistant must render a text. */
export const isTemplate = (text: string): boolean => text.includes("{{") || text.includes("{%");

const entityIn = (value: Json | undefined): readonly string[] => {
  const text = textIn(value);
  return text !== undefined && isEntityId(text) ? [text] : [];
};

const templateIn = (value: Json | undefined): readonly string[] =>
  typeof value === "string" && isTemplate(value) ? [value] : [];

/** Conditions with `any` expanded. */
const allConditions = (conditions: readonly Json[]): readonly JsonObject[] =>
  conditions.flatMap((condition) => {
    if (!isObject(condition)) return [];
    const { any } = condition;
    return isList(any) ? allConditions(any) : [condition];
  });

// A plain loop, since a large plan calls it thousands of times before its first drawing.
const entitiesIn = (data: JsonObject, fields: readonly string[]): readonly string[] => {
  const found: string[] = [];
  for (const field of fields) {
    const value = data[field];
    if (typeof value === "string" && isEntityId(value)) found.push(value);
  }
  return found;
};

const none: readonly never[] = [];

/** The bindings of most elements, without rules or actions: entities and a text. */
const bindingsWithoutRules = (list: Collection, data: JsonObject): ElementBindings => ({
  entities: entitiesIn(data, entityFields),
  templates:
    data["text"] === undefined && data["text_on"] === undefined
      ? none
      : [...templateIn(data["text"]), ...templateIn(data["text_on"])],
  controls: entitiesIn(data, controlFields[list] ?? none),
  calls: none,
});

const actionFields = touches.map((touch) => `${touch}_action`);
const furtherFields = ["rules", "sheet_extra", ...actionFields];

/** An element's actions, as written: its own, and those of rules that replace it. */
const actionsIn = (data: JsonObject, rules: readonly JsonObject[]): readonly JsonObject[] =>
  [data, ...rules].flatMap((given) => actionFields.map((field) => given[field])).filter(isObject);

/** Actions that only Home Assistant's page can do, possibly scripts: each whole, as JSON. */
export const pageActionsIn = (data: JsonObject): readonly string[] =>
  actionsIn(data, objectsIn(data["rules"]))
    .filter((action) => isPageAction(action["action"]))
    .map((action) => canonicalJson(action));

const named = (list: Collection, data: JsonObject): ElementBindings => {
  if (furtherFields.every((field) => data[field] === undefined))
    return bindingsWithoutRules(list, data);
  const rules = objectsIn(data["rules"]);
  const conditions = allConditions(rules.flatMap(conditionsOf));
  const extra = listIn(data["sheet_extra"]).flatMap(entityIn);
  const own = textIn(data["entity"]);
  const actions = actionsIn(data, rules).map((action) => readAction(action, own));
  const touched = actions.flatMap((action) => ("entity" in action ? entityIn(action.entity) : []));
  const toggled = actions.flatMap((action) =>
    action.kind === "toggle" ? entityIn(action.entity) : [],
  );
  const texts = [data, ...rules].flatMap(({ text, text_on }) => [text, text_on]);
  return {
    entities: [
      ...entitiesIn(data, entityFields),
      ...extra,
      ...touched,
      ...conditions.flatMap(({ entity }) => entityIn(entity)),
    ],
    templates: [
      ...texts.flatMap(templateIn),
      ...conditions.flatMap(({ template }) => (typeof template === "string" ? [template] : [])),
    ],
    controls: [...entitiesIn(data, controlFields[list] ?? []), ...extra, ...toggled],
    calls: actions.flatMap((action) => (action.kind === "call" ? [action.call] : [])),
  };
};

const known = new WeakMap<JsonObject, ElementBindings>();

/** An element's bindings, cached per element. */
export const bindingsOf = (list: Collection, data: JsonObject): ElementBindings => {
  const found = known.get(data);
  if (found !== undefined) return found;
  const made = named(list, data);
  known.set(data, made);
  return made;
};
