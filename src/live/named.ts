import { isList, isObject, type Json, type JsonObject, listIn } from "../json/json.ts";
import { objectsIn, textIn } from "../json/read.ts";
import type { Collection } from "../kinds/index.ts";
import { readAction, type ServiceCall, touches } from "./action.ts";
import { conditionsOf } from "./rules.ts";
import { isEntityId } from "./state.ts";

/** What an element of a plan names of the house. */
export interface Named {
  /** The entities whose state it shows, or depends on. */
  readonly entities: readonly string[];
  /** The templates that Home Assistant renders for it, as they are written. */
  readonly templates: readonly string[];
  /** The entities that it lets people switch, by what is offered for such. */
  readonly controls: readonly string[];
  /** The calls that stand in it as they are. */
  readonly calls: readonly ServiceCall[];
}

/** The fields that hold an entity. */
const entityFields = ["entity", "contact", "lock", "blind", "temperature", "humidity"] as const;

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

/** The fields by which an element can name anything; most furniture has none of them. */
const speaking: readonly string[] = [
  ...entityFields,
  "rules",
  "sheet_extra",
  "text",
  "text_on",
  ...touches.map((touch) => `${touch}_action`),
];

const silent: Named = { entities: [], templates: [], controls: [], calls: [] };

const named = (list: Collection, data: JsonObject): Named => {
  if (!speaking.some((field) => data[field] !== undefined)) return silent;
  const rules = objectsIn(data["rules"]);
  const conditions = allConditions(rules.flatMap(conditionsOf));
  const extra = listIn(data["sheet_extra"]).flatMap(entityIn);
  const own = textIn(data["entity"]);
  const actions = touches.map((touch) => readAction(data[`${touch}_action`], own));
  const touched = actions.flatMap((action) => ("entity" in action ? entityIn(action.entity) : []));
  const toggled = actions.flatMap((action) =>
    action.kind === "toggle" ? entityIn(action.entity) : [],
  );
  const texts = [data, ...rules].flatMap(({ text, text_on }) => [text, text_on]);
  return {
    entities: [
      ...entityFields.flatMap((field) => entityIn(data[field])),
      ...extra,
      ...touched,
      ...conditions.flatMap(({ entity }) => entityIn(entity)),
    ],
    templates: [
      ...texts.flatMap(templateIn),
      ...conditions.flatMap(({ template }) => (typeof template === "string" ? [template] : [])),
    ],
    controls: [
      ...(controlFields[list] ?? []).flatMap((field) => entityIn(data[field])),
      ...extra,
      ...toggled,
    ],
    calls: actions.flatMap((action) => (action.kind === "call" ? [action.call] : [])),
  };
};

const known = new WeakMap<JsonObject, Named>();

/** What an element of a list names of the house; remembered per element. */
export const namedBy = (list: Collection, data: JsonObject): Named => {
  const found = known.get(data) ?? named(list, data);
  known.set(data, found);
  return found;
};
