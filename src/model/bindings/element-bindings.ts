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

/** What an element of a plan names of Home Assistant. */
export interface ElementBindings {
  /** The entities whose state it shows, or depends on. */
  readonly entities: readonly string[];
  /** The templates that Home Assistant renders for it, as they are written. */
  readonly templates: readonly string[];
  /** The entities that may be switched by the services offered for them. */
  readonly controls: readonly string[];
  /** The calls that stand in it as they are. */
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

/** Of these lists, the fields whose entity can be switched: what a sensor or a text names is only shown. */
const controlFields: Readonly<Partial<Record<Collection, readonly string[]>>> = {
  furniture: ["entity"],
  devices: ["entity"],
  openings: ["lock", "blind"],
};

/** Whether a text is for Home Assistant to render. */
export const isTemplate = (text: string): boolean => text.includes("{{") || text.includes("{%");

const entityIn = (value: Json | undefined): readonly string[] => {
  const text = textIn(value);
  return text !== undefined && isEntityId(text) ? [text] : [];
};

const templateIn = (value: Json | undefined): readonly string[] =>
  typeof value === "string" && isTemplate(value) ? [value] : [];

/** Every condition below some, `any` taken apart. */
const allConditions = (conditions: readonly Json[]): readonly JsonObject[] =>
  conditions.flatMap((condition) => {
    if (!isObject(condition)) return [];
    const { any } = condition;
    return isList(any) ? allConditions(any) : [condition];
  });

// By hand, as a large plan asks it thousands of times before its first drawing.
const entitiesIn = (data: JsonObject, fields: readonly string[]): readonly string[] => {
  const found: string[] = [];
  for (const field of fields) {
    const value = data[field];
    if (typeof value === "string" && isEntityId(value)) found.push(value);
  }
  return found;
};

const none: readonly never[] = [];

/** What most elements name, which have neither rules nor actions: entities, and a text. */
const plainlyNamed = (list: Collection, data: JsonObject): ElementBindings => ({
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

/** The actions of an element, as written: its own, and those of its rules, which are done in place of its own. */
const actionsIn = (data: JsonObject, rules: readonly JsonObject[]): readonly JsonObject[] =>
  [data, ...rules].flatMap((given) => actionFields.map((field) => given[field])).filter(isObject);

/** What Home Assistant's page alone does for an element, which may be a script there: each action whole, as a text. */
export const pageActionsIn = (data: JsonObject): readonly string[] =>
  actionsIn(data, objectsIn(data["rules"]))
    .filter((action) => isPageAction(action["action"]))
    .map((action) => canonicalJson(action));

const named = (list: Collection, data: JsonObject): ElementBindings => {
  if (furtherFields.every((field) => data[field] === undefined)) return plainlyNamed(list, data);
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

/** What an element of a list names of Home Assistant; remembered per element. */
export const bindingsOf = (list: Collection, data: JsonObject): ElementBindings => {
  const found = known.get(data);
  if (found !== undefined) return found;
  const made = named(list, data);
  known.set(data, made);
  return made;
};
