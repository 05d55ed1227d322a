import { isList, isObject, type Json, type JsonObject, textIn, withField } from "../json.ts";
import type { Collection } from "../kinds/kinds.ts";
import { isEntityId } from "./entity-state.ts";
import { bindingsOf, entityFields, isTemplate } from "./element-bindings.ts";
import { touches } from "./touch-actions.ts";

/** An entity whose id changed. */
export interface Rename {
  readonly from: string;
  readonly to: string;
}

const idsIn = (value: Json | undefined): readonly string[] =>
  (isList(value) ? value : [value]).flatMap((each) => {
    const id = textIn(each);
    return id !== undefined && isEntityId(id) ? [id] : [];
  });

/** The entities that calls name. */
export const entitiesOfCalls = (
  calls: readonly { readonly target: JsonObject; readonly data: JsonObject }[],
): readonly string[] =>
  calls.flatMap((call) => [call.target, call.data].flatMap(({ entity_id }) => idsIn(entity_id)));

/** The fields of a zone's `sensor` that hold an entity. */
const sensorFields = ["x1", "y1", "x2", "y2", "text", "type", "switch"];

/** Whether a value says where a zone is written, and is no field of another program. */
const isSensor = (value: Json | undefined): value is JsonObject =>
  isObject(value) && textIn(value["tracker"]) !== undefined;

/** The entities to which a zone is written. */
export const entitiesOfSensor = ({ sensor }: JsonObject): readonly string[] =>
  isSensor(sensor) ? sensorFields.flatMap((field) => idsIn(sensor[field])) : [];

/** The entities that an element refers to by id, except in templates. */
export const entitiesNamed = (list: Collection, data: JsonObject): readonly string[] => {
  const { entities, controls, calls } = bindingsOf(list, data);
  const written = list === "zones" ? entitiesOfSensor(data) : [];
  return [...entities, ...controls, ...entitiesOfCalls(calls), ...written];
};

/** Matches entity ids in a template, also in `states.light.hall`. */
const idsInTemplates = /(?<![\w.])(?:states\.)?([a-z]\w*\.\w+)/g;

/** What a template says that may be the id of an entity. */
export const entitiesOfTemplate = (template: string): readonly string[] =>
  [...template.matchAll(idsInTemplates)].map(([, id = ""]) => id);

/** How to rename ids and templates. */
interface Names {
  readonly id: (id: string) => string;
  readonly template: (text: string) => string;
}

type Changer = (value: Json) => Json;

/** The object with some fields changed; the same object if nothing changes. */
const withFields = (object: JsonObject, fields: Iterable<string>, change: Changer): JsonObject => {
  let next = object;
  for (const field of fields) {
    const value = object[field];
    if (value !== undefined) next = withField(next, field, change(value));
  }
  return next;
};

/** The list with its entries changed; the same list if nothing changes. */
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
  const sensor: Changer = (value) =>
    isSensor(value) ? withFields(value, sensorFields, id) : value;
  return (data) => {
    const named = withFields(words(data), [...entityFields, "sheet_extra"], ids);
    const touched = withFields(
      named,
      touches.map((touch) => `${touch}_action`),
      action,
    );
    return withFields(withFields(touched, ["rules"], rules), ["sensor"], sensor);
  };
};

/** Matches ids as whole words: also in `states.light.hall`, but not in `sensor.light.hall` or `light.hall_2`. */
const wordsOf = (ids: Iterable<string>): RegExp => {
  const any = [...ids].map((id) => id.replace(".", String.raw`\.`)).join("|");
  return new RegExp(String.raw`(?<=(?:^|[^\w.])(?:states\.)?)(?:${any})(?!\w)`, "g");
};

/**
 * Renames entities in an element: in entity fields, conditions and actions, and as whole words in templates. Returns the
 * same element if nothing changes.
 */
export const elementRenamer = (
  renames: readonly Rename[],
): ((element: JsonObject) => JsonObject) => {
  const newIds = new Map(renames.map(({ from, to }) => [from, to]));
  const newId = (id: string): string => newIds.get(id) ?? id;
  const words = wordsOf(newIds.keys());
  return changers({ id: newId, template: (text) => text.replaceAll(words, newId) });
};

/** The fields of a tracker's source that hold an entity, and those that hold paths instead if `entity` is there. */
const sourceFields = {
  entities: ["entity", "valetudo", "active"],
  places: ["x", "y", "heading", "room", "map", "dock", "path", "accuracy"],
};

/** The same for an element of the list `trackers`: renames entities in its sources. */
export const trackerRenamer = (
  renames: readonly Rename[],
): ((element: JsonObject) => JsonObject) => {
  const newIds = new Map(renames.map(({ from, to }) => [from, to]));
  const id: Changer = (value) => (typeof value === "string" ? (newIds.get(value) ?? value) : value);
  const source: Changer = (value) => {
    if (!isObject(value)) return value;
    const places = value["entity"] === undefined ? sourceFields.places : [];
    return withFields(value, [...sourceFields.entities, ...places], id);
  };
  const sources: Changer = (value) => (isList(value) ? each(value, source) : value);
  return (element) => withFields(withFields(element, ["source"], source), ["targets"], sources);
};

/** The rename in an `entity_registry_updated` event, if any. */
export const renameIn = (event: unknown): Rename | undefined => {
  const { data }: { readonly data?: unknown } = Object(event);
  const {
    action,
    old_entity_id: from,
    entity_id: to,
  }: Readonly<Record<string, unknown>> = Object(data);
  return action === "update" && typeof from === "string" && typeof to === "string" && from !== to
    ? { from, to }
    : undefined;
};

/** Combines successive renames into renames from the first id to the last. */
export const joinedRenames = (renames: readonly Rename[]): readonly Rename[] => {
  const firstOf = new Map<string, string>();
  for (const { from, to } of renames) {
    const first = firstOf.get(from) ?? from;
    firstOf.delete(from);
    firstOf.set(to, first);
  }
  return [...firstOf].flatMap(([to, from]) => (from === to ? [] : [{ from, to }]));
};

/** The author of revisions that follow renames; no user has this id. */
export const renamesAuthor = { id: "home-assistant", name: "Home Assistant" } as const;
